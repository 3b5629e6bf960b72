"""The rate of requests, over all games together."""

from itertools import pairwise

import discord
import pytest

from bot.posts import pacing
from bot.posts.pacing import InvalidRequests, Pace
from sandbox import Permission, RateLimited, Thread
from tests.bot.harbour import Harbour


class Time:
    """A clock that moves only while somebody sleeps, or when a test moves it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def time() -> Time:
    return Time()


async def turns(pace: Pace, time: Time, count: int) -> list[float]:
    """Return the times at which `count` requests pass if each comes as soon as possible."""
    passed = []
    for _ in range(count):
        await pace.turn()
        passed.append(time.now)
    return passed


async def test_thousands_of_requests_pass_at_forty_a_second_and_never_fifty(time: Time) -> None:
    passed = await turns(Pace(InvalidRequests(time), time, time.sleep), time, 2000)
    assert 2000 / (passed[-1] - passed[0]) == pytest.approx(pacing.RATE, rel=0.01)
    assert max(sum(at <= one < at + 1 for one in passed) for at in passed[:200]) < 50


@pytest.mark.parametrize("processes", [2, 4, 16])
async def test_several_processes_share_the_requests_of_a_second(time: Time, processes: int) -> None:
    passed = await turns(Pace(InvalidRequests(time), time, time.sleep, processes), time, 500)
    assert processes * 500 / (passed[-1] - passed[0]) == pytest.approx(pacing.RATE, rel=0.05)
    most = max(sum(at <= one < at + 1 for one in passed) for at in passed[:200])
    assert processes * most <= 50 + processes


async def test_a_few_requests_after_a_quiet_while_do_not_wait(time: Time) -> None:
    pace = Pace(InvalidRequests(time), time, time.sleep)
    await turns(pace, time, 500)
    time.now += 60
    passed = await turns(pace, time, pacing.BURST)
    assert passed[-1] == pytest.approx(passed[0])


async def test_a_bot_that_is_refused_everything_stays_below_discord_s_limit(time: Time) -> None:
    invalid = InvalidRequests(time)
    pace = Pace(invalid, time, time.sleep)
    refused = []
    for _ in range(12_000):
        await pace.turn()
        invalid.note(403)
        refused.append(time.now)
    window = [sum(at <= one < at + 600 for one in refused) for at in refused[::500]]
    assert max(window) < 10_000


async def test_the_pace_is_as_before_ten_minutes_after_the_refusals(time: Time) -> None:
    invalid = InvalidRequests(time)
    for _ in range(pacing.MANY_INVALID):
        invalid.note(401)
    pace = Pace(invalid, time, time.sleep)
    slow = await turns(pace, time, 20)
    time.now += 600
    quick = await turns(pace, time, 20)
    assert [round(later - sooner, 3) for sooner, later in pairwise(slow)][-1] == 1 / pacing.SLOW_RATE
    assert [round(later - sooner, 3) for sooner, later in pairwise(quick)][-1] == 1 / pacing.RATE


@pytest.mark.parametrize("status", [200, 204, 400, 404, 500])
def test_other_answers_are_not_held_against_the_bot(time: Time, status: int) -> None:
    invalid = InvalidRequests(time)
    for _ in range(pacing.MANY_INVALID):
        invalid.note(status)
    assert not invalid.many


async def test_every_refusal_that_the_bot_meets_is_counted(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[int] = []
    monkeypatch.setattr(InvalidRequests, "note", lambda _, status: noted.append(status))
    _, bo = await harbour.race_of_two()
    harbour.discord.deny_bot(harbour.place, Permission.SEND_MESSAGES)
    harbour.discord.faults.arm("POST", "/interactions/*/callback", RateLimited(0.01))
    await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E0 S0"))
    assert {403, 429} <= set(noted)


async def test_a_request_that_would_have_to_wait_long_is_made_another_time(harbour: Harbour) -> None:
    _, bo = await harbour.race_of_two()
    old, posts = harbour.newest, len(harbour.posts())
    harbour.discord.faults.arm("POST", "/channels/*/messages", RateLimited(600))
    await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E0 S0"))
    assert len(harbour.posts()) == posts
    # The awaited player can use the old post until the new post is sent.
    assert old.buttons
    table = await harbour.table()
    assert "Discord asks the bot to wait" in table.trouble
    (unsent,) = [post for post in await harbour.bot.store.posts(table.row.id) if not post.message]
    # A rate limit is no failure of the post, so it does not lengthen the pauses between later retries.
    assert (unsent.attempts, unsent.retry > discord.utils.utcnow().timestamp() + 500) == (0, True)


async def test_everything_that_discord_counts_keeps_the_pace(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns: list[Pace] = []
    turn = Pace.turn

    async def noted(pace: Pace) -> None:
        turns.append(pace)
        await turn(pace)

    monkeypatch.setattr(Pace, "turn", noted)
    before = len(harbour.discord.journal)
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.told(await ann.slash("/play", options={"game": "port_flower", "thread": True}))
    (thread,) = (place for place in ann.channels() if isinstance(place, Thread))
    await harbour.told(await bo.slash("/game join", channel=thread))
    made = [request.path.split("/") for request in list(harbour.discord.journal)[before:]]
    counted = [path for path in made if path[1] not in {"interactions", "webhooks"}]
    assert {"threads", "thread-members", "messages"} <= {part for path in counted for part in path}
    assert len(counted) < len(made)
    assert len(turns) == len(counted)
    assert len(set(map(id, turns))) == 1
