"""Presets: named sets of options, from the file `presets.toml` of a game's folder."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from rules.engine.data import Data, optional_file

PresetLine = Annotated[str, Field(min_length=1, max_length=110)]


class Preset(Data):
    """A named set of options: its title, its purpose, and its differences from the defaults."""

    name: str
    title: Annotated[str, Field(min_length=1, max_length=34)]
    summary: PresetLine
    differs: PresetLine = "Every option at its default."
    options: Mapping[str, str | int | bool] = {}


PUBLISHED = Preset(name="printed", title="As published", summary="The rules as published.")
"""The preset of a game without a `presets.toml`."""


def presets_of(package: str) -> tuple[Preset, ...]:
    """Return the presets of the game in `package`, in the order of its file."""
    found = optional_file(package, "presets.toml", dict[str, dict[str, object]]).items()
    return tuple(Preset.model_validate({"name": name, **preset}) for name, preset in found) or (PUBLISHED,)
