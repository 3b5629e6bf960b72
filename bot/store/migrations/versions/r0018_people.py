"""Journals know people by names of their own; who they are is kept beside them, and can be forgotten."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Add the column. Journals that are there already know people by Discord's ids, and go on so."""
    op.add_column("games", sa.Column("people", sa.Text, nullable=False, server_default="[]"))
