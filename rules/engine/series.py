"""Several actions that a seat wants done in one go: a typed line, a route, a shortcut.

Each of them is an entry of its own. They are done one after the other until something happens that their
player must look at first, and never beyond the turn in which they were asked for.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

from rules.engine.action import Action
from rules.engine.entry import Entry
from rules.engine.event import Event, told_to
from rules.engine.match import Match

Halt = Literal["game_over", "turn_over", "others", "event"]
"""Why the rest of a series is not done."""

TOLD: dict[Halt, str] = {
    "game_over": "The game is over.",
    "turn_over": "The turn was over by then, and what is asked for in one go never reaches a later turn.",
    "others": "Somebody else had a say there: look at what happened, then go on.",
    "event": "Look at what happened there, then go on.",
}
"""The same as a sentence for the player."""


def halt(
    seat: int, before: Match, after: Match, happened: Iterable[Event], followed: Iterable[Entry]
) -> Halt | None:
    """Why that seat's series goes no further than the action between these two matches; `None` if it does.

    `after` stands behind all that came of the action by itself: the entries that `followed` it. `happened`
    are the events of all of them; those that the seat learns nothing of do not count.
    """
    if after.finished:
        return "game_over"
    if after.game.turn(after.shown) != before.game.turn(before.shown):
        return "turn_over"
    asked = before.position.awaited
    others = [one for one in after.position.awaited if one.seat != seat and one not in asked]
    if others or any(entry.seat not in {0, seat} for entry in followed):
        return "others"
    return "event" if any(event.halts for event in told_to(happened, seat)) else None


def is_moot(why: Halt | None, done: Action, rest: Sequence[Action]) -> bool:
    """Whether nothing is left undone: the rest asked for the end of the turn, which has come by itself.

    `done` was done last.
    """
    ended = why in {"game_over", "turn_over"} and not done.ends_turn
    return ended and len(rest) == 1 and rest[0].ends_turn
