"""`/play` opens a lobby, or offers the list of games."""

from bot.handlers import game_channel, lobby_controls
from bot.handlers.help_pages import for_how_many
from bot.handlers.press import Input
from bot.handlers.responses import Response
from bot.posts import build
from bot.posts.build import ControlRow
from bot.posts.control_ids import ControlId
from bot.sessions import lobby
from rules.engine.errors import HarbourmasterError
from rules.engine.game import AnyGame
from rules.engine.registry import game as find_game
from rules.engine.registry import games

IN_A_THREAD = "thread"
"""The value in the menu's path that asks for a thread."""


async def play(answer: Response, slug: str | None, preset: str | None, *, thread: bool) -> None:
    """Open a lobby of the game `slug`; without `slug`, offer all games. Raises HarbourmasterError."""
    if slug is not None:
        await _open_lobby(answer, slug, preset, thread=thread)
        return
    if preset is not None:
        raise HarbourmasterError("Say which game that preset belongs to, with the option `game`.")
    path = (IN_A_THREAD,) if thread else ()
    lines = [f"- **{game.title}**, for {for_how_many(game)}: {game.pitch}" for game in games().values()]
    menu = menu_of_games(ControlId("play", "0", 0, path), list(games().values()), "Open the lobby of …")
    await answer.say("\n".join(["**Which game?**", *lines]), [menu])


async def play_picked(answer: Response, given: Input) -> None:
    """Handle a game picked from the menu of `/play`."""
    await _open_lobby(answer, given.value, None, thread=IN_A_THREAD in given.control.path)


async def _open_lobby(answer: Response, slug: str, preset: str | None, *, thread: bool) -> None:
    interaction, game = answer.interaction, find_game(slug)
    begins = lobby_controls.beginning(interaction, game)
    chosen = lobby.preset_of(game, preset or begins.preset).name
    await lobby_controls.must_have_room(interaction)
    name = await interaction.client.store.new_game_id()
    place = await game_channel.for_game(interaction, f"{game.title} · {name}", wanted=thread)
    paced = {"pace": begins.pace} if begins.pace else {}
    table = await lobby_controls.open_lobby(
        interaction, name, slug, chosen, place, lambda row: lobby.set_options(row, paced)
    )
    where = f" in <#{place}>" if place != interaction.channel_id else ""
    await answer.say(
        f"The lobby of **{game.title}** is open{where}. You are in; press Start when everybody is there."
        f" Game {table.row.id}."
    )


def menu_of_games(control: ControlId, offered: list[AnyGame], placeholder: str) -> ControlRow:
    """Return a menu of these games."""
    options = [build.option(game.title, game.slug, f"For {for_how_many(game)}") for game in offered]
    return build.menu(control, placeholder, options)
