"""The fast player, with which the strong player simulates turns. The fast player does not try actions out."""

from rules.engine.action import Action
from rules.engine.chance import Luck
from rules.engine.decision import Decision
from rules.privateer.actions import Fire, RollDice, Sail, TakePrize
from rules.privateer.board import DIRECTIONS, LINES, Direction, Hex
from rules.privateer.dice import CANNON, SAIL, read_die
from rules.privateer.firing import in_range, shot
from rules.privateer.fleets import MERCHANT, ship
from rules.privateer.rooms.spending import legal_spends
from rules.privateer.state import PrivateerState, Turn
from rules.privateer.waters import Waters, waters

HIT, PRIZE, BOARDING, AIM = 10.0, 5.0, 1.0, 2.0
"""The values of a hit, of boarding the merchant or an enemy, and of a hex from which another die hits."""

LOSS, REEF, LINE = -20.0, -4.0, -0.3
"""The values of a certain loss, a reef on the path, and a hex in the line of an enemy's guns."""

WHIM = 1.0
"""The maximum random addition to a value, so that games vary."""


def quick(state: PrivateerState, decision: Decision, luck: Luck) -> Action | None:
    """Return the fast player's choice, or `None` if it has no preference."""
    turn = state.turn
    if turn is None or state.task is not turn:
        prizes = [action for action in decision.actions if isinstance(action, TakePrize)]
        return luck.choice(prizes) if prizes else None
    sea = waters(state, decision.seat)
    if not turn.rolled:
        rolls = [action for action in decision.actions if isinstance(action, RollDice)]
        wanted = sum(_lines(sea, state.ships[vessel]) > 0 or luck.random() < 1 / 2 for vessel in turn.slots)
        return rolls[min(wanted, len(rolls) - 1)] if rolls else None
    spends = [*legal_spends(state, turn)]
    return max(spends, key=lambda spend: _liking(state, turn, sea, spend) + WHIM * luck.random())


def _liking(state: PrivateerState, turn: Turn, sea: Waters, spend: Sail | Fire) -> float:
    vessel = ship(turn.fleet, spend.ship)
    start = state.ships[vessel]
    if isinstance(spend, Fire):
        return HIT * _hits(state, sea, start, spend.dir, read_die(spend.die, CANNON).face)
    steps = spend.steps or read_die(spend.die, SAIL).face
    stop = sea.stop(start, spend.dir, steps)
    if stop.fatal:
        return LOSS
    worth = REEF * stop.reefs
    if stop.kind == "merchant":
        return worth + PRIZE
    if stop.kind == "enemy":
        return worth + BOARDING
    at = stop.path[-1]
    aims = CANNON not in turn.slots[vessel] and any(
        _hits(state, sea, at, direction, face) for face in set(turn.cannon) for direction in DIRECTIONS
    )
    return worth + AIM * aims + LINE * _lines(sea, at)


def _hits(state: PrivateerState, sea: Waters, start: Hex, direction: Direction, face: int) -> bool:
    """Return whether a shot from hex `start` sinks an enemy player's ship."""
    line = LINES[start][direction]
    if len(line) < face or line[face - 1] not in sea.foes:
        return False
    return any(sunk != MERCHANT for sunk, _ in shot(state, sea, start, direction, face).sunk)


def _lines(sea: Waters, at: Hex) -> int:
    """Return the number of enemy players' ships in the lines of fire from hex `at`."""
    return sum(sea.foes.get(name, MERCHANT) != MERCHANT for name in in_range(at))
