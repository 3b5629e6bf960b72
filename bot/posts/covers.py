"""Pictures of lobbies. A cover shows a random game with the lobby's options, some turns after its start."""

import re
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING

import render
from rules.engine.chance import Chance, QuickStream
from rules.engine.game import AnyGame, Options, State
from rules.engine.policy import at_random

if TYPE_CHECKING:
    from render.encode import Picture

SEATS = 4
"""The maximum number of players in the shown game, unless the game needs more."""

DECISIONS = 24
"""The number of decisions in the shown game. By then ships are on the board, and no player is out."""

LUCK = 3
"""The seed of the shown game; the lobby's own seed must stay secret."""

KEPT = 16
"""The number of cached covers, of at most a hundred thousand bytes each."""

COVER_NAME = re.compile(r"cover-[0-9a-f]{8}\.png")
"""The file name of a cover."""


@dataclass(frozen=True)
class Cover:
    """A picture with its alt text; equal pictures have equal names."""

    name: str
    picture: "Picture"
    alt: str


@lru_cache(KEPT)
def drawn_cover(game: AnyGame, options: Options) -> Cover:
    """Return the cover of a lobby with these options. Drawing takes half a second, so use another thread."""
    fewest, most = game.seat_range(options)
    seats = min(most, max(fewest, SEATS))
    state = _position(game, options, seats)
    cards = len(getattr(state, game.seated)) if game.seated else seats
    picture = render.cover(game.view(state, None), cards)
    name = f"cover-{sha256(picture.data).hexdigest()[:8]}.png"
    return Cover(name, picture, f"{game.title}: the board some turns into a game with these options.")


def _position(game: AnyGame, options: Options, seats: int) -> State:
    """Return a position of the game after some random decisions."""
    luck = Random(LUCK)  # noqa: S311 - nothing of a game that is played comes from it
    dice = QuickStream(luck)
    state: State = game.start(options, seats, Chance(dice))[0]
    for _ in range(DECISIONS):
        decisions = game.decisions(state)
        if not decisions:
            break
        seat, action = decisions[0].seat, at_random(game, state, decisions[0], luck)
        game.apply(state, seat, game.canonical(state, seat, action), Chance(dice))
    return state
