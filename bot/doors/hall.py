"""`/harbour settings hall`: in which channel a server shows its finished games."""

from bot.doors.replies import Answer
from rules.engine.errors import HarbourmasterError

MAY_NOT = "Only members with the permission Manage Server may change the bot’s settings. Ask one of them."


async def choose(answer: Answer, hall: int) -> None:
    """That channel, or none (0). Raises HarbourmasterError for who may not choose."""
    interaction = answer.interaction
    if not interaction.permissions.manage_guild:
        raise HarbourmasterError(MAY_NOT)
    await interaction.client.store.choose_hall(interaction.guild_id or 0, hall)
    if hall:
        await answer.say(
            f"Each game of this server that ends with a result is shown in <#{hall}> from now on, with its"
            " last board, who came where, and its replay. Practice is not."
        )
    else:
        await answer.say("Finished games are shown nowhere else than where they were played.")
