"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

WIDE_KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")
OPEN = sa.text("status IN ('lobby', 'running', 'paused')")
DUE = sa.text("shown != wanted AND gone = 0")


def upgrade() -> None:
    """Make games, their members, journals, posts and awaited seats, and the interactions already done."""
    _games()
    _seats()
    _entries()
    _posts()
    op.create_table(
        "interactions",
        sa.Column("id", WIDE_KEY, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("slug", sa.String, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("creator", sa.BigInteger, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("preset", sa.String, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("opening", sa.Text),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("position", sa.Text),
    )
    op.create_index("games_channel", "games", ["channel"])
    op.create_index(
        "games_one_open_in_channel",
        "games",
        ["channel"],
        unique=True,
        sqlite_where=OPEN,
        postgresql_where=OPEN,
    )


def _seats() -> None:
    op.create_table(
        "members",
        sa.Column("game", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="members_game_fkey"),
        sqlite_with_rowid=False,
    )
    op.create_index("members_user", "members", ["user"])
    op.create_table(
        "awaited",
        sa.Column("game", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="awaited_game_fkey"),
        sqlite_with_rowid=False,
    )


def _entries() -> None:
    op.create_table(
        "entries",
        sa.Column("game", sa.String, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("turn", sa.String, nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "number"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="entries_game_fkey"),
        sqlite_with_rowid=False,
    )


def _posts() -> None:
    op.create_table(
        "posts",
        sa.Column("id", WIDE_KEY, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("turn", sa.String, nullable=False),
        sa.Column("called", sa.Text, nullable=False),
        sa.Column("live", sa.Boolean, nullable=False),
        sa.Column("wanted", sa.Integer, nullable=False),
        sa.Column("shown", sa.Integer, nullable=False),
        sa.Column("message", sa.BigInteger, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("retry", sa.BigInteger, nullable=False),
        sa.Column("gone", sa.Boolean, nullable=False),
        sa.Column("picture", sa.String, nullable=False),
        sa.Column("alt", sa.String, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="posts_game_fkey"),
    )
    op.create_index("posts_game", "posts", ["game"])
    op.create_index(
        "posts_due",
        "posts",
        ["game"],
        sqlite_where=DUE,
        postgresql_where=sa.text("shown != wanted AND NOT gone"),
    )
