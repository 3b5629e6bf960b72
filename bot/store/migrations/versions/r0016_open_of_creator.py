"""Open games are counted by who opened them, without looking through those that are over."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

OPEN = sa.text("status IN ('lobby', 'running', 'paused')")


def upgrade() -> None:
    """Make the index."""
    op.create_index("games_open_of_creator", "games", ["creator"], sqlite_where=OPEN, postgresql_where=OPEN)
