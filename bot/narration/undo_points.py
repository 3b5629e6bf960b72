"""The moments that a game can go back to, newest first, found without reading the whole journal."""

from collections import Counter
from collections.abc import Sequence
from textwrap import shorten
from typing import NamedTuple

from bot.narration.narrator import teller_of_steps
from bot.store.rows import EntryRow, GameRow
from bot.store.store import Store
from rules.engine.errors import HarbourmasterError
from rules.engine.match import Match

AT_ONCE = 50
"""The number of entries read per query, enough for most requests."""

FARTHEST = 250
"""The maximum number of entries searched for a list; `find` finds earlier moments by typed text."""

LISTED = 100
"""The maximum number of characters in a text in a list."""

GOES_BACK_BEFORE = {"act", "timeout", "amend"}
"""The kinds of entries before which a game can go back."""


class Moment(NamedTuple):
    """A moment that a game can go back to: after the public entry `entry`, before the step at `place`.

    `place` counts only public entries: gaps in the numbers of all entries would reveal secret actions.
    """

    place: int
    entry: int
    text: str


def listed(found: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return the texts, cut for a list, with their places. Equal texts begin with their places."""
    short = [(shorten(text, LISTED, placeholder=" …"), text, place) for text, place in found]
    times = Counter(text for text, _, _ in short)
    return [
        (shorten(f"{place} · {whole}", LISTED, placeholder=" …") if times[text] > 1 else text, place)
        for text, whole, place in short
    ]


class Trail:
    """Follows the current line backwards, entry by entry, newest first."""

    def __init__(self, row: GameRow, match: Match) -> None:
        self._said = teller_of_steps(row, match)
        self._game = match.game
        self._goal = row.position.head if row.position else 0
        self._place = row.position.public if row.position else 0
        self._step: tuple[int, EntryRow] | None = None
        """The place and row of the last step found, if the game can go back to the position before it."""

    def back(self, stored: EntryRow) -> Moment | None:
        """Process the next older entry; return the moment after it, or None if nobody can go back there."""
        entry, place = stored.entry, self._place
        if not entry.secret:
            self._place -= 1
        if entry.number != self._goal:
            return None
        if entry.secret:
            self._goal = entry.parent
            return None
        step, self._goal, self._step = self._step, entry.parent, None
        if entry.kind in GOES_BACK_BEFORE:
            self._step = place, stored
        return step and Moment(step[0], entry.number, self._told(step[1], stored.turn))

    def _told(self, step: EntryRow, turn: str) -> str:
        when = f"{self._game.turn_name(turn)} · " if turn else ""
        return f"before {when}{self._said(step)}"


async def latest(store: Store, row: GameRow, match: Match, most: int, typed: str = "") -> list[Moment]:
    """Return at most `most` recent moments whose words contain the typed text, newest first."""
    trail, wanted, found = Trail(row, match), typed.strip().casefold(), list[Moment]()
    before = row.position.last + 1 if row.position else 0
    for _ in range(FARTHEST // AT_ONCE):
        entries = await store.entries_before(row.id, before, AT_ONCE)
        for stored in entries:
            moment = trail.back(stored)
            if moment is not None and wanted in moment.text.casefold():
                found.append(moment)
                if len(found) == most:
                    return found
        if len(entries) < AT_ONCE:
            break
        before = entries[-1].entry.number
    return found


def find(row: GameRow, match: Match, entries: Sequence[EntryRow], meant: str) -> Moment:
    """Return the newest moment that `meant` names by number or words. Raises HarbourmasterError."""
    trail, wanted = Trail(row, match), meant.strip().casefold()
    moments = [moment for stored in reversed(entries) if (moment := trail.back(stored)) is not None]
    for moment in moments:
        named = not wanted.isdecimal() and wanted in moment.text.casefold()
        if str(moment.place) == wanted or (wanted and named):
            return moment
    raise HarbourmasterError("There is no such moment in this game. Choose one from the list.")


def before_step(row: GameRow, match: Match, entries: Sequence[EntryRow], step: int) -> Moment:
    """Return the moment before `step` or, if it was undone, before the next step that counts.

    Raises HarbourmasterError if there is no such moment, for example if `step` is 0.
    """
    trail = Trail(row, match)
    moments = [moment for stored in reversed(entries) if (moment := trail.back(stored)) is not None]
    public = [stored.entry.number for stored in entries if not stored.entry.secret]
    later = [moment for moment in moments if step and public[moment.place - 1] >= step]
    if not later:
        raise HarbourmasterError("Nothing that counts was done since that message: there is nothing to undo.")
    return later[-1]


def position_before(match: Match, place: int) -> int:
    """Return the public position before the public entry `place`; 0 if the game cannot go back there.

    Secret steps directly before the public entry are undone, too, so a round of secret choices is one moment.
    """
    journal = match.journal or ()
    public = [entry for entry in journal if not entry.secret]
    step = public[place - 1] if 0 < place <= len(public) else None
    if step is None or step.kind not in GOES_BACK_BEFORE or step.number not in match.line():
        return 0
    goal = step.parent
    while goal and journal[goal - 1].secret:
        goal = journal[goal - 1].parent
    return goal
