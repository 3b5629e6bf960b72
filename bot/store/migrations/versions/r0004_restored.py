"""Games that a restored copy brought back, until their channels were told."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the table: no channel is owed such news yet."""
    op.create_table(
        "restored",
        sa.Column("game", sa.String, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("taken", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="restored_game_fkey"),
        sqlite_with_rowid=False,
    )
