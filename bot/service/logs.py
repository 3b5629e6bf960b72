"""Logs one line per event, as text or JSON, without the token."""

import json
import logging
import sys
import threading
from datetime import UTC, datetime
from types import TracebackType

from bot import metrics
from bot.discord_errors import BROKEN, DISCORD_FAILED
from bot.service.config import Settings, strangers, wants_json

log = logging.getLogger(__name__)

_FIELDS = ("interaction", "channel", "user", "game", "entry")


class JsonLines(logging.Formatter):
    """Formats each record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record's time, level, logger, message and ids as JSON."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "in": record.name,
            "message": record.getMessage(),
        }
        line.update({name: getattr(record, name) for name in _FIELDS if hasattr(record, name)})
        if record.exc_info:
            line["stack"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class TextLines(logging.Formatter):
    """Formats each record as a line for people, with the record's ids last. A stack trace may follow."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the library's name
        """Return the record's time, level, logger, message and ids as one line."""
        ids = (f"{name}={getattr(record, name)}" for name in _FIELDS if hasattr(record, name))
        # A message may contain text of users, who must not be able to add lines to the log.
        told = " ".join(super().formatMessage(record).splitlines())
        return " ".join([told, *ids])


def begin(settings: Settings) -> None:
    """Set up logging for the whole program."""
    handler = logging.StreamHandler()
    text = TextLines("%(asctime)s %(levelname)-7s %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S")
    handler.setFormatter(JsonLines() if settings.log_format == "json" else text)
    handler.addFilter(metrics.count_line)
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)
    # Only warnings of libraries are logged, because aiosqlite would even log the data that is written.
    for library in ("aiosqlite", "alembic", "discord"):
        logging.getLogger(library).setLevel(max(logging.WARNING, logging.getLevelName(settings.log_level)))
    # A lost connection is logged where the connection is restored.
    logging.getLogger("psycopg").setLevel(logging.ERROR)
    logging.getLogger("discord.app_commands.tree").addFilter(in_a_line)
    logging.getLogger("discord.shard").addFilter(without_stack)
    logging.captureWarnings(capture=True)
    sys.excepthook = _broke
    threading.excepthook = lambda died: _broke(died.exc_type, died.exc_value, died.exc_traceback)
    for sentence in strangers():
        log.warning("%s", sentence)


def complaint(message: str) -> str:
    """Return the last message of a failing program, as a log line if the log is in JSON."""
    if not wants_json():
        return message
    return JsonLines().format(logging.LogRecord("bot", logging.ERROR, "", 0, message, None, None))


def _broke(kind: type[BaseException], error: BaseException | None, stack: TracebackType | None) -> None:
    if error is not None and issubclass(kind, Exception):
        log.critical("the program broke", exc_info=(kind, error, stack))


def without_stack(record: logging.LogRecord) -> bool:
    """Log a lost connection as a warning without its stack trace, since the connection is restored."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, BROKEN):
        told = record.getMessage()
        record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
        record.msg, record.args = "%s (%s)", (told, str(error) or type(error).__name__)
    return True


def in_a_line(record: logging.LogRecord) -> bool:
    """Log a failed suggestion as a warning without its stack trace, since people just continue to type."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, DISCORD_FAILED):
        record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
        record.msg, record.args = "suggestions could not be given: %s", (error,)
    return True
