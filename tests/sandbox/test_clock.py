from datetime import timedelta

from sandbox import ManualClock
from sandbox.world.snowflakes import EPOCH, Snowflakes


def test_alarms_ring_in_order_when_their_moment_is_passed() -> None:
    clock = ManualClock()
    rung: list[str] = []
    clock.call_later(3, lambda: rung.append("three"))
    clock.call_later(1, lambda: rung.append("one"))
    clock.advance(2)
    assert rung == ["one"]
    clock.advance(1)
    assert rung == ["one", "three"]


def test_a_cancelled_alarm_stays_silent() -> None:
    clock = ManualClock()
    rung: list[str] = []
    clock.call_later(1, lambda: rung.append("one")).cancel()
    clock.advance(2)
    assert rung == []


def test_an_alarm_may_set_another() -> None:
    clock = ManualClock()
    rung: list[float] = []
    start = clock.now()

    def ring() -> None:
        rung.append((clock.now() - start).total_seconds())
        clock.call_later(2, ring)

    clock.call_later(1, ring)
    clock.advance(4)
    assert rung == [1, 3]
    assert clock.now() == start + timedelta(seconds=4)


def test_ids_rise_and_tell_the_time() -> None:
    clock = ManualClock()
    ids = Snowflakes(clock)
    first, second = ids.next(), ids.next()
    assert first < second
    assert EPOCH + timedelta(milliseconds=first >> 22) == clock.now()


def test_a_name_has_the_same_id_in_every_sandbox_and_once_in_each() -> None:
    one, other = Snowflakes(ManualClock()), Snowflakes(ManualClock())
    first = one.named("channel", "harbour")
    assert first == other.named("channel", "harbour")
    assert first != one.named("channel", "race")
    assert first < one.named("channel", "harbour")
