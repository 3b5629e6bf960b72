"""Where each chart's compass rose, title and small ornaments lie, from `ornaments.toml`."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, TypeAdapter

from rules.port_flower.board import ChartName

Where: TypeAlias = tuple[float, float]
"""Squares east and north of the chart's south-west corner."""


class _Data(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class Rose(_Data):
    """The compass rose from which the courses run; `reach` in squares."""

    at: Where
    reach: float


class Title(_Data):
    """The chart's name in lines on paper; `size` of type in squares."""

    at: Where
    size: float
    lines: tuple[str, ...]


class Ornament(_Data):
    """A drawing, by its middle and height in squares. On water it gives way to islands."""

    name: str
    on: Literal["paper", "water"]
    at: Where
    height: float


class Ornaments(_Data):
    """All that adorns one chart."""

    rose: Rose
    title: Title | None = None
    drawings: tuple[Ornament, ...] = ()


@cache
def ornaments() -> Mapping[ChartName, Ornaments]:
    """The ornaments of every chart."""
    text = (files("render.port_flower") / "ornaments.toml").read_text(encoding="utf-8")
    return TypeAdapter(dict[ChartName, Ornaments]).validate_python(tomllib.loads(text))
