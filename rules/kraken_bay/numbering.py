"""The numbers of places in the menus of the choosing seat. The picture shows them, too."""

from collections.abc import Mapping

from rules.kraken_bay.board import Space
from rules.kraken_bay.course import suggested_courses
from rules.kraken_bay.gunnery import front_reach, gun_targets, target_space, targets_within
from rules.kraken_bay.state import BayState, Turn
from rules.kraken_bay.tables import KRAKEN, as_character

_FEW = 8
"""Targets that have, with all there is to choose of each, room in one menu."""


def numbers(state: BayState, turn: Turn) -> Mapping[Space, int]:
    """A number for each space that can be sailed to, and each with a target that has no letter of its own.

    Those that are nearest come first.
    """
    spaces = [*suggested_courses(state, turn).to]
    marked = (name for name in targets(state, turn) if as_character(name) is None and name != KRAKEN)
    spaces += (target_space(state, name) or "" for name in marked)
    return {space: number for number, space in enumerate(dict.fromkeys(spaces), 1)}


def targets(state: BayState, turn: Turn) -> list[str]:
    """What can be fired at while an action is left, the Pirate's Front Guns included."""
    if not state.can_act(turn):
        return []
    names = dict.fromkeys(gun_targets(state, turn.ship))
    if turn.ship == "pirate":
        names |= dict.fromkeys(targets_within(state, turn.ship, front_reach(state, turn.ship)))
    return [*names]


def has_many_targets(state: BayState, turn: Turn) -> bool:
    """Whether one chooses a target first, and then what the boarders take, or with how many guns."""
    return len(targets(state, turn)) > _FEW
