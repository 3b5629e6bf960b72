"""Boarding and prizes (section 6.8)."""

from rules.privateer.board import Hex
from rules.privateer.events import Boarding, MerchantBoarded, PrizeScuttled, PrizeTaken
from rules.privateer.fleets import COLOUR_OF, MERCHANT, Ship, gambit_of, ship
from rules.privateer.play import BOARDING, Play
from rules.privateer.state import AwardingPrize, PrivateerState
from rules.privateer.tables import GOLD
from rules.privateer.trace import Fight, SailTrace
from rules.privateer.waters import waters


def board_merchant(play: Play, boarder: Ship, at: Hex) -> None:
    """The merchant strikes at once."""
    state = play.state
    seat = state.owner(boarder)
    play.remove(MERCHANT)
    play.tell(MerchantBoarded(ship=boarder, seat=seat, hex=at))
    _note(play, Fight(other=MERCHANT, winner=boarder))
    if state.options.marque and play.earns(boarder):
        play.pay(seat, GOLD.treasure, "marque")
    award(play, AwardingPrize(winner=boarder, loser=MERCHANT))


def board_enemy(play: Play, attacker: Ship, defender: Ship, at: Hex) -> None:
    """A fight, die against die, until one is higher; the Marines win without dice."""
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
    _note(play, Fight(other=defender, rolls=rolls, winner=winner))
    if marines:
        state.fleets[COLOUR_OF[attacker]].gambit = "used"
    award(play, AwardingPrize(winner=winner, loser=loser, marines=marines))


def _marines_ready(state: PrivateerState, attacker: Ship) -> bool:
    colour = COLOUR_OF[attacker]
    return gambit_of(colour) == "marines" and state.fleets[colour].gambit == "armed"


def _fight(play: Play, attacking: int) -> list[tuple[int, int]]:
    """The pairs rolled, attacker first: ties are rolled again."""
    rolls: list[tuple[int, int]] = []
    while not rolls or rolls[-1][0] == rolls[-1][1]:
        attack, defence = play.cannon_dice(BOARDING, attacking, 2)
        rolls.append((attack, defence))
    return rolls


# Prizes


def award(play: Play, task: AwardingPrize) -> None:
    """Let the winner's owner decide, or scuttle the prize where there is nothing to decide."""
    if _is_scuttled_unasked(play, task):
        scuttle(play, task)
    else:
        play.state.agenda.append(task)


def _is_scuttled_unasked(play: Play, task: AwardingPrize) -> bool:
    state = play.state
    seat, turn = state.owner(task.winner), state.turn
    if not play.earns(task.winner) or not berths(state, task.winner) or len(state.in_battle()) == 1:
        return True
    if turn is not None and state.fleets[turn.fleet].seat == seat:
        return turn.autopilot
    return "scuttle" in {state.options.defender_prize, state.seat(seat).prize_policy}


def berths(state: PrivateerState, winner: Ship) -> list[Hex]:
    """Where a prize of that ship could appear: none if its colour has three ships or no hex is empty."""
    if state.free_number(COLOUR_OF[winner]) is None:
        return []
    return waters(state, state.owner(winner)).empty_beside(state.ships[winner])


def scuttle(play: Play, task: AwardingPrize) -> None:
    """Sink the prize for gold; a grudge ship gets nothing for it."""
    state = play.state
    seat, paid = state.owner(task.winner), play.earns(task.winner)
    at = state.ships[task.winner]
    play.tell(PrizeScuttled(by=task.winner, seat=seat, prize=task.loser, hex=at, paid=paid))
    _decided(play).prize = "scuttled"
    if paid:
        _count_hull(state, seat, task.loser)
        play.pay(seat, GOLD.prize, "scuttle")


def take(play: Play, task: AwardingPrize, at: Hex) -> None:
    """A new ship of the winner's colour appears; it has no slots in this turn (R27)."""
    state = play.state
    seat, colour = state.owner(task.winner), COLOUR_OF[task.winner]
    new_ship = ship(colour, state.free_number(colour) or 0)
    state.ships[new_ship] = at
    play.tell(PrizeTaken(by=task.winner, seat=seat, prize=task.loser, new_ship=new_ship, hex=at))
    fight = _decided(play)
    fight.prize, fight.new_ship, fight.placed = "taken", new_ship, at
    _count_hull(state, seat, task.loser)
    if task.marines:
        play.pay(seat, GOLD.marines, "marines")


def _count_hull(state: PrivateerState, seat: int, loser: Ship) -> None:
    if loser != MERCHANT:
        state.seat(seat).hulls += 1


def _note(play: Play, fight: Fight) -> None:
    """Add the fight to the move that led to it."""
    trace = play.state.wake[-1]
    if isinstance(trace, SailTrace):
        trace.fight = fight


def _decided(play: Play) -> Fight:
    """The fight whose prize is decided now."""
    return next(
        trace.fight for trace in reversed(play.state.wake) if isinstance(trace, SailTrace) and trace.fight
    )
