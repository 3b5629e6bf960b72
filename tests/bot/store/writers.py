"""The writing connection: observing its statements, and executing others on it."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from bot.store.store import Store
from bot.store.transactions import DriverSession, Transactions

if TYPE_CHECKING:
    from bot.store.postgresql import Connection


_READ_ONLY = {
    "SqliteTransactions": "PRAGMA query_only = {}",
    "PostgresTransactions": "SET default_transaction_read_only = {}",
}


def transactions_of(store: Store) -> Transactions:
    """Return the store's executor of transactions."""
    return store._writer._transactions


async def writing(store: Store) -> "sqlite3.Connection | Connection":
    """Return the writing connection. A missing connection is opened."""
    transactions: Any = transactions_of(store)
    if transactions._connection is None:
        await transactions.carry_out(lambda _: None)
    found: sqlite3.Connection | Connection = transactions._connection
    return found


async def writing_file(store: Store) -> sqlite3.Connection:
    """Return the writing connection to a file."""
    found = await writing(store)
    assert isinstance(found, sqlite3.Connection)
    return found


async def tell_writer(store: Store, statement: str) -> object:
    """Execute a statement on the writing connection. Returns its result."""
    connection: Any = await writing(store)

    def say() -> Any:  # noqa: ANN401
        cursor = connection.execute(statement)
        return cursor.fetchone() if cursor.description else None

    answered = await asyncio.get_running_loop().run_in_executor(transactions_of(store)._thread, say)
    return answered and answered[0]


async def forbid_writing(store: Store) -> None:
    """Forbid all writing."""
    await tell_writer(store, _READ_ONLY[type(transactions_of(store)).__name__].format("on"))


async def allow_writing(store: Store) -> None:
    """Allow writing again."""
    await tell_writer(store, _READ_ONLY[type(transactions_of(store)).__name__].format("off"))


def counted(store: Store) -> list[None]:
    """Return a list that grows by one with every transaction from now on."""
    begun: list[None] = []
    transactions = transactions_of(store)
    carry_out = transactions._carry_out

    def carried_out(work: Callable[[DriverSession], Any]) -> Any:  # noqa: ANN401
        result = carry_out(work)
        begun.append(None)
        return result

    transactions._carry_out = carried_out  # type: ignore[method-assign]
    return begun


@contextmanager
def noticing(connection: sqlite3.Connection, notice: Callable[[str], None]) -> Iterator[None]:
    """Report every statement before it is executed, as text with its values."""
    connection.set_trace_callback(notice)
    yield
    connection.set_trace_callback(None)
