"""A series: several actions that a seat gives together. Anything that players should see stops a series."""

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
    """Return why a series of `seat` stops after an action; `None` if it goes on.

    `before` is the match before the action. `after` is the match after the action and after the automatic
    entries in `followed`. `happened` contains the events of the action and of `followed`.
    Events that are hidden from the seat do not count.
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
    """Return whether another action ended the turn already and `rest` has only the action that ends it."""
    ended = why in {"game_over", "turn_over"} and not done.ends_turn
    return ended and len(rest) == 1 and rest[0].ends_turn
