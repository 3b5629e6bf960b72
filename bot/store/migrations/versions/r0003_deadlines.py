"""Awaited seats may have a deadline, after which their standing answer is given."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Give awaited seats a deadline; none of those there has one."""
    op.add_column("awaited", sa.Column("until", sa.BigInteger, nullable=False, server_default="0"))
    limited = sa.text("until != 0")
    op.create_index("awaited_until", "awaited", ["until"], sqlite_where=limited, postgresql_where=limited)
