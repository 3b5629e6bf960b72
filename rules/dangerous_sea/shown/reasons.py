"""The reasons that advice gives for an action."""

from collections.abc import Iterator, Sequence

from rules.dangerous_sea import actions
from rules.dangerous_sea.board import NEIGHBOURS, TILES, Square, distance
from rules.dangerous_sea.chances import chances
from rules.dangerous_sea.routes import routes
from rules.dangerous_sea.shown.forecast import harvest_label, stone_label
from rules.dangerous_sea.state import SeaState, Turn
from rules.engine.action import Action
from rules.engine.wording import counted


def in_favour(state: SeaState, seat: int, action: Action) -> Sequence[str]:
    """Return the reasons for an action: the goods taken, the goal of a move, or the odds of a fight."""
    return [*_points(state, seat, action)]


def _points(state: SeaState, seat: int, action: Action) -> Iterator[str]:
    at = state.ship(seat).at or ""
    match action:
        case actions.Harvest():
            verb, taken = harvest_label(state, seat, at).text.split(" ", 1)
            yield f"{'hires' if verb == 'Recruit' else 'takes aboard'} {taken}"
        case actions.TakeStone():
            label = stone_label(state, seat, at)
            yield f"takes {label.text.removeprefix('Take ')} ({_inner(label.hint)})"
        case actions.Load():
            yield "takes aboard what others left"
        case actions.Scuttle():
            yield "makes your ship lighter"
        case actions.Sail() | actions.Explore() | actions.Look() | actions.Route() if state.turn is not None:
            yield from _of_course(state, state.turn, action)
        case actions.Attack():
            other = state.ship(state.seat_of(action.seat) or seat)
            yield f"fights with {_inner(chances(state.ship(seat).dice, other.dice))}"
        case actions.React(choice="hold"):
            yield "avoids a fight"
        case actions.EndTurn() if state.turn is not None and (left := state.points_left(state.turn)):
            yield f"leaves {counted(left, 'point')} unused rather than sail on for nothing"
        case _:
            pass


def _of_course(
    state: SeaState, turn: Turn, action: actions.Sail | actions.Explore | actions.Look | actions.Route
) -> Iterator[str]:
    start = state.ship(turn.seat).at or ""
    at = action.to if isinstance(action, actions.Route) else NEIGHBOURS[start][action.dir]
    if isinstance(action, actions.Look):
        yield f"shows what lies at {at} without any danger"
        return
    if isinstance(action, actions.Explore):
        yield f"discovers {at}"
    elif isinstance(action, actions.Route) and action.to not in routes(state, turn):
        return
    if at in state.stones:
        yield "reaches a rune stone"
    elif (nearer := _way(start, [*state.stones]) - _way(at, [*state.stones])) > 0:
        yield f"brings you {counted(nearer, 'square')} nearer to a rune stone"
    if at in state.tiles and state.has_marker(at) and (island := state.resource(at)):
        yield "reaches sailors for hire" if island == "inhabited" else f"reaches {island}"
    if at in state.tiles and not TILES[state.tiles[at]].hazard:
        yield "meets no rocks and no plague"


def _way(start: Square, goals: Sequence[Square]) -> int:
    return min((distance(start, goal) for goal in goals), default=0)


def _inner(sentence: str) -> str:
    """Return a sentence without its capital and full stop, so that it can end another sentence."""
    return f"{sentence[:1].lower()}{sentence[1:]}".rstrip(".!")
