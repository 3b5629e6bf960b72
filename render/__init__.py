"""Pictures: a view becomes the bytes of an image file.

A game's picture module has the game's name and a function `paint(view, names, last)`. A game without a
picture module has a plain card. Replays and previews of moves also need `palette()`, `glides(view, names)`
(see `animation.py`), and `draw_position(view, names)`, which returns a `Canvas` on a cached chart.

Painters and Pillow are loaded with the first picture, because loading them would delay the start.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from rules.engine.game import View
from rules.engine.seat import Names

if TYPE_CHECKING:
    from render.encode import LastStrips, Picture


def draw(view: View, names: Names, last: "LastStrips | None" = None) -> "Picture":
    """Return the picture of a view. `names` are display names by seat (plain text, any script and length).

    The same view and names give the same picture everywhere. Unchanged strips of the previous picture are
    reused from `last`, which is updated for the next picture.
    """
    paint = offered(view.game, "paint") or import_module(f"{__name__}.plain").paint
    picture: Picture = paint(view, names, last or no_strips())
    return picture


def cover(view: View, cards: int) -> "Picture":
    """Return a small picture of a view's board, or of the plain card if the game has no picture module.

    `cards` is the number of cards in the view's picture.
    """
    covers = import_module(f"{__name__}.covers")
    picture = draw(view, {seat: f"Seat {seat}" for seat in range(1, cards + 1)})
    drawn: Picture = covers.board_of(picture, cards) if _has_painter(view.game) else covers.whole(picture)
    return drawn


def no_strips() -> "LastStrips":
    """Return what to pass to `draw` as `last` for the first picture of a game."""
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
    """Return the picture of the view `before`, with ghosts of the pieces that have moved in `after`."""
    picture: Picture = import_module(f"{__name__}.ghosts").draw_foreseen(before, after, names)
    return picture


@cache
def offered(game: str, name: str) -> Callable[..., Any] | None:
    """Return the function `name` of the game's picture module, or `None` if there is no such function."""
    return getattr(import_module(f"{__name__}.{game}"), name, None) if _has_painter(game) else None


def _has_painter(game: str) -> bool:
    return find_spec(f"{__name__}.{game}") is not None
