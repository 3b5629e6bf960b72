"""Logs: one line an event, as text or as JSON. The token never gets here."""

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
    """Each record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """The record's time, level, place, message, and the ids it carries."""
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
    """Each record as a line for people, its ids at the end; only a stack may follow."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the library's name
        """Time, level, place, message, ids."""
        ids = (f"{name}={getattr(record, name)}" for name in _FIELDS if hasattr(record, name))
        # People's words may be among it: nobody writes lines of his own into the log.
        told = " ".join(super().formatMessage(record).splitlines())
        return " ".join([told, *ids])


def begin(settings: Settings) -> None:
    """Set up logging for the whole program."""
    handler = logging.StreamHandler()
    text = TextLines("%(asctime)s %(levelname)-7s %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S")
    handler.setFormatter(JsonLines() if settings.log_format == "json" else text)
    handler.addFilter(metrics.count_line)
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)
    # Of what libraries do only the unusual is of interest here; aiosqlite would even tell what is written.
    for library in ("aiosqlite", "alembic", "discord"):
        logging.getLogger(library).setLevel(max(logging.WARNING, logging.getLevelName(settings.log_level)))
    # That a connection broke is told where it is made again.
    logging.getLogger("psycopg").setLevel(logging.ERROR)
    logging.getLogger("discord.app_commands.tree").addFilter(in_a_line)
    logging.getLogger("discord.shard").addFilter(without_stack)
    logging.captureWarnings(capture=True)
    sys.excepthook = _broke
    threading.excepthook = lambda died: _broke(died.exc_type, died.exc_value, died.exc_traceback)
    for sentence in strangers():
        log.warning("%s", sentence)


def complaint(message: str) -> str:
    """Why the program ends: a line for programs where they read the log, else a sentence for people."""
    if not wants_json():
        return message
    return JsonLines().format(logging.LogRecord("bot", logging.ERROR, "", 0, message, None, None))


def _broke(kind: type[BaseException], error: BaseException | None, stack: TracebackType | None) -> None:
    if error is not None and issubclass(kind, Exception):
        log.critical("the program broke", exc_info=(kind, error, stack))


def without_stack(record: logging.LogRecord) -> bool:
    """A line is enough for a connection that broke: it is made again."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, BROKEN):
        told = record.getMessage()
        record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
        record.msg, record.args = "%s (%s)", (told, str(error) or type(error).__name__)
    return True


def in_a_line(record: logging.LogRecord) -> bool:
    """A line is enough for suggestions that reach nobody: people type on, and Discord takes no late ones."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, DISCORD_FAILED):
        record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
        record.msg, record.args = "suggestions could not be given: %s", (error,)
    return True
