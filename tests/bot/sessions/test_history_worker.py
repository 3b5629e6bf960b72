"""Looking back in a long game delays nobody else, no matter how often it is requested."""

import asyncio
import threading
from collections.abc import Iterator

import pytest

from rules.engine.match import Match
from tests.bot.harbour import Harbour
from tests.bot.mastery import master

PATIENCE = 60


@pytest.fixture
def may_go_on(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Make every look back as slow as in a long game, until the event is set."""
    event, at = threading.Event(), Match.at

    def slow(match: Match, number: int) -> Match:
        assert event.wait(PATIENCE), "the event loop waits for the look"
        return at(match, number)

    monkeypatch.setattr(Match, "at", slow)
    yield event
    event.set()


async def test_others_play_on_while_somebody_looks_back_and_nobody_looks_twice_at_once(
    harbour: Harbour, may_go_on: threading.Event
) -> None:
    ann, bo = await harbour.race_of_two()
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    moment = str((await ann.complete("/game ask", what="undo", focused="to"))[0][1])
    looks = [await master(ann, "undo", to=moment) for _ in range(2)]
    answers = [asyncio.ensure_future(look.settled()) for look in looks]
    # Either of two simultaneous requests may be the first.
    refused, looking = await asyncio.wait(answers, return_when=asyncio.FIRST_COMPLETED)
    assert ["still looking back" in answer.result().text for answer in refused] == [True]
    played = await (await bo.slash("/game do", action="s1 E0 S0")).settled()
    assert not played.text.startswith("⚓")
    may_go_on.set()
    (shown,) = [await answer for answer in looking]
    assert "Nothing has been undone yet" in shown.text
    again = await harbour.gm(ann, "undo", to=moment)
    assert "Nothing has been undone yet" in again.text
