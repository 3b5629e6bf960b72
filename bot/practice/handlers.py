"""`/learn` begins a practice game, or offers the list of practice games."""

from bot.handlers import game_channel, lobby_controls
from bot.handlers.opening import menu_of_games
from bot.handlers.press import Input
from bot.handlers.responses import Response
from bot.posts.control_ids import ControlId
from bot.sessions import lobby
from bot.store.rows import PRACTICE
from rules.engine.registry import game as find_game
from rules.engine.registry import games
from rules.engine.texts import tutorial


async def learn(answer: Response, slug: str | None) -> None:
    """Begin a practice game of `slug`; without `slug`, offer the list of games. Raises HarbourmasterError."""
    if slug is not None:
        await _begin(answer, slug)
        return
    taught = [game for game in games().values() if tutorial(game) is not None]
    lines = [f"- **{game.title}**: {game.pitch}" for game in taught]
    menu = menu_of_games(ControlId("learn", "0"), taught, "Learn …")
    await answer.say("\n".join(["**Which game do you want to learn?**", *lines]), [menu])


async def learn_picked(answer: Response, given: Input) -> None:
    """Handle a game picked from the menu of `/learn`."""
    await _begin(answer, given.value)


async def _begin(answer: Response, slug: str) -> None:
    interaction, game = answer.interaction, find_game(slug)
    if tutorial(game) is None:
        taught = ", ".join(slug for slug, game in games().items() if tutorial(game)) or "none yet"
        raise lobby.LobbyRefusal(f"There is no practice game for {game.title}. Games with one: {taught}.")
    await lobby_controls.must_have_room(interaction)
    name = await interaction.client.store.new_game_id()
    place = await game_channel.for_practice(interaction, f"Learning {game.title} · {name}")
    machine = interaction.client.tables.machine.user
    table = await lobby_controls.open_lobby(interaction, name, game.slug, PRACTICE, place)
    await table.start(lambda row: lobby.add_bot(row, machine), 0)
    await answer.say(f"Your practice game waits in <#{place}>. The bot is your rival; take your time.")
