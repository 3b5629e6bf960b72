"""Import of finished games into a database."""

from collections.abc import Sequence

from sqlalchemy import Connection, insert, select

from bot.store.addresses import read_url
from bot.store.columns import RESULT, entry_columns, game_columns, member_columns
from bot.store.database import transaction
from bot.store.db_errors import opening
from bot.store.errors import BadDatabase
from bot.store.migrate import must_be_ready
from bot.store.rows import EntryRow, GameRow, ResultRow
from bot.store.schema import entries, games, members, results


class AlreadyHere(BadDatabase):
    """A game with the same id is already in the database."""

    def __init__(self, game: str) -> None:
        super().__init__(f"Game {game} is in this bot's database already. Nothing was changed.")


def put_finished(url: str, row: GameRow, journal: Sequence[EntryRow], came_to: Sequence[ResultRow]) -> None:
    """Store a finished game, even while a bot uses the database. Raises AlreadyHere, BadDatabase."""
    address = read_url(url)
    with opening(address), transaction(address) as connection:
        must_be_ready(connection)
        must_be_new(connection, row.id)
        connection.execute(insert(games), {"id": row.id, **game_columns(row)})
        connection.execute(insert(members), member_columns(row))
        connection.execute(insert(entries), [entry_columns(row.id, line) for line in journal])
        connection.execute(insert(results), [RESULT.columns(one) for one in came_to])


def must_be_new(connection: Connection, game: str) -> None:
    """Raise AlreadyHere if a game with the id `game` is stored."""
    if connection.scalar(select(games.c.id).where(games.c.id == game)):
        raise AlreadyHere(game)
