"""The tables of the database. Migrations build these tables, and a test compares the result with this file.

Structured values, such as options, positions, entries and events, are JSON in text columns. Times are seconds
since 1970. Discord's ids have 64 bits.
"""

from collections.abc import Iterator
from typing import Any

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
from sqlalchemy.types import TypeEngine

from bot.store.rows import OPEN

metadata = MetaData(
    naming_convention={
        "ix": "%(table_name)s_%(column_0_N_name)s",
        "fk": "%(table_name)s_%(column_0_name)s_fkey",
    }
)


def _columns(kind: type[TypeEngine[Any]], *names: str, default: str | None = None) -> Iterator[Column[Any]]:
    """Yield columns of the type `kind` that are never NULL. Columns added to old tables need a `default`."""
    for name in names:
        yield Column(name, kind, nullable=False, server_default=default)


def _key(name: str, kind: type[TypeEngine[Any]] | TypeEngine[Any] | ForeignKey) -> Column[Any]:
    """Return a column for a primary key. The database does not assign the values of this column."""
    return Column(name, kind, primary_key=True, autoincrement=False)


# SQLite stores a table in the order of its key, without another index, only if the key is an INTEGER.
WideKey = BigInteger().with_variant(Integer, "sqlite")

games = Table(
    "games",
    metadata,
    Column("id", String, primary_key=True),
    Column("channel", BigInteger, nullable=False, index=True),
    *_columns(BigInteger, "guild", "creator", "created", "updated"),
    *_columns(String, "slug", "status", "preset"),
    *_columns(Text, "options"),
    *_columns(LargeBinary, "seed"),
    *_columns(Text, "former", "waiting", "invited", "people", "followers", default="[]"),
    *_columns(Integer, "version", default="0"),
    *_columns(Text, "presses", default="{}"),
    *_columns(String, "checksum", "pending", default=""),
    *_columns(Text, "office", default=""),
    Column("opening", Text),
    Column("position", Text),
    Column("vote", Text),
)

# Databases use a partial index only for queries with its exact condition, so the statuses are literals.
is_open = games.c.status.in_([literal_column(f"'{status}'") for status in OPEN])

Index(
    "games_one_open_in_channel", games.c.channel, unique=True, sqlite_where=is_open, postgresql_where=is_open
)

# Moves in a game do not change the columns of these indexes.
Index("games_open_of_creator", games.c.creator, sqlite_where=is_open, postgresql_where=is_open)
Index("games_open_on_server", games.c.guild, games.c.created, sqlite_where=is_open, postgresql_where=is_open)

is_pending = games.c.pending != literal_column("''")
Index("games_pending", games.c.updated, sqlite_where=is_pending, postgresql_where=is_pending)

members = Table(
    "members",
    metadata,
    _key("game", ForeignKey("games.id")),
    _key("seat", Integer),
    Column("user", BigInteger, nullable=False, index=True),
    *_columns(String, "name"),
    sqlite_with_rowid=False,
)

# Entries are stored in the order of writing, so that a transaction for many games writes few pages.
entries = Table(
    "entries",
    metadata,
    _key("game", ForeignKey("games.id")),
    _key("number", Integer),
    *_columns(String, "turn"),
    *_columns(Text, "entry", "events"),
    *_columns(String, "checksum", default=""),
    *_columns(BigInteger, "away", default="0"),
)

posts = Table(
    "posts",
    metadata,
    _key("id", WideKey),
    Column("game", ForeignKey("games.id"), nullable=False, index=True),
    *_columns(String, "kind", "turn", "picture", "alt"),
    *_columns(BigInteger, "channel", "message", "retry"),
    *_columns(Integer, "first", "last", "wanted", "shown", "attempts"),
    *_columns(Text, "called"),
    *_columns(Boolean, "live", "gone"),
    *_columns(BigInteger, "attachment", "restored", "since", "asked", default="0"),
    *_columns(Text, "undone", default="[]"),
    *_columns(Boolean, "unreached", default="0"),
)

reminds = and_(posts.c.kind == literal_column("'reminder'"), posts.c.live)
Index("posts_reminding", posts.c.game, sqlite_where=reminds, postgresql_where=reminds)

is_due = and_(posts.c.shown != posts.c.wanted, not_(posts.c.gone))
Index("posts_due", posts.c.game, sqlite_where=is_due, postgresql_where=is_due)

awaited = Table(
    "awaited",
    metadata,
    _key("game", ForeignKey("games.id")),
    _key("seat", Integer),
    *_columns(String, "kind"),
    *_columns(BigInteger, "since"),
    *_columns(BigInteger, "until", "remind", "planned", default="0"),
    sqlite_with_rowid=False,
)

has_plan = awaited.c.planned != 0
Index("awaited_planned", awaited.c.planned, sqlite_where=has_plan, postgresql_where=has_plan)

is_reminded = awaited.c.remind != 0
Index("awaited_remind", awaited.c.remind, sqlite_where=is_reminded, postgresql_where=is_reminded)

has_deadline = awaited.c.until != 0
Index("awaited_until", awaited.c.until, sqlite_where=has_deadline, postgresql_where=has_deadline)

interactions = Table("interactions", metadata, _key("id", WideKey))

logins = Table("logins", metadata, Column("id", Integer, primary_key=True), *_columns(BigInteger, "at"))

wishes = Table(
    "wishes",
    metadata,
    _key("user", BigInteger),
    *_columns(String, "reminders"),
    *_columns(String, "way", default="channel"),
    *_columns(Boolean, "on_deck", "closed", "previews", default="0"),
    *_columns(Text, "away", default="[]"),
    *_columns(Text, "answers", default="{}"),
    Column("quiet", Text),
    sqlite_with_rowid=False,
)

servers = Table(
    "servers",
    metadata,
    _key("guild", BigInteger),
    *_columns(BigInteger, "hall", "gm_role", default="0"),
    *_columns(Text, "beginnings", default="{}"),
    *_columns(Text, "channels", default="[]"),
    *_columns(String, "threads", default="chosen"),
    *_columns(Text, "limits", default="[0,0,0]"),
    *_columns(String, "language", "page", default=""),
    *_columns(Boolean, "web", default="0"),
    Column("dashboard", Text),
    sqlite_with_rowid=False,
)

results = Table(
    "results",
    metadata,
    _key("game", ForeignKey("games.id")),
    _key("seat", Integer),
    *_columns(BigInteger, "guild", "ended", "seconds", "waited"),
    *_columns(String, "slug", "unrated"),
    *_columns(Integer, "place", "turns"),
    *_columns(Text, "counts", "dice"),
    *_columns(String, "origin", default=""),
    *_columns(Integer, "team", default="0"),
    sqlite_with_rowid=False,
)

Index("results_of_guild", results.c.guild, results.c.ended)

unrecorded = Table("unrecorded", metadata, _key("game", ForeignKey("games.id")), sqlite_with_rowid=False)

unlisted = Table("unlisted", metadata, _key("user", BigInteger), sqlite_with_rowid=False)

letters = Table(
    "letters",
    metadata,
    _key("id", WideKey),
    Column("user", BigInteger, nullable=False, index=True),
    Column("game", ForeignKey("games.id"), nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    *_columns(String, "why"),
    *_columns(Integer, "seat"),
    *_columns(BigInteger, "asked"),
    *_columns(Integer, "first", "last", default="0"),
)

looks = Table(
    "looks",
    metadata,
    _key("user", BigInteger),
    _key("game", ForeignKey("games.id")),
    *_columns(Integer, "entry"),
    *_columns(BigInteger, "at"),
    sqlite_with_rowid=False,
)

presence = Table(
    "presence",
    metadata,
    Column("id", Integer, primary_key=True),
    *_columns(BigInteger, "at"),
    *_columns(Integer, "cluster", default="0"),
    *_columns(Integer, "clusters", default="1"),
)

outages = Table(
    "outages",
    metadata,
    Column("id", Integer, primary_key=True),
    *_columns(BigInteger, "began", "ended"),
    *_columns(Integer, "cluster", default="0"),
    *_columns(Integer, "clusters", default="1"),
)

errands = Table(
    "errands",
    metadata,
    Column("id", Integer, primary_key=True),
    *_columns(Integer, "cluster"),
    *_columns(String, "kind"),
    *_columns(BigInteger, "person"),
    *_columns(Text, "data"),
)

# `holding` is a random number of the cluster's process. The process sets `held` to false when it ends.
clusters = Table(
    "clusters",
    metadata,
    _key("number", Integer),
    *_columns(BigInteger, "holding"),
    *_columns(Boolean, "held"),
    sqlite_with_rowid=False,
)

restored = Table(
    "restored",
    metadata,
    _key("game", ForeignKey("games.id")),
    *_columns(BigInteger, "at", "taken"),
    sqlite_with_rowid=False,
)
