"""The bot under bad conditions: `python -m tests.bot.tried WEATHER SECONDS run`.

The bot's clock is SECONDS ahead, and the bot checks very often for due work. The disk fails as the file
WEATHER states. The file may change at any time. With `full`, nothing more is written. With `read-only`, the
database may not be written. With `io`, every second statement fails, whether it reads or writes. With `late`,
committed data are stored, but the disk reports a failure.
"""

import itertools
import sqlite3
import sys
from functools import partial
from pathlib import Path
from typing import Any

SOON = 0.1
"""The seconds between two logins. Discord's limits are a hundred times shorter here."""

NEVER = 10**9
"""The seconds after which signs become emojis."""

OFTEN = 1.0
"""The seconds between two checks for due work, because the bot is soon killed."""

_weather = Path(sys.argv.pop(1))

_WRITES = ("INSERT", "UPDATE", "DELETE")
_ERRORS = {
    "full": (sqlite3.SQLITE_FULL, "database or disk is full"),
    "read-only": (sqlite3.SQLITE_READONLY, "attempt to write a readonly database"),
    "io": (sqlite3.SQLITE_IOERR_WRITE, "disk I/O error"),
    "late": (sqlite3.SQLITE_IOERR_FSYNC, "disk I/O error"),
}
_turn = itertools.count()


def _meet(statement: str) -> str:
    """Return the weather for a COMMIT, otherwise an empty text. Raises sqlite3.OperationalError."""
    weather = _weather.read_text(encoding="utf-8") if _weather.exists() else ""
    verb = statement.lstrip().partition(" ")[0].upper()
    if weather in {"full", "read-only"} and verb in _WRITES:
        raise _error(weather)
    if weather == "io" and verb in {*_WRITES, "SELECT", "COMMIT"} and next(_turn) % 2:
        raise _error(weather)
    return weather if verb == "COMMIT" else ""


def _error(weather: str) -> sqlite3.OperationalError:
    code, told = _ERRORS[weather]
    error = sqlite3.OperationalError(told)
    error.sqlite_errorcode = code
    return error


class _Cursor(sqlite3.Cursor):
    """A cursor that checks the weather before each statement."""

    def execute(self, sql: str, *values: Any) -> "_Cursor":  # noqa: ANN401
        _meet(sql)
        super().execute(sql, *values)
        return self

    def executemany(self, sql: str, *values: Any) -> "_Cursor":  # noqa: ANN401
        _meet(sql)
        super().executemany(sql, *values)
        return self


class _Connection(sqlite3.Connection):
    """A connection whose cursors check the weather."""

    def cursor(self, factory: Any = None) -> Any:  # noqa: ANN401
        return super().cursor(factory or _Cursor)

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:  # noqa: ANN401
        weather = _meet(sql)
        done = super().execute(sql, *values)
        if weather == "late":
            raise _error(weather)
        return done

    def executemany(self, sql: str, *values: Any) -> sqlite3.Cursor:  # noqa: ANN401
        _meet(sql)
        return super().executemany(sql, *values)


sqlite3.connect = partial(sqlite3.connect, factory=_Connection)  # type: ignore[assignment]

# Replace the clock before any part of the bot reads it.
import tests.bot.ahead  # noqa: E402, F401 - it sets the clock
from bot.service.garbage_collection import loading  # noqa: E402

with loading():
    from bot.__main__ import main
    from bot.direct_messages import sender
    from bot.posts import emoji_upload
    from bot.service import logins
    from bot.sessions import timekeeper

if __name__ == "__main__":
    sender.PERIOD = timekeeper.PERIOD = OFTEN
    logins.BETWEEN = SOON
    # Texts with emojis are compared with texts in words.
    emoji_upload.CALM = NEVER
    sys.exit(main(sys.argv[1:]))
