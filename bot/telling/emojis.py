"""The bot's emojis: a game's signs as Discord shows them, on controls and within texts.

Where there is none (not uploaded yet, or it could not be), a sign is told in plain text.
"""

from collections.abc import Mapping
from typing import NamedTuple

from rules.engine.game import AnyGame
from rules.engine.texts import signs


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

    def learn(self, known: Mapping[tuple[str, str], Emoji]) -> None:
        """Take these for the emojis there are: game's slug and sign -> emoji."""
        self._known = dict(known)

    def of(self, game: AnyGame, sign: str) -> Emoji | None:
        """The emoji for a sign of that game."""
        return self._known.get((game.slug, sign))

    def written(self, game: AnyGame, sign: str) -> str:
        """The sign within a text: its emoji, or what it is in plain text."""
        return str(self.of(game, sign) or signs(game)[sign])
