"""Earlier moments of a game, which everybody can look at, even if they were undone.

A moment is a public step and the board after it. Moments are numbered by their steps' places among public
entries, because gaps in the numbers of all entries would reveal secret actions.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from textwrap import shorten
from typing import NamedTuple

from bot.narration.narrator import narrator_of, teller_of_steps
from bot.narration.story_counts import StoryCounts
from bot.narration.truncate import latest
from bot.narration.undo_lines import struck_out
from bot.narration.undo_points import LISTED
from bot.sessions.undo_path import undo_paths_in
from bot.store.rows import EntryRow, GameRow, PostRow
from rules.engine.errors import HarbourmasterError
from rules.engine.match import Match

LINK = re.compile(r"https://(?:\w+\.)?discord\.com/channels/\d+/(?P<channel>\d+)/(?P<message>\d+)")
"""The link of a message, as clients copy it."""

STORY = 1800
"""The maximum number of characters in the story next to a board."""

UNDONE = "-# ↩️ This was undone later: it does not count."

LEFT_OUT = "-# … more of it is in `/game log`."


class PastMoment(NamedTuple):
    """A moment: its place among public entries, its step, whether it is undone, its turn and description."""

    place: int
    entry: int
    undone: bool
    turn: str
    what: str

    @property
    def name(self) -> str:
        """The moment's turn, its number and, if the moment is undone, the word “undone”, all in brackets."""
        parts = [self.turn, f"moment {self.place}", "undone" if self.undone else ""]
        return f"({', '.join(filter(None, parts))})"

    @property
    def text(self) -> str:
        """The description of the step, followed by the moment's name."""
        return f"{self.what} {self.name}"

    @property
    def listed(self) -> str:
        """The text of the moment for a list; a long description is cut."""
        return f"{shorten(self.what, LISTED - len(self.name) - 1, placeholder=' …')} {self.name}"


def moments_back(row: GameRow, match: Match, newest_first: Iterable[EntryRow]) -> Iterator[PastMoment]:
    """Yield the moments among the last entries of a journal; both begin with the newest."""
    said = teller_of_steps(row, match)
    place = row.position.public if row.position else 0
    counts = row.position.head if row.position else 0
    for stored in newest_first:
        entry = stored.entry
        undone = entry.number != counts
        if not undone:
            counts = entry.parent
        if entry.moves and not entry.secret:
            turn = stored.turn and match.game.turn_name(stored.turn)
            what = "the game begins" if entry.kind == "start" else said(stored)
            yield PastMoment(place, entry.number, undone, turn, what)
        place -= not entry.secret


def moments_of(row: GameRow, match: Match, journal: Sequence[EntryRow]) -> Sequence[PastMoment]:
    """Return all moments of a game, oldest first. Raises HarbourmasterError if the game has no moments."""
    found = [*moments_back(row, match, reversed(journal))][::-1]
    if not found:
        raise HarbourmasterError(
            "Nothing has happened in this game yet, so there is nothing to look back at."
        )
    return found


def find(known: Sequence[PastMoment], meant: str, posts: Sequence[PostRow]) -> PastMoment:
    """Return the newest moment that `meant` names by its number, by words, or by the link of a post.

    A post's link names the last moment in the post. Raises HarbourmasterError if no moment is found.
    """
    wanted = meant.strip().casefold()
    if link := LINK.search(wanted):
        last = next((post.last for post in posts if post.message == int(link["message"])), -1)
        told = [moment for moment in known if moment.entry <= last]
        if not told:
            raise HarbourmasterError(
                "That message belongs to no turn of this channel’s game. Copy the link of a turn’s post."
            )
        return told[-1]
    for moment in reversed(known):
        named = not wanted.isdecimal() and wanted in moment.text.casefold()
        if str(moment.place) == wanted or (wanted and named):
            return moment
    raise HarbourmasterError(_no_such(known, int(wanted) if wanted.isdecimal() else 0))


def shown_by(known: Sequence[PastMoment], journal: Sequence[EntryRow], post: PostRow) -> PastMoment:
    """Return the moment of the post's first board, which the post shows again after the post's turn."""
    step = step_after(journal, post)
    before = [moment for moment in known if not step or moment.entry < step]
    return before[-1] if before else known[0]


def step_after(journal: Sequence[EntryRow], post: PostRow) -> int:
    """Return the number of the first step after the post's first board; 0 if there is none.

    A row's turn is the turn after its entry, so a step's own turn is in the row of the step's parent.
    """
    turns = {stored.entry.number: stored.turn for stored in journal}
    steps = [stored.entry for stored in journal if stored.entry.moves and not stored.entry.secret]
    own = (step for step in steps if step.number >= post.first and turns.get(step.parent) == post.turn)
    later = (step for step in steps if step.number > post.last)
    found = next(own, None) or next(later, None)
    return found.number if found else 0


def _no_such(known: Sequence[PastMoment], place: int) -> str:
    """Return what to choose, because no moment is at `place`. After a search for words, `place` is 0."""
    before = [moment.place for moment in known if moment.place < place]
    after = [moment.place for moment in known if moment.place > place]
    if before and after:
        return f"Nothing moved at {place}, so there is no board of it. Choose {before[-1]} or {after[0]}."
    return "There is no such moment in this game. Choose one from the list of /watch at."


def told(
    row: GameRow,
    match: Match,
    journal: Sequence[EntryRow],
    known: Sequence[PastMoment],
    moment: PastMoment,
    link: str,
) -> str:
    """Return the public text of the moment: its time, and the story since the previous moment."""
    here = known.index(moment)
    after = known[here - 1].entry if here else 0
    until = moment.entry if moment is not known[-1] else len(journal)
    narrator = narrator_of(row, match.shown, undo_paths_in(journal))
    narrator.counts = StoryCounts(match.game, journal[:after])
    lines: list[str] = []
    for stored in journal[after:until]:
        sentences = narrator.tell(stored)
        lines += struck_out(sentences) if moment.undone and stored.entry.moves else sentences
    turn = f" · {moment.turn}" if moment.turn else ""
    where = f" · [its message]({link})" if link else ""
    at = journal[moment.entry - 1].entry.at
    number = f"moment {moment.place} of {known[-1].place}"
    head = f"**{match.game.title}** · {number}{turn} · <t:{at}:f>{where}"
    return "\n".join([head, *([UNDONE] if moment.undone else []), latest(lines, STORY, LEFT_OUT)])


def link_of(row: GameRow, posts: Iterable[PostRow], entry: int) -> str:
    """Return the link of the message that narrates `entry`; empty if there is none."""
    telling = (post for post in posts if post.first <= entry <= post.last and post.kind == "turn")
    return next((message_link(row, post) for post in telling if post.message and not post.gone), "")


def message_link(row: GameRow, post: PostRow) -> str:
    """Return the link of a post's message."""
    return f"https://discord.com/channels/{row.guild}/{post.channel}/{post.message}"
