"""Whether somebody wishes to see what a choice leads to before they make it."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    """Add the column; nobody wishes it yet."""
    op.add_column("wishes", sa.Column("previews", sa.Boolean, nullable=False, server_default="0"))
