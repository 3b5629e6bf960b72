"""A setting of servers: whether games have pages on the web."""

import sqlalchemy as sa
from alembic import op

revision = "1.1"
down_revision = "1.0"


def upgrade() -> None:
    """Add the column. It is off for existing servers."""
    op.add_column("servers", sa.Column("web", sa.Boolean, nullable=False, server_default="0"))
