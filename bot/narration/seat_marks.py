"""The marks of seats next to players' names, in mentions and in the line with the standing."""

import re
from collections.abc import Mapping

from bot.escaping import quoted
from bot.narration.emojis import written
from rules.engine.game import View
from rules.engine.label import seat_sign
from rules.engine.match import Match
from rules.engine.seat import Names

LONGEST = 300
"""The maximum number of characters in a line that a game writes."""

_FIRST = 0xE000
"""The placeholder for the mark of seat 0 while a game writes its line; no name contains such characters."""

_HELD = re.compile("([\ue000-\ue0ff])")


def with_mark(match: Match, seat: int, told: str) -> str:
    """Return a name with the emoji or letter of the seat, if the seat has one.

    Seats with two letters get no emojis: a phone's notification shows emojis by name, so two emojis would
    leave no room for the question.
    """
    letters = match.game.seat_mark(match.shown, seat)
    mark = _mark(match, seat) if len(letters) == 1 else ""
    if mark:
        return f"{mark} {told}"
    return f"{told} ({letters})" if letters.isalpha() else told


def standing(match: Match, view: View, names: Names) -> list[str]:
    """Return the standing in the game's words, escaped: one or two lines in small print for a post."""
    marks = {chr(_FIRST + seat): _mark(match, seat) for seat in names}
    held = {seat: f"{chr(_FIRST + seat)}{name}" for seat, name in names.items()}
    told = match.game.standing(view, held if all(marks.values()) else names)
    lines = _without_letters(match, told, held).splitlines()
    return ["".join(_escaped(piece, marks) for piece in _HELD.split(line)) for line in lines if line]


def _without_letters(match: Match, told: str, held: Names) -> str:
    """Return `told` with `Ann` instead of `A (Ann)` wherever a mark replaces the letter."""
    for seat, name in held.items():
        told = told.replace(f"{match.game.seat_mark(match.shown, seat)} ({name})", name)
    return told


def _mark(match: Match, seat: int) -> str:
    """Return the emoji of a seat; a seat with two fleets has two emojis."""
    game = match.game
    return written(game, map(seat_sign, game.seat_mark(match.shown, seat)))


def _escaped(piece: str, marks: Mapping[str, str]) -> str:
    """Replace a placeholder with its mark; escape other words, but keep the blanks around them."""
    if piece in marks:
        return f"{marks[piece]} "
    words = piece.strip()
    before, after = piece.split(words) if words else (piece, "")
    return f"{before}{quoted(words, LONGEST)}{after}"
