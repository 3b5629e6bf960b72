"""The colours that the pictures of all games share."""

from typing import TypeAlias

from PIL import ImageColor

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue, each from 0 to 255."""


def rgb(text: str) -> Colour:
    """Return the colour written as `#RRGGBB`."""
    red, green, blue = ImageColor.getrgb(text)[:3]
    return red, green, blue


PAPER = rgb("#F3E9D0")
CARD = rgb("#FBF5E4")
WHITE = rgb("#FFFFFF")
INK = rgb("#26323F")
SEA_SHALLOW = rgb("#D6E9E6")
SEA_DEEP = rgb("#8EBBCB")
LAND = rgb("#DEC78C")
COAST = rgb("#785C30")
ALARM = rgb("#C8342A")
GOLD = rgb("#E3B341")
BRIGHT = rgb("#FFD23F")
WOOD = rgb("#9A6B3F")

FLAT = (PAPER, CARD, WHITE, INK, ALARM, GOLD, BRIGHT)
"""The colours of papers, cards and letters, which a palette has exactly."""


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """Return a mixture of two colours. `share`, from 0 to 1, is the share of the second colour."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


PALE_INK = mix(CARD, INK, 0.55)
"""The ink on a card for what no longer counts, such as the name of a player who has left."""


def _luminance(colour: Colour) -> float:
    red, green, blue = (
        channel / 255 / 12.92 if channel <= 10 else ((channel / 255 + 0.055) / 1.055) ** 2.4
        for channel in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: Colour, second: Colour) -> float:
    """Return the contrast of two colours as WCAG 2 defines it, from 1 (none) to 21 (black on white)."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def writing_on(hue: Colour) -> Colour:
    """Return the ink for letters on a seat's colour: white, or dark if white would be hard to read."""
    return WHITE if contrast(hue, WHITE) > 3.3 else INK
