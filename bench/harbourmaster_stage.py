import asyncio
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random

from bench.positions import Playing, game_in
from bench.rows import lobby_row
from bench.silent import FIRST_CHANNEL, Json, people_in
from bench.stage import Stage
from bot.client import Harbourmaster
from bot.posts.control_ids import ControlId
from bot.service.config import Settings
from bot.service.garbage_collection import loading
from bot.sessions.errors import NoGame
from bot.sessions.table import Table
from bot.store.rows import GameRow
from bot.store.store import Store
from rules.engine.form import MENU_LIMIT
from rules.engine.policy import at_random
from rules.engine.registry import game
from rules.engine.thinking import request_for

ROOT = Path(__file__).resolve().parent.parent


class HarbourmasterStage(Stage):
    """The complete bot, with its database in a file."""

    client: Harbourmaster

    @property
    def database(self) -> str:
        """The address of an empty database."""
        return f"sqlite:///{self.folder / 'harbourmaster.db'}"

    @property
    def chosen(self) -> Mapping[str, object]:
        """The settings that differ from the defaults."""
        return {}

    async def open(self) -> None:
        """Migrate the database and log in."""
        url = self.database
        await _migrate(url)
        settings = Settings.model_validate({"discord_token": "silent", "database_url": url, **self.chosen})
        store = await Store.open(url, Harbourmaster.now)
        with loading():
            self.client = Harbourmaster(settings, store)
        await self.discord.log_in(self.client)

    def lobby(self, identity: str, channel: int) -> GameRow:
        """Return a lobby in which all seats are taken."""
        return lobby_row(identity, channel, game_in(channel), people_in(channel), self.client.now())

    async def begin_in(self, channel: int) -> None:
        """Open a lobby and start its game."""
        row = self.lobby(await self.client.store.new_game_id(), channel)
        table = await self.client.tables.create(row, 0)
        await table.start(lambda row: row, 0)
        await self.client.outbox.idle()

    async def think(self) -> None:
        """Let the bot's thinking process choose for a seat in a battle, again and again."""
        battle = Playing.begin(game("privateer"), game("privateer").options(), 2, Random(1))
        while (decision := battle.decision) is not None and decision.kind != "spend":
            battle.go_on(decision, at_random)
        if decision is None:
            raise RuntimeError("the battle is over")
        asked = request_for(battle.game, battle.state, decision, "strong", Random(1))
        while await self.client.tables.machine.thinker.think(asked):
            pass
        raise RuntimeError("the process that thinks gave no answer")

    async def next_press(self, channel: int) -> Json:
        """Return the press that confirms a random legal action, in a new game if the game is over."""
        try:
            table = await self.client.tables.in_channel(FIRST_CHANNEL + channel)
        except NoGame:
            await self.begin_in(channel)
            table = await self.client.tables.in_channel(FIRST_CHANNEL + channel)
        return self.press_at(table, channel, self.luck)

    def press_at(self, table: Table, channel: int, luck: Random) -> Json:
        """Return the press that confirms a random legal action of a running game."""
        awaited = table.match.position.awaited[0]
        decision = table.match.decision_of(awaited.seat)
        if decision is None:
            raise RuntimeError("a seat is awaited that has nothing to decide")
        action = luck.choice(decision.actions[:MENU_LIMIT])
        control = ControlId("confirm", table.row.id, awaited.stamp, decision.path(action))
        user = people_in(channel)[awaited.seat - 1]
        return self.discord.pressed(FIRST_CHANNEL + channel, user, str(control))

    async def close(self) -> None:
        """Shut down as the bot does when it is stopped."""
        await self.client.shut_down(5)


async def _migrate(url: str) -> None:
    """Create the tables in another process, because a bot usually starts with existing tables."""
    environment = {**os.environ, "DATABASE_URL": url}
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "migrate", cwd=ROOT, env=environment
    )
    if await program.wait():
        raise RuntimeError("the tables could not be made")
