"""Adds the key of a server's page on the web."""

import sqlalchemy as sa
from alembic import op

revision = "1.2"
down_revision = "1.1"


def upgrade() -> None:
    """Add the column, which is empty for existing servers."""
    op.add_column("servers", sa.Column("page", sa.String, nullable=False, server_default=""))
