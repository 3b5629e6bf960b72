"""Lobbies keep by which presses people joined: the dice depend on them."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the column; of lobbies that are open the presses are not known."""
    op.add_column("games", sa.Column("presses", sa.Text, nullable=False, server_default="{}"))
