"""The tables of the database. Migrations build them, and a test compares the two.

Structured values (options, positions, entries, events) are JSON in text columns. Times are seconds since
1970. Discord's ids have 64 bits.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    and_,
    literal_column,
    not_,
)

from bot.store.rows import OPEN

metadata = MetaData(
    naming_convention={
        "ix": "%(table_name)s_%(column_0_N_name)s",
        "fk": "%(table_name)s_%(column_0_name)s_fkey",
    }
)

# SQLite needs the type INTEGER to store a table in the order of its key without another index.
WideKey = BigInteger().with_variant(Integer, "sqlite")

games = Table(
    "games",
    metadata,
    Column("id", String, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False, index=True),
    Column("slug", String, nullable=False),
    Column("status", String, nullable=False),
    Column("creator", BigInteger, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("preset", String, nullable=False),
    Column("options", Text, nullable=False),
    Column("opening", Text),
    Column("seed", LargeBinary, nullable=False),
    Column("position", Text),
    Column("former", Text, nullable=False, server_default="[]"),
    Column("version", Integer, nullable=False, server_default="0"),
    Column("presses", Text, nullable=False, server_default="{}"),
    Column("vote", Text),
    Column("waiting", Text, nullable=False, server_default="[]"),
    Column("invited", Text, nullable=False, server_default="[]"),
    Column("checksum", String, nullable=False, server_default=""),
    Column("people", Text, nullable=False, server_default="[]"),
    Column("followers", Text, nullable=False, server_default="[]"),
    Column("office", Text, nullable=False, server_default=""),
    Column("pending", String, nullable=False, server_default=""),
)

# A database uses a partial index only if a query has its exact condition, so the statuses are literals.
is_open = games.c.status.in_([literal_column(f"'{status}'") for status in OPEN])

Index(
    "games_one_open_in_channel", games.c.channel, unique=True, sqlite_where=is_open, postgresql_where=is_open
)

# Moves in a game do not change the indexed columns.
Index("games_open_of_creator", games.c.creator, sqlite_where=is_open, postgresql_where=is_open)
Index("games_open_on_server", games.c.guild, games.c.created, sqlite_where=is_open, postgresql_where=is_open)

is_pending = games.c.pending != literal_column("''")

Index("games_pending", games.c.updated, sqlite_where=is_pending, postgresql_where=is_pending)

members = Table(
    "members",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user", BigInteger, nullable=False, index=True),
    Column("name", String, nullable=False),
    sqlite_with_rowid=False,
)

# Entries are stored in the order of writing, so that a transaction for many games writes few pages.
entries = Table(
    "entries",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("turn", String, nullable=False),
    Column("entry", Text, nullable=False),
    Column("events", Text, nullable=False),
    Column("checksum", String, nullable=False, server_default=""),
    Column("away", BigInteger, nullable=False, server_default="0"),
)

posts = Table(
    "posts",
    metadata,
    Column("id", WideKey, primary_key=True, autoincrement=False),
    Column("game", ForeignKey("games.id"), nullable=False, index=True),
    Column("kind", String, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("turn", String, nullable=False),
    Column("called", Text, nullable=False),
    Column("live", Boolean, nullable=False),
    Column("wanted", Integer, nullable=False),
    Column("shown", Integer, nullable=False),
    Column("message", BigInteger, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("retry", BigInteger, nullable=False),
    Column("gone", Boolean, nullable=False),
    Column("picture", String, nullable=False),
    Column("alt", String, nullable=False),
    Column("attachment", BigInteger, nullable=False, server_default="0"),
    Column("undone", Text, nullable=False, server_default="[]"),
    Column("restored", BigInteger, nullable=False, server_default="0"),
    Column("since", BigInteger, nullable=False, server_default="0"),
    Column("asked", BigInteger, nullable=False, server_default="0"),
    Column("unreached", Boolean, nullable=False, server_default="0"),
)

reminds = and_(posts.c.kind == literal_column("'reminder'"), posts.c.live)

Index("posts_reminding", posts.c.game, sqlite_where=reminds, postgresql_where=reminds)

is_due = and_(posts.c.shown != posts.c.wanted, not_(posts.c.gone))

Index("posts_due", posts.c.game, sqlite_where=is_due, postgresql_where=is_due)

awaited = Table(
    "awaited",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False, server_default="0"),
    Column("remind", BigInteger, nullable=False, server_default="0"),
    Column("planned", BigInteger, nullable=False, server_default="0"),
    sqlite_with_rowid=False,
)

has_plan = awaited.c.planned != 0

Index("awaited_planned", awaited.c.planned, sqlite_where=has_plan, postgresql_where=has_plan)

is_reminded = awaited.c.remind != 0

Index("awaited_remind", awaited.c.remind, sqlite_where=is_reminded, postgresql_where=is_reminded)

has_deadline = awaited.c.until != 0

Index("awaited_until", awaited.c.until, sqlite_where=has_deadline, postgresql_where=has_deadline)

interactions = Table(
    "interactions",
    metadata,
    Column("id", WideKey, primary_key=True, autoincrement=False),
)

logins = Table(
    "logins",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
)

wishes = Table(
    "wishes",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("reminders", String, nullable=False),
    Column("way", String, nullable=False, server_default="channel"),
    Column("on_deck", Boolean, nullable=False, server_default="0"),
    Column("closed", Boolean, nullable=False, server_default="0"),
    Column("quiet", Text),
    Column("away", Text, nullable=False, server_default="[]"),
    Column("answers", Text, nullable=False, server_default="{}"),
    Column("previews", Boolean, nullable=False, server_default="0"),
    sqlite_with_rowid=False,
)

servers = Table(
    "servers",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("hall", BigInteger, nullable=False, server_default="0"),
    Column("gm_role", BigInteger, nullable=False, server_default="0"),
    Column("beginnings", Text, nullable=False, server_default="{}"),
    Column("channels", Text, nullable=False, server_default="[]"),
    Column("threads", String, nullable=False, server_default="chosen"),
    Column("limits", Text, nullable=False, server_default="[0,0,0]"),
    Column("language", String, nullable=False, server_default=""),
    Column("dashboard", Text),
    Column("web", Boolean, nullable=False, server_default="0"),
    Column("page", String, nullable=False, server_default=""),
    sqlite_with_rowid=False,
)

results = Table(
    "results",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guild", BigInteger, nullable=False),
    Column("slug", String, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("seconds", BigInteger, nullable=False),
    Column("place", Integer, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("waited", BigInteger, nullable=False),
    Column("counts", Text, nullable=False),
    Column("dice", Text, nullable=False),
    Column("unrated", String, nullable=False),
    Column("origin", String, nullable=False, server_default=""),
    Column("team", Integer, nullable=False, server_default="0"),
    sqlite_with_rowid=False,
)

Index("results_of_guild", results.c.guild, results.c.ended)

unrecorded = Table(
    "unrecorded",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    sqlite_with_rowid=False,
)

unlisted = Table(
    "unlisted",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)

letters = Table(
    "letters",
    metadata,
    Column("id", WideKey, primary_key=True, autoincrement=False),
    Column("user", BigInteger, nullable=False, index=True),
    Column("game", ForeignKey("games.id"), nullable=False),
    Column("why", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("asked", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    Column("first", Integer, nullable=False, server_default="0"),
    Column("last", Integer, nullable=False, server_default="0"),
)

looks = Table(
    "looks",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("entry", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

presence = Table(
    "presence",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("cluster", Integer, nullable=False, server_default="0"),
    Column("clusters", Integer, nullable=False, server_default="1"),
)

outages = Table(
    "outages",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("began", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("cluster", Integer, nullable=False, server_default="0"),
    Column("clusters", Integer, nullable=False, server_default="1"),
)

errands = Table(
    "errands",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("cluster", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("person", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
)

# `holding` is a random number of the cluster's process, which sets `held` to false when it ends.
clusters = Table(
    "clusters",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("holding", BigInteger, nullable=False),
    Column("held", Boolean, nullable=False),
    sqlite_with_rowid=False,
)

restored = Table(
    "restored",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("taken", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
