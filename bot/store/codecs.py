"""How the fields of a row become columns, and columns become fields.

The column of a field has its name. Texts, numbers and bytes are stored as they are, everything else as JSON.
So the row class says what a column means, the table says how the database stores it, and nothing repeats it.
"""

from collections.abc import Callable, Iterable
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, Generic, Literal, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import sqlalchemy
from pydantic import ConfigDict, TypeAdapter

Columns = dict[str, str | int | bytes | None]
"""One row of a table, by the names of its columns."""

Fetched = sqlalchemy.Row[*tuple[Any, ...]]
"""What a query found: its columns as attributes."""

R = TypeVar("R")

NOTHING = "[]"
"""An empty tuple as JSON."""

_PLAIN = (str, int, bool, bytes)

_LATER = ConfigDict(defer_build=True)
"""Adapters are built when they are first used, so that the bot starts quickly."""


class Codec(NamedTuple):
    """How a field is written into its column and read from it."""

    write: Callable[[Any], str | int | bytes | None]
    read: Callable[[Any], Any]


class RowCodec(Generic[R]):
    """The columns of a table that rows of one kind fill."""

    def __init__(self, kind: type[R], table: sqlalchemy.Table, **codecs: Codec) -> None:
        """`codecs` are those of fields that are kept in another way."""
        hints = get_type_hints(kind)
        self.names = tuple(column.name for column in table.c if column.name in hints)
        found = {name: codecs.get(name) or _codec(hints[name]) for name in self.names}
        self._codecs = {name: codec for name, codec in found.items() if codec is not None}

    def columns(self, row: R, names: Iterable[str] = ()) -> Columns:
        """Return a row as these columns of the table, or as all of them."""
        columns: Columns = {name: getattr(row, name) for name in names or self.names}
        for name in columns.keys() & self._codecs.keys():
            columns[name] = self._codecs[name].write(columns[name])
        return columns

    def fields(self, row: Fetched) -> dict[str, Any]:
        """Return the fields that a fetched row holds. Raises pydantic's ValidationError for bad JSON."""
        fields = {name: getattr(row, name) for name in self.names}
        for name, codec in self._codecs.items():
            fields[name] = codec.read(fields[name])
        return fields


@cache
def as_json(hint: Any) -> Codec:  # noqa: ANN401 - a type is anything
    """Return how values of that type are kept as JSON. `None` is no text at all."""
    adapter: TypeAdapter[Any] = TypeAdapter(hint, config=_LATER)
    return Codec(partial(_write, adapter), partial(_read, adapter))


def _write(adapter: TypeAdapter[Any], value: object) -> str | None:
    if value == ():
        return NOTHING
    return None if value is None else adapter.dump_json(value).decode()


def _read(adapter: TypeAdapter[Any], text: str | None) -> object:
    return None if text is None else adapter.validate_json(text)


def _codec(hint: Any) -> Codec | None:  # noqa: ANN401 - a type is anything
    """Return how a field of that type is kept; `None` if it is kept as it is."""
    kinds = (
        [kind for kind in get_args(hint) if kind is not NoneType] if isinstance(hint, UnionType) else [hint]
    )
    (kind,) = kinds
    return None if kind in _PLAIN or get_origin(kind) is Literal else as_json(kind)
