"""Logs: one line an event, as text or as JSON. The token never gets here."""

import json
import logging
from datetime import UTC, datetime

from bot.config import Settings

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
    """Each record as a line for people, its ids at the end."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, place, message, ids."""
        ids = " ".join(f"{name}={getattr(record, name)}" for name in _FIELDS if hasattr(record, name))
        line = super().format(record)
        first, _, stack = line.partition("\n")
        return f"{first} {ids}".rstrip() + (f"\n{stack}" if stack else "")


def begin(settings: Settings) -> None:
    """Set up logging for the whole program."""
    handler = logging.StreamHandler()
    text = TextLines("%(asctime)s %(levelname)-7s %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S")
    handler.setFormatter(JsonLines() if settings.log_format == "json" else text)
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)
    # Of what libraries do only the unusual is of interest here.
    for library in ("discord", "alembic"):
        logging.getLogger(library).setLevel(max(logging.WARNING, logging.getLevelName(settings.log_level)))
