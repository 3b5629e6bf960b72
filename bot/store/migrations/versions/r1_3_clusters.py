"""Adds a table of clusters of servers, whose processes share a database."""

import sqlalchemy as sa
from alembic import op

revision = "1.3"
down_revision = "1.2"


def upgrade() -> None:
    """Add the empty table."""
    op.create_table(
        "clusters",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("holding", sa.BigInteger, nullable=False),
        sa.Column("held", sa.Boolean, nullable=False),
        sqlite_with_rowid=False,
    )
