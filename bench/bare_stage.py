from bench.bare_bot import BareBot
from bench.silent import FIRST_CHANNEL, FIRST_USER, Json
from bench.stage import Stage


class BareStage(Stage):
    """The bare bot, which has no games."""

    client: BareBot

    async def open(self) -> None:
        """Log in."""
        self.client = BareBot()
        await self.discord.log_in(self.client)

    async def begin_in(self, channel: int) -> None:
        """Post a message."""
        await self.client.get_partial_messageable(FIRST_CHANNEL + channel).send("Ahoy.")

    async def next_press(self, channel: int) -> Json:
        """Return a press of the bare bot's button."""
        return self.discord.pressed(FIRST_CHANNEL + channel, FIRST_USER, "ahoy")
