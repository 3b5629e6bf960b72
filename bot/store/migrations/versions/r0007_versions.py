"""A game counts its changes: one that was made from an earlier version is refused."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Give games their version; those there begin to count now."""
    op.add_column("games", sa.Column("version", sa.Integer, nullable=False, server_default="0"))
