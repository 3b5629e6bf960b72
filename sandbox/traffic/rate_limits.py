"""Rate limits of each route in each channel, of a token, and of invalid requests."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from sandbox.clock import Clock
from sandbox.errors import ApiError, Refusal


@dataclass(frozen=True)
class Limit:
    """The maximum number of requests in a period of `seconds`. The period begins with the first request."""

    count: int
    seconds: float


ANY_ROUTE = Limit(10, 10.0)
ROUTES = {
    ("POST", "/channels/{channel_id}/messages"): Limit(5, 5.0),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): Limit(5, 5.0),
    ("DELETE", "/channels/{channel_id}/messages/{message_id}"): Limit(5, 1.0),
    ("GET", "/channels/{channel_id}/messages"): Limit(5, 5.0),
    ("POST", "/channels/{channel_id}/threads"): Limit(50, 300.0),
    ("POST", "/webhooks/{application_id}/{token}"): Limit(5, 2.0),
    ("PATCH", "/webhooks/{application_id}/{token}/messages/{message_id}"): Limit(5, 2.0),
}
"""The limits that bots observe, because Discord does not publish any. Other routes have `ANY_ROUTE`."""

UNLIMITED = frozenset({("POST", "/interactions/{interaction_id}/{token}/callback")})
"""Routes without a limit and without its headers, so that a bot can answer everybody."""

OF_A_TOKEN = Limit(50, 1.0)
LOGINS = Limit(1, 5.0)
OLD_EDITS = Limit(3, 6.0)
OLD = timedelta(hours=1)
"""The age from which a message's edits count as `OLD_EDITS`."""

INVALID = Limit(10_000, 600.0)
_INVALID_STATUS = frozenset({401, 403, 429})

_MAJOR = ("channel_id", "guild_id", "token")
"""The parts of a path whose values are counted separately."""


@dataclass(frozen=True)
class Share:
    """The effect of a limit: whether a request passes, how many more may pass, and the time of the reset."""

    passes: bool
    limit: Limit
    remaining: int
    reset_after: float
    reset: datetime


class RateLimits:
    """Counts the requests of a bot.

    `clock` is by default the machine's clock, because clients wait by that clock. Limits reset `hurry` times
    faster than at Discord, because tests may do in a second what people do in an hour.
    """

    def __init__(self, clock: Clock | None = None, *, hurry: float = 1.0) -> None:
        self._clock = clock or Clock()
        self._hurry = hurry
        self._windows: dict[str, tuple[datetime, int]] = {}

    def of_route(self, method: str, template: str, params: Mapping[str, str]) -> tuple[Share, dict[str, str]]:
        """Count a request on its route. Return the effect, and headers unless the route is unlimited."""
        if (method, template) in UNLIMITED:
            return Share(True, ANY_ROUTE, ANY_ROUTE.count, 0.0, self._clock.now()), {}
        major = "/".join(params[name] for name in _MAJOR if name in params)
        share = self._take(f"{method} {template} {major}", ROUTES.get((method, template), ANY_ROUTE))
        headers = {
            "X-RateLimit-Limit": str(share.limit.count),
            "X-RateLimit-Remaining": str(share.remaining),
            "X-RateLimit-Reset": f"{share.reset.timestamp():.3f}",
            "X-RateLimit-Reset-After": f"{share.reset_after:.3f}",
            "X-RateLimit-Bucket": hashlib.sha256(f"{method} {template}".encode()).hexdigest()[:32],
        }
        return share, headers if share.passes else headers | refusal_headers(share.reset_after, scope="user")

    def of_token(self) -> Share:
        """Count a request of the bot's token."""
        return self._take("token", OF_A_TOKEN)

    def of_login(self, key: int) -> Share:
        """Count a gateway login of a shard with this key. Each key has its own limit."""
        return self._take(f"logins {key}", LOGINS)

    def forget_logins(self) -> None:
        """Forget all logins, so that every shard can log in immediately."""
        for key in [key for key in self._windows if key.startswith("logins ")]:
            del self._windows[key]

    def edit_old(self, channel_id: int) -> None:
        """Count an edit of an old message in the given channel. Raises ApiError after too many such edits."""
        share = self._take(f"old edits {channel_id}", OLD_EDITS)
        if not share.passes:
            raise ApiError(Refusal.TOO_MANY_OLD_EDITS, retry_after=share.reset_after)

    def note_answer(self, status: int, *, scope: str | None = None) -> None:
        """Count a 401, 403 or 429 as invalid, but not a refusal by a limit ``shared`` with other bots."""
        if status in _INVALID_STATUS and scope != "shared":
            self._take("invalid", INVALID)

    @property
    def invalid(self) -> int:
        """The number of invalid requests in the current ten minutes."""
        start, used = self._windows.get("invalid", (self._clock.now(), 0))
        return used if self._clock.now() < start + self._length(INVALID) else 0

    @property
    def banned(self) -> bool:
        """Whether Discord's proxy currently blocks the bot's machine."""
        return self.invalid >= INVALID.count

    def _take(self, key: str, limit: Limit) -> Share:
        now = self._clock.now()
        start, used = self._windows.get(key, (now, 0))
        if now >= start + self._length(limit):
            start, used = now, 0
        passes = used < limit.count
        self._windows[key] = (start, used + passes)
        end = start + self._length(limit)
        remaining = limit.count - used - 1 if passes else 0
        return Share(passes, limit, remaining, (end - now).total_seconds(), end)

    def _length(self, limit: Limit) -> timedelta:
        return timedelta(seconds=limit.seconds / self._hurry)


def refusal_headers(retry_after: float, *, scope: str) -> dict[str, str]:
    """Return the headers of a refusal, which contain the time for a retry."""
    headers = {"Retry-After": str(ceil(retry_after)), "X-RateLimit-Scope": scope}
    return headers | {"X-RateLimit-Global": "true"} if scope == "global" else headers
