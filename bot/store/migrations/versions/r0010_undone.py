"""A post knows which of its entries do not count any more, since the game was taken back."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Give posts the entries; of those there nothing was marked."""
    op.add_column("posts", sa.Column("undone", sa.Text, nullable=False, server_default="[]"))
