"""A bot with our rules, but written like most game bots on Discord, for comparison.

The bot stores each game's state durably after every turn. In a thread it draws the complete picture at twice
its size, reduces it, and encodes it as an RGB PNG. The bot has no journal, undo, verifiable dice or retries.
"""

import asyncio
import importlib.resources
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import aiosqlite
import discord
from PIL import Image, ImageDraw, ImageFont

from bench.positions import game_in
from bench.silent import FIRST_CHANNEL, Json, people_in
from bench.stage import Stage
from rules.engine.action import Action
from rules.engine.chance import Chance, QuickStream
from rules.engine.decision import Decision
from rules.engine.event import Event
from rules.engine.form import MENU_LIMIT
from rules.engine.game import AnyGame, State

SIZE = (1200, 1000)
ACROSS, DOWN = 15, 10
PIECES = 20

with importlib.resources.as_file(
    importlib.resources.files("font_source_serif_pro") / "files" / "SourceSerifPro-Semibold.ttf"
) as _path:
    LETTERS = ImageFont.truetype(_path, 32)


@dataclass
class Game:
    """A game in a channel: its rules, its players, and its stored state."""

    rules: AnyGame
    players: Sequence[int]
    state: str


class TypicalBot(discord.Client):
    """The typical bot, which posts a message with a menu and a picture each turn."""

    def __init__(self, database: Path) -> None:
        super().__init__(intents=discord.Intents.none())
        self.database = database
        self.games: dict[int, Game] = {}
        self.dice = QuickStream(Random(1))
        self.store: aiosqlite.Connection

    async def setup_hook(self) -> None:
        """Open the database."""
        self.store = await aiosqlite.connect(self.database)
        await self.store.execute("PRAGMA journal_mode = WAL")
        await self.store.execute("PRAGMA synchronous = FULL")
        await self.store.execute("CREATE TABLE IF NOT EXISTS games (channel INTEGER PRIMARY KEY, state TEXT)")

    async def begin(self, channel: int, rules: AnyGame, players: Sequence[int]) -> None:
        """Begin a new game in a channel."""
        state, events = rules.start(rules.options(), len(players), Chance(self.dice))
        self.games[channel] = Game(rules, players, "")
        await self._store(channel, state)
        await self._post(channel, state, events)

    async def turn(self, interaction: discord.Interaction, choice: int) -> None:
        """Handle a player's choice from the menu."""
        await interaction.response.defer()
        channel = interaction.channel_id or 0
        game = self.games[channel]
        rules, state = game.rules, game.rules.load_state(game.state)
        decision = rules.decisions(state)[0]
        if interaction.user.id != game.players[decision.seat - 1]:
            await interaction.followup.send("It is not your turn.", ephemeral=True)
            return
        events = self._act(rules, state, decision, decision.actions[choice])
        while (forced := _forced(rules, state)) is not None:
            events += self._act(rules, state, forced, forced.actions[0])
        await self._store(channel, state)
        await self._post(channel, state, events)

    def _act(self, rules: AnyGame, state: State, decision: Decision, action: Action) -> list[Event]:
        action = rules.resolve(state, decision.seat, action)
        return rules.apply(state, decision.seat, action, Chance(self.dice))

    async def _store(self, channel: int, state: State) -> None:
        text = state.model_dump_json()
        await self.store.execute("REPLACE INTO games VALUES (?, ?)", (channel, text))
        await self.store.commit()
        self.games[channel].state = text

    async def _post(self, channel: int, state: State, events: Sequence[Event]) -> None:
        game = self.games[channel]
        decisions = game.rules.decisions(state)
        lines = [event.kind.replace("_", " ").capitalize() + "." for event in events]
        if decisions:
            lines.append(f"<@{game.players[decisions[0].seat - 1]}>, it is your turn.")
        picture = await asyncio.to_thread(draw, lines)
        await self.get_partial_messageable(channel).send(
            "\n".join(lines)[:2000],
            file=discord.File(io.BytesIO(picture), "board.png"),
            view=Moves(self, decisions[0]) if decisions else discord.utils.MISSING,
        )


class Moves(discord.ui.View):
    """The menu below a picture: the first legal actions."""

    def __init__(self, bot: TypicalBot, decision: Decision) -> None:
        super().__init__(timeout=None)
        self.bot = bot
        for number, action in enumerate(decision.actions[:MENU_LIMIT]):
            self.menu.add_option(label=str(action)[:100], value=str(number))

    @discord.ui.select(placeholder="Choose your move", custom_id="move")
    async def menu(self, interaction: discord.Interaction, menu: "discord.ui.Select[Moves]") -> None:
        """Handle a choice."""
        await self.bot.turn(interaction, int(menu.values[0]))


def _forced(rules: AnyGame, state: State) -> Decision | None:
    """Return a decision that plays itself and has only one action; `None` if there is no such decision."""
    decisions = rules.decisions(state)
    return next((one for one in decisions if one.plays_itself and len(one.actions) == 1), None)


def draw(lines: Sequence[str]) -> bytes:
    """Return a picture of usual size with 150 labelled fields, 20 labelled pieces, and up to 20 lines."""
    large = Image.new("RGB", (2 * SIZE[0], 2 * SIZE[1]), "#8EBBCB")
    pen = ImageDraw.Draw(large)
    field = 2 * SIZE[0] // ACROSS
    for number in range(ACROSS * DOWN):
        left, top = number % ACROSS * field, number // ACROSS * field
        pen.rectangle((left, top, left + field, top + field), outline="#35505C", width=3)
        pen.text((left + 8, top + 6), f"{number % ACROSS}:{number // ACROSS}", "#35505C", LETTERS)
    for number in range(PIECES):
        left, top = number * 7 % ACROSS * field, number * 3 % DOWN * field
        pen.ellipse((left + 30, top + 30, left + 130, top + 130), "#D9A441", "#202020", 4)
        pen.text((left + 70, top + 62), str(number), "#202020", LETTERS)
    for number, line in enumerate(lines[:PIECES]):
        pen.text((20, DOWN * field + 20 + 18 * number), line, "#202020", LETTERS)
    packed = io.BytesIO()
    large.reduce(2).save(packed, "PNG")
    return packed.getvalue()


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
