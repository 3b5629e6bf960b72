"""A fleet's turn from its start to its end, apart from the spending (sections 6.3 to 6.6 and 6.11)."""

from rules.privateer.autopilot import next_spend
from rules.privateer.battle import check_battle
from rules.privateer.board import Colour, Hex
from rules.privateer.dice import dice_thrown, most_cannons
from rules.privateer.events import (
    DiceForfeited,
    DiceRolled,
    GrudgeDeclined,
    GrudgeSails,
    TurnEnded,
    TurnSkipped,
    TurnStarted,
)
from rules.privateer.fleets import ship
from rules.privateer.gambits import lapse, lift_fog, powder, spend_powder
from rules.privateer.play import CANNON_DICE, SAIL_DICE, Play
from rules.privateer.refusals import refusal
from rules.privateer.spending import legal_spends, spend
from rules.privateer.state import AwardingPrize, OfferingGrudge, PrivateerState, TakingTurn
from rules.privateer.waters import waters


def begin_turn(play: Play, fleet: Colour) -> None:
    """Start a fleet's turn, offer its beaten player a grudge ship, or pass on."""
    state = play.state
    seat = state.fleets[fleet].seat
    if state.seat(seat).resigned:
        return
    lift_fog(play, fleet)
    if state.ships_of(fleet):
        take_turn(play, fleet)
    elif not _may_bear_a_grudge(state, fleet):
        play.tell(TurnSkipped(fleet=fleet, seat=seat, reason="no_ships"))
    elif not grudge_hexes(state, fleet):
        play.tell(TurnSkipped(fleet=fleet, seat=seat, reason="no_room"))
    else:
        state.agenda.append(OfferingGrudge(fleet=fleet))


def take_turn(play: Play, fleet: Colour) -> None:
    """Fix the roster and wait for the choice of dice (6.3)."""
    state = play.state
    turn = turn_of(state, fleet)
    play.tell(TurnStarted(fleet=fleet, seat=state.fleets[fleet].seat, ships=len(turn.slots)))
    state.agenda.append(turn)


def turn_of(state: PrivateerState, fleet: Colour) -> TakingTurn:
    """A turn that begins now, with the ships afloat as its roster."""
    roster = state.ships_of(fleet)
    desperate = state.options.desperation and len(roster) == 1
    return TakingTurn(fleet=fleet, slots=dict.fromkeys(roster, ""), desperate=desperate)


# Grudge ships


def _may_bear_a_grudge(state: PrivateerState, fleet: Colour) -> bool:
    """Whether the player may come back; asked once in a battle (R43)."""
    beaten = state.fleets[fleet].seat in set(state.eliminated())
    return state.options.grudge and beaten and state.fleets[fleet].grudge == "none"


def grudge_hexes(state: PrivateerState, fleet: Colour) -> list[Hex]:
    """The empty hexes of the outermost ring of the sea."""
    return list(waters(state, state.fleets[fleet].seat).empty_on_ring(state.edge))


def answer_grudge(play: Play, fleet: Colour, at: Hex | None) -> None:
    """Come back on that hex and take the turn at once, or stay ashore for good."""
    state = play.state
    state.agenda.pop()
    seat = state.fleets[fleet].seat
    if at is None:
        state.fleets[fleet].grudge = "over"
        play.tell(GrudgeDeclined(fleet=fleet, seat=seat))
        play.tell(TurnSkipped(fleet=fleet, seat=seat, reason="no_ships"))
        return
    vessel = ship(fleet, 1)
    state.fleets[fleet].grudge = "sails"
    state.ships[vessel] = at
    play.tell(GrudgeSails(ship=vessel, seat=seat, hex=at))
    take_turn(play, fleet)


# Dice


def cannons_allowed(turn: TakingTurn) -> int:
    """The most cannonball dice that may be chosen (6.4, 6.5)."""
    return most_cannons(len(turn.slots), desperate=turn.desperate)


def dice_to_roll(state: PrivateerState, turn: TakingTurn) -> int:
    """How many dice the coming roll throws, however they are chosen."""
    return dice_thrown(len(turn.slots), desperate=turn.desperate) + powder(state, turn.fleet)


def roll(play: Play, turn: TakingTurn, cannons: int) -> None:
    """Throw the chosen dice: sails first, then cannonballs. Raises IllegalAction."""
    most = cannons_allowed(turn)
    if not 0 <= cannons <= most:
        raise refusal("too_many_guns", low=0, high=most)
    state, fleet = play.state, turn.fleet
    seat = state.fleets[fleet].seat
    sails = dice_thrown(len(turn.slots), desperate=turn.desperate) - cannons
    turn.sail = list(play.sail_dice(SAIL_DICE, seat, sails))
    turn.cannon = list(play.cannon_dice(CANNON_DICE, seat, cannons + spend_powder(state, fleet)))
    turn.rolled = True
    play.tell(DiceRolled(fleet=fleet, seat=seat, sail=tuple(turn.sail), cannon=tuple(turn.cannon)))


# Going on


def go_on(play: Play, turn: TakingTurn) -> bool:
    """Wait for the next spend; end the turn if there is none, or play it if nobody answers."""
    state = play.state
    if turn.slots and not turn.rolled:
        return False
    if next(legal_spends(state, turn), None) is None:
        end_turn(play, turn)
        return True
    if not turn.autopilot:
        return False
    spend(play, turn, next_spend(state, turn))
    settle(play)
    return True


def settle(play: Play) -> None:
    """After a complete resolution, look whether the battle is over (6.12)."""
    if not isinstance(play.state.task, AwardingPrize):
        check_battle(play)


def end_turn(play: Play, turn: TakingTurn) -> None:
    """What is left of dice and gambits is lost."""
    state, fleet = play.state, turn.fleet
    state.agenda.remove(turn)
    if turn.sail or turn.cannon:
        play.tell(
            DiceForfeited(
                fleet=fleet, seat=state.fleets[fleet].seat, sail=tuple(turn.sail), cannon=tuple(turn.cannon)
            )
        )
    lapse(play, fleet)
    play.tell(TurnEnded(fleet=fleet))
