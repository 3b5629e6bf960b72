"""A visit: somebody at the table of a game, by a command or by a control."""

from dataclasses import dataclass

from bot.handlers.responses import Interaction, Response
from bot.sessions.table import Table


@dataclass(frozen=True)
class Visit:
    """Somebody turned to the game at `table`, and waits for an answer."""

    answer: Response
    table: Table

    @property
    def interaction(self) -> Interaction:
        """The interaction behind it."""
        return self.answer.interaction

    @property
    def user(self) -> int:
        """Who it is."""
        return self.interaction.user.id

    @property
    def once(self) -> int:
        """The interaction's id: what it causes happens once."""
        return self.interaction.id

    @property
    def now(self) -> int:
        """The time, in seconds since 1970."""
        return self.interaction.client.now()
