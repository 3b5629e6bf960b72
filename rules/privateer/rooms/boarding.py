"""Boarding (section 6.8)."""

from rules.privateer.board import Hex
from rules.privateer.events import Boarding, MerchantBoarded
from rules.privateer.fleets import COLOUR_OF, MERCHANT, Ship, gambit_of
from rules.privateer.play import BOARDING, Play
from rules.privateer.rooms.awarding_prize import AwardingPrize, award
from rules.privateer.state import PrivateerState
from rules.privateer.tables import GOLD


def board_merchant(play: Play, boarder: Ship, at: Hex) -> None:
    """Let a ship board the merchant without a fight."""
    state = play.state
    seat = state.owner(boarder)
    play.remove(MERCHANT)
    play.tell(MerchantBoarded(ship=boarder, seat=seat, hex=at))
    if state.options.marque and play.earns(boarder):
        play.pay(seat, GOLD.treasure, "marque")
    award(play, AwardingPrize(winner=boarder, loser=MERCHANT))


def board_enemy(play: Play, attacker: Ship, defender: Ship, at: Hex) -> None:
    """Let both ships roll dice until a die is higher. Armed Marines win without dice."""
    state = play.state
    marines = _marines_ready(state, attacker)
    rolls = [] if marines else _fight(play, state.owner(attacker))
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


def _marines_ready(state: PrivateerState, attacker: Ship) -> bool:
    colour = COLOUR_OF[attacker]
    return gambit_of(colour) == "marines" and state.fleets[colour].gambit == "armed"


def _fight(play: Play, attacking: int) -> list[tuple[int, int]]:
    """Return the rolls as pairs (attacker, defender). Ties are rolled again."""
    rolls: list[tuple[int, int]] = []
    while not rolls or rolls[-1][0] == rolls[-1][1]:
        attack, defence = play.cannon_dice(BOARDING, attacking, 2)
        rolls.append((attack, defence))
    return rolls
