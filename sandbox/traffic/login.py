import base64
import hashlib
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sandbox.clock import Clock

LOGINS = 1000
IN = timedelta(days=1)


def token_of(application_id: int) -> str:
    """Return a token in Discord's format, made of the application's id, a time and a secret."""
    digest = hashlib.sha256(f"sandbox/{application_id}".encode()).digest()
    parts = (str(application_id).encode(), digest[:4], digest[4:31])
    return ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts)


@dataclass
class Login:
    """The token, while it is valid, and its remaining logins. `clock` is the machine's clock."""

    token: str
    clock: Clock = field(default_factory=Clock)
    remaining: int = LOGINS
    _since: datetime | None = None

    def accepts(self, token: str) -> bool:
        """Return whether `token` is the bot's token and is not revoked."""
        return bool(self.token) and token == self.token

    def count(self) -> bool:
        """Count a login. If no login remains, revoke the token and return False."""
        now = self.clock.now()
        if self._since is None:
            self._since = now
        elif now >= self._since + IN:
            self._since, self.remaining = now, LOGINS
        if self.remaining <= 0:
            self.token = ""
            return False
        self.remaining -= 1
        return True

    @property
    def reset_after(self) -> int:
        """The milliseconds until all logins are available again; 0 before the first login."""
        if self._since is None:
            return 0
        return max(0, int((self._since + IN - self.clock.now()).total_seconds() * 1000))
