"""Pictures: a view is turned into the bytes of an image file.

The module or package here with a game's name draws the game's pictures with its function `paint(view, names,
last)`. A game without a picture module has a plain card, so that it can be played before anybody has
drawn pictures for it. Replays and ghosts of moves need three more functions: `draw_position(view, names)`,
`palette()` and `glides(view, names)` (see `render/animation.py`). `draw_position` returns a `Canvas` on a
chart that is always the same object.

The painters and Pillow are not loaded before the first picture, because loading them would delay the start.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, cast

from rules.engine.game import View
from rules.engine.seat import Names

if TYPE_CHECKING:
    from render.encode import LastStrips, Picture


class Painter(Protocol):
    """The interface of a game's picture module."""

    def __call__(self, view: View, names: Names, last: "LastStrips") -> "Picture":
        """Return the picture of a view of the module's game."""


def draw(view: View, names: Names, last: "LastStrips | None" = None) -> "Picture":
    """Return the picture of a view. `names` are display names by seat (plain text, any script and length).

    The same view and names give the same picture everywhere. `last` keeps strips of the previous picture.
    Reused strips save time, and `last` is updated for the next picture.
    """
    return _painter(view.game)(view, names, last or no_strips())


def cover(view: View, cards: int) -> "Picture":
    """Return a picture for a game before it begins: the board of a view whose sheet has `cards` cards.

    The result is the plain card if the game has no picture module.
    """
    covers = import_module(f"{__name__}.covers")
    picture = draw(view, {seat: f"Seat {seat}" for seat in range(1, cards + 1)})
    drawn: Picture = covers.board_of(picture, cards) if _has_painter(view.game) else covers.whole(picture)
    return drawn


def no_strips() -> "LastStrips":
    """Return the empty strips that `draw` needs as `last` for the first picture of a game."""
    strips: LastStrips = import_module(f"{__name__}.encode").LastStrips()
    return strips


def sign(game: str, key: str) -> bytes:
    """Return a sign of a game as a PNG file, 128 pixels wide and high (see `render/signs.py`).

    Raises FileNotFoundError if there is no such sign.
    """
    drawn = files(__name__) / "emojis"
    own = drawn / game / f"{key}.png"
    return (own if own.is_file() else drawn / "shared" / f"{key}.png").read_bytes()


def foreseen(before: View, after: View, names: Names) -> "Picture":
    """Return the picture of the view `before`, with a ghost of the move that leads to the view `after`."""
    picture: Picture = import_module(f"{__name__}.ghosts").draw_foreseen(before, after, names)
    return picture


@cache
def offered(game: str, name: str) -> Callable[..., Any] | None:
    """Return the function `name` of the game's picture module, or `None`."""
    return getattr(import_module(f"{__name__}.{game}"), name, None) if _has_painter(game) else None


@cache
def _painter(game: str) -> Painter:
    paint = offered(game, "paint")
    return cast("Painter", paint or import_module(f"{__name__}.plain").paint)


def _has_painter(game: str) -> bool:
    """Return whether a module draws the game."""
    return find_spec(f"{__name__}.{game}") is not None
