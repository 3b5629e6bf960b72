from bench.channels import FIRST_CHANNEL, people_in
from bench.positions import game_in
from bench.silent import Json
from bench.stage import Stage
from bench.typical_bot import TypicalBot


class TypicalStage(Stage):
    """The typical bot."""

    client: TypicalBot

    async def open(self) -> None:
        """Log in."""
        self.client = TypicalBot(self.folder / "typical.db")
        await self.discord.log_in(self.client)

    async def begin_in(self, channel: int) -> None:
        """Begin a game."""
        await self.client.begin(FIRST_CHANNEL + channel, game_in(channel), people_in(channel))

    async def next_press(self, channel: int) -> Json:
        """Return the press of a random option in the menu. If the game is over, begin a new game first."""
        game = self.client.games[FIRST_CHANNEL + channel]
        decisions = game.rules.decisions(game.rules.load_state(game.state))
        if not decisions:
            await self.begin_in(channel)
            return await self.next_press(channel)
        menu = self.discord.newest(FIRST_CHANNEL + channel)["components"][0]["components"][0]
        chosen = self.luck.choice(menu["options"])["value"]
        user = people_in(channel)[decisions[0].seat - 1]
        return self.discord.pressed(FIRST_CHANNEL + channel, user, menu["custom_id"], (chosen,))

    async def close(self) -> None:
        """Log out."""
        await self.client.store.close()
        await self.client.close()
