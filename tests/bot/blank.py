"""A database without games, as migrations leave it: created once, and copied for each test."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.store.migrate import migrate_now


def lay_blank(path: Path) -> Path:
    """Create a database without games at the given path. Returns the path."""
    path.write_bytes(_blank())
    return path


@cache
def _blank() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "blank.db"
        migrate_now(f"sqlite:///{path}")
        return path.read_bytes()
