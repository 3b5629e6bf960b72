"""Who is told of games they follow, and when somebody last looked at what happened in one."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Add the columns and the table; older rows have no followers."""
    op.add_column("games", sa.Column("followers", sa.Text, nullable=False, server_default="[]"))
    for name in ("first", "last"):
        op.add_column("letters", sa.Column(name, sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "looks",
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("entry", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
