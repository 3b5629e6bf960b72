"""Whether the games in a database are what was written, without playing them again.

SQLite notices a page that is no page, but not a letter that is another one. Journals are chained by hashes,
what a match goes on from is hashed with them, and the row of a game has a checksum.
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

# Columns that a database of every version has.
_GAME = select(games.c.id, games.c.slug, games.c.opening, games.c.seed, games.c.position)
_LINES = select(entries.c.number, entries.c.turn, entries.c.entry, entries.c.events)


def flaws(connection: Connection) -> Iterator[str]:
    """A sentence for each game that is not what was written."""
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
            # No model any more, or no text at all.
            what = "something in it cannot be read"
        if what:
            yield f"Game {identity} is not what was written: {what}."


def _flaw(game: Fetched, lines: Sequence[Fetched]) -> str:
    """What is wrong with a game, or an empty text. Raises ValueError where it cannot be read."""
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
            return f"entry {number} does not continue what was before it"
        json.loads(line.events)
        # Of the text itself, as it was when the next entry was made.
        chain, last = _hash(line.entry), entry.state
    position = Position.model_validate_json(game.position)
    if (position.last, position.chain) != (len(lines), chain):
        return "its journal does not end where it stands"
    if lines and last != state_hash(game.seed, position.state):
        return "it stands elsewhere than its journal ends"
    return ""


def _has(connection: Connection, table: Table, name: str) -> bool:
    return name in {column["name"] for column in inspect(connection).get_columns(table.name)}


def _other_story(lines: Sequence[Fetched]) -> str:
    """What the checksums of the entries say of what they tell; an empty text if all is well."""
    altered = [
        line.number for line in lines if line.checksum != story_checksum(line.turn, line.events, line.away)
    ]
    return f"what entry {altered[0]} tells is not as it was" if altered else ""


def _other_letters(connection: Connection, game: str) -> str:
    """What the checksum of a game's row says, where it has one already; an empty text if all is well."""
    this = games.c.id == game
    stored = connection.scalar(select(games.c.checksum).where(this))
    if not stored:
        return ""
    # The columns it was made of: a copy of an older version has no others.
    count = int(stored.partition(":")[0])
    columns = select(*(games.c[name] for name in SUMMED[:count])).where(this)
    seats = select(members.c.seat, members.c.user, members.c.name).where(members.c.game == game)
    row = connection.execute(columns).mappings().one()
    found = checksum({**row}, map(Member._make, connection.execute(seats)), count)
    return "" if found == stored else "what it is or who plays in it is not as it was"


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
