"""What the bot has still to do in a game by itself stands in its row, so that nothing is left undone."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    """Add the column. What is pending in older games is not known, so all that run are looked at once."""
    op.add_column("games", sa.Column("pending", sa.String, nullable=False, server_default=""))
    op.execute("UPDATE games SET pending = 'play' WHERE status = 'running'")
    op.create_index("games_pending", "games", ["updated"], sqlite_where=sa.text("pending != ''"))
