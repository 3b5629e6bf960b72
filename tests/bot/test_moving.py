"""`./harbour export GAME FILE` and `./harbour import FILE` move a running game from one bot to another."""

import asyncio
import stat
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.__main__ import main
from bot.sessions.journal_checks import verify
from bot.store.migrate import migrate_now
from bot.store.rows import Change, EntryRow, GameRow, Member, PostRow
from bot.store.store import Store
from rules.engine.chance import commitment
from rules.engine.entry import Actor, Opening
from rules.engine.event import dump_event
from rules.engine.match import Match, open_match, options_data
from rules.engine.registry import game as find_game
from rules.engine.registry import games
from sandbox.traffic.login import token_of
from tests.bot.harbour import Harbour, labels
from tests.engine.table import SEED
from tests.laws import random_action

OLD, NEW, ANN = 901, 902, 801

Captured = pytest.CaptureFixture[str]


class Hosts:
    """Two bots of different hosts, who use the command line in turn."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder, self.patch = folder, patch
        self.file = folder / "game.moving"
        for bot in (OLD, NEW):
            migrate_now(self.url(bot))

    def url(self, bot: int) -> str:
        return f"sqlite:///{self.folder / f'{bot}.db'}"

    async def run(self, bot: int, *arguments: str) -> int:
        self.patch.setenv("DATABASE_URL", self.url(bot))
        self.patch.setenv("DISCORD_TOKEN", token_of(bot))
        return await asyncio.to_thread(main, [*arguments])

    async def stored(self, bot: int) -> tuple[GameRow, list[EntryRow]]:
        store = await Store.open(self.url(bot), lambda: 9_000)
        row, journal = await store.game("FARHM7"), await store.entries("FARHM7")
        await store.close()
        assert row is not None
        return row, journal


@pytest.fixture
def hosts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hosts:
    return Hosts(tmp_path, monkeypatch)


async def begun(url: str, slug: str) -> None:
    """Store a game of Ann and the old bot after some steps."""
    game = find_game(slug)
    opening = Opening(
        match="FARHM7", game=slug, rules_version=game.rules_version,
        options=options_data(game, game.options()),
        players=("p1", "p2"), commitment=commitment(SEED), at=1_000, host="p1", presses=("1", "2", "3"),
    )  # fmt: skip
    store = await Store.open(url, lambda: 9_000)
    advance = open_match(game, opening, SEED)
    for at in range(1_000, 1_600, 100):
        match = advance.match
        turn = match.game.turn(match.shown)
        events = tuple(dump_event(event) for event in advance.events)
        row = GameRow(
            id="FARHM7", guild=77, channel=500, slug=slug, status=match.position.status, creator=ANN,
            created=1_000, updated=at, opening=opening,
            members=(Member(1, ANN, "Ann"), Member(2, OLD, "Harbourmaster")),
            seed=SEED, position=match.position, people=(ANN, OLD), version=advance.entry.number,
            options=opening.options,
        )  # fmt: skip
        await store.commit(Change(row, EntryRow(advance.entry, events, turn)))
        decision = match.decisions[0]
        action = random_action(decision, Random(at))
        advance = match.act(decision.seat, action, Actor(role="seat", player=f"p{decision.seat}"), at)
    await store.close()


@pytest.mark.parametrize("slug", games())
async def test_a_running_game_is_the_same_at_the_other_bot_and_moved_at_the_first(
    slug: str, hosts: Hosts, capsys: Captured
) -> None:
    await begun(hosts.url(OLD), slug)
    before, journal = await hosts.stored(OLD)
    assert await hosts.run(OLD, "export", "farhm7", str(hosts.file)) == 0
    assert stat.S_IMODE(hosts.file.stat().st_mode) == 0o600
    assert (await hosts.stored(OLD))[0].status == "moved"
    assert await hosts.run(NEW, "import", str(hosts.file)) == 0
    after, lines = await hosts.stored(NEW)
    assert (after.position, after.opening, after.seed, lines) == (
        before.position, before.opening, before.seed, journal,
    )  # fmt: skip
    assert after.members == (Member(1, ANN, "Ann"), Member(2, NEW, "Harbourmaster"))
    assert after.opening is not None
    assert after.position is not None
    match = Match(find_game(slug), after.opening, after.seed, after.position)
    assert verify(after, match.with_journal([line.entry for line in lines]), lines).problems == ()
    capsys.readouterr()
    # A second import, an export from the old bot, and an export over another file are refused.
    assert await hosts.run(NEW, "import", str(hosts.file)) == 1
    assert await hosts.run(OLD, "export", "FARHM7", str(hosts.folder / "again")) == 1
    assert await hosts.run(NEW, "export", "FARHM7", str(hosts.file)) == 1
    told = capsys.readouterr().err.splitlines()
    assert ["is open in the channel" in told[0], "No game FARHM7" in told[1], "already" in told[2]] == [
        True
    ] * 3
    assert not (hosts.folder / "again").exists()


async def test_the_last_post_of_a_game_that_comes_back_leads_to_the_new_one(hosts: Hosts) -> None:
    await begun(hosts.url(OLD), "port_flower")
    row, _ = await hosts.stored(OLD)
    store = await Store.open(hosts.url(OLD), lambda: 9_000)
    shown = PostRow(id=store.new_id(), game=row.id, kind="turn", channel=row.channel, message=4_000)
    await store.commit(Change(replace(row, version=row.version + 1), posts=(shown,)))
    await store.close()
    assert await hosts.run(OLD, "export", "FARHM7", str(hosts.file)) == 0
    # Meanwhile the bot runs, and its last post about the game is sent.
    store = await Store.open(hosts.url(OLD), lambda: 9_000)
    (let_go,) = await store.due_posts_of(row.id)
    store.note_post(replace(let_go, shown=let_go.wanted, message=4_000))
    assert await store.due_posts_of(row.id) == []
    await store.close()
    assert await hosts.run(OLD, "import", str(hosts.file), "--come-back") == 0
    store = await Store.open(hosts.url(OLD), lambda: 9_000)
    old, new = await store.due_posts_of(row.id)
    await store.close()
    assert (old.id, old.live, old.message) == (shown.id, False, 4_000)
    assert (new.live, new.message) == (True, 0)


@pytest.mark.parametrize("to", [OLD, NEW])
async def test_what_waited_for_the_bot_to_think_is_told_where_a_game_goes_on(hosts: Hosts, to: int) -> None:
    await begun(hosts.url(OLD), "port_flower")
    row, journal = await hosts.stored(OLD)
    store = await Store.open(hosts.url(OLD), lambda: 9_000)
    told = PostRow(id=store.new_id(), game=row.id, kind="turn", channel=row.channel, first=1, last=4)
    await store.commit(Change(replace(row, version=row.version + 1), posts=(told,)))
    await store.close()
    assert await hosts.run(OLD, "export", "FARHM7", str(hosts.file)) == 0
    assert await hosts.run(to, "import", str(hosts.file), "--come-back") == 0
    store = await Store.open(hosts.url(to), lambda: 9_000)
    *_, newest = await store.posts(row.id)
    await store.close()
    assert (newest.first, newest.last) == (5, len(journal))


async def test_posts_have_told_all_of_a_game_whose_file_does_not_say(hosts: Hosts) -> None:
    await begun(hosts.url(OLD), "port_flower")
    assert await hosts.run(OLD, "export", "FARHM7", str(hosts.file)) == 0
    text = hosts.file.read_text(encoding="utf-8")
    hosts.file.write_text(text.replace(',"told":null', ""), encoding="utf-8")
    assert await hosts.run(NEW, "import", str(hosts.file)) == 0
    _, journal = await hosts.stored(NEW)
    store = await Store.open(hosts.url(NEW), lambda: 9_000)
    *_, newest = await store.posts("FARHM7")
    await store.close()
    assert (newest.first, newest.last) == (len(journal) + 1, len(journal))


async def test_a_game_comes_back_to_the_bot_it_left(hosts: Hosts) -> None:
    await begun(hosts.url(OLD), "port_flower")
    before, journal = await hosts.stored(OLD)
    back = hosts.folder / "back"
    assert await hosts.run(OLD, "export", "FARHM7", str(hosts.file)) == 0
    assert await hosts.run(NEW, "import", str(hosts.file)) == 0
    assert await hosts.run(NEW, "export", "FARHM7", str(back)) == 0
    assert await hosts.run(OLD, "import", str(back)) == 0
    again, lines = await hosts.stored(OLD)
    assert (again.status, again.position, again.members) == ("running", before.position, before.members)
    assert lines == journal


async def test_a_game_that_was_altered_on_the_way_is_not_taken(hosts: Hosts, capsys: Captured) -> None:
    await begun(hosts.url(OLD), "port_flower")
    assert await hosts.run(OLD, "export", "FARHM7", str(hosts.file)) == 0
    text = hosts.file.read_text(encoding="utf-8")
    for altered in (
        text.replace(f"[1,{ANN},", "[1,666,"),
        text.replace('"creator":801', '"creator":666'),
        text.replace('\\"at\\":1100', '\\"at\\":1101'),
        text.replace('\\"event\\": \\"turn_started\\"', '\\"event\\": \\"turn_lost\\"'),
        text.replace(SEED.hex(), SEED.hex()[::-1]),
        text.replace('"database":"', '"database":"9'),
        text.replace('"told":null', '"told":-1'),
        text.replace('"told":null', '"told":7'),
        text[:-9],
    ):
        assert altered != text
        hosts.file.write_text(altered, encoding="utf-8")
        assert await hosts.run(NEW, "import", str(hosts.file)) == 1
        capsys.readouterr()
    store = await Store.open(hosts.url(NEW), lambda: 9_000)
    assert await store.open_games() == []
    await store.close()


async def test_players_go_on_where_they_were_and_the_old_post_leads_nowhere(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo, first_player="seat1")
    old = harbour.newest
    await harbour.stop()
    first = harbour.settings
    monkeypatch.setenv("DISCORD_TOKEN", first.token())
    monkeypatch.setenv("DATABASE_URL", first.database_url)
    row = harbour.bot.tables._recent.popitem()[0]
    file = str(tmp_path / "race.moving")
    assert await asyncio.to_thread(main, ["export", row, file]) == 0
    # The old bot starts first. Its post loses the buttons, and this bot refuses actions.
    await harbour.start()
    await harbour.delivered()
    assert labels(old) == []
    for line in ("/game status", "/game log", "/watch stats"):
        assert not (await harbour.told(await ann.slash(line))).text.startswith("⚓"), line
    assert "with another bot" in (await harbour.told(await ann.slash("/game status"))).text
    refused = await harbour.told(await ann.slash("/game do", action="b N0 E0"))
    assert refused.text.startswith("⚓")
    await harbour.stop()
    harbour.settings = first.model_copy(update={"database_url": f"sqlite:///{tmp_path / 'other.db'}"})
    monkeypatch.setenv("DATABASE_URL", harbour.settings.database_url)
    assert await asyncio.to_thread(main, ["migrate"]) == 0
    assert await asyncio.to_thread(main, ["import", file]) == 0
    await harbour.start()
    await harbour.delivered()
    assert harbour.newest.id != old.id
    assert harbour.newest.pinged == {ann.id}
    await harbour.skip()
    assert harbour.newest.pinged == {bo.id}
    assert "✅" in (await harbour.told(await bo.slash("/game check"))).text
