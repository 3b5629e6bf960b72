"""The connection that writes: what is said on it, and what can be said to it."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bot.store.store import Store
from bot.store.transactions import Transactions


def transactions_of(store: Store) -> Transactions:
    """What carries out the store's transactions."""
    return store._writer._transactions


async def writing(store: Store) -> sqlite3.Connection:
    """The connection that writes, which is made by this if there is none."""
    transactions = transactions_of(store)
    if transactions._connection is None:
        await transactions.carry_out(lambda _: None)
    assert transactions._connection is not None
    return transactions._connection


async def tell_writer(store: Store, statement: str) -> object:
    """Say something to the connection that writes; what it answers."""
    connection = await writing(store)
    answered = await asyncio.get_running_loop().run_in_executor(
        transactions_of(store)._thread, lambda: connection.execute(statement).fetchone()
    )
    return answered and answered[0]


@contextmanager
def noticing(connection: sqlite3.Connection, notice: Callable[[str], None]) -> Iterator[None]:
    """Tell of every statement before it is carried out, as text with its values."""
    connection.set_trace_callback(notice)
    yield
    connection.set_trace_callback(None)
