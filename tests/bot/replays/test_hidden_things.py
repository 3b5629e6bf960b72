"""Two running games that differ only in hidden things have equal replays, pages and earlier moments."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from bot.narration.look_back import moments_of, told
from bot.posts.page.chronicle import Chronicle
from bot.posts.pictures import board_in_words
from bot.replays import animation, page_file
from bot.replays.animation import Reel
from bot.replays.animation import make as make_replay
from bot.replays.page_file import make as make_page
from bot.replays.played import Played
from bot.sessions.recent_steps import steps_to, told_of
from bot.store.rows import EntryRow, GameRow, Member
from render import draw
from rules.engine.entry import Entry
from rules.engine.game import AnyGame
from rules.engine.match import Advance
from rules.engine.registry import games
from tests.laws import Table, otherwise, redrawn

OPEN = {"kraken_bay", "privateer"}
"""Games that hide nothing but secret choices."""

NAMES = {seat: f"Captain {seat}" for seat in range(1, 9)}


class Twin(Played):
    """A copy of a game in which all hidden things are different."""

    def __init__(self, played: Played, journal: Sequence[Entry], luck: Random) -> None:
        self._game, self._journal = played.match.game, [*map(otherwise, journal)]
        self.advances = {number: self._other(one, luck) for number, one in played.advances.items()}

    def _other(self, advance: Advance, luck: Random) -> Advance:
        match = advance.match
        state = redrawn(match, None, luck).model_dump_json()
        position = match.position.model_copy(update={"state": state, "plans": ()})
        events = tuple(event for event in advance.events if not event.private)
        return Advance(replace(match, position=position), otherwise(advance.entry), events)


def looked_back(played: Played) -> object:
    """Return what `/watch at` shows of each moment."""
    return asyncio.run(_looked_back(played))


async def _looked_back(played: Played) -> object:
    match, rows = played.match, played.rows()
    row, found = row_of(played), list[object]()
    known = moments_of(row, match, rows)
    for moment in known:
        then = played.advances[moment.entry].match
        steps = await steps_to(match.game, moment.entry, partial(stretch, rows))
        view = then.view(None, told_of(match.game, steps, None))
        found += [moment, told(row, match, rows, known, moment, ""), view]
        found.append(board_in_words(then, steps, NAMES, None))
    return *found, draw(await played.view(known[-1].entry), NAMES)


async def stretch(rows: Sequence[EntryRow], first: int, last: int) -> Sequence[EntryRow]:
    """Return a part of a journal, as the store reads it."""
    return rows[first - 1 : last]


def replayed(played: Played) -> object:
    """Return what `/watch replay` shows."""
    return make_replay(reel_of(played), lambda *_: None)


def paged(played: Played) -> object:
    """Return what `/game export page:True` contains."""
    match = played.match
    row = replace(row_of(played), opening=match.opening, seed=match.seed)
    return make_page(Chronicle(row, match, played.rows()), reel_of(played), lambda *_: None)


def row_of(played: Played) -> GameRow:
    match = played.match
    members = tuple(Member(seat, 10 * seat, NAMES[seat]) for seat in range(1, len(match.opening.players) + 1))
    return GameRow("HM1", 1, 1, match.game.slug, "running", 1, 0, 0, members=members, position=match.position)


def reel_of(played: Played) -> Reel:
    match = played.match
    journal = [row.entry for row in played.rows()]
    return Reel(match.game, match.opening, match.seed, journal, lambda _: NAMES)


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.slug)
def test_what_is_hidden_changes_nothing_that_is_looked_at_again(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(game, game.options(), game.seat_range(game.options())[1], luck=11, steps=9)
    match = table.matches[-1]
    journal = match.entries
    own = Played(game, match.opening, match.seed, journal)
    twin = Twin(own, journal, Random(3))
    assert (twin.match.state == own.match.state) == (game.slug in OPEN)
    for shown in (looked_back, replayed, paged):
        found = []
        for played in (own, twin):
            for module in (animation, page_file):
                monkeypatch.setattr(module, "Played", lambda *_, one=played: one)
            found.append(shown(played))
        assert found[0] == found[1]
