"""Limits for the number of open games, set by the host and by servers."""

from typing import NamedTuple

from bot.sessions.lobby import LobbyRefusal
from bot.store.rows import OpenGames
from bot.store.servers import ServerLimits


class Limits(NamedTuple):
    """The host's limits for a person's lobbies, a person's open games, and a server's open games."""

    lobbies_of_person: int = 10
    games_of_person: int = 50
    games_of_server: int = 500

    def admit(self, found: OpenGames) -> None:
        """Raise LobbyRefusal if another game would exceed a limit."""
        if found.lobbies >= self.lobbies_of_person:
            raise LobbyRefusal(
                f"You have {found.lobbies} lobbies open, as many as one person may. Start one, or close it"
                " below its **Options**; /games lists them."
            )
        if found.games >= self.games_of_person:
            raise LobbyRefusal(
                f"You have opened {found.games} games that are not over, as many as one person may. Let"
                " somebody else open this one, or finish one first; /games lists them."
            )
        if found.on_server >= self.games_of_server:
            raise LobbyRefusal(
                f"This server has {found.on_server} open games, as many as one server may. Finish one first,"
                " or close lobbies that nobody needs, below their **Options**."
            )


def admit_on_server(limits: ServerLimits, found: OpenGames, in_channel: int) -> None:
    """Raise LobbyRefusal if another game would exceed the server's own limits.

    `in_channel` is the number of open games in the channel and its threads.
    """
    if limits.person and found.own_there >= limits.person:
        raise LobbyRefusal(
            f"You have {found.own_there} games open on this server, as many as one person may. Finish"
            " one first, or let somebody else open this one; /games lists them."
        )
    if limits.server and found.on_server >= limits.server:
        raise LobbyRefusal(
            f"This server has {found.on_server} open games, as many as it allows. Finish one first, or close"
            " lobbies that nobody needs, below their **Options**."
        )
    if limits.channel and in_channel >= limits.channel:
        raise LobbyRefusal(
            f"This channel and its threads have {in_channel} open games, as many as this server allows. Use"
            " another channel, or finish one first."
        )
