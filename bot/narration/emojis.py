"""The bot's emojis: what Discord shows for the signs of a game, on controls and in texts.

A sign without an emoji is plain text. Posts in channels are composed within `showing`; only there do
sentences contain emojis. Logs, files, alt texts and direct messages contain plain text.
"""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from rules.engine.game import AnyGame


class Emoji(NamedTuple):
    """An emoji of the bot, by its name and id in Discord."""

    name: str
    id: int

    def __str__(self) -> str:
        return f"<:{self.name}:{self.id}>"


class Emojis:
    """The emojis that exist in Discord."""

    def __init__(self) -> None:
        self._known: Mapping[tuple[str, str], Emoji] = {}
        self.doubted = asyncio.Event()
        """An event, set when Discord has refused an emoji, so that the upload checks all emojis again."""

    def learn(self, known: Mapping[tuple[str, str], Emoji]) -> None:
        """Replace the known emojis; `known` maps (slug of the game, sign) to the emoji."""
        self._known = known

    def doubt(self) -> None:
        """Forget all emojis until they are checked again, because Discord has refused one of them."""
        self._known = {}
        self.doubted.set()

    def of(self, game: AnyGame, sign: str) -> Emoji | None:
        """Return the emoji for a sign of the game, or None."""
        return self._known.get((game.slug, sign))

    def written(self, game: AnyGame, keys: Iterable[str]) -> str:
        """Return the emojis of the signs `keys`, next to each other; empty if any sign has no emoji."""
        found = [self.of(game, sign) for sign in keys]
        return "".join(map(str, found)) if all(found) else ""


_WORDS = Emojis()
_SHOWN: ContextVar[Emojis] = ContextVar("emojis that are shown", default=_WORDS)


@contextmanager
def showing(emojis: Emojis) -> Iterator[None]:
    """Use these emojis in all sentences that are narrated within the block."""
    before = _SHOWN.set(emojis)
    try:
        yield
    finally:
        _SHOWN.reset(before)


def written(game: AnyGame, signs: Iterable[str]) -> str:
    """Return the emojis of a game's signs, next to each other; empty outside `showing`."""
    return _SHOWN.get().written(game, signs)
