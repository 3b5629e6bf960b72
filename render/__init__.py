"""Pictures: what a view looks like, as the bytes of an image file.

A game's picture is one module (or package) of this one, named like the game, with a function
`paint(view, names)`. A game without one gets a plain card, so that a new game can be played before anybody
has drawn for it.

Nothing of all that, nor Pillow, is loaded before the first picture: whoever starts need not wait for it.
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
    """What a game's module offers."""

    def __call__(self, view: View, names: Names, last: "LastStrips") -> "Picture":
        """The picture of a view; the view is that game's own."""


def draw(view: View, names: Names, last: "LastStrips | None" = None) -> "Picture":
    """The picture of a view, with seats called by their display names (plain text, any script and length).

    The same view and names give the same picture everywhere. It is drawn sooner where much of it is as
    in the `last` one, which it becomes for the next.
    """
    return _painter(view.game)(view, names, last or no_strips())


def cover(view: View, cards: int) -> "Picture":
    """What shows a game before it begins: the board of a view, whose picture has so many seats' cards.

    A game without a painter of its own shows its plain card.
    """
    covers = import_module(f"{__name__}.covers")
    picture = draw(view, {seat: f"Seat {seat}" for seat in range(1, cards + 1)})
    drawn: Picture = covers.board_of(picture, cards) if _has_painter(view.game) else covers.whole(picture)
    return drawn


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


def foreseen(before: View, after: View, names: Names) -> "Picture":
    """What a seat sees now, with the ghost of a move that leads to another view (see `render/ghosts.py`)."""
    picture: Picture = import_module(f"{__name__}.ghosts").draw_foreseen(before, after, names)
    return picture


@cache
def offered(game: str, name: str) -> Callable[..., Any] | None:
    """That function of what draws the game, if it has one."""
    return getattr(import_module(f"{__name__}.{game}"), name, None) if _has_painter(game) else None


@cache
def _painter(game: str) -> Painter:
    paint = offered(game, "paint")
    return cast("Painter", paint or import_module(f"{__name__}.plain").paint)


def _has_painter(game: str) -> bool:
    """Whether there is a module that draws that game."""
    return find_spec(f"{__name__}.{game}") is not None
