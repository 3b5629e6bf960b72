"""Entries lie in the order in which they were written, whichever games they belong to.

Kept in the order of their key, the next entry of each game lay on a page of its own: a transaction with
entries of a hundred games changed 250 pages for them, where it now changes 25.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Copy the entries to a table without an order of its own."""
    op.rename_table("entries", "entries_by_key")
    op.create_table(
        "entries",
        sa.Column("game", sa.String, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("turn", sa.String, nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "number"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="entries_game_fkey"),
    )
    op.execute("INSERT INTO entries SELECT game, number, turn, entry, events FROM entries_by_key")
    op.drop_table("entries_by_key")
