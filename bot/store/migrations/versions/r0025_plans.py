"""When somebody's question is answered by what they have planned."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Add the column, and what finds the rows that are due."""
    op.add_column("awaited", sa.Column("planned", sa.BigInteger, nullable=False, server_default="0"))
    has_plan = sa.text("planned != 0")
    op.create_index(
        "awaited_planned", "awaited", ["planned"], sqlite_where=has_plan, postgresql_where=has_plan
    )
