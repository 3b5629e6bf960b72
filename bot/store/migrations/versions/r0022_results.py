"""What every seat of a finished game came to, and who does not want to stand in lists."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Make the tables; games that are over by now are written down when the bot starts."""
    op.create_table(
        "results",
        sa.Column("game", sa.String, sa.ForeignKey("games.id", name="results_game_fkey"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("slug", sa.String, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("seconds", sa.BigInteger, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("waited", sa.BigInteger, nullable=False),
        sa.Column("counts", sa.Text, nullable=False),
        sa.Column("dice", sa.Text, nullable=False),
        sa.Column("unrated", sa.String, nullable=False),
        sa.Column("origin", sa.String, nullable=False, server_default=""),
        sqlite_with_rowid=False,
    )
    op.create_index("results_of_guild", "results", ["guild", "ended"])
    op.create_table(
        "unrecorded",
        sa.Column(
            "game", sa.String, sa.ForeignKey("games.id", name="unrecorded_game_fkey"), primary_key=True
        ),
        sqlite_with_rowid=False,
    )
    op.execute("INSERT INTO unrecorded (game) SELECT id FROM games WHERE status IN ('over', 'ended')")
    op.create_table(
        "unlisted",
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
