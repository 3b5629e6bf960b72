"""A game as its pages tell it: moments, story, players, and who must act."""

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
    """A player: the name, the seat's mark, and whether the bot plays."""

    seat: int
    name: str
    mark: str
    by_bot: bool


class WaitedFor(NamedTuple):
    """A player the game waits for: since and until when (seconds since 1970, 0: no limit).

    `bank` is the rest of a time bank in words; may be empty.
    """

    name: str
    since: int
    until: int
    bank: str


class Stretch(NamedTuple):
    """Consecutive moments in the list: of the game, or of an undone line."""

    undone: bool
    moments: tuple[PastMoment, ...]


class WayOn(NamedTuple):
    """A link from a moment to that of a `place`: its id, icon, name and key."""

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
    """The contents of a game's pages: `journal` is whole, `machine` the bot, `language` that of dates.

    Nothing here depends on secrets: only public entries are counted.
    """

    row: GameRow
    match: Match
    journal: Sequence[EntryRow]
    language: str = ""
    machine: int = 0

    @cached_property
    def moments(self) -> tuple[PastMoment, ...]:
        """All moments, oldest first, including undone ones."""
        return moments_of(self.row, self.match, self.journal).moments

    @cached_property
    def now(self) -> PastMoment:
        """The present moment."""
        return next(one for one in reversed(self.moments) if not one.undone)

    @cached_property
    def lines(self) -> list[Stretch]:
        """The moments as a list shows them: undone lines where they were played."""
        grouped = groupby(self.moments, key=lambda one: one.undone)
        return [Stretch(undone, tuple(moments)) for undone, moments in grouped]

    @cached_property
    def ends(self) -> frozenset[int]:
        """The places of the moments with which a turn ends: the board after them is the next one's."""
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
        """Compute what all pages need; this takes a while for a long game."""
        self.told(self.now)

    def moment(self, place: int) -> PastMoment | None:
        """Return the moment of that place; `None` if there is none."""
        here = self.order.get(place)
        return None if here is None else self.moments[here]

    def ways(self, moment: PastMoment) -> list[WayOn]:
        """Return the links from a moment."""
        here, last = self.order[moment.place], len(self.moments) - 1
        goals = (0, max(here - 1, 0), min(here + 1, last), self.order[self.now.place])
        return [WayOn(*sign, self.moments[goal].place) for sign, goal in zip(SIGNS, goals, strict=True)]

    @property
    def title(self) -> str:
        """The game's title."""
        return self.match.game.title

    @property
    def headline(self) -> str:
        """How far the game is."""
        told = self.match.game.headline(self.match.shown)
        return " · ".join(filter(None, [told, STANDS.get(self.row.status, "")]))

    @property
    def over(self) -> bool:
        """Whether the game does not go on."""
        return self.row.status in {"over", "ended"}

    @property
    def names(self) -> dict[int, str]:
        """Seat -> name now."""
        return {seat: _shown(name, seat) for seat, name in self.row.names().items()}

    def names_at(self, moment: PastMoment) -> dict[int, str]:
        """Return seat -> name at that moment."""
        return {seat: _shown(name, seat) for seat, name in self.row.names_at(moment.entry).items()}

    def match_at(self, moment: PastMoment) -> Match:
        """Return the match at that moment, which costs about as much as replaying it.

        Raises HarbourmasterError if the rules do not go back that far.
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
        """The ranking, once the game is over."""
        outcome, places = self.match.outcome, self.match.places
        if outcome is None:
            return []
        return [
            (places[group[0]], ", ".join(self.names.get(seat, f"Seat {seat}") for seat in group))
            for group in outcome.ranking
        ]

    @property
    def casts(self) -> list[Cast]:
        """All rolls once the game is over; empty before that."""
        return [*casts(self.match.opening, [one.entry for one in self.journal])] if self.seed else []

    @property
    def seed(self) -> str:
        """The seed of all dice in hexadecimal, once the game is over; empty before that."""
        seed = self.match.public_seed()
        return seed.hex() if seed else ""

    @cached_property
    def export(self) -> str:
        """The game's file: complete once it is over, before that its public part."""
        return whole_text(self.match, self.journal)

    def at(self, moment: PastMoment) -> int:
        """Return the time of that moment, to the minute, in seconds since 1970."""
        made = self.journal[moment.entry - 1].entry.at
        # Without seconds, so that nobody sees how long an answer took: plans take a while, too.
        return made - made % 60

    @staticmethod
    def iso(at: int) -> str:
        """Return a time to the minute in ISO format."""
        return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%dT%H:%MZ}"

    def dated(self, at: int) -> str:
        """Return a time in words."""
        return day_and_time(at, self.language)

    def told(self, moment: PastMoment) -> list[str]:
        """Return the sentences that led to that moment, as HTML; at the newest also those since."""
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
        """Place -> the number of earlier moments."""
        return {one.place: here for here, one in enumerate(self.moments)}


def lines_of(text: str) -> tuple[str, ...]:
    """Return the lines, as a page shows them."""
    return tuple(filter(None, text.splitlines()))


def _shown(name: str, seat: int) -> str:
    return plain(name, NAME) or f"Seat {seat}"
