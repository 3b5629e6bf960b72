"""With whom a seat won or lost: ratings rate teams as such."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Add the column; what was written down without it is worked out once more when the bot starts."""
    op.add_column("results", sa.Column("team", sa.Integer, nullable=False, server_default="0"))
    op.execute(
        "INSERT INTO unrecorded (game) SELECT DISTINCT game FROM results"
        " WHERE origin = '' AND game NOT IN (SELECT game FROM unrecorded)"
    )
