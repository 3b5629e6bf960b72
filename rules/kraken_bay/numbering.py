"""The numbers with which menus refer to spaces and targets on the picture."""

from collections.abc import Mapping

from rules.engine.form import MENU_LIMIT
from rules.kraken_bay.board import Space
from rules.kraken_bay.course import suggested_courses
from rules.kraken_bay.gunnery import front_reach, gun_targets, target_space, targets_within
from rules.kraken_bay.state import BayState, Turn
from rules.kraken_bay.tables import KRAKEN, as_character

_FEW = 8
"""The maximum number of targets for which one menu lists all shots."""
_NEAR = MENU_LIMIT - 2
"""The maximum number of spaces in the first menu, which also has the two steps of the turn about."""


def numbers(state: BayState, turn: Turn) -> Mapping[Space, int]:
    """Return the number of each space in the first menu, or with a tentacle or off-course ship in reach.

    The nearest spaces come first. Spaces farther away have no number, because 80 numbers would be unreadable.
    """
    most = near(state, turn)
    spaces = [at for at, course in suggested_courses(state, turn).to.items() if len(course) <= most]
    marked = (name for name in targets(state, turn) if as_character(name) is None and name != KRAKEN)
    spaces += (target_space(state, name) or "" for name in marked)
    return {space: number for number, space in enumerate(dict.fromkeys(spaces), 1)}


def near(state: BayState, turn: Turn) -> int:
    """Return the maximum number of steps to a space in the first menu."""
    # While an action is left, spaces one step away are buttons, so they need no room in the menu.
    within = suggested_courses(state, turn).within
    buttons = within(1) if state.actions_left(turn) else 0
    return next(
        (steps - 1 for steps in range(2, turn.move_left + 1) if within(steps) - buttons > _NEAR),
        turn.move_left,
    )


def targets(state: BayState, turn: Turn) -> list[str]:
    """Return the possible targets of all guns; an empty list if no action is left."""
    if not state.actions_left(turn):
        return []
    names = dict.fromkeys(gun_targets(state, turn.ship))
    if turn.ship == "pirate":
        names |= dict.fromkeys(targets_within(state, turn.ship, front_reach(state, turn.ship)))
    return [*names]


def has_many_targets(state: BayState, turn: Turn) -> bool:
    """Return whether there are so many targets that a second menu asks for the cargo or the guns."""
    return len(targets(state, turn)) > _FEW
