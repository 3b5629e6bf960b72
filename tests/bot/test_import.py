"""`./harbour import` adds a finished game of another bot, after a check, and never twice."""

import asyncio
import json
from pathlib import Path
from random import Random

import pytest

from bot.__main__ import main
from bot.sessions.journal_checks import verify
from bot.store.migrate import migrate_now
from bot.store.store import Store
from rules.engine.action import Resign
from rules.engine.chance import commitment
from rules.engine.entries import Substitute, Undo
from rules.engine.entry import Actor, Opening
from rules.engine.export import export
from rules.engine.match import Match, open_match, options_data
from rules.engine.registry import game as find_game
from rules.engine.registry import games
from rules.engine.time_control import TimeControl
from tests.bot.harbour import Harbour
from tests.engine.table import SEED, journal
from tests.laws import random_action

SERVER, QUAY = 77, 500

Captured = pytest.CaptureFixture[str]


def played(slug: str, name: str = "p{}") -> Match:
    """Return a game in which a seat was handed over and an action undone, and both players resigned."""
    game, random = find_game(slug), Random(slug)
    options = game.options()
    master = Actor(role="gm", player=name.format(1))
    opening = Opening(
        match="FARHM7",
        game=slug,
        rules_version=game.rules_version,
        options=options_data(game, options),
        players=(name.format(1), name.format(2)),
        commitment=commitment(SEED),
        at=1_000,
        host=name.format(1),
        presses=("7", "8", "9"),
        pace=TimeControl(turn=86_400, short=28_800),
    )
    match = open_match(game, opening, SEED).match
    for at in range(1_100, 2_100, 100):
        decision = random.choice(match.decisions)
        if at == 1_500:
            match = match.enter(Substitute(2, name.format(3)), master, at, "a holiday").match
        elif at == 1_700:
            match = match.enter(Undo(match.within_reach()[-3]), master, at, "a slip").match
        else:
            player = Actor(role="seat", player=match.position.players[decision.seat - 1])
            match = match.act(decision.seat, random_action(decision, random), player, at).match
    while not match.finished:
        seat = next(one for one in (1, 2) if Resign() in match.game.free_actions(match.shown, one))
        player = Actor(role="seat", player=match.position.players[seat - 1])
        match = match.act(seat, Resign(), player, 3_000).match
    return match


def written(match: Match, folder: Path) -> Path:
    file = folder / f"{match.game.slug}.jsonl"
    file.write_text(export(match.opening, journal(match), match.seed), encoding="utf-8", newline="")
    return file


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    monkeypatch.setenv("DATABASE_URL", url)
    migrate_now(url)
    return url


@pytest.mark.needs("resigning")
@pytest.mark.parametrize("slug", games())
async def test_what_was_exported_is_the_same_game_after_it_was_brought_in(
    slug: str, database: str, tmp_path: Path, capsys: Captured
) -> None:
    match = played(slug)
    file = written(match, tmp_path)
    bring = ["import", str(file), "--server", str(SERVER), "--origin", "the old bot"]
    assert await asyncio.to_thread(main, bring) == 0
    assert "checked, and kept" in capsys.readouterr().out
    store = await Store.open(database, lambda: 9_000)
    row, entries = await store.game("FARHM7"), await store.entries("FARHM7")
    assert row is not None
    assert row.position == match.position
    assert export(match.opening, [line.entry for line in entries], row.seed) == file.read_text(
        encoding="utf-8"
    )
    again = Match(match.game, match.opening, row.seed, match.position).with_journal(
        [e.entry for e in entries]
    )
    assert verify(row, again, entries).problems == ()
    assert {(one.name, one.origin, one.user < 0) for one in await store.results_on(SERVER)} == {
        ("p1", "the old bot", True),
        ("p3", "the old bot", True),
    }
    assert await store.unrecorded() == []
    await store.close()
    assert await asyncio.to_thread(main, bring) == 1
    assert "already" in capsys.readouterr().err


def test_what_was_altered_or_is_not_over_is_not_taken(
    database: str, tmp_path: Path, capsys: Captured
) -> None:
    match = played("port_flower")
    text = written(match, tmp_path).read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    first = json.loads(lines[0])
    older = written(played("port_flower", name="80{}"), tmp_path).read_text(encoding="utf-8")
    for broken, why in {
        text.replace('"at":1200', '"at":1201'): "does not continue",
        "".join([*lines[:-2], lines[-1]]): "is not over",
        text.replace(SEED.hex(), SEED.hex()[::-1]): "not the one that was committed to",
        older: "holds ids of people",
        lines[0].replace(first["match"], "OTHER7") + "".join(lines[1:]): "does not continue",
    }.items():
        file = tmp_path / "broken.jsonl"
        file.write_text(broken, encoding="utf-8", newline="")
        assert main(["import", str(file), "--server", str(SERVER)]) == 1
        assert why in capsys.readouterr().err


async def test_a_game_that_was_brought_in_is_looked_at_and_is_in_the_records(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Import a game while the bot runs."""
    (eve,) = harbour.people("Eve")
    monkeypatch.setenv("DATABASE_URL", harbour.settings.database_url)
    (guild,) = harbour.discord.world.guilds
    file = written(played("acrana"), tmp_path)
    bring = ["import", str(file), "--server", str(guild), "--channel", str(harbour.place.id)]
    assert await asyncio.to_thread(main, bring) == 0
    stats = (await harbour.told(await eve.slash("/watch stats", game="FARHM7"))).text
    assert "Brought from another bot" in stats
    assert "**p3**: " in stats
    records = (await harbour.told(await eve.slash("/watch records"))).text
    assert "1 game, 1 of them not rated" in records
    assert "games brought from another bot" in records
    assert "✅" in (await harbour.told(await eve.slash("/game check"))).text
