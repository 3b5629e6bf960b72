"""Data: frozen models, and the data files of a package."""

import tomllib
from importlib.resources import files
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter

T = TypeVar("T")


class Data(BaseModel):
    """A frozen model, such as the contents of a data file or a part of a view."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


def data_file(package: str, name: str, kind: type[T]) -> T:
    """Return a package's `.toml` or `.json` file as data of the type `kind`. Raises ValidationError."""
    text = (files(package) / name).read_text(encoding="utf-8")
    found = TypeAdapter(kind)
    return found.validate_json(text) if name.endswith(".json") else found.validate_python(tomllib.loads(text))


def optional_file(package: str, name: str, kind: type[T]) -> T:
    """Return a package's `.toml` file as `data_file` does. A missing file counts as an empty file."""
    if not (files(package) / name).is_file():
        return TypeAdapter(kind).validate_python({})
    return data_file(package, name, kind)
