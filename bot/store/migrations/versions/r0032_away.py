"""An entry knows for how long nobody could answer before it: what is found out later changes no figures."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    """Add the column, and fill it as the outages that are known now tell."""
    op.add_column("entries", sa.Column("away", sa.BigInteger, nullable=False, server_default="0"))
    connection = op.get_bind()
    outages = sa.table("outages", sa.column("began"), sa.column("ended"))
    known = sorted(tuple(row) for row in connection.execute(sa.select(outages.c.began, outages.c.ended)))
    if not known:
        return
    names = ("game", "number", "turn", "entry", "events")
    entries = sa.table("entries", *(sa.column(name) for name in names))
    found = connection.execute(sa.select(entries).order_by(entries.c.game, entries.c.number))
    changed = list(_changed(found, known))
    put = sa.text(
        "UPDATE entries SET away = :away, checksum = :checksum WHERE game = :game AND number = :number"
    )
    if changed:
        connection.execute(put, changed)


def _changed(rows: Iterable[Any], known: Sequence[tuple[int, ...]]) -> Iterator[dict[str, str | int]]:
    """The new columns of the entries before which the bot or Discord was away."""
    for game, lines in groupby(rows, key=lambda row: str(row.game)):
        for (_, before), (row, at) in pairwise((row, json.loads(row.entry)["at"]) for row in lines):
            away = _between(known, before, at)
            if away:
                told = f"{row.turn}\n{row.events}\n{away}"
                checksum = hashlib.sha256(told.encode()).hexdigest()[:16]
                yield {"game": game, "number": row.number, "away": away, "checksum": checksum}


def _between(known: Sequence[tuple[int, ...]], began: int, ended: int) -> int:
    """How many of the seconds between two times lie in outages, which stand here by their beginnings."""
    seconds, counted = 0, began
    for first, last in known:
        if counted < last and first < ended:
            seconds += max(0, min(last, ended) - max(first, counted))
            counted = max(counted, last)
    return seconds
