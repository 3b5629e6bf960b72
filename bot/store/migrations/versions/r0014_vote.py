"""A game remembers who is to be given a seat, and who has agreed to it."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add the column: nobody is asked yet."""
    op.add_column("games", sa.Column("vote", sa.Text))
