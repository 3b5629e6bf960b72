"""The places of each chart's compass rose, title and small ornaments, from `ornaments.toml`."""

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias

from rules.engine.data import Data, data_file
from rules.port_flower.board import ChartName

Where: TypeAlias = tuple[float, float]
"""Squares east and north of the chart's south-west corner."""


class Rose(Data):
    """The compass rose from which the courses run; `reach` in squares."""

    at: Where
    reach: float


class Title(Data):
    """The chart's name in lines on paper; `size` of type in squares."""

    at: Where
    size: float
    lines: tuple[str, ...]


class Ornament(Data):
    """A drawing, by its middle and height in squares. On water it gives way to islands."""

    name: str
    on: Literal["paper", "water"]
    at: Where
    height: float


class Ornaments(Data):
    """All that adorns one chart."""

    rose: Rose
    title: Title | None = None
    drawings: tuple[Ornament, ...] = ()


@cache
def ornaments() -> Mapping[ChartName, Ornaments]:
    """The ornaments of every chart."""
    return data_file("render.port_flower", "ornaments.toml", dict[ChartName, Ornaments])
