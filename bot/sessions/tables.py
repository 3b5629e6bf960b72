"""The games of one process."""

import asyncio
import logging
import weakref
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.records.results import ResultKeeper
from bot.sessions import outbox_planner, vote_rules
from bot.sessions.bot_player import BotPlayer
from bot.sessions.errors import NoGame, PlayedElsewhere
from bot.sessions.spectators import Spectators
from bot.sessions.surroundings import Announcer
from bot.sessions.table import Table
from bot.store.errors import Damaged
from bot.store.load_check import contradictions
from bot.store.rows import Change, GameRow, PostRow
from bot.store.store import Store
from rules.engine.errors import HarbourmasterError

log = logging.getLogger(__name__)

KEPT_IN_MEMORY = 256
"""The number of recently used tables that stay loaded."""

KEPT_AT_HAND = 64
"""The number of recent tables that also keep facts about their positions, which need more memory."""


class Tables:
    """Finds games by id or channel, opens games, and caches the recent games."""

    def __init__(
        self,
        store: Store,
        announcer: Announcer,
        machine: BotPlayer,
        now: Callable[[], int],
        new_seed: Callable[[], bytes],
        web: str = "",
    ) -> None:
        """`web` is the address of games' web pages; empty for no pages."""
        self.store = store
        self.spectators = Spectators(web, store.servers)
        self.announcer = announcer
        self.machine = machine
        self.results = ResultKeeper(store, self._told_anew)
        self.now = now
        self.new_seed = new_seed
        self._loaded: weakref.WeakValueDictionary[str, Table] = weakref.WeakValueDictionary()
        self._recent: OrderedDict[str, Table] = OrderedDict()
        self._at_hand: OrderedDict[str, Table] = OrderedDict()
        self._waking: set[asyncio.Task[None]] = set()

    def wake(self, game: str) -> None:
        """Let the game continue in a separate task, after the bot has finished thinking."""
        task = asyncio.create_task(self._woken(game), name=f"wake-{game}")
        self._waking.add(task)
        task.add_done_callback(self._waking.discard)

    async def stop_thinking(self) -> None:
        """Stop the bot's thinking. The affected games continue after the next start."""
        await self.machine.close()
        await asyncio.gather(*self._waking)

    async def _woken(self, game: str) -> None:
        try:
            await (await self.table(game)).wake()
        except HarbourmasterError as error:
            # The timekeeper will wake the game again.
            log.warning("game %s waits for the bot: %s", game, error.message)

    async def table(self, game: str) -> Table:
        """Return a game by its id. Raises NoGame, or PlayedElsewhere if another process plays the game."""
        table = self._loaded.get(game)
        if table is None:
            row, posts = await self.stored(game)
            if not self.store.cluster.has(row.guild):
                raise PlayedElsewhere(row.guild)
            # Another request may have loaded the game meanwhile, and each game must have only one queue.
            table = self._loaded.setdefault(game, Table(self, row, posts))
        elif table.unsure:
            await table.catch_up()
        self._use(table)
        await table.renew()
        return table

    async def stored(self, game: str) -> tuple[GameRow, Sequence[PostRow]]:
        """Return the game with the id `game` and its current posts (`Store.posts_at_hand`).

        Raises NoGame, NotRead, or Damaged if the game's data are inconsistent.
        """
        row = await self._row(game)
        while found := await self._contradictions(row):
            before, row = row, await self._row(game)
            if row == before:
                complaint = Damaged(f"game {game} was changed from outside: {'; '.join(found)}")
                log.error("%s", complaint.detail)
                raise complaint
            # Compare again, because the game continued between the two reads.
        return row, await self.store.posts_at_hand(game)

    async def _row(self, game: str) -> GameRow:
        row = await self.store.game(game)
        if row is None:
            raise NoGame("That game is not known here. Start one with /play.")
        return row

    async def _contradictions(self, row: GameRow) -> list[str]:
        newest = await self.store.entries(row.id, row.last - 1) if row.position else []
        found = contradictions(row, newest)
        if found or row.vote is None:
            return found
        # An altered vote could let game masters see hands, and only the journal can prove a vote.
        journal = await self.store.entries(row.id)
        fits = vote_rules.fits(row, row.vote, journal, self.machine.user)
        return [] if fits else ["what the players are asked, and who agreed"]

    async def in_channel(self, channel: int) -> Table:
        """Return the open game of a channel. Raises NoGame."""
        row = await self.store.open_game_in(channel)
        if row is None:
            last = await self.store.latest_game_in(channel)
            over = " any more; the last one is over, and /game board still shows it" if last else ""
            raise NoGame(f"No game is running in this channel{over}. Start one with /play.")
        return await self.table(row.id)

    async def latest_in(self, channel: int) -> Table:
        """Return the open game of a channel, else its latest game. Raises NoGame."""
        row = await self.store.open_game_in(channel) or await self.store.latest_game_in(channel)
        if row is None:
            raise NoGame("No game was ever played in this channel. Start one with /play.")
        return await self.table(row.id)

    async def create(self, row: GameRow, interaction: int) -> Table:
        """Open a lobby. Raises ChannelTaken if the channel has an open game already."""
        # The seed is fixed before others join, so that it cannot be exchanged later.
        row = replace(row, seed=self.new_seed(), outages=self.store.outages, wishes=self.store.wishes)
        posts = outbox_planner.dated(
            outbox_planner.for_lobby(row, None, self.store.new_id), None, interaction
        )
        await self.store.commit(Change(row, posts=posts, interaction=interaction))
        # Another request may have loaded the stored game already.
        table = self._loaded.setdefault(row.id, Table(self, row, posts))
        self._use(table)
        self.announcer.owe(row.id, posts)
        return table

    def presses(self, row: GameRow, start: int) -> tuple[str, ...]:
        """Return Discord's id of the press for each seat (0: the bot), then the id of the press of Start."""
        return (*(str(row.presses.get(member.user, 0)) for member in row.members), str(start))

    def _told_anew(self, game: str) -> None:
        """Let the game's table and the announcer read the game's posts again, because these have changed."""
        if table := self._loaded.get(game):
            table.unsure = True
        self.announcer.look_up(game)

    def _use(self, table: Table) -> None:
        for kept in (self._recent, self._at_hand):
            kept[table.row.id] = table
            kept.move_to_end(table.row.id)
        if len(self._at_hand) > KEPT_AT_HAND:
            self._at_hand.popitem(last=False)[1].rest()
        if len(self._recent) > KEPT_IN_MEMORY:
            self._recent.popitem(last=False)
