"""Replays and checks games from elsewhere before the bot stores them."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from bot.records.results import results_of
from bot.replays.played import Played
from bot.sessions import outbox_planner
from bot.sessions.journal_checks import verify
from bot.sessions.lobby import first_preset
from bot.sessions.table_options import options_for
from bot.store.load_check import contradictions
from bot.store.rows import FINISHED, EntryRow, Former, GameRow, Member, PostRow, ResultRow
from rules.engine.chance import commitment
from rules.engine.entry import Entry, Opening
from rules.engine.errors import HarbourmasterError
from rules.engine.export import Export
from rules.engine.match import Match
from rules.engine.registry import game as find_game

LONGEST_NAME = 100
"""The maximum number of characters in a name; Discord allows 32."""

NO_TIME = 1 << 36
"""A time in seconds since 1970 that is two thousand years away."""

PLAYER = re.compile(r"p([1-9]\d{0,3})")
"""The pattern of a person's name in a journal."""


class NotTaken(HarbourmasterError):
    """The game is not imported; the message says why."""


@contextmanager
def _whatever_it_is() -> Iterator[None]:
    """Turn unexpected errors within the block into NotTaken, because the file may be forged."""
    try:
        yield
    except HarbourmasterError:
        raise
    except Exception as error:
        raise NotTaken(
            f"This file holds no game that can be played ({type(error).__name__}). Nothing was changed."
        ) from error


@_whatever_it_is()
def arrived(
    whole: Export, guild: int, channel: int, origin: str
) -> tuple[GameRow, list[EntryRow], list[ResultRow]]:
    """Return the row, the journal and the results of a finished game from its export.

    The players keep their names in the file (p1, p2, …) and are not users of Discord. Raises UnknownGame,
    NotTaken.
    """
    opening, game = whole.opening, find_game(whole.opening.game)
    _must_be_times(opening, whole.journal)
    if commitment(whole.seed) != opening.commitment:
        raise NotTaken("The seed in this file is not the one that was committed to. Nothing was changed.")
    played = Played(game, opening, whole.seed, whole.journal)
    position = played.match.position
    if position.status not in FINISHED:
        raise NotTaken("This game is not over, so its seed must not be known. Nothing was changed.")
    people = {person for person in _people(whole) if person}
    if not all(map(PLAYER.fullmatch, people)):
        raise NotTaken(
            "This game was begun before journals had names of their own: it holds ids of people on Discord."
            " Such games cannot be imported."
        )
    row = GameRow(
        id=opening.match,
        guild=guild,
        channel=channel,
        slug=game.slug,
        status=position.status,
        creator=_nobody(opening.host) if opening.host else 0,
        created=opening.at,
        updated=whole.journal[-1].at,
        preset=first_preset(game),
        options={**opening.options, **options_for(opening.pace), **opening.table},
        members=tuple(Member(seat, _nobody(one), one) for seat, one in enumerate(position.players, 1)),
        opening=opening,
        seed=whole.seed,
        position=position,
        former=tuple(_former(played)),
        people=tuple(-number for number in range(1, max(map(_number, people)) + 1)),
    )
    journal = played.rows()
    match = Match(game, opening, whole.seed, position)
    return row, journal, results_of(row, match, journal, origin)


@_whatever_it_is()
def accepted(
    row: GameRow, journal: Sequence[EntryRow], told: int, new_id: outbox_planner.NewId, *, old: int, new: int
) -> tuple[GameRow, tuple[PostRow, ...]]:
    """Return the row and posts with which the bot `new` continues a game that the bot `old` has released.

    Seats of the old bot become seats of the new bot. A post narrates the entries after number `told` and
    mentions the awaited players. Raises NotTaken.
    """
    if row.opening is None or row.position is None:
        raise NotTaken("This game has not begun.")
    _must_be_times(row.opening, [line.entry for line in journal])
    names = [*(one.name for one in row.members), *(one.name for one in row.former)]
    if any(len(name) > LONGEST_NAME for name in names):
        raise NotTaken("Somebody in this game has a name longer than any on Discord. Nothing was changed.")
    match = Match(find_game(row.slug), row.opening, row.seed, row.position)
    found = verify(row, match.with_journal([line.entry for line in journal]), journal)
    if found.problems:
        raise NotTaken(f"This game is not in order, so nothing was changed. {found.problems[0]}")
    if others := contradictions(row, journal[-1:]):
        raise NotTaken(f"This game is not in order, so nothing was changed: {'; '.join(others)}.")

    def same(user: int) -> int:
        return new if user == old else user

    row = replace(
        row,
        creator=same(row.creator),
        members=tuple(one._replace(user=same(one.user)) for one in row.members),
        former=tuple(one._replace(user=same(one.user)) for one in row.former),
        people=tuple(map(same, row.people)),
        version=row.version + 1,
    )
    return row, (outbox_planner.post_after(row, "turn", told, journal[-1].turn, new_id),)


def _must_be_times(opening: Opening, journal: Sequence[Entry]) -> None:
    """Raise NotTaken if a time in the journal is impossible."""
    if not all(0 <= at < NO_TIME for at in (opening.at, *(entry.at for entry in journal))):
        raise NotTaken("The times of this game's entries are impossible. Nothing was changed.")


def _people(whole: Export) -> Iterator[str]:
    yield whole.opening.host
    yield from whole.opening.players
    office = whole.opening.office
    yield from (*office.masters, *office.barred, *office.looked)
    for entry in whole.journal:
        yield entry.actor.player
        if entry.names_somebody:
            yield entry.what


def _former(played: Played) -> Iterator[Former]:
    """Yield the former players of seats, in the order in which they left."""
    before: tuple[str, ...] = ()
    for number, advance in sorted(played.advances.items()):
        players = advance.match.position.players
        for seat, (was, now) in enumerate(zip(before, players, strict=False), 1):
            if was != now:
                yield Former(seat, number - 1, _nobody(was), was)
        before = players


def _nobody(person: str) -> int:
    """Return the user id of a person in a journal: a negative number, which no user on Discord has."""
    return -_number(person)


def _number(person: str) -> int:
    return int(person.removeprefix("p"))
