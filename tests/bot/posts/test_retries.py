"""The times at which failed deliveries are tried again."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

import pytest

from bot import metrics
from bot.posts import retries
from bot.posts.retries import HURRY_EVERY, LONGEST_WAIT, Retries, Retry, wait_after
from sandbox import Broken
from tests.bot.harbour import Harbour

GUILD, CHANNEL, OTHER = 1, 10, 11


@dataclass
class Alarm:
    at: float
    ring: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


class Watch:
    """A clock with its alarms, and the games that were woken."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.alarms: list[Alarm] = []
        self.woken: list[str] = []
        self.retries = Retries(self.woken.append, lambda: self.now, self._later)

    def _later(self, seconds: float, ring: Callable[[], None]) -> Alarm:
        self.alarms.append(Alarm(self.now + seconds, ring))
        return self.alarms[-1]

    def advance(self, seconds: float) -> list[str]:
        """Let time pass. Returns the games that are woken."""
        self.now += seconds
        due = [alarm for alarm in self.alarms if alarm.at <= self.now]
        self.alarms = [alarm for alarm in self.alarms if alarm not in due]
        self.woken.clear()
        for alarm in due:
            if not alarm.cancelled:
                alarm.ring()
        return list(self.woken)

    def put(self, game: str, seconds: float = inf, channel: int = CHANNEL, what: int = 1) -> None:
        self.retries.put(game, what, Retry(GUILD, channel, "why"), seconds)

    def hurry(self, *channels: int) -> list[str]:
        """Report a change in these channels. Returns the games that are woken."""
        self.woken.clear()
        self.retries.hurry(GUILD, channels.__contains__)
        return list(self.woken)


@pytest.fixture
def watch() -> Watch:
    return Watch()


def test_each_failure_doubles_the_wait_up_to_a_quarter_of_an_hour() -> None:
    assert [wait_after(attempts) for attempts in range(11)] == [
        2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900,
    ]  # fmt: skip
    assert wait_after(10_000) == LONGEST_WAIT


def test_what_waits_is_tried_when_its_time_has_come(watch: Watch) -> None:
    watch.put("RACE", 30)
    assert watch.advance(29) == []
    assert watch.retries.waits("RACE", 1)
    assert watch.advance(1) == ["RACE"]
    assert not watch.retries.waits("RACE", 1)


def test_what_is_parked_is_not_tried_by_itself(watch: Watch) -> None:
    watch.put("RACE")
    assert watch.advance(10**9) == []
    assert watch.hurry(CHANNEL) == ["RACE"]


def test_only_what_belongs_where_something_changed_is_hurried(watch: Watch) -> None:
    watch.put("RACE", 500)
    watch.put("DUEL", 500, channel=OTHER)
    assert watch.hurry(OTHER) == ["DUEL"]


def test_on_another_server_nothing_is_hurried(watch: Watch) -> None:
    watch.put("RACE", 500)
    watch.retries.hurry(GUILD + 1, lambda _: True)
    assert watch.woken == []


def test_however_often_something_changes_a_game_is_hurried_once_a_minute(watch: Watch) -> None:
    tries = 0
    for _ in range(300):
        if not watch.retries.waits("RACE", 1):
            watch.put("RACE", 900)
        tries += len(watch.hurry(CHANNEL)) + len(watch.advance(1))
    assert tries == 300 / HURRY_EVERY + 1


def test_a_change_that_came_too_soon_after_another_is_not_forgotten(watch: Watch) -> None:
    watch.put("RACE", 900)
    assert watch.hurry(CHANNEL) == ["RACE"]
    watch.put("RACE", 900)
    assert watch.hurry(CHANNEL) == []
    assert watch.advance(HURRY_EVERY) == ["RACE"]


def test_hurrying_never_makes_a_try_later(watch: Watch) -> None:
    watch.put("RACE", 900)
    watch.hurry(CHANNEL)
    watch.put("RACE", 5)
    watch.hurry(CHANNEL)
    assert watch.advance(5) == ["RACE"]


def test_why_a_channel_is_silent_is_known_as_long_as_something_waits_for_it(watch: Watch) -> None:
    watch.put("RACE", 5)
    assert watch.retries.why("RACE", CHANNEL) == "why"
    assert watch.retries.why("RACE", OTHER) == ""
    watch.advance(5)
    assert watch.retries.why("RACE", CHANNEL) == ""


def test_what_need_not_be_shown_any_more_waits_no_longer(watch: Watch) -> None:
    for what, seconds in ((1, 30), (2, inf), (3, 30)):
        watch.put("RACE", seconds, what=what)
    watch.retries.forget_all_but("RACE", {3})
    assert [watch.retries.waits("RACE", what) for what in (1, 2, 3)] == [False, False, True]


def test_a_host_is_told_of_what_waits_and_of_what_is_parked_apart(watch: Watch) -> None:
    def shown() -> tuple[float, float]:
        return metrics.WAITING._value.get(), metrics.PARKED._value.get()

    waiting, parked = shown()
    watch.put("RACE", 30, what=1)
    watch.put("RACE", inf, what=2)
    assert shown() == (waiting + 1, parked + 1)
    watch.hurry(CHANNEL)
    assert shown() == (waiting, parked)


async def test_a_discord_that_stays_broken_is_asked_less_and_less_often(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []

    def at_once(seconds: float, ring: Callable[[], None]) -> retries.Alarm:
        waits.append(seconds)
        return retries.in_the_loop(0, ring)

    monkeypatch.setattr(harbour.bot.outbox.retries, "later", at_once)
    ann, bo = await harbour.race_of_two()
    harbour.discord.faults.arm("POST", "/channels/*/messages", Broken(503), times=12)
    await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E0 S0"))
    await harbour.delivered()
    assert waits == [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]
    assert harbour.newest.pinged == {ann.id}
