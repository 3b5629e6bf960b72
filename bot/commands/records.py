"""`/audit` and `/verify`: anyone may see what game masters did and check the dice."""

from discord import app_commands

from bot import records
from bot.commands import channel
from bot.replies import Answer, Interaction, attend

OLDER = "1 is the newest page; those after it go back in time"
"""Explains the option `page` of a record."""


@app_commands.command()
@app_commands.guild_only()
@app_commands.describe(page=OLDER)
async def audit(interaction: Interaction, page: app_commands.Range[int, 1] = 1) -> None:
    """Show what game masters did in this channel's game, and every forced roll."""

    async def work(answer: Answer) -> None:
        table = await channel.latest(interaction)
        entries = await interaction.client.store.entries(table.row.id)
        await answer.say(records.audit(table.row, entries, page))

    await attend(interaction, work)


@app_commands.command()
@app_commands.guild_only()
async def verify(interaction: Interaction) -> None:
    """Check the journal of this channel's game, and every roll once its seed is public."""

    async def work(answer: Answer) -> None:
        table = await channel.latest(interaction)
        await answer.say(records.check(await table.match_with_journal()))

    await attend(interaction, work)
