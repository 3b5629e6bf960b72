"""`/gm`: what game masters may do, each with a reason that everybody can read in /game check."""

from discord import app_commands

from bot.handlers import gm_panel
from bot.handlers.responses import Interaction, attend_with_form
from bot.interactions.commands.completion import Choices, named, or_nothing


@app_commands.command()
@app_commands.describe(task="What you want to do; leave out for all that is possible now")
async def gm(interaction: Interaction, task: str | None = None) -> None:
    """For game masters: all you can do now, each with its form; everything is recorded."""
    await attend_with_form(interaction, lambda answer: gm_panel.open_panel(answer, task))


@gm.autocomplete("task")
@or_nothing
async def _tasks(interaction: Interaction, current: str) -> Choices:
    return named(await gm_panel.tasks_now(interaction), current)
