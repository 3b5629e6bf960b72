"""A separate process thinks for the bot's strong seats. Nobody else has to wait."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from bot.sessions.bot_player import Thinker
from bot.sessions.table import Table
from rules.engine.action import notation
from rules.engine.match import SYSTEM, Match
from rules.engine.policy import at_random, steady
from rules.engine.registry import game
from rules.engine.strengths import player
from rules.engine.strong import never
from rules.engine.thinking import ThinkingRequest, answer, request_for
from sandbox import Persona
from tests.bot import voyages
from tests.bot.harbour import Harbour, labels
from tests.engine.table import opened

SEA = game("privateer")


def in_battle(entries: int = 24) -> Match:
    """Return a battle after some random entries."""
    match, luck = opened(SEA), Random(5)
    for _ in range(entries):
        decision = match.decisions[0]
        action = at_random(match.game, match.state, decision, luck)
        match = match.act(decision.seat, action, SYSTEM, 200).match
    return match


def asked(match: Match) -> ThinkingRequest:
    decision = match.decisions[0]
    return request_for(match.game, match.state, decision, "strong", match.luck_of(decision.seat))


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(300):
        while not condition():  # noqa: ASYNC110 - nothing else tells when
            await asyncio.sleep(0)


async def test_another_process_chooses_as_the_strong_player_would_and_is_replaced_when_it_is_killed() -> None:
    match = in_battle()
    decision = match.decisions[0]
    own = player(SEA, "strong")(SEA, match.state, decision, match.luck_of(decision.seat))
    assert SEA.read(answer(asked(match), never)) == own
    thinker = Thinker(idle=0, patience=300)
    assert SEA.read(await thinker.think(asked(match))) == own
    # The idle process ends. A new process answers the next question.
    await until(lambda: not thinker.pid)
    late = asyncio.create_task(thinker.think(asked(match)))
    await until(lambda: bool(thinker.pid))
    os.kill(thinker.pid, signal.SIGKILL)
    assert await late == ""
    await thinker.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux knows idle processes")
async def test_it_takes_only_processor_time_that_nobody_else_wants() -> None:
    thinker = Thinker(patience=300)
    assert await thinker.think(asked(in_battle()))
    assert os.sched_getscheduler(thinker.pid) == os.SCHED_IDLE
    await thinker.close()


async def test_a_game_that_asks_again_at_once_waits_for_the_games_that_asked_before() -> None:
    class Noted(Thinker):
        async def _asked(self, question: ThinkingRequest) -> str:
            order.append(question.seat)
            await asyncio.sleep(0)
            return "end"

    order: list[int] = []
    thinker, question = Noted(), asked(in_battle())

    async def game_of(seat: int) -> None:
        for _ in range(3):
            await thinker.think(question.model_copy(update={"seat": seat}))

    await asyncio.gather(*(game_of(seat) for seat in (1, 2, 3)))
    assert order == [1, 2, 3] * 3
    await thinker.close()


async def test_the_answer_to_a_question_that_is_given_up_is_not_taken_for_the_next_one() -> None:
    first, other = asked(in_battle()), asked(in_battle(30))
    assert answer(first, never) != answer(other, never)
    thinker = Thinker(patience=300)
    assert await thinker.think(first) == answer(first, never)
    given_up = asyncio.create_task(thinker.think(other))
    await asyncio.sleep(0)
    given_up.cancel()
    assert await thinker.think(first) == answer(first, never)
    await thinker.close()


class Slow(Thinker):
    """A thinker that thinks until the test gives the answer."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[ThinkingRequest] = []
        self.answers: asyncio.Queue[str] = asyncio.Queue()

    async def think(self, question: ThinkingRequest) -> str:
        self.asked.append(question)
        return await self.answers.get()


async def against_strong(harbour: Harbour) -> tuple[Persona, Table, Slow]:
    """Play a battle until the strong bot thinks. Ann is the other player."""
    slow = harbour.bot.tables.machine.thinker = Slow()
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann, game="privateer")
    await harbour.told(await ann.press(harbour.newest, "Add the bot"))
    await harbour.told(await ann.choose(harbour.newest, "Bot B: strong"))
    await harbour.told(await ann.press(harbour.newest, "Start"))
    table = await harbour.table()
    while (decision := table.match.decision_of(1)) is not None:
        await harbour.told(await ann.slash("/game do", action=notation(decision.actions[0])))
    await harbour.until(lambda: bool(slow.asked))
    return ann, table, slow


async def test_others_are_answered_while_the_bot_thinks_and_a_late_answer_is_the_steady_one(
    harbour: Harbour,
) -> None:
    ann, table, slow = await against_strong(harbour)
    before = table.match.position.last
    assert table.row.pending
    assert (await harbour.told(await ann.slash("/game board"))).text
    assert table.match.position.last == before
    assert [one.seat for one in slow.asked] == [2]
    assert "is thinking." in harbour.newest.text
    assert harbour.newest.pinged == set()
    assert not {"Your choices", "Since your turn"} & {*labels(harbour.newest), harbour.newest.text}
    # The thinker was late or has ended, so the steady player answers.
    slow.answers.put_nowait("")
    await harbour.until(lambda: table.match.position.last > before)
    assert {row.entry.actor for row in await harbour.journal() if row.entry.seat == 2} == {SYSTEM}


async def test_turns_of_bots_that_think_are_folded_into_the_post_that_calls_a_person(
    harbour: Harbour,
) -> None:
    slow = harbour.bot.tables.machine.thinker = Slow()
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann, game="privateer", terrain_setup="manual")
    for name in "BC":
        await harbour.told(await ann.press(harbour.newest, "Add the bot"))
        await harbour.told(await ann.choose(harbour.newest, f"Bot {name}: strong"))
    await harbour.told(await ann.press(harbour.newest, "Start"))
    table = await harbour.table()

    async def until_ann_is_asked() -> None:
        while table.match.decision_of(1) is None:
            before = table.match.position.last
            slow.answers.put_nowait("")
            await harbour.until(partial(has_gone_on, before))
        await harbour.calm()

    def has_gone_on(before: int) -> bool:
        return table.match.position.last > before

    await until_ann_is_asked()
    for _ in range(2):
        before = harbour.posts()
        placed = notation(table.match.decisions[0].actions[0])
        await harbour.told(await ann.slash("/game do", action=placed))
        # Ann's own post announces who thinks, and narrates her action.
        assert harbour.posts() == before
        assert "is thinking." in harbour.newest.text
        assert not harbour.newest.menus
        asked = harbour.newest.text
        await until_ann_is_asked()
        assert len(harbour.posts()) == len(before) + 1
        told = harbour.newest
        assert told.pinged == {ann.id}
        own, folded = told.text.split("\n")[2], [line for line in told.text.split("\n") if line[:4] == "-# ▸"]
        assert "**Ann**" in own
        assert own in asked
        assert all(name in " ".join(folded) for name in ("**Bot A**", "**Bot G**"))


async def test_a_game_beside_a_bot_that_thinks_is_told_once_and_in_order(harbour: Harbour) -> None:
    class Late(Thinker):
        """A thinker that gives up after a while."""

        async def think(self, question: ThinkingRequest) -> str:
            await asyncio.sleep(0)
            return ""

    harbour.bot.tables.machine.thinker = Late()
    voyages.foretell(harbour, 2)
    ann, bo = harbour.crew = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann, bo, game="acrana", preset="club")
    await harbour.told(await ann.press(harbour.newest, "Add the bot"))
    await harbour.told(await ann.choose(harbour.newest, "Bot C: strong"))
    await harbour.told(await ann.press(harbour.newest, "Start"))
    table = await harbour.table()

    def somebody_is_asked() -> bool:
        asked = {decision.seat for decision in table.match.decisions}
        return table.match.finished or bool(asked & {1, 2})

    while True:
        await harbour.until(somebody_is_asked)
        await harbour.calm()
        if table.match.finished:
            break
        decision = table.match.decisions[0]
        action = await harbour.bot.tables.machine.choose(table.match, decision, steady)
        await voyages.do(harbour, harbour.crew[decision.seat - 1], action)
    await harbour.delivered()
    await voyages.assert_told_once(harbour)


async def test_an_answer_to_a_position_that_has_gone_counts_no_more(harbour: Harbour) -> None:
    ann, table, slow = await against_strong(harbour)
    chosen = table.match.decisions[0].actions[0]
    await harbour.resign(ann)
    after = table.match.position
    assert table.match.finished
    slow.answers.put_nowait(notation(chosen))
    await harbour.until(slow.answers.empty)
    await harbour.calm()
    assert table.match.position == after


async def test_a_bot_that_is_restarted_while_it_thinks_thinks_again(harbour: Harbour) -> None:
    _, table, _ = await against_strong(harbour)
    before = table.match.position.last
    await harbour.stop()
    await harbour.start()
    harbour.bot.tables.machine.thinker = slow = Slow()
    slow.answers.put_nowait("")
    assert harbour.bot.timekeeper is not None
    await harbour.bot.timekeeper.wake()
    again = await harbour.table()
    await harbour.until(lambda: again.match.position.last > before)
