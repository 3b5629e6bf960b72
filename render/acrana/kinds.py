"""The marks of kinds of squares: the letter of the printed chart, and a tint."""

from collections.abc import Mapping
from typing import NamedTuple

from render import theme
from render.theme import Colour, rgb
from rules.acrana.board import KIND_NAMES, Kind


class Mark(NamedTuple):
    """The letter (or an empty text) and the tint of a square, and the colour of the letter."""

    letter: str
    tint: Colour
    ink: Colour


_DARK, _LIGHT = theme.INK, theme.WHITE

MARKS: Mapping[Kind, Mark] = {
    "open": Mark("", theme.mix(theme.SEA_SHALLOW, theme.WHITE, 0.55), _DARK),
    "roads": Mark("", theme.CARD, _DARK),
    "finish": Mark("", theme.GOLD, _DARK),
    "pirates": Mark("", theme.rgb("#7D8790"), _LIGHT),
    "weather": Mark("w", rgb("#B9C4D6"), _DARK),
    "harbour": Mark("h", rgb("#E7C9A5"), _DARK),
    "reef": Mark("r", rgb("#C58B6B"), _DARK),
    "treasure": Mark("t", rgb("#F2D06B"), _DARK),
    "compass": Mark("c", rgb("#C9B8E8"), _DARK),
    "ship_yard": Mark("y", rgb("#A9CF8C"), _DARK),
    "sirens": Mark("s", rgb("#F2B9CB"), _DARK),
    "navy": Mark("n", rgb("#4A68A8"), _LIGHT),
    "mutiny": Mark("m", rgb("#B8483C"), _LIGHT),
    "kraken": Mark("k", rgb("#6E4A93"), _LIGHT),
    "coast_guard": Mark("g", rgb("#2F8583"), _LIGHT),
}

_TOLD: Mapping[Kind, str] = {
    "compass": "compass",
    "ship_yard": "yard",
    "coast_guard": "guard",
    "pirates": "pirates",
}
"""The words of the legend for kinds whose names are too long or do not begin with their letters."""

_ORDER: tuple[Kind, ...] = (
    "pirates", "navy", "harbour", "reef", "treasure",
    "weather", "compass", "ship_yard", "sirens", "mutiny", "kraken", "coast_guard",
)  # fmt: skip
"""The order in the legend, with which the legend's two lines are about equally full."""

LEGEND: tuple[tuple[Mark, str], ...] = tuple(
    (MARKS[kind], _TOLD.get(kind, KIND_NAMES[kind])) for kind in _ORDER
)
"""The marks in the legend, each with its meaning."""
