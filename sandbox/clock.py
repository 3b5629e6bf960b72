import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Alarm(Protocol):
    """A scheduled callback that can still be cancelled."""

    def cancel(self) -> None:
        """Prevent the call, unless it has happened already."""


class Clock:
    """The machine's own clock. Tests need not wait if they use a `ManualClock` instead."""

    def now(self) -> datetime:
        """Return the current time, in UTC."""
        return datetime.now(UTC)

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Alarm:
        """Let the running event loop call `callback` after `seconds` seconds."""
        return asyncio.get_running_loop().call_later(seconds, callback)


@dataclass(eq=False)
class _ManualAlarm:
    due: datetime
    callback: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


@dataclass
class ManualClock(Clock):
    """A clock that moves only when a test moves it."""

    moment: datetime = datetime(2026, 6, 1, 12, tzinfo=UTC)
    _alarms: list[_ManualAlarm] = field(default_factory=list)

    def now(self) -> datetime:
        """Return the time that the test has reached."""
        return self.moment

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Alarm:
        """Let `advance` call `callback` once the clock has moved by `seconds`."""
        alarm = _ManualAlarm(self.moment + timedelta(seconds=seconds), callback)
        self._alarms.append(alarm)
        return alarm

    def advance(self, seconds: float) -> None:
        """Move the clock by `seconds`. Call all callbacks that become due, in the order of their times."""
        target = self.moment + timedelta(seconds=seconds)
        while due := sorted((a for a in self._alarms if a.due <= target), key=lambda a: a.due):
            alarm = due[0]
            self._alarms.remove(alarm)
            self.moment = max(self.moment, alarm.due)
            if not alarm.cancelled:
                alarm.callback()
        self.moment = target
