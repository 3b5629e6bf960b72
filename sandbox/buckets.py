from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sandbox.clock import Clock


@dataclass(frozen=True)
class Share:
    """What a request finds in its bucket: may it pass, how many more may, in how many seconds it is full."""

    passes: bool
    limit: int
    remaining: int
    reset_after: float


@dataclass
class Buckets:
    """Discord's rate limit by route and channel: `limit` requests in `seconds`, counted from the first."""

    clock: Clock
    limit: int = 5
    seconds: float = 5.0
    _windows: dict[str, tuple[datetime, int]] = field(default_factory=dict)

    def take(self, key: str) -> Share:
        """Count one request against the bucket `key`."""
        now = self.clock.now()
        start, used = self._windows.get(key, (now, 0))
        if now >= start + timedelta(seconds=self.seconds):
            start, used = now, 0
        reset_after = (start - now).total_seconds() + self.seconds
        if used >= self.limit:
            return Share(passes=False, limit=self.limit, remaining=0, reset_after=reset_after)
        self._windows[key] = (start, used + 1)
        return Share(passes=True, limit=self.limit, remaining=self.limit - used - 1, reset_after=reset_after)
