"""Preparing a battle: clearing the ocean and setting the turn order (sections 5.2 and 5.4)."""

from rules.privateer.board import CENTRE, DIRECTIONS, OPPOSITE, RIM, Colour
from rules.privateer.events import BattleStarted, WindSet
from rules.privateer.fleets import FLEETS
from rules.privateer.play import WIND_DIR, Play
from rules.privateer.rooms import Errand
from rules.privateer.rooms.deploying import Deploying
from rules.privateer.state import NextBattle, PrivateerState
from rules.privateer.tables import GOLD


class PreparingBattle(NextBattle, Errand):
    """Clear the ocean, set the wind, and let all fleets deploy (section 5.2).

    Each player gets the initial gold before the first battle, except in The Duel.
    """

    def carry_out(self, play: Play) -> None:
        state = play.state
        _clear(state)
        opener = state.fleets[state.order[0]].seat
        play.tell(
            BattleStarted(
                battle=state.battle, battles=state.options.battles, order=tuple(state.order),
                seat=opener, duel=state.duel,
            )
        )  # fmt: skip
        if state.battle == 1 and not state.duel:
            for seat in state.seats_in_order():
                play.pay(seat, GOLD.start, "start")
        _set_wind(play)
        play.go_to(Deploying(fleets=list(state.order)))


def _clear(state: PrivateerState) -> None:
    """Begin the next battle with an empty ocean. With `campaign_gambits` once, used gambits remain used."""
    state.battle += 1
    state.round, state.edge, state.storm_on = 0, RIM, False
    state.ships, state.merchant, state.terrain, state.barrel = {}, CENTRE, {}, {}
    state.level, state.elimination = None, []
    fresh = state.battle == 1 or state.options.campaign_gambits == "each_battle"
    for fleet in state.fleets.values():
        fleet.start, fleet.grudge = None, "none"
        fleet.gambit = "ready" if fresh or fleet.gambit == "ready" else "used"
    state.order = _turn_order(state)


def _turn_order(state: PrivateerState) -> list[Colour]:
    fleets = sorted(state.fleets, key=lambda fleet: FLEETS[fleet].number)
    if state.duel:
        first = state.fleets[fleets[0]].seat
        own = [fleet for fleet in fleets if state.fleets[fleet].seat == first]
        other = [fleet for fleet in fleets if state.fleets[fleet].seat != first]
        order = [own[0], other[0], own[1], other[1]]
        return _rotated(order, (state.battle - 1) % len(order))
    # The lowest card opens, and the other fleets follow by seat (R6).
    fleets = [fleet for fleet in fleets if not state.seat(state.fleets[fleet].seat).resigned]
    opener = fleets[(state.battle - 1) % len(fleets)]
    by_seat = sorted(fleets, key=lambda fleet: state.table.index(state.fleets[fleet].seat))
    return _rotated(by_seat, by_seat.index(opener))


def _rotated(order: list[Colour], places: int) -> list[Colour]:
    return [*order[places:], *order[:places]]


def _set_wind(play: Play) -> None:
    state = play.state
    state.wind_from = state.options.wind_from
    if state.options.wind == "random":
        (rolled,) = play.chance.roll(WIND_DIR, 0, 1, 1, len(DIRECTIONS))
        state.wind_from = DIRECTIONS[rolled - 1]
    if state.wind_from is not None:
        play.tell(WindSet(wind_from=state.wind_from, drift=OPPOSITE[state.wind_from]))
