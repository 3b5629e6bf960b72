"""The tables of 1.0."""

import sqlalchemy as sa
from alembic import op

revision = "1.0"
down_revision = None

OPEN = sa.text("status IN ('lobby', 'running', 'paused')")
WIDE_KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String, nullable=False),
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
        sa.Column("former", sa.Text, server_default="[]", nullable=False),
        sa.Column("version", sa.Integer, server_default="0", nullable=False),
        sa.Column("presses", sa.Text, server_default="{}", nullable=False),
        sa.Column("vote", sa.Text),
        sa.Column("waiting", sa.Text, server_default="[]", nullable=False),
        sa.Column("invited", sa.Text, server_default="[]", nullable=False),
        sa.Column("checksum", sa.String, server_default="", nullable=False),
        sa.Column("people", sa.Text, server_default="[]", nullable=False),
        sa.Column("followers", sa.Text, server_default="[]", nullable=False),
        sa.Column("office", sa.Text, server_default="", nullable=False),
        sa.Column("pending", sa.String, server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id"),
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
    op.create_index("games_open_of_creator", "games", ["creator"], sqlite_where=OPEN, postgresql_where=OPEN)
    op.create_index(
        "games_open_on_server", "games", ["guild", "created"], sqlite_where=OPEN, postgresql_where=OPEN
    )
    op.create_index(
        "games_pending",
        "games",
        ["updated"],
        sqlite_where=sa.text("pending != ''"),
        postgresql_where=sa.text("pending != ''"),
    )
    op.create_table(
        "interactions",
        sa.Column("id", WIDE_KEY, autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "logins",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "outages",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "presence",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "servers",
        sa.Column("guild", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("hall", sa.BigInteger, server_default="0", nullable=False),
        sa.Column("gm_role", sa.BigInteger, server_default="0", nullable=False),
        sa.Column("beginnings", sa.Text, server_default="{}", nullable=False),
        sa.Column("channels", sa.Text, server_default="[]", nullable=False),
        sa.Column("threads", sa.String, server_default="chosen", nullable=False),
        sa.Column("limits", sa.Text, server_default="[0,0,0]", nullable=False),
        sa.Column("language", sa.String, server_default="", nullable=False),
        sa.Column("dashboard", sa.Text),
        sa.PrimaryKeyConstraint("guild"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "unlisted",
        sa.Column("user", sa.BigInteger, autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("user"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "wishes",
        sa.Column("user", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("reminders", sa.String, nullable=False),
        sa.Column("way", sa.String, server_default="channel", nullable=False),
        sa.Column("on_deck", sa.Boolean, server_default="0", nullable=False),
        sa.Column("closed", sa.Boolean, server_default="0", nullable=False),
        sa.Column("quiet", sa.Text),
        sa.Column("away", sa.Text, server_default="[]", nullable=False),
        sa.Column("answers", sa.Text, server_default="{}", nullable=False),
        sa.Column("previews", sa.Boolean, server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("user"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "awaited",
        sa.Column("game", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, server_default="0", nullable=False),
        sa.Column("remind", sa.BigInteger, server_default="0", nullable=False),
        sa.Column("planned", sa.BigInteger, server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="awaited_game_fkey"),
        sa.PrimaryKeyConstraint("game", "seat"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "awaited_planned",
        "awaited",
        ["planned"],
        sqlite_where=sa.text("planned != 0"),
        postgresql_where=sa.text("planned != 0"),
    )
    op.create_index(
        "awaited_remind",
        "awaited",
        ["remind"],
        sqlite_where=sa.text("remind != 0"),
        postgresql_where=sa.text("remind != 0"),
    )
    op.create_index(
        "awaited_until",
        "awaited",
        ["until"],
        sqlite_where=sa.text("until != 0"),
        postgresql_where=sa.text("until != 0"),
    )
    op.create_table(
        "entries",
        sa.Column("game", sa.String, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("turn", sa.String, nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.Column("checksum", sa.String, server_default="", nullable=False),
        sa.Column("away", sa.BigInteger, server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="entries_game_fkey"),
        sa.PrimaryKeyConstraint("game", "number"),
    )
    op.create_table(
        "letters",
        sa.Column("id", WIDE_KEY, autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("why", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("first", sa.Integer, server_default="0", nullable=False),
        sa.Column("last", sa.Integer, server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="letters_game_fkey"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("letters_at", "letters", ["at"])
    op.create_index("letters_user", "letters", ["user"])
    op.create_table(
        "looks",
        sa.Column("user", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("entry", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="looks_game_fkey"),
        sa.PrimaryKeyConstraint("user", "game"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "members",
        sa.Column("game", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="members_game_fkey"),
        sa.PrimaryKeyConstraint("game", "seat"),
        sqlite_with_rowid=False,
    )
    op.create_index("members_user", "members", ["user"])
    op.create_table(
        "posts",
        sa.Column("id", WIDE_KEY, autoincrement=False, nullable=False),
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
        sa.Column("attachment", sa.BigInteger, server_default="0", nullable=False),
        sa.Column("undone", sa.Text, server_default="[]", nullable=False),
        sa.Column("restored", sa.BigInteger, server_default="0", nullable=False),
        sa.Column("since", sa.BigInteger, server_default="0", nullable=False),
        sa.Column("asked", sa.BigInteger, server_default="0", nullable=False),
        sa.Column("unreached", sa.Boolean, server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="posts_game_fkey"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "posts_due",
        "posts",
        ["game"],
        sqlite_where=sa.text("shown != wanted AND gone = 0"),
        postgresql_where=sa.text("shown != wanted AND NOT gone"),
    )
    op.create_index("posts_game", "posts", ["game"])
    op.create_index(
        "posts_reminding",
        "posts",
        ["game"],
        sqlite_where=sa.text("kind = 'reminder' AND live = 1"),
        postgresql_where=sa.text("kind = 'reminder' AND live"),
    )
    op.create_table(
        "restored",
        sa.Column("game", sa.String, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("taken", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="restored_game_fkey"),
        sa.PrimaryKeyConstraint("game"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "results",
        sa.Column("game", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
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
        sa.Column("origin", sa.String, server_default="", nullable=False),
        sa.Column("team", sa.Integer, server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="results_game_fkey"),
        sa.PrimaryKeyConstraint("game", "seat"),
        sqlite_with_rowid=False,
    )
    op.create_index("results_of_guild", "results", ["guild", "ended"])
    op.create_table(
        "unrecorded",
        sa.Column("game", sa.String, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="unrecorded_game_fkey"),
        sa.PrimaryKeyConstraint("game"),
        sqlite_with_rowid=False,
    )
