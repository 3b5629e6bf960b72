"""When somebody who is awaited is reminded, by which messages, and how often they wish it."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Add the columns, the table, and what finds the rows that are due."""
    op.add_column("awaited", sa.Column("remind", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("posts", sa.Column("asked", sa.BigInteger, nullable=False, server_default="0"))
    op.create_table(
        "wishes",
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("reminders", sa.String, nullable=False),
        sqlite_with_rowid=False,
    )
    is_reminded = sa.text("remind != 0")
    op.create_index(
        "awaited_remind", "awaited", ["remind"], sqlite_where=is_reminded, postgresql_where=is_reminded
    )
    op.create_index(
        "posts_reminding",
        "posts",
        ["game"],
        sqlite_where=sa.text("kind = 'reminder' AND live = 1"),
        postgresql_where=sa.text("kind = 'reminder' AND live"),
    )
