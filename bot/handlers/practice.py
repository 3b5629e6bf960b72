"""Practice games: a learner against the bot."""

from bot.handlers import lobby_controls
from bot.handlers.responses import Interaction
from bot.sessions import lobby
from bot.sessions.table import Table
from bot.store.rows import PRACTICE
from rules.engine.game import AnyGame
from rules.engine.registry import games
from rules.engine.texts import Tutorial, tutorial


def course_of(game: AnyGame) -> Tutorial:
    """Return the game's tutorial. Raises LobbyRefusal if it has none."""
    found = tutorial(game)
    if found is None:
        taught = ", ".join(slug for slug, game in games().items() if tutorial(game)) or "none yet"
        raise lobby.LobbyRefusal(f"There is no practice game for {game.title}. Games with one: {taught}.")
    return found


async def begin(interaction: Interaction, game: AnyGame, channel: int, name: str) -> Table:
    """Open a practice game of that id in that channel and start it.

    Raises ChannelTaken, LobbyRefusal.
    """
    course_of(game)
    machine = interaction.client.tables.machine.user
    table = await lobby_controls.open_lobby(interaction, name, game.slug, PRACTICE, channel)
    await table.start(lambda row: lobby.add_bot(row, machine), 0)
    return table
