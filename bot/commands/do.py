"""`/do`: any legal action in one line of notation, the third door beside buttons and slash commands."""

from discord import app_commands

from bot import players
from bot.commands import channel
from bot.commands.completion import Choices, or_nothing, suggestions
from bot.replies import Answer, Interaction, attend
from rules.engine.action import notation


@app_commands.command()
@app_commands.guild_only()
@app_commands.describe(
    action="What to do, in the game's notation. Several with / between them are done in order."
)
async def do(interaction: Interaction, action: str) -> None:
    """Do something in this channel's game by typing it; suggestions list all that is possible."""

    async def work(answer: Answer) -> None:
        table = await channel.running(interaction)
        reports = await players.act_line(interaction, table, action)
        seat = players.seat_of(table.row, interaction.user.id)
        await answer.say("\n".join(players.told(report, table, seat) for report in reports))

    await attend(interaction, work)


@do.autocomplete("action")
@or_nothing
async def _actions(interaction: Interaction, current: str) -> Choices:
    table = await channel.running(interaction)
    seat = players.seat_of(table.row, interaction.user.id)
    return suggestions(map(notation, table.game.legal_actions(table.match.state, seat)), current)
