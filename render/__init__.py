"""Pictures: what a view looks like, as the bytes of an image file.

A game's picture is one module (or package) of this one, named like the game, with a function
`paint(view, names)`. A game without one gets a plain card, so that a new game can be played before anybody
has drawn for it.

Nothing of all that, nor Pillow, is loaded before the first picture: whoever starts need not wait for it.
"""

from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol, cast

from rules.engine.game import View
from rules.engine.seat import Names

if TYPE_CHECKING:
    from render.encode import LastStrips, Picture


class Painter(Protocol):
    """What a game's module offers."""

    def __call__(self, view: View, names: Names, last: "LastStrips") -> "Picture":
        """The picture of a view; the view is that game's own."""


def draw(view: View, names: Names, last: "LastStrips | None" = None) -> "Picture":
    """The picture of a view, with seats called by their display names (plain text, any script and length).

    The same view and names give the same picture everywhere. It is drawn sooner where much of it is as
    in the `last` one, which it becomes for the next.
    """
    return _painter(view.game)(view, names, last or no_strips())


def no_strips() -> "LastStrips":
    """What the first picture of a game is told."""
    strips: LastStrips = import_module(f"{__name__}.encode").LastStrips()
    return strips


def sign(game: str, key: str) -> bytes:
    """A sign of a game as a PNG file, 128 pixels wide and high, as it was drawn (see `render/signs.py`).

    Raises FileNotFoundError for one that there is not.
    """
    drawn = files(__name__) / "emojis"
    own = drawn / game / f"{key}.png"
    return (own if own.is_file() else drawn / "shared" / f"{key}.png").read_bytes()


@cache
def _painter(game: str) -> Painter:
    name = f"{__name__}.{game}"
    paint = None if find_spec(name) is None else getattr(import_module(name), "paint", None)
    return cast("Painter", paint or import_module(f"{__name__}.plain").paint)
