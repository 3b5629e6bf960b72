"""Public descriptions of the undone lines that a game can resume, newest first.

If lines differ only in secret actions, only the latest line is listed.
"""

from collections.abc import Sequence
from textwrap import shorten
from typing import NamedTuple

from bot.narration.narrator import teller_of_steps
from bot.narration.undo_lines import Said
from bot.store.rows import EntryRow, GameRow
from rules.engine.entry import Entry
from rules.engine.errors import HarbourmasterError
from rules.engine.game import AnyGame
from rules.engine.match import Match
from rules.engine.wording import counted

LONGEST_STEP = 60
"""The maximum number of characters for one step in the description of a line."""


class Undone(NamedTuple):
    """An undone line. `end` is the line's last position, and `text` describes the line.

    `place` is the number of the line's last step among public entries, because gaps in the numbers of all
    entries would reveal secret actions.
    """

    place: int
    end: int
    text: str


def undone_lines(row: GameRow, match: Match, entries: Sequence[EntryRow]) -> list[Undone]:
    """Return the undone lines with their descriptions; `entries` are the whole journal."""
    rows = {stored.entry.number: stored for stored in entries}
    said = teller_of_steps(row, match)
    return [
        Undone(place, end, _told(match.game, said, [rows[one.number] for one in shown]))
        for place, (end, shown) in _public_lines(match).items()
    ]


def find(row: GameRow, match: Match, entries: Sequence[EntryRow], meant: str) -> Undone:
    """Return the newest undone line that `meant` names by number or words. Raises HarbourmasterError."""
    wanted = meant.strip().casefold()
    for line in undone_lines(row, match, entries):
        named = not wanted.isdecimal() and wanted in line.text.casefold()
        if str(line.place) == wanted or (wanted and named):
            return line
    raise HarbourmasterError("There is no such undone line. Choose one from the list.")


def end_of(match: Match, place: int) -> int:
    """Return the position at the end of the undone line at `place`; 0 if there is no such line any more."""
    end, _ = _public_lines(match).get(place, (0, ()))
    return end


def _public_lines(match: Match) -> dict[int, tuple[int, list[Entry]]]:
    """Map the place of each undone line to its end and its public steps."""
    journal = match.journal or ()
    public = [entry.number for entry in journal if not entry.secret]
    places = {number: place for place, number in enumerate(public, 1)}
    reach = match.within_reach()
    found: dict[int, tuple[int, list[Entry]]] = {}
    for branch in reversed(match.branches()):
        shown = [journal[number - 1] for number in branch.steps if number in places]
        if shown and branch.fork in reach:
            found.setdefault(places[shown[-1].number], (branch.end, shown))
    return found


def _told(game: AnyGame, said: Said, steps: Sequence[EntryRow]) -> str:
    turn = steps[-1].turn
    count = counted(len(steps), "step") + (f", to {game.turn_name(turn)}" if turn else "")
    ends = (steps[0], steps[-1]) if len(steps) > 1 else steps[:1]
    return f"{count} · " + " … ".join(shorten(said(step), LONGEST_STEP, placeholder=" …") for step in ends)
