"""The commands without a group, such as `/play` and `/help`."""

from typing import Any

from discord import app_commands

from bot.handlers import gm_panel, opening, own_games
from bot.handlers.help_pages import for_how_many, page, pages, rules_page
from bot.handlers.responses import Interaction, Response, attend, attend_with_form
from bot.interactions.commands import channel
from bot.interactions.commands.completion import Choices, named, or_nothing
from bot.practice import handlers as practice
from bot.sessions.errors import NoGame
from bot.settings import server
from rules.engine.errors import HarbourmasterError
from rules.engine.registry import game as find_game
from rules.engine.registry import games
from rules.engine.texts import topics

TopLevel = app_commands.Command[Any, ..., None]


def top_level_commands() -> list[TopLevel]:
    """Return the commands without a group."""
    return [help_page, play, learn, rules, own_games_list, gm, settings]


@app_commands.command()
@app_commands.describe(
    game="Which game; leave out to choose from all of them",
    preset="A named set of options; single options can be changed before the start",
    thread="Open a thread for the game instead of playing in this channel",
)
async def play(
    interaction: Interaction, game: str | None = None, preset: str | None = None, thread: bool = False
) -> None:
    """Open a game in this channel, against others or the bot; others join with a button."""
    await attend(interaction, lambda answer: opening.play(answer, game, preset, thread=thread))


@app_commands.command()
@app_commands.describe(game="Which game; leave out to choose from all of them")
async def learn(interaction: Interaction, game: str | None = None) -> None:
    """Learn a game in a short practice game against the bot, in a thread of its own."""
    await attend(interaction, lambda answer: practice.learn(answer, game))


@app_commands.command()
@app_commands.describe(
    game="Which game; leave out for the game of this channel", topic="Which part of its rules"
)
async def rules(interaction: Interaction, game: str | None = None, topic: str | None = None) -> None:
    """Read the rules of a game, by topic."""

    async def work(answer: Response) -> None:
        await answer.say(rules_page(game or await _game_here(interaction), topic))

    await attend(interaction, work)


@app_commands.command(name="games")
@app_commands.describe(page="Page 1 has the most urgent games")
async def own_games_list(interaction: Interaction, page: app_commands.Range[int, 1] = 1) -> None:
    """List the games you play, and where it is your turn."""
    await attend(interaction, lambda answer: own_games.show(answer, page))


@app_commands.command(name="help")
@app_commands.describe(topic="What you want to know; leave out to begin at the beginning")
async def help_page(interaction: Interaction, topic: str = "start") -> None:
    """How to open a game, move, follow others, and what to do when something is wrong."""

    async def work(answer: Response) -> None:
        await answer.say(page(topic))

    await attend(interaction, work)


@app_commands.command()
@app_commands.describe(task="What you want to do; leave out for all that is possible now")
async def gm(interaction: Interaction, task: str | None = None) -> None:
    """For game masters: all you can do now, each with its form; everything is recorded."""
    await attend_with_form(interaction, lambda answer: gm_panel.open_panel(answer, task))


@app_commands.command()
@app_commands.default_permissions(manage_guild=True)
async def settings(interaction: Interaction) -> None:
    """See and change this bot's settings on this server; requires Manage Server."""
    await attend(interaction, server.show)


@gm.autocomplete("task")
@or_nothing
async def _tasks(interaction: Interaction, current: str) -> Choices:
    return named(await gm_panel.tasks_now(interaction), current)


@play.autocomplete("game")
@rules.autocomplete("game")
@learn.autocomplete("game")
async def _games(_: Interaction, current: str) -> Choices:
    offered = ((f"{game.title} · {for_how_many(game)}", slug) for slug, game in games().items())
    return named(offered, current)


@play.autocomplete("preset")
@or_nothing
async def _presets(interaction: Interaction, current: str) -> Choices:
    presets = find_game(interaction.namespace.game or "").presets
    return named(((f"{preset.title}: {preset.summary}", preset.name) for preset in presets), current)


@rules.autocomplete("topic")
@or_nothing
async def _topics(interaction: Interaction, current: str) -> Choices:
    found = topics(find_game(interaction.namespace.game or await _game_here(interaction)))
    return named(((one.title, key) for key, one in found.items()), current)


@help_page.autocomplete("topic")
async def _help_topics(_: Interaction, current: str) -> Choices:
    return named(((topic.title, key) for key, topic in pages().items()), current)


async def _game_here(interaction: Interaction) -> str:
    """Return the slug of this channel's game, or of the bot's only game. Raises HarbourmasterError."""
    try:
        return (await channel.latest(interaction)).row.slug
    except NoGame as error:
        if len(games()) == 1:
            return next(iter(games()))
        raise HarbourmasterError("Say which game you mean with the option `game`.") from error
