"""Import of finished games into a database."""

from collections.abc import Sequence

from sqlalchemy import insert, select

from bot.store.columns import RESULT, entry_columns, game_columns, member_columns
from bot.store.errors import BadDatabase
from bot.store.migrate import ready
from bot.store.rows import EntryRow, GameRow, ResultRow
from bot.store.schema import entries, games, members, results


def put_finished(url: str, row: GameRow, journal: Sequence[EntryRow], came_to: Sequence[ResultRow]) -> None:
    """Store a new finished game, even while a bot uses the database. Raises BadDatabase."""
    with ready(url) as connection:
        if connection.scalar(select(games.c.id).where(games.c.id == row.id)):
            raise BadDatabase(f"Game {row.id} is in this bot's database already. Nothing was changed.")
        connection.execute(insert(games), {"id": row.id, **game_columns(row)})
        connection.execute(insert(members), member_columns(row))
        connection.execute(insert(entries), [entry_columns(row.id, line) for line in journal])
        connection.execute(insert(results), [RESULT.columns(one) for one in came_to])
