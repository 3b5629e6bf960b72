"""The rules answer for a player who takes too long while others wait."""

import asyncio
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from sqlalchemy import make_url

from bot.client import Harbourmaster
from bot.sessions import timekeeper
from bot.sessions.table import Table
from bot.sessions.tables import Tables
from bot.sessions.timekeeper import NOTED_EVERY
from bot.store.clusters import Cluster
from bot.store.outages import Outages
from bot.store.rows import AwaitedRow
from rules.engine.time_control import ANSWER, TimeControl
from sandbox import Persona
from tests.bot.handlers.test_presses import LET_IT_COME, asked
from tests.bot.harbour import PATIENCE, Harbour
from tests.bot.sessions.test_reminders import DAY, HOUR, at, by_the_day, race_at, reminders
from tests.bot.store.test_db_errors import alter


async def look(harbour: Harbour, monkeypatch: pytest.MonkeyPatch, later: int, *, there: bool = True) -> None:
    """Let the clock check the deadlines `later` seconds after the question.

    If `there` is false, the bot was away since the previous check.
    """
    asked_at = (await harbour.table()).match.position.awaited[0].since
    assert harbour.bot.timekeeper is not None
    await harbour.note_presence()
    monkeypatch.setattr(Harbourmaster, "now", staticmethod(lambda: asked_at + later))
    harbour.bot.tables.now = Harbourmaster.now
    if there:
        await harbour.bot.store.be_there(asked_at + later)
    await harbour.bot.timekeeper.look()
    await harbour.bot.timekeeper.show_anew()
    await harbour.calm()


async def question(harbour: Harbour) -> tuple[Persona, Persona]:
    """Start Ann's turn up to the question whether Bo uses a repellent."""
    ann, bo = await asked(harbour)
    assert await harbour.awaited() is bo
    return ann, bo


async def test_the_post_says_until_when_the_turn_waits(harbour: Harbour) -> None:
    await question(harbour)
    (awaited,) = (await harbour.table()).match.position.awaited
    assert f"Without an answer <t:{awaited.since + ANSWER}:R> the rules decide." in harbour.newest.text


@pytest.mark.parametrize("command", ["/games", "/game status"])
async def test_who_looks_sees_until_when_an_answer_is_waited_for(harbour: Harbour, command: str) -> None:
    ann, bo = await question(harbour)
    (awaited,) = (await harbour.table()).match.position.awaited
    limit = f"Without an answer <t:{awaited.since + ANSWER}:R> the rules decide."
    assert limit in (await harbour.told(await bo.slash(command))).text
    await harbour.told(await bo.press(harbour.newest, LET_IT_COME))
    assert "Without an answer" not in (await harbour.told(await ann.slash(command))).text


async def test_the_rules_answer_when_the_time_is_up(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await question(harbour)
    await look(harbour, monkeypatch, ANSWER)
    assert (await harbour.journal())[-1].entry.kind == "timeout"
    told = "".join(post.text for post in harbour.posts())
    assert "**Bo** did not answer, so the rules do." in told
    assert await harbour.awaited() is ann


async def test_nobody_is_hurried(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    _, bo = await question(harbour)
    before = (await harbour.table()).row
    await look(harbour, monkeypatch, ANSWER - 1)
    assert (await harbour.table()).row == before
    await harbour.told(await bo.press(harbour.newest, LET_IT_COME))
    assert (await harbour.journal())[-1].entry.kind == "act"


async def test_a_turn_of_one_s_own_may_take_days(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    _, bo = await question(harbour)
    await harbour.told(await bo.press(harbour.newest, LET_IT_COME))
    before = (await harbour.table()).row
    await look(harbour, monkeypatch, 100 * ANSWER)
    assert (await harbour.table()).row == before


async def test_a_deadline_outlives_a_restart(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    await question(harbour)
    await harbour.restart()
    await look(harbour, monkeypatch, ANSWER)
    assert (await harbour.journal())[-1].entry.kind == "timeout"


async def test_the_time_begins_anew_after_a_pause(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, _ = await question(harbour)
    since = (await harbour.table()).match.position.awaited[0].since
    await harbour.gm(ann, "pause", reason="dinner")
    await look(harbour, monkeypatch, ANSWER)
    assert (await harbour.table()).row.status == "paused"
    await harbour.gm(ann, "resume", reason="coffee")
    assert (await harbour.table()).match.position.awaited[0].since == since + ANSWER


async def test_a_deadline_that_was_altered_hurries_nobody(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await question(harbour)
    before = (await harbour.table()).row
    alter(Path(make_url(harbour.settings.database_url).database or ""), "UPDATE awaited SET until = 1")
    await look(harbour, monkeypatch, ANSWER - 1)
    assert (await harbour.table()).row == before


async def begun_by_the_day(harbour: Harbour) -> tuple[Persona, Persona]:
    """Start a game of Ann and Bo at the pace of a day, but with two days for a turn. Ann begins."""
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann, bo, pace="day")
    assert "Pace: **day**" in harbour.newest.text
    told = await harbour.set_option(ann, "turn_time", "2 d")
    assert told.message.text.startswith("Set: Time for a turn **2 d**.")
    # A preset of the game's own options leaves the table's options unchanged.
    await harbour.lobby_control(ann, "preset", "wild")
    page = (await harbour.told(await ann.press(harbour.newest, "Options"))).message
    assert "Time for a turn: **2 d**" in page.text
    await harbour.set_option(ann, "first_player", "seat1")
    await harbour.lobby_control(ann, "start")
    return ann, bo


async def test_a_table_that_chose_a_pace_plays_by_it(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Play from the lobby to a turn that the rules end, with a pause, more time and a restart."""
    ann, bo = await begun_by_the_day(harbour)

    async def deadline() -> int:
        table = await harbour.table()
        (asked,) = table.match.position.awaited
        until = table.row.deadline(asked)
        assert f"Without an answer <t:{until}:R> the rules decide." in harbour.newest.text
        return until

    begun = (await harbour.table()).match.position.awaited[0].since
    assert (await harbour.table()).match.pace == TimeControl(turn=2 * DAY, short=8 * 3_600)
    assert await deadline() == begun + 2 * DAY

    await look(harbour, monkeypatch, DAY)
    await harbour.gm(ann, "pause", reason="a wedding")
    await look(harbour, monkeypatch, 10 * DAY)
    await harbour.gm(ann, "resume", reason="all well")
    assert await deadline() == begun + 11 * DAY

    refused = await harbour.gm(bo, "extend", time="12 h", reason="a train")
    assert "game masters" in refused.text
    refused = await harbour.gm(ann, "extend", time="soon", reason="a train")
    assert "Type a time" in refused.text
    before = len(harbour.posts())
    await harbour.gm(ann, "extend", time="12 h", player="Ann", reason="a train")
    assert "gave **Ann** 12 hours more: a train" in harbour.newest.text
    assert len(harbour.posts()) == before
    assert await deadline() == begun + 11 * DAY + DAY // 2
    assert "gave" in (await harbour.told(await bo.slash("/game check"))).text

    await harbour.restart()
    await look(harbour, monkeypatch, 11 * DAY + DAY // 2 - 1)
    assert await harbour.awaited() is ann
    await look(harbour, monkeypatch, 11 * DAY + DAY // 2)
    assert await harbour.awaited() is bo
    assert "**Ann** did not answer, so the rules do." in "".join(post.text for post in harbour.posts())
    assert "✅" in (await harbour.told(await ann.slash("/game check"))).text


async def test_nobody_loses_the_time_in_which_nobody_could_answer(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot is stopped for a week, Discord is away, and the machine's clock is wrong."""
    ann, _ = await begun_by_the_day(harbour)
    begun = (await harbour.table()).match.position.awaited[0].since

    async def deadline() -> int:
        row = (await harbour.table()).row
        assert row.position is not None
        (stored,) = await harbour.bot.store.awaited_of(ann.id)
        assert row.deadline(row.position.awaited[0]) == stored.until
        return stored.until - begun

    await look(harbour, monkeypatch, DAY)
    assert await deadline() == 2 * DAY
    await harbour.restart()
    await look(harbour, monkeypatch, 8 * DAY, there=False)
    assert await deadline() == 9 * DAY

    # Without a connection to Discord, the bot does nothing, and the time does not count.
    assert harbour.bot.timekeeper is not None
    connected = harbour.bot.timekeeper._reachable
    harbour.bot.timekeeper._reachable = lambda: False
    await look(harbour, monkeypatch, 10 * DAY, there=False)
    assert await harbour.awaited() is ann
    harbour.bot.timekeeper._reachable = connected
    await look(harbour, monkeypatch, 11 * DAY, there=False)
    assert await deadline() == 12 * DAY

    # A clock that is set back makes everybody wait longer. Its correction counts as an outage.
    await look(harbour, monkeypatch, 5 * DAY, there=False)
    assert await deadline() == 12 * DAY
    await look(harbour, monkeypatch, 13 * DAY, there=False)
    assert await deadline() == 20 * DAY
    assert await harbour.awaited() is ann

    shown = harbour.newest.text
    await harbour.gm(ann, "extend", time="1 h", reason="a train")
    assert f"<t:{begun + 20 * DAY + 3_600}:R>" in harbour.newest.text != shown
    await look(harbour, monkeypatch, 20 * DAY + 3_600)
    assert await harbour.awaited() is not ann


async def test_after_an_outage_every_post_shows_the_deadline_that_now_holds(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, bo = await question(harbour)
    (call,) = harbour.calls()
    (asked,) = (await harbour.table()).match.position.awaited
    await look(harbour, monkeypatch, ANSWER // 2)
    await look(harbour, monkeypatch, DAY, there=False)
    until = asked.since + DAY + ANSWER // 2
    for post in (harbour.newest, call):
        assert f"Without an answer <t:{until}:R> the rules decide." in post.text
    await harbour.told(await bo.press(harbour.newest, LET_IT_COME))
    assert call.text.endswith("What was asked here is answered.")


async def test_a_call_is_open_no_more_when_the_game_is_over(harbour: Harbour) -> None:
    ann, _ = await question(harbour)
    (call,) = harbour.calls()
    assert "Without an answer" in call.text
    await harbour.resign(ann)
    assert "Without an answer" not in call.text
    assert call.text.endswith("What was asked here is answered.")


async def test_after_an_outage_reminders_and_games_at_rest_show_when_they_are_due(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot is stopped after it handled the first of two games, and handles the second at its start."""
    ann, bo = harbour.people("Ann", "Bo")
    begun = await by_the_day(harbour, ann, bo)
    quay = await race_at(harbour, "quay", ann, bo, pace="slow")
    await at(harbour, monkeypatch, begun + 12 * HOUR)
    (reminder,) = reminders(harbour)
    shown = Table.recount

    async def stopped(table: Table) -> None:
        assert harbour.bot.timekeeper is not None
        harbour.bot.timekeeper._stopping = True
        await shown(table)

    turns = [
        next(post for post in reversed(harbour.posts(place)) if post.menus) for place in (harbour.place, quay)
    ]
    monkeypatch.setattr(timekeeper, "AT_ONCE", 1)
    with monkeypatch.context() as patched:
        patched.setattr(Table, "recount", stopped)
        await look(harbour, monkeypatch, 15 * HOUR, there=False)
    due = [f"<t:{begun + days * DAY + 3 * HOUR}:R>" for days in (1, 4)]
    assert [until in post.text for until, post in zip(due, turns, strict=True)] == [True, False]
    assert due[0] in reminder.text
    await harbour.restart()
    await harbour.bot.wait_until_ready()
    assert harbour.bot.timekeeper is not None
    await harbour.bot.timekeeper.show_anew()
    await harbour.delivered()
    assert [until in post.text for until, post in zip(due, turns, strict=True)] == [True, True]


async def test_a_look_that_takes_long_is_no_outage(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    await question(harbour)
    assert harbour.bot.timekeeper is not None
    await harbour.bot.timekeeper.stop()
    begun = (await harbour.table()).match.position.awaited[0].since
    now, noted = begun + ANSWER, begun + ANSWER
    store, done = harbour.bot.store, asyncio.Event()
    keep = store.be_there
    await keep(now)

    async def be_there(at: int, away_since: int = 0) -> None:
        nonlocal noted
        await keep(at, away_since)
        noted = at

    def is_known_to_be_there() -> bool:
        return noted > now - NOTED_EVERY

    async def strike(*_: object, **__: object) -> None:
        """Let one game's answer take a while, during which other games wait."""
        nonlocal now
        for _step in range(20):
            now += 10
            await harbour.until(is_known_to_be_there)
        done.set()

    monkeypatch.setattr(store, "be_there", be_there)
    monkeypatch.setattr(Table, "strike", strike)
    monkeypatch.setattr(timekeeper, "PERIOD", 0)
    harbour.bot.tables.now = lambda: now
    keeper = timekeeper.Timekeeper(harbour.bot.tables, lambda: not done.is_set())
    keeper.start()
    await done.wait()
    await keeper.stop()
    assert now == begun + ANSWER + 200
    assert store.outages.last_ended == 0
    assert [one.until for one in await store.overdue(now)] == [begun + ANSWER]


async def test_a_round_that_broke_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    looked, again = list[int](), asyncio.Event()

    async def forget(_: int) -> None:
        looked.append(1)
        if len(looked) == 1:
            raise RuntimeError("unforeseen")
        again.set()

    store = SimpleNamespace(outages=Outages(), cluster=Cluster(), forget_interactions=forget)
    results = SimpleNamespace(begin=lambda: None)
    tables = SimpleNamespace(store=store, results=results, now=lambda: 5_000)
    monkeypatch.setattr(timekeeper, "PERIOD", 0)
    keeper = timekeeper.Timekeeper(cast("Tables", tables), lambda: False)
    keeper.start()
    async with asyncio.timeout(PATIENCE):
        await again.wait()
    await keeper.stop()


async def test_of_much_that_is_overdue_the_most_overdue_is_struck_first_and_shown_before_more_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If all boards were drawn and posted together, the boards of other games would have to wait."""
    due = [AwaitedRow(f"G{n}", "nim", 1, n, 1, 11, "take", since=0, until=1_000 + n) for n in range(20)]
    struck, unseen, most, turn = list[str](), set[str](), list[int](), asyncio.Condition()

    async def strike(game: str, **_: int) -> None:
        struck.append(game)
        unseen.add(game)
        most.append(len(unseen))
        async with turn:
            turn.notify_all()

    async def shown(game: str) -> None:
        """Wait until the allowed number of posts is in progress, or all answers are given."""
        async with turn:
            await turn.wait_for(lambda: len(unseen) == timekeeper.AT_ONCE or len(struck) == len(due))
        unseen.discard(game)

    async def answer(value: object, *_: object) -> object:
        return value

    monkeypatch.setattr(Table, "strike", strike)
    store = SimpleNamespace(last_there=partial(answer, 5_000), overdue=partial(answer, due))
    announcer = SimpleNamespace(shown=shown)
    tables = SimpleNamespace(store=store, announcer=announcer, now=lambda: 5_000, table=answer)
    await timekeeper.Timekeeper(cast("Tables", tables), lambda: True).look()
    assert struck == [one.game for one in due]
    assert max(most) == timekeeper.AT_ONCE


async def test_the_bot_plays_for_who_misses_too_many_turns_until_they_are_back(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bo is silent, and Ann plays on with the bot. At last all players are silent, and the game waits."""
    ann, bo, cy = harbour.people("Ann", "Bo", "Cy")
    options = {"first_player": "seat1", "pace": "day", "missed": "2"}
    await harbour.start_race(ann, bo, cy, **options)

    async def missed() -> None:
        await look(harbour, monkeypatch, DAY)

    async def awaited() -> Persona:
        return await harbour.awaited()

    assert "bot only plays for" in (await harbour.told(await bo.slash("/game join"))).text
    for _ in range(2):
        assert await awaited() is ann
        await harbour.skip()
        assert await awaited() is bo
        await missed()
        assert await awaited() is cy
        await harbour.skip()
    (told,) = (post for post in harbour.posts() if "missed 2 turns in a row" in post.text)
    assert {ann.id, bo.id} <= told.pinged
    assert (await harbour.table()).match.position.absent == (2,)
    # After the bot has taken over, the game does not wait for Bo any more.
    await harbour.skip()
    assert await awaited() is cy
    assert "let the bot play for" in (await harbour.told(await ann.slash("/game check"))).text

    back = await harbour.told(await bo.slash("/game join"))
    assert "is back" in back.text
    await harbour.skip()
    await harbour.skip()
    assert await awaited() is bo

    # The players become silent one after the other.
    for _ in range(8):
        if (await harbour.table()).row.status == "running":
            await missed()
    assert (await harbour.table()).row.status == "paused"
    assert "Nobody else is there to play with, so the game waits." in harbour.newest.text
    assert "✅" in (await harbour.told(await ann.slash("/game check"))).text
    await harbour.gm(ann, "resume", reason="here I am")
    assert (await harbour.table()).row.status == "running"


async def test_a_time_bank_is_used_up_by_slow_turns_and_by_no_outage(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo, cy = harbour.people("Ann", "Bo", "Cy")
    chosen = {"pace": "day", "time_bank": "12 h", "increment": "1 h", "missed": "1", "absent": "offered"}
    await harbour.start_race(ann, bo, cy, first_player="seat1", **chosen)
    (asked,) = (await harbour.table()).match.position.awaited
    limit = f"Without an answer <t:{asked.since + DAY + DAY // 2}:R> the rules decide."
    assert f"{limit} (With 12 hours of the time bank.)" in harbour.newest.text
    # The answer is nine hours late, but the bot was away for five of these hours.
    await look(harbour, monkeypatch, DAY + 2 * 3_600)
    await look(harbour, monkeypatch, DAY + 7 * 3_600, there=False)
    await look(harbour, monkeypatch, DAY + 9 * 3_600)
    choice = (await harbour.table()).match.legal_actions(1)[0]
    await harbour.told(await ann.slash("/game do", action=str(choice)))
    assert (await harbour.journal())[-1].entry.overtime == 4 * 3_600
    assert (await harbour.table()).match.position.bank(1) == 9 * 3_600
    assert "✅" in (await harbour.told(await bo.slash("/game check"))).text
    # After the time bank is used up, the rules answer. The table chose to offer the seat to others.
    await look(harbour, monkeypatch, DAY + 9 * 3_600 - 1)
    assert await harbour.awaited() is ann
    await look(harbour, monkeypatch, DAY + 9 * 3_600)
    assert await harbour.awaited() is bo
    told = "".join(post.text for post in harbour.posts())
    assert "Anyone who wants the seat asks for it with" in told


async def test_a_bot_that_is_cut_off_during_a_look_leaves_the_other_games_for_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    due = [AwaitedRow(f"G{n}", "nim", 1, n, 1, 11, "take", since=0, until=1_000 + n) for n in range(9)]
    struck = list[str]()

    async def strike(game: str, **_: int) -> None:
        struck.append(game)

    async def answer(value: object, *_: object) -> object:
        return value

    monkeypatch.setattr(Table, "strike", strike)
    store = SimpleNamespace(last_there=partial(answer, 5_000), overdue=partial(answer, due))
    tables = SimpleNamespace(
        store=store, announcer=SimpleNamespace(shown=answer), now=lambda: 5_000, table=answer
    )
    await timekeeper.Timekeeper(cast("Tables", tables), lambda: len(struck) < 3).look()
    assert struck == ["G0", "G1", "G2"]


@pytest.mark.parametrize("work", ["be_there", "look", "carry_out_plans", "remind", "show_anew"])
async def test_a_bot_that_discord_does_not_reach_gives_no_answers_and_keeps_that_nobody_was_there(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, work: str
) -> None:
    keeper, store = harbour.bot.timekeeper, harbour.bot.store
    assert keeper is not None
    asked_for: list[str] = []

    def note(name: str, found: object) -> None:
        async def asks(*_: object) -> object:
            asked_for.append(name)
            return found

        monkeypatch.setattr(store, name, asks)

    for name in ("overdue", "planned", "to_remind", "asked_before", "be_there"):
        note(name, [])
    note("last_there", 0)
    monkeypatch.setattr(keeper, "_noted", 0)
    monkeypatch.setattr(keeper, "_moved_by", 1)
    monkeypatch.setattr(keeper, "_reachable", lambda: False)
    await getattr(keeper, work)()
    assert asked_for == []
    monkeypatch.setattr(keeper, "_reachable", lambda: True)
    await getattr(keeper, work)()
    assert asked_for
