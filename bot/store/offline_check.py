"""Checks all games in a database by their hashes and checksums, without a replay.

SQLite itself notices damaged pages, but not changed letters.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence

from sqlalchemy import Connection, Table, inspect, literal, select
from sqlalchemy.exc import DBAPIError

from bot.store.codecs import Fetched
from bot.store.columns import SUMMED, checksum, story_checksum
from bot.store.rows import Member
from bot.store.schema import entries, games, members
from rules.engine.chance import commitment
from rules.engine.entry import Entry, Opening
from rules.engine.position import Position, state_hash

# Every version of the database has these columns.
_GAME = select(games.c.id, games.c.slug, games.c.opening, games.c.seed, games.c.position)
_LINES = select(entries.c.number, entries.c.turn, entries.c.entry, entries.c.events)


def flaws(connection: Connection) -> Iterator[str]:
    """Yield a sentence for each game that was altered after it was written, or that cannot be read."""
    summed, told = (_has(connection, table, "checksum") for table in (games, entries))
    lines_of = _LINES.add_columns(entries.c.checksum) if told else _LINES
    lines_of = lines_of.add_columns(
        entries.c.away if _has(connection, entries, "away") else literal(0).label("away")
    )
    lines_of = lines_of.order_by(entries.c.number)
    for identity in connection.scalars(select(games.c.id).order_by(games.c.id)).all():
        try:
            game = connection.execute(_GAME.where(games.c.id == identity)).one()
            lines = connection.execute(lines_of.where(entries.c.game == identity)).all()
            what = (
                _flaw(game, lines)
                or (_other_story(lines) if told else "")
                or (_other_letters(connection, identity) if summed else "")
            )
        except (ValueError, TypeError, AttributeError, DBAPIError):
            what = "something in it cannot be read"
        if what:
            yield f"Game {identity} is not what was written: {what}."


def _flaw(game: Fetched, lines: Sequence[Fetched]) -> str:
    """Return a text about a game's first flaw; empty if there is none. Raises ValueError for bad JSON."""
    if game.opening is None or game.position is None:
        return "it has a journal, but never began" if lines or game.opening or game.position else ""
    opening = Opening.model_validate_json(game.opening)
    if (opening.match, opening.game) != (game.id, game.slug):
        return "its opening is another game's"
    if opening.commitment != commitment(game.seed):
        return "its seed is not the one that was committed to"
    chain, last = _hash(game.opening), ""
    for number, line in enumerate(lines, 1):
        entry = Entry.model_validate_json(line.entry)
        if not line.number == entry.number == number or entry.before != chain:
            return f"entry {number} does not continue the previous entry"
        json.loads(line.events)
        # The next entry holds the hash of exactly the text `line.entry`.
        chain, last = _hash(line.entry), entry.state
    position = Position.model_validate_json(game.position)
    if (position.last, position.chain) != (len(lines), chain):
        return "its journal does not end at its position"
    if lines and last != state_hash(game.seed, position.state):
        return "its state is not the one at the end of its journal"
    return ""


def _has(connection: Connection, table: Table, name: str) -> bool:
    return name in {column["name"] for column in inspect(connection).get_columns(table.name)}


def _other_story(lines: Sequence[Fetched]) -> str:
    """Return a text about the first entry that does not fit its checksum; empty if there is none."""
    altered = [
        line.number for line in lines if line.checksum != story_checksum(line.turn, line.events, line.away)
    ]
    return f"the events of entry {altered[0]} were altered" if altered else ""


def _other_letters(connection: Connection, game: str) -> str:
    """Return a text if a game has a checksum that its row does not fit, else an empty text."""
    this = games.c.id == game
    stored = connection.scalar(select(games.c.checksum).where(this))
    if not stored:
        return ""
    # A checksum of an older version covers fewer columns.
    count = int(stored.partition(":")[0])
    columns = select(*(games.c[name] for name in SUMMED[:count])).where(this)
    seats = select(members.c.seat, members.c.user, members.c.name).where(members.c.game == game)
    row = connection.execute(columns).mappings().one()
    found = checksum({**row}, map(Member._make, connection.execute(seats)), count)
    return "" if found == stored else "its data or its players were altered"


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
