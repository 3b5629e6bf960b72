"""Functions that find the game that a command means."""

from collections.abc import Mapping

from bot.escaping import plain
from bot.handlers.responses import Interaction
from bot.interactions.commands.completion import LIMIT, Choices, named
from bot.narration.look_back import LINK
from bot.sessions.errors import NoGame
from bot.sessions.table import Table
from bot.store.rows import GameStatus, KnownGame
from rules.engine.registry import game as find_game

NOT_HERE = "No such game was played in this channel. Choose one from the list, or leave `game` out."


async def running(interaction: Interaction) -> Table:
    """Return the game that occupies the command's channel. Raises NoGame."""
    return await interaction.client.tables.in_channel(interaction.channel_id or 0)


async def latest(interaction: Interaction) -> Table:
    """Return the channel's open game, or the game that changed last there. Raises NoGame."""
    return await interaction.client.tables.latest_in(interaction.channel_id or 0)


async def meant(interaction: Interaction, game: str) -> Table:
    """Return the channel's game that the id or link `game` names, by default the latest. Raises NoGame."""
    wanted = game.strip()
    if not wanted:
        return await latest(interaction)
    store, here = interaction.client.store, interaction.channel_id or 0
    if link := LINK.search(wanted):
        wanted = await store.game_told_by(int(link["message"]), here)
    row = await store.game(wanted.upper()) if wanted else None
    if row is None or row.channel != here:
        raise NoGame(NOT_HERE)
    return await interaction.client.tables.table(row.id)


async def suggestions(interaction: Interaction, typed: str) -> Choices:
    """Return suggestions from the channel's latest games. `typed` may match a kind, an id or a player."""
    found = await interaction.client.store.begun_games_in(interaction.channel_id or 0, LIMIT)
    return named(((_in_a_list(one), one.id) for one in found), typed)


def _in_a_list(game: KnownGame) -> str:
    names = ", ".join(plain(name, 20) for name in game.names)
    return f"{find_game(game.slug).title} ({game.id}), {_STANDS.get(game.status, 'running')}: {names}"


_STANDS: Mapping[GameStatus, str] = {
    "over": "over",
    "ended": "ended without a result",
    "paused": "paused",
    "moved": "goes on with another bot",
}
