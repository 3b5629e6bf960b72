from bench.bare_bot import BareBot
from bench.channels import FIRST_CHANNEL, FIRST_USER
from bench.silent import Json
from bench.stage import Stage


class BareStage(Stage):
    """The bare bot: there are no games, every press is answered."""

    client: BareBot

    async def open(self) -> None:
        """Log in."""
        self.client = BareBot()
        await self.discord.log_in(self.client)

    async def begin_in(self, channel: int) -> None:
        """Post something that can be pressed."""
        await self.client.get_partial_messageable(FIRST_CHANNEL + channel).send("Ahoy.")

    async def next_press(self, channel: int) -> Json:
        """Any button."""
        return self.discord.pressed(FIRST_CHANNEL + channel, FIRST_USER, "ahoy")
