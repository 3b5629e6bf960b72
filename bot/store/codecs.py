"""Conversions between the fields of rows and the columns of tables.

A field and its column have the same name. Texts, numbers and bytes are stored unchanged. All other values are
stored as JSON.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from types import NoneType, UnionType
from typing import Any, Generic, Literal, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import sqlalchemy
from pydantic import ConfigDict, TypeAdapter, ValidationError

from bot.store.errors import Damaged
from rules.engine.errors import flaw

Columns = dict[str, str | int | bytes | None]
"""One row of a table, as a mapping from column names to values."""

Fetched = sqlalchemy.Row[*tuple[Any, ...]]
"""A row that a query returned, with its columns as attributes."""

R = TypeVar("R")

_PLAIN = (str, int, bool, bytes)

_LATER = ConfigDict(defer_build=True)
"""A configuration that builds an adapter only when it is first used, because building takes long."""


class Codec(NamedTuple):
    """The conversions between a field and its column."""

    write: Callable[[Any], str | int | bytes | None]
    read: Callable[[Any], Any]


class RowCodec(Generic[R]):
    """Converts between rows of one class and columns of one table."""

    def __init__(self, kind: type[R], table: sqlalchemy.Table, what: str, **codecs: Codec) -> None:
        """Errors name a row by the template `what`. `codecs` replace default conversions of fields."""
        self._kind = kind
        self._what = what
        hints = get_type_hints(kind)
        self.names = tuple(column.name for column in table.c if column.name in hints)
        found = {name: codecs.get(name) or _codec(hints[name]) for name in self.names}
        self._codecs = {name: codec for name, codec in found.items() if codec is not None}

    def columns(self, row: R, names: Iterable[str] = ()) -> Columns:
        """Return the columns `names` of a row, or all its columns if `names` is empty."""
        columns: Columns = {name: getattr(row, name) for name in names or self.names}
        for name in columns.keys() & self._codecs.keys():
            columns[name] = self._codecs[name].write(columns[name])
        return columns

    def read(self, row: Fetched, **more: object) -> R:
        """Build a row from the columns of a fetched row and the fields `more`. Raises Damaged."""
        with understanding(self._what.format(row)):
            fields = {name: getattr(row, name) for name in self.names}
            for name, codec in self._codecs.items():
                fields[name] = codec.read(fields[name])
            return self._kind(**fields, **more)


@contextmanager
def understanding(what: str) -> Iterator[None]:
    """Turn a ValidationError into Damaged, but leave out the contents of the data, which may be secret."""
    try:
        yield
    except ValidationError as error:
        raise Damaged(f"{what} cannot be understood: {flaw(error)}") from None


@cache
def as_json(hint: Any) -> Codec:  # noqa: ANN401 - a type is anything
    """Return the codec that stores values of the type `hint` as JSON, and `None` as NULL."""
    adapter: TypeAdapter[Any] = TypeAdapter(hint, config=_LATER)
    return Codec(
        lambda value: None if value is None else adapter.dump_json(value).decode(),
        lambda text: None if text is None else adapter.validate_json(text),
    )


def _codec(hint: Any) -> Codec | None:  # noqa: ANN401 - a type is anything
    """Return the codec of fields of the type `hint`; `None` if the values are stored unchanged."""
    kinds = (
        [kind for kind in get_args(hint) if kind is not NoneType] if isinstance(hint, UnionType) else [hint]
    )
    (kind,) = kinds
    return None if kind in _PLAIN or get_origin(kind) is Literal else as_json(kind)
