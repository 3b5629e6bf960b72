"""`/help`: how to use the bot, by topic."""

from discord import app_commands

from bot.commands.completion import named
from bot.handbook import page, pages
from bot.replies import Answer, Interaction, attend


@app_commands.command(name="help")
@app_commands.describe(topic="What you want to know; leave out to begin at the beginning")
async def help_command(interaction: Interaction, topic: str = "start") -> None:
    """How to open a game, move, follow others, and what to do when something is wrong."""

    async def work(answer: Answer) -> None:
        await answer.say(page(topic))

    await attend(interaction, work)


@help_command.autocomplete("topic")
async def _topics(_: Interaction, current: str) -> list[app_commands.Choice[str]]:
    return named(((topic.title, key) for key, topic in pages().items()), current)
