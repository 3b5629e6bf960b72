"""A series: several actions that a seat wants done in one go, from a typed line, a route or a shortcut.

Each action is an entry of its own. They are done one after the other until something happens that their
player must look at first. A series never goes beyond the turn in which it was asked for.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

from rules.engine.action import Action
from rules.engine.entry import Entry
from rules.engine.event import Event, told_to
from rules.engine.match import Match

Halt = Literal["game_over", "turn_over", "others", "event"]
"""The reason why the rest of a series is not done."""

TOLD: dict[Halt, str] = {
    "game_over": "The game is over.",
    "turn_over": "The turn was over by then, and a series of actions never goes on into a later turn.",
    "others": "Somebody else had a say there: look at what happened, then go on.",
    "event": "Look at what happened there, then go on.",
}
"""The reasons as sentences for the player."""


def halt(
    seat: int, before: Match, after: Match, happened: Iterable[Event], followed: Iterable[Entry]
) -> Halt | None:
    """Return why that seat's series stops after the action between these two matches; `None` if it goes on.

    `after` is the match after all automatic consequences of the action: the entries that `followed` it.
    `happened` are the events of all of them. Events that the seat learns nothing of do not count.
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
    """Return whether the rest only asked for the end of the turn, and the turn has ended already.

    `done` is the last action done.
    """
    ended = why in {"game_over", "turn_over"} and not done.ends_turn
    return ended and len(rest) == 1 and rest[0].ends_turn
