"""The compass rose, the title and the ornaments of each chart, from `ornaments.toml`."""

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias

from rules.engine.data import Data, data_file
from rules.port_flower.board import ChartName

Where: TypeAlias = tuple[float, float]
"""A place, as distances east and north of the chart's south-west corner, in squares."""


class Rose(Data):
    """The compass rose, from which lines run across the sea. `reach` is its radius in squares."""

    at: Where
    reach: float


class Title(Data):
    """The chart's name in lines on paper. `size` is the size of the type in squares."""

    at: Where
    size: float
    lines: tuple[str, ...]


class Ornament(Data):
    """A drawing on paper or on water, with its height in squares. It is omitted on water under an island."""

    name: str
    on: Literal["paper", "water"]
    at: Where
    height: float


class Ornaments(Data):
    """The ornaments of one chart."""

    rose: Rose
    title: Title | None = None
    drawings: tuple[Ornament, ...] = ()


@cache
def ornaments() -> Mapping[ChartName, Ornaments]:
    """Return the ornaments of every chart."""
    return data_file("render.port_flower", "ornaments.toml", dict[ChartName, Ornaments])
