"""`/audit` and `/verify`: anyone may see what game masters did and check the dice."""

from discord import app_commands

from bot import records
from bot.commands import channel
from bot.replies import Answer, Interaction, attend


@app_commands.command()
@app_commands.guild_only()
async def audit(interaction: Interaction) -> None:
    """Show what game masters did in this channel's game, and every forced roll."""

    async def work(answer: Answer) -> None:
        table = await channel.latest(interaction)
        entries = await interaction.client.store.entries(table.row.id)
        await answer.say(records.audit(table.row, entries))

    await attend(interaction, work)


@app_commands.command()
@app_commands.guild_only()
async def verify(interaction: Interaction) -> None:
    """Check the journal of this channel's game, and every roll once its seed is public."""

    async def work(answer: Answer) -> None:
        table = await channel.latest(interaction)
        await answer.say(records.check(await table.match_with_journal()))

    await attend(interaction, work)
