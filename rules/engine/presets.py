"""Presets: named sets of options, from the file `presets.toml` of a game's folder."""

import importlib.resources
import tomllib
from collections.abc import Mapping
from typing import Annotated

from pydantic import Field, TypeAdapter

from rules.engine.data import Data

PresetLine = Annotated[str, Field(min_length=1, max_length=110)]


class Preset(Data):
    """A named set of options: its title, a line with its purpose, and a line with its differences.

    `name` is stored. People type the name or the title.
    """

    name: str
    title: Annotated[str, Field(min_length=1, max_length=34)]
    summary: PresetLine
    differs: PresetLine = "Every option at its default."
    options: Mapping[str, str | int | bool] = {}


PUBLISHED = Preset(name="printed", title="As published", summary="The rules as published.")
"""The preset of a game without a `presets.toml`."""


def presets_of(package: str) -> tuple[Preset, ...]:
    """Return the presets of the game in `package`, in the order of its file."""
    file = importlib.resources.files(package) / "presets.toml"
    if not file.is_file():
        return (PUBLISHED,)
    found = TypeAdapter(dict[str, dict[str, object]]).validate_python(tomllib.loads(file.read_text("utf-8")))
    return tuple(Preset.model_validate({"name": name, **preset}) for name, preset in found.items())
