"""The reasons for an action, which advice shows."""

from collections.abc import Iterator, Sequence

from rules.engine.action import Action
from rules.engine.label import Label
from rules.engine.wording import listed
from rules.kraken_bay import actions
from rules.kraken_bay.board import ARCS, RED
from rules.kraken_bay.course import read_course
from rules.kraken_bay.events import in_words
from rules.kraken_bay.gunnery import targets_within
from rules.kraken_bay.shown.forecast import Forecast, shot_label
from rules.kraken_bay.state import BayState, Turn
from rules.kraken_bay.tables import BOMB_OF, CARGO, SCORE, as_character


def in_favour(state: BayState, seat: int, action: Action) -> Sequence[str]:  # noqa: ARG001
    """Return the reasons for an action, such as the gains of a course or the odds of a shot."""
    return [*_points(state, state.turn, action)] if state.turn else []


def _points(state: BayState, turn: Turn, action: Action) -> Iterator[str]:
    match action:
        case actions.Sail():
            yield from _of_course(state, turn, action)
        case actions.Attack(target=target):
            second = action.secondary == "fire"
            yield _of_shot(state, target, shot_label(state, turn, target, "gun", second=second))
        case actions.FrontGuns(target=target):
            yield _of_shot(state, target, shot_label(state, turn, target, "front"))
        case actions.ChainShot(target=target):
            yield _of_shot(state, target, shot_label(state, turn, target, "chain"))
        case actions.DropBomb():
            yield f"leaves {'a barrel' if BOMB_OF.get(turn.ship) == 'barrel' else 'smoke'} for others"
        case actions.Tow():
            yield f"takes a ship in tow that scores {SCORE.saved} once it is home"
        case actions.Greed():
            yield "gives you a treasure more"


def _of_course(state: BayState, turn: Turn, action: actions.Sail) -> Iterator[str]:
    ahead, ship = Forecast(state, turn, read_course(action.course)), state.ships[turn.ship]
    if ahead.lost:
        return
    if ship.tow is not None and not ahead.towing:
        yield "brings your tow home"
    if gained := [cargo for cargo in CARGO if ahead.hold[cargo] > ship.has(cargo)]:
        yield f"brings {listed(gained)} aboard"
    if state.actions_left(turn):
        arcs = ARCS[state.options.firing_arc]
        before = {*targets_within(state, turn.ship, arcs[state.here(turn.ship)])}
        if new := [one for one in targets_within(state, turn.ship, arcs[ahead.to]) if one not in before]:
            yield f"brings {listed(_called(state, one) for one in new[:2])} within reach of your guns"
    if not ahead.hazards:
        yield "meets nothing dangerous"
    if ahead.to not in RED:
        yield "stays out of the red water"


def _of_shot(state: BayState, target: str, label: Label) -> str:
    *_, chance = label.text.rpartition(": ")
    return f"hits {_called(state, target)} with a chance of {chance}"


def _called(state: BayState, target: str) -> str:
    """Return a target in words: `Seat 2` for a player's ship, otherwise its title."""
    character = as_character(target)
    return f"Seat {state.ships[character].seat}" if character else in_words(target)
