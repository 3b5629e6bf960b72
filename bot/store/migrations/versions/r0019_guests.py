"""A lobby remembers who waits for a seat, and who is called because they played together before."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Add the columns: nobody waits yet."""
    op.add_column("games", sa.Column("waiting", sa.Text, nullable=False, server_default="[]"))
    op.add_column("games", sa.Column("invited", sa.Text, nullable=False, server_default="[]"))
