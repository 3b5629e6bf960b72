"""Adds the server setting `web`, which gives games pages on the web."""

import sqlalchemy as sa
from alembic import op

revision = "1.1"
down_revision = "1.0"


def upgrade() -> None:
    """Add the column, which is false for existing servers."""
    op.add_column("servers", sa.Column("web", sa.Boolean, nullable=False, server_default="0"))
