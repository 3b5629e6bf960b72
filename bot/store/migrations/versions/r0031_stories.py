"""What an entry tells has a checksum, since the journal's chain of hashes does not hold it."""

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    """Add the column, and sum up what older entries tell as they stand."""
    op.add_column("entries", sa.Column("checksum", sa.String, nullable=False, server_default=""))
    connection = op.get_bind()
    entries = sa.table(
        "entries", sa.column("game"), sa.column("number"), sa.column("turn"), sa.column("events")
    )
    summed = sa.text("UPDATE entries SET checksum = :checksum WHERE game = :game AND number = :number")
    found = sa.select(entries.c.game, entries.c.number, entries.c.turn, entries.c.events)
    for rows in connection.execute(found).partitions(1_000):
        checksums = [
            {
                "game": row.game,
                "number": row.number,
                "checksum": hashlib.sha256(f"{row.turn}\n{row.events}".encode()).hexdigest()[:16],
            }
            for row in rows
        ]
        connection.execute(summed, checksums)
