"""A game as its pages tell it: its moments, their story, its players, and who is awaited."""

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
"""Characters of a name."""

STANDS = {"paused": "The game is paused.", "over": "The game is over.", "ended": "The game was ended."}


class Player(NamedTuple):
    """Somebody at the table: the name, what the seat goes by, and whether the bot plays it."""

    seat: int
    name: str
    mark: str
    by_bot: bool


class WaitedFor(NamedTuple):
    """Somebody the game waits for: since and until when (seconds since 1970, 0: it may take its time).

    `bank` is what is left of a time bank, in words; empty where there is none.
    """

    name: str
    since: int
    until: int
    bank: str


class Stretch(NamedTuple):
    """Moments that follow each other in the list: of the game, or of a line that was undone."""

    undone: bool
    moments: tuple[PastMoment, ...]


class WayOn(NamedTuple):
    """A way from a moment to that of a `place`: its id, its sign and its name, and the key that takes it."""

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
    """What is told of a game: `journal` is whole, `machine` the bot as a player, `language` that of dates.

    Nothing here depends on what is hidden: entries are counted as the public knows them.
    """

    row: GameRow
    match: Match
    journal: Sequence[EntryRow]
    language: str = ""
    machine: int = 0

    @cached_property
    def moments(self) -> tuple[PastMoment, ...]:
        """All moments, oldest first, undone ones among them."""
        return moments_of(self.row, self.match, self.journal).moments

    @cached_property
    def now(self) -> PastMoment:
        """The moment as which the game stands."""
        return next(one for one in reversed(self.moments) if not one.undone)

    @cached_property
    def lines(self) -> list[Stretch]:
        """The moments as a list shows them: undone lines where they were played."""
        grouped = groupby(self.moments, key=lambda one: one.undone)
        return [Stretch(undone, tuple(moments)) for undone, moments in grouped]

    def prepare(self) -> None:
        """Find what all pages need; it takes a while for a long game."""
        self.told(self.now)

    def moment(self, place: int) -> PastMoment | None:
        """The moment of that place; `None` where there is none."""
        here = self.order.get(place)
        return None if here is None else self.moments[here]

    def ways(self, moment: PastMoment) -> list[WayOn]:
        """The ways that lead on from a moment."""
        here, last = self.order[moment.place], len(self.moments) - 1
        goals = (0, max(here - 1, 0), min(here + 1, last), self.order[self.now.place])
        return [WayOn(*sign, self.moments[goal].place) for sign, goal in zip(SIGNS, goals, strict=True)]

    @property
    def title(self) -> str:
        """Which game it is."""
        return self.match.game.title

    @property
    def headline(self) -> str:
        """How far it is."""
        told = self.match.game.headline(self.match.shown)
        return " · ".join(filter(None, [told, STANDS.get(self.row.status, "")]))

    @property
    def names(self) -> dict[int, str]:
        """Seat -> name now."""
        return {seat: _shown(name, seat) for seat, name in self.row.names().items()}

    def names_at(self, moment: PastMoment) -> dict[int, str]:
        """Seat -> name at that moment."""
        return {seat: _shown(name, seat) for seat, name in self.row.names_at(moment.entry).items()}

    def match_at(self, moment: PastMoment) -> Match:
        """The match as it stood at that moment, which costs about what playing it again costs.

        Raises HarbourmasterError where the rules do not go back that far.
        """
        return self.match.with_journal([stored.entry for stored in self.journal]).at(moment.entry)

    @property
    def players(self) -> list[Player]:
        """Who sits at the table."""
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
        """Return who the game waits for."""
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
        """Who came where, once the game is over."""
        outcome, places = self.match.outcome, self.match.places
        if outcome is None:
            return []
        return [
            (places[group[0]], ", ".join(self.names.get(seat, f"Seat {seat}") for seat in group))
            for group in outcome.ranking
        ]

    @property
    def casts(self) -> list[Cast]:
        """All rolls once the game is over; none before that."""
        return [*casts(self.match.opening, [one.entry for one in self.journal])] if self.seed else []

    @property
    def seed(self) -> str:
        """The seed of all dice in hexadecimal digits once the game is over; empty before that."""
        seed = self.match.public_seed()
        return seed.hex() if seed else ""

    @cached_property
    def export(self) -> str:
        """The game as a file: whole once it is over, before that as everybody may know it."""
        return whole_text(self.match, self.journal)

    def at(self, moment: PastMoment) -> int:
        """When that moment was, to the minute, in seconds since 1970."""
        made = self.journal[moment.entry - 1].entry.at
        # From the seconds nobody is to see how long an answer took: plans take a while of their own.
        return made - made % 60

    @staticmethod
    def iso(at: int) -> str:
        """A time, to the minute, as programs read it."""
        return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%dT%H:%MZ}"

    def dated(self, at: int) -> str:
        """A time in words."""
        return day_and_time(at, self.language)

    def told(self, moment: PastMoment) -> list[str]:
        """The sentences that led to that moment, as HTML; at the newest what has happened since, too."""
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
        """Place -> how many moments come before it."""
        return {one.place: here for here, one in enumerate(self.moments)}


def lines_of(text: str) -> tuple[str, ...]:
    """Its lines, as a page shows them one below the other."""
    return tuple(filter(None, text.splitlines()))


def _shown(name: str, seat: int) -> str:
    return plain(name, NAME) or f"Seat {seat}"
