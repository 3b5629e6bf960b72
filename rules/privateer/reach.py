"""The hexes that a player can choose, which only this player's picture shows (section 13)."""

from collections.abc import Iterator

from rules.engine.action import Action
from rules.engine.rooms import questions
from rules.privateer.actions import Deploy, Grudge, PlaceTerrain, Sail, TakePrize, ThirdShip
from rules.privateer.board import LINES, Hex
from rules.privateer.dice import SAIL, read_die
from rules.privateer.fleets import ship
from rules.privateer.rooms import Question
from rules.privateer.rooms.spending import legal_spends
from rules.privateer.rooms.taking_turn import TakingTurn
from rules.privateer.state import PrivateerState
from rules.privateer.waters import waters


def reach(state: PrivateerState, seat: int) -> list[Hex]:
    """Return the hexes that a seat can choose now.

    In a turn, these are the ends of moves that do not certainly lose the ship. With silent dice, a turn has
    no such hexes.
    """
    asked = next((question for question in questions(state) if question.whose(state) == seat), None)
    if isinstance(asked, Question):
        found = [name for action in asked.actions(state) for name in _named(action)]
    elif isinstance(asked, TakingTurn) and asked.rolled and not state.options.silent_dice:
        found = [*_stops(state, asked)]
    else:
        found = []
    return [*dict.fromkeys(name for name in found if name in LINES)]


def _named(action: Action) -> Iterator[Hex]:
    match action:
        case Deploy():
            yield from (action.start, action.second)
        case ThirdShip() | PlaceTerrain() | Grudge() | TakePrize() if action.hex is not None:
            yield action.hex


def _stops(state: PrivateerState, turn: TakingTurn) -> Iterator[Hex]:
    sea = waters(state, turn.whose(state))
    for spend in legal_spends(state, turn):
        if isinstance(spend, Sail):
            steps = spend.steps or read_die(spend.die, SAIL).face
            stop = sea.stop(state.ships[ship(turn.fleet, spend.ship)], spend.dir, steps)
            if not stop.fatal:
                yield stop.path[-1]
