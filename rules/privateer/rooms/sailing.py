"""Moving a ship, and boarding (sections 6.7 and 6.8)."""

from rules.privateer.board import Direction, Hex
from rules.privateer.dice import Die
from rules.privateer.events import Boarding, Cause, MerchantBoarded, ShipSailed
from rules.privateer.fleets import COLOUR_OF, MERCHANT, Ship
from rules.privateer.play import BOARDING, Play
from rules.privateer.rooms.awarding_prize import AwardingPrize, award
from rules.privateer.tables import GOLD
from rules.privateer.waters import StopKind, waters

_LOST: dict[StopKind, Cause] = {"fled": "fled", "storm": "storm", "volcano": "volcano", "desert": "desert"}


def sail(play: Play, vessel: Ship, die: Die, direction: Direction, steps: int) -> None:
    """Move a ship with a die that is already spent. A boarding may open a prize."""
    state = play.state
    seat, start = state.owner(vessel), state.ships[vessel]
    if steps < die.face:
        # Shorten Sail is used up only if the move is shorter than its die (section 7.4).
        state.fleets[COLOUR_OF[vessel]].gambit = "used"
    stop = waters(state, seat).stop(start, direction, steps)
    # A reef beyond the edge of the sea does not count, because the storm takes the ship first.
    entered = stop.path[:-1] if stop.kind == "storm" else stop.path
    reef = play.holing_reef(vessel, entered)
    cause = "reef" if reef else _LOST.get(stop.kind)
    reached = reef or (stop.path[-1] if stop.path else start)
    play.tell(
        ShipSailed(
            ship=vessel, seat=seat, start=start, to=None if cause == "fled" else reached,
            dir=direction, die=die.face, steps=steps,
        )
    )  # fmt: skip
    if cause is not None:
        play.lose(vessel, None if cause == "fled" else reached, cause)
        return
    state.ships[vessel] = reached
    if stop.kind == "merchant":
        _board_merchant(play, vessel, reached)
    elif stop.other is not None:
        _board_enemy(play, vessel, stop.other, reached)


def _board_merchant(play: Play, boarder: Ship, at: Hex) -> None:
    state = play.state
    seat = state.owner(boarder)
    play.remove(MERCHANT)
    play.tell(MerchantBoarded(ship=boarder, seat=seat, hex=at))
    if state.options.marque and play.earns(boarder):
        play.pay(seat, GOLD.treasure, "marque")
    award(play, AwardingPrize(winner=boarder, loser=MERCHANT))


def _board_enemy(play: Play, attacker: Ship, defender: Ship, at: Hex) -> None:
    """Let both ships roll a die until the dice differ. Armed Marines win without dice."""
    state = play.state
    marines = state.is_armed(COLOUR_OF[attacker], "marines")
    rolls: list[tuple[int, int]] = []
    while not marines and (not rolls or rolls[-1][0] == rolls[-1][1]):
        attack, defence = play.cannon_dice(BOARDING, state.owner(attacker), 2)
        rolls.append((attack, defence))
    won = marines or rolls[-1][0] > rolls[-1][1]
    winner, loser = (attacker, defender) if won else (defender, attacker)
    attacking, defending = state.owner(attacker), state.owner(defender)
    play.remove(loser)
    play.tell(
        Boarding(
            attacker=attacker, defender=defender, attacking=attacking, defending=defending,
            hex=at, rolls=tuple(rolls), auto=marines, winner=winner,
        )
    )  # fmt: skip
    if marines:
        state.fleets[COLOUR_OF[attacker]].gambit = "used"
    award(play, AwardingPrize(winner=winner, loser=loser, marines=marines))
