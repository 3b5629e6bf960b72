"""Games remember who had a seat before, and under which name: what was told of them stays true."""

import json
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

GAMES = sa.table("games", sa.column("id"), sa.column("opening"), sa.column("former"))
ENTRIES = sa.table("entries", sa.column("game"), sa.column("number"), sa.column("entry"))


def upgrade() -> None:
    """Add the column, and fill it from the journals: they know who it was, but no names."""
    op.add_column("games", sa.Column("former", sa.Text, nullable=False, server_default="[]"))
    connection = op.get_bind()
    found = connection.execute(
        sa.select(ENTRIES.c.game, ENTRIES.c.entry, GAMES.c.opening)
        .join(GAMES, GAMES.c.id == ENTRIES.c.game)
        .where(ENTRIES.c.entry.like('%"kind":"substitute"%'))
        .order_by(ENTRIES.c.game, ENTRIES.c.number)
    ).all()
    for game, rows in groupby(found, key=lambda row: row.game):
        former = json.dumps(_former(list(rows)), separators=(",", ":"))
        connection.execute(sa.update(GAMES).where(GAMES.c.id == game).values(former=former))


def _former(rows: list[Any]) -> list[list[int | str]]:
    """Seat, the last entry of its time, the user and no name for everybody who handed a seat over."""
    players = json.loads(rows[0].opening)["players"]
    former: list[list[int | str]] = []
    for row in rows:
        entry = json.loads(row.entry)
        if entry["kind"] == "substitute":
            seat = entry["seat"]
            former.append([seat, entry["number"] - 1, int(players[seat - 1]), ""])
            players[seat - 1] = entry["what"]
    return former
