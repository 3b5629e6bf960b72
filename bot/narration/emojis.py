"""The bot's emojis: the signs of a game as Discord shows them, on controls and in texts.

If an emoji does not exist, or not yet, its sign is plain text. The same holds outside the posts of a channel:
in logs, files, alt texts and direct messages. Within `showing`, sentences contain emojis.
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
        """Return it as texts contain it."""
        return f"<:{self.name}:{self.id}>"


class Emojis:
    """The emojis that exist."""

    def __init__(self) -> None:
        self._known: Mapping[tuple[str, str], Emoji] = {}
        self.doubted = asyncio.Event()
        """Set when Discord has refused an emoji, so that the upload looks again."""

    def learn(self, known: Mapping[tuple[str, str], Emoji]) -> None:
        """Replace the known emojis: game's slug and sign -> emoji."""
        self._known = known

    def doubt(self) -> None:
        """Forget all emojis until they are checked again: Discord refused one, so it was deleted."""
        self._known = {}
        self.doubted.set()

    def of(self, game: AnyGame, sign: str) -> Emoji | None:
        """Return the emoji for a sign of that game."""
        return self._known.get((game.slug, sign))

    def written(self, game: AnyGame, keys: Iterable[str]) -> str:
        """Return signs next to each other in a text; empty unless each has an emoji."""
        found = [self.of(game, sign) for sign in keys]
        return "".join(map(str, found)) if all(found) else ""


_WORDS = Emojis()
_SHOWN: ContextVar[Emojis] = ContextVar("emojis that are shown", default=_WORDS)


@contextmanager
def showing(emojis: Emojis) -> Iterator[None]:
    """Let sentences made within the block contain these emojis."""
    before = _SHOWN.set(emojis)
    try:
        yield
    finally:
        _SHOWN.reset(before)


def written(game: AnyGame, signs: Iterable[str]) -> str:
    """Return a game's signs next to each other if emojis are shown now; else empty."""
    return _SHOWN.get().written(game, signs)
