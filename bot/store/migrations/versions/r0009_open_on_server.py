"""The open games of a server are found without looking at those of all others."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Index the open games by their server."""
    opened = sa.text("status IN ('lobby', 'running', 'paused')")
    columns = ["guild", "created"]
    op.create_index("games_open_on_server", "games", columns, sqlite_where=opened, postgresql_where=opened)
