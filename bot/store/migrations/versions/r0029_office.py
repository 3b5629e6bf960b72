"""A lobby remembers its game masters, whom they took out, and whether it is locked."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    """Add the column: nobody has settled anything."""
    op.add_column("games", sa.Column("office", sa.Text, nullable=False, server_default=""))
