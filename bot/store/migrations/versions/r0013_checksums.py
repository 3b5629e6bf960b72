"""A game keeps a checksum of its row, so that a backup sees a single wrong letter in it."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Give games a checksum; those there have none until they are written again."""
    op.add_column("games", sa.Column("checksum", sa.String, nullable=False, server_default=""))
