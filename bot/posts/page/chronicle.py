"""The contents of a game's pages: moments, story, players, and who must act."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from bot.escaping import plain
from bot.narration.dates import day_and_time
from bot.narration.look_back import PastMoment, moments_of
from bot.narration.narrator import Narrator, narrator_of
from bot.narration.story_counts import StoryCounts
from bot.narration.undo_lines import struck_out
from bot.posts.page.dice import Cast, casts
from bot.posts.page.markup import as_html
from bot.service.export_files import whole_text
from bot.sessions.table_options import in_time
from bot.sessions.undo_path import undo_paths_in
from bot.store.rows import EntryRow, GameRow
from rules.engine.match import Match

NAME = 40
"""The maximum number of characters in a name."""

STANDS = {"paused": "The game is paused.", "over": "The game is over.", "ended": "The game was ended."}


class Player(NamedTuple):
    """A player: the name, the seat's mark, and whether the bot plays the seat."""

    seat: int
    name: str
    mark: str
    by_bot: bool


class WaitedFor(NamedTuple):
    """A player for whom the game waits.

    `since` and the deadline `until` are seconds since 1970; `until` is 0 without a limit. `bank` is the rest
    of the player's time bank in words, or empty.
    """

    name: str
    since: int
    until: int
    bank: str


class Stretch(NamedTuple):
    """Consecutive moments in the list: all of them were undone, or none was."""

    undone: bool
    moments: tuple[PastMoment, ...]


class WayOn(NamedTuple):
    """A link from a moment to the moment at `place`: its id, icon, name and key."""

    id: str
    sign: str
    name: str
    key: str
    place: int


SIGNS = (
    ("first", "|◀", "First", "Home"),
    ("back", "◀", "Back", "ArrowLeft"),
    ("on", "▶", "On", "ArrowRight"),
    ("now", "▶|", "Now", "End"),
)


@dataclass(frozen=True)
class Chronicle:
    """The contents of a game's pages, which reveal no secrets.

    `journal` is the whole journal, `machine` the bot's user, and `language` the language of dates.
    """

    row: GameRow
    match: Match
    journal: Sequence[EntryRow]
    language: str = ""
    machine: int = 0

    @cached_property
    def moments(self) -> Sequence[PastMoment]:
        """All moments, oldest first, including undone moments."""
        return moments_of(self.row, self.match, self.journal)

    @cached_property
    def now(self) -> PastMoment:
        """The current moment."""
        return next(one for one in reversed(self.moments) if not one.undone)

    @cached_property
    def lines(self) -> list[Stretch]:
        """The moments in order, divided into stretches of undone moments and other moments."""
        grouped = groupby(self.moments, key=lambda one: one.undone)
        return [Stretch(undone, tuple(moments)) for undone, moments in grouped]

    @cached_property
    def ends(self) -> frozenset[int]:
        """The places of the moments that end a turn."""
        moments, found = {one.entry: one for one in self.moments}, set[int]()
        turns: dict[int, str] = {}
        for stored in self.journal:
            number, before = stored.entry.number, turns.get(stored.entry.parent, "")
            moment = moments.get(number)
            turns[number] = moment.turn if moment else before
            if moment and before and moment.turn != before:
                found.add(moment.place)
        return frozenset(found)

    def prepare(self) -> None:
        """Compute the data that all pages need; for a long game this takes some time."""
        self.told(self.now)

    def moment(self, place: int) -> PastMoment | None:
        """Return the moment at `place`; `None` if there is none."""
        here = self.order.get(place)
        return None if here is None else self.moments[here]

    def ways(self, moment: PastMoment) -> list[WayOn]:
        """Return the links from a moment to the first, previous, next and current moment."""
        here, last = self.order[moment.place], len(self.moments) - 1
        goals = (0, max(here - 1, 0), min(here + 1, last), self.order[self.now.place])
        return [WayOn(*sign, self.moments[goal].place) for sign, goal in zip(SIGNS, goals, strict=True)]

    @property
    def title(self) -> str:
        """The game's title."""
        return self.match.game.title

    @property
    def headline(self) -> str:
        """The progress of the game in words."""
        told = self.match.game.headline(self.match.shown)
        return " · ".join(filter(None, [told, STANDS.get(self.row.status, "")]))

    @property
    def over(self) -> bool:
        """Whether the game is over or was ended."""
        return self.row.status in {"over", "ended"}

    @property
    def names(self) -> dict[int, str]:
        """The current name of each seat's player."""
        return {seat: _shown(name, seat) for seat, name in self.row.names().items()}

    def names_at(self, moment: PastMoment) -> dict[int, str]:
        """Return the name of each seat's player at a moment."""
        return {seat: _shown(name, seat) for seat, name in self.row.names_at(moment.entry).items()}

    def match_at(self, moment: PastMoment) -> Match:
        """Return the match at a moment; this takes about as long as replaying the game.

        Raises HarbourmasterError if the moment was played under rules that this program does not have.
        """
        return self.match.with_journal([stored.entry for stored in self.journal]).at(moment.entry)

    @property
    def players(self) -> list[Player]:
        """The players."""
        game, state, position = self.match.game, self.match.shown, self.match.position
        return [
            Player(
                seat,
                self.names[seat],
                game.seat_mark(state, seat),
                member.user == self.machine or seat in position.absent,
            )
            for seat, member in sorted((one.seat, one) for one in self.row.members)
        ]

    @property
    def awaited(self) -> list[WaitedFor]:
        """The players for whom the game waits."""
        row, position = self.row, self.match.position
        if self.match.finished:
            return []
        return [
            WaitedFor(
                self.names.get(asked.seat, f"Seat {asked.seat}"),
                asked.since,
                row.deadline(asked) if row.status == "running" else 0,
                in_time(position.bank(asked.seat)) if row.pace.bank and asked.clock == "turn" else "",
            )
            for asked in position.awaited
        ]

    @property
    def results(self) -> list[tuple[int, str]]:
        """The ranking as places and names; empty until the game is over."""
        outcome, places = self.match.outcome, self.match.places
        if outcome is None:
            return []
        return [
            (places[group[0]], ", ".join(self.names.get(seat, f"Seat {seat}") for seat in group))
            for group in outcome.ranking
        ]

    @property
    def casts(self) -> list[Cast]:
        """All rolls; empty until the game is over."""
        return [*casts(self.match.opening, [one.entry for one in self.journal])] if self.seed else []

    @property
    def seed(self) -> str:
        """The seed of all dice in hexadecimal; empty until the game is over."""
        seed = self.match.public_seed()
        return seed.hex() if seed else ""

    @cached_property
    def export(self) -> str:
        """The game's export, which is complete after the game; before the end, it holds only public parts."""
        return whole_text(self.match, self.journal)

    def at(self, moment: PastMoment) -> int:
        """Return the time of a moment, to the minute, in seconds since 1970."""
        made = self.journal[moment.entry - 1].entry.at
        # A time with seconds would show the duration of an answer, and so reveal planned answers.
        return made - made % 60

    @staticmethod
    def iso(at: int) -> str:
        """Return a time (seconds since 1970) to the minute in ISO format."""
        return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%dT%H:%MZ}"

    def dated(self, at: int) -> str:
        """Return a time (seconds since 1970) in words."""
        return day_and_time(at, self.language)

    def told(self, moment: PastMoment) -> list[str]:
        """Return a moment's story in HTML lines. The current moment's story reaches to the journal's end."""
        here = self.order[moment.place]
        after = self.moments[here - 1].entry if here else 0
        lines = [*self._told(range(after + 1, moment.entry + 1), undone=moment.undone)]
        if moment == self.now:
            lines += self._told(range(self.moments[-1].entry + 1, len(self.journal) + 1), undone=False)
        return lines

    def _told(self, entries: range, *, undone: bool) -> Iterator[str]:
        for number in entries:
            stored = self.journal[number - 1]
            lines = self._narrator.tell(stored)
            for line in struck_out(lines) if undone and stored.entry.moves else lines:
                for part in filter(None, line.split("\n")):
                    yield as_html(part, self._people, self.language)

    @cached_property
    def _narrator(self) -> Narrator:
        narrator = narrator_of(self.row, self.match.shown, undo_paths_in(self.journal))
        narrator.counts = StoryCounts(self.match.game, self.journal)
        return narrator

    @cached_property
    def _people(self) -> dict[int, str]:
        former = {one.user: plain(one.name, NAME) for one in self.row.former}
        return former | {one.user: plain(one.name, NAME) for one in self.row.members}

    @cached_property
    def order(self) -> dict[int, int]:
        """A mapping from a moment's place to the moment's index in `moments`."""
        return {one.place: here for here, one in enumerate(self.moments)}


def lines_of(text: str) -> tuple[str, ...]:
    """Return the lines of a text that are not empty."""
    return tuple(filter(None, text.splitlines()))


def _shown(name: str, seat: int) -> str:
    return plain(name, NAME) or f"Seat {seat}"
