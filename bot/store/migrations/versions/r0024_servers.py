"""What is chosen for a server: where its finished games are shown."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Make the table; nothing was chosen before."""
    op.create_table(
        "servers",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("hall", sa.BigInteger, nullable=False, server_default="0"),
        sqlite_with_rowid=False,
    )
