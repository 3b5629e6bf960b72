"""The bot's emojis: a game's signs as Discord shows them, on controls and within texts.

Where there is none (not brought to Discord yet, or it cannot be), a sign is told in plain text. So it is
elsewhere than in a channel's posts: in logs, files, alt texts, direct messages. Whoever makes a post says so
(`showing`), and the sentences made meanwhile have emojis.
"""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from rules.engine.game import AnyGame


class Emoji(NamedTuple):
    """An emoji of the bot's own, by the name and the id that Discord knows it by."""

    name: str
    id: int

    def __str__(self) -> str:
        """As texts hold it."""
        return f"<:{self.name}:{self.id}>"


class Emojis:
    """The emojis there are."""

    def __init__(self) -> None:
        self._known: Mapping[tuple[str, str], Emoji] = {}
        self.doubted = asyncio.Event()
        """Set when Discord has refused an emoji, so that the upload looks again."""

    def learn(self, known: Mapping[tuple[str, str], Emoji]) -> None:
        """Take these for the emojis there are: game's slug and sign -> emoji."""
        self._known = known

    def doubt(self) -> None:
        """Discord has refused one: somebody has deleted it. Until all were looked at again there is none."""
        self._known = {}
        self.doubted.set()

    def of(self, game: AnyGame, sign: str) -> Emoji | None:
        """The emoji for a sign of that game."""
        return self._known.get((game.slug, sign))

    def written(self, game: AnyGame, keys: Iterable[str]) -> str:
        """Signs side by side within a text; empty unless there is an emoji for each."""
        found = [self.of(game, sign) for sign in keys]
        return "".join(map(str, found)) if all(found) else ""


_WORDS = Emojis()
_SHOWN: ContextVar[Emojis] = ContextVar("emojis that are shown", default=_WORDS)


@contextmanager
def showing(emojis: Emojis) -> Iterator[None]:
    """What is told within the block may have these emojis in its sentences."""
    before = _SHOWN.set(emojis)
    try:
        yield
    finally:
        _SHOWN.reset(before)


def written(game: AnyGame, signs: Iterable[str]) -> str:
    """Signs of a game side by side, if what is told just now shows them; else empty."""
    return _SHOWN.get().written(game, signs)
