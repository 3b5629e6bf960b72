import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Alarm(Protocol):
    """Something that will happen later and can still be called off."""

    def cancel(self) -> None:
        """Call it off; harmless once it has happened."""


class Clock(Protocol):
    """Where the sandbox takes its time from, so that tests need not wait for three seconds to pass."""

    def now(self) -> datetime:
        """Return the present moment, in UTC."""

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Alarm:
        """Have `callback` called when `seconds` have passed."""


class RealClock:
    """The machine's own clock."""

    def now(self) -> datetime:
        """Return the present moment, in UTC."""
        return datetime.now(UTC)

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Alarm:
        """Have the running event loop call `callback` when `seconds` have passed."""
        return asyncio.get_running_loop().call_later(seconds, callback)


@dataclass(eq=False)
class _ManualAlarm:
    due: datetime
    callback: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


@dataclass
class ManualClock:
    """A clock that stands still until a test moves it."""

    moment: datetime = datetime(2026, 6, 1, 12, tzinfo=UTC)
    _alarms: list[_ManualAlarm] = field(default_factory=list)

    def now(self) -> datetime:
        """Return the moment the test has reached."""
        return self.moment

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Alarm:
        """Have `callback` called by the `advance` that passes `seconds` from now."""
        alarm = _ManualAlarm(self.moment + timedelta(seconds=seconds), callback)
        self._alarms.append(alarm)
        return alarm

    def advance(self, seconds: float) -> None:
        """Move on by `seconds`, ringing every alarm that falls due on the way, in order."""
        target = self.moment + timedelta(seconds=seconds)
        while due := sorted((a for a in self._alarms if a.due <= target), key=lambda a: a.due):
            alarm = due[0]
            self._alarms.remove(alarm)
            self.moment = max(self.moment, alarm.due)
            if not alarm.cancelled:
                alarm.callback()
        self.moment = target
