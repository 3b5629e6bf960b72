"""A visit: a user's request to a game's table, by a command or a control."""

from dataclasses import dataclass

from bot.handlers.responses import Interaction, Response
from bot.sessions.table import Table


@dataclass(frozen=True)
class Visit:
    """A request to the game at `table`; `answer` is the response."""

    answer: Response
    table: Table

    @property
    def interaction(self) -> Interaction:
        """The interaction that made the request."""
        return self.answer.interaction

    @property
    def user(self) -> int:
        """The user's id."""
        return self.interaction.user.id

    @property
    def once(self) -> int:
        """The interaction's id, which ensures that its effects happen only once."""
        return self.interaction.id

    @property
    def now(self) -> int:
        """The time, in seconds since 1970."""
        return self.interaction.client.now()
