"""Errors for requests to games that are not played here."""

from rules.engine.errors import HarbourmasterError


class NoGame(HarbourmasterError):
    """There is no such game, or no game in this channel."""


class PlayedElsewhere(NoGame):
    """The game's server belongs to the cluster of another process."""

    def __init__(self, guild: int) -> None:
        super().__init__("That game is played on another server. Go on there.")
        self.guild = guild


class MovedAway(HarbourmasterError):
    """The game continues with another bot."""

    def __init__(self) -> None:
        super().__init__(
            "This game goes on with another bot; the host of this one has moved it there. Use that bot’s"
            " posts and commands; nothing was done here."
        )
