"""One running game, whose requests are handled and stored one after the other.

Each method of a `Table` that changes the game waits in a queue, applies the rules, and commits the result and
the due posts in one transaction. The table's attributes change only after the commit.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace

from bot import metrics
from bot.sessions import automatic_moves, lobby, outbox_planner, vote_rules
from bot.sessions.automatic_moves import Step
from bot.sessions.bot_turns import BotTurns, StillThinking
from bot.sessions.errors import MovedAway, NoGame
from bot.sessions.known_posts import KnownPosts
from bot.sessions.player_names import entered, named_by_marks
from bot.sessions.recent_steps import MOST as LOOKED_AT
from bot.sessions.recent_steps import STRETCH
from bot.sessions.requests import Doing, Owing, Rearrangement, Report, Reseating, Travelling, what_happened
from bot.sessions.surroundings import Surroundings
from bot.sessions.undo_path import undo_path_of
from bot.store.errors import StoreError
from bot.store.rows import (
    FINISHED,
    OPEN,
    Change,
    EntryRow,
    GameRow,
    GameStatus,
    LetterRow,
    Pending,
    PostRow,
    RestoredRow,
)
from rules.engine.action import Action
from rules.engine.decision import Awaited
from rules.engine.entries import Act, Restore, Timeout, Unplan, kind_of
from rules.engine.entry import Actor, Entry
from rules.engine.errors import IllegalAction, NotNow
from rules.engine.event import dump_event
from rules.engine.game import AnyGame
from rules.engine.match import SYSTEM, TIMEOUT, Advance, Match
from rules.engine.position import Plan
from rules.engine.registry import game as find_game
from rules.engine.series import halt

log = logging.getLogger(__name__)

KEPT_ENTRIES = LOOKED_AT + STRETCH
"""The number of newest entries that a table always keeps in memory, because pictures need these entries."""

PUT_RIGHT = 20
"""The number of latest posts that are edited after a game was restored from a backup."""

SELF_PLAYED = 1_000
"""The maximum number of consecutive automatic decisions. A game that only the bot plays needs fewer."""


class Table:
    """One game. Methods may be called concurrently, but changes are made one after the other."""

    def __init__(self, around: Surroundings, row: GameRow, posts: Sequence[PostRow]) -> None:
        """`posts` are the game's current posts (`Store.posts_at_hand`)."""
        self._around = around
        self._store = around.store
        self._lock = asyncio.Lock()
        self.unsure = False
        """Whether the store may differ from this table, for example because a commit has failed."""
        self._match: Match | None = None
        self._latest: tuple[EntryRow, ...] = ()
        """The newest entries, which posts narrate and pictures trace."""
        self.row = row
        self.posts = KnownPosts(posts)
        self._bot = BotTurns(around)
        self._before = row
        """The game before the current request."""

    @property
    def post(self) -> PostRow | None:
        """The newest post, which has the controls."""
        return self.posts.newest

    @property
    def game(self) -> AnyGame:
        """The game's rules."""
        return find_game(self.row.slug)

    @property
    def match(self) -> Match:
        """The current match. Raises NoGame if the game has not begun."""
        row = self.row
        if row.opening is None or row.position is None:
            if row.status == "cancelled":
                raise NoGame("This lobby was closed before the game began. Open a new one with /play.")
            raise NoGame("This game has not begun yet. Press **Start** on its lobby message.")
        if self._match is None or self._match.position is not row.position:
            self._match = Match(self.game, row.opening, row.seed, row.position)
        return self._match

    async def catch_up(self) -> None:
        """Wait for earlier requests and, after a failed commit, read the store again. Raises like `_turn`."""
        async with self._turn():
            pass

    def rest(self) -> None:
        """Free memory by dropping facts that can be computed or read again."""
        self._match = None
        self._latest = ()

    @property
    def trouble(self) -> str:
        """A sentence for people if posts do not reach the channel; else empty."""
        why = self._around.announcer.trouble(self.row.id, self.row.channel)
        if not why:
            return ""
        return (
            f"⚠️ The bot cannot post in <#{self.row.channel}> at the moment: {why}."
            " The game itself is safe, and the posts follow as soon as that is mended."
        )

    @property
    def page(self) -> str:
        """The address of the game's page on the web; empty if the game has no page."""
        return self._around.spectators.link(self.row)

    @property
    def server_page(self) -> str:
        """The address of the server's page on the web; empty if the server has no page."""
        return self._around.spectators.server_link(self.row.guild)

    async def page_of_now(self) -> str:
        """Return the web address of the current moment; empty if the game has no page."""
        row = self.row
        if row.position is None or not self.page:
            return ""
        newest = await self.entries(max(1, row.position.head - STRETCH), row.position.last)
        place = row.position.public
        for stored in reversed(newest):
            entry = stored.entry
            if entry.number <= row.position.head and entry.moves and not entry.secret:
                return self._around.spectators.link(row, place)
            place -= not entry.secret
        return self.page

    async def entries(self, first: int, last: int) -> Sequence[EntryRow]:
        """Return the entries from `first` to `last` of the journal."""
        found = [row for row in self._latest if first <= row.entry.number <= last]
        begins = found[0].entry.number if found else last + 1
        if len(found) <= last - begins:
            # `_latest` lacks entries if a failed commit was stored after all.
            found, begins = [], last + 1
        if first < begins:
            found = [*await self._store.entries_between(self.row.id, first, begins - 1), *found]
        return found

    async def whole(self) -> tuple[Match, Sequence[EntryRow]]:
        """Return the match `with_journal`, and the rows of the journal with events. Raises JournalDiffers."""
        # Keep the match, because the game may continue before the journal is read.
        match = self.match
        journal = (await self._store.entries(self.row.id))[: match.position.last]
        return match.with_journal([row.entry for row in journal]), journal

    async def rearrange(self, do: Rearrangement, interaction: int) -> GameRow:
        """Store and return the lobby that `do` returns for the current lobby."""
        async with self._turn():
            row = self._stamped(self._seeded(do(self.row)))
            admitted = lobby.admitted(self.row, row)
            posts = outbox_planner.for_lobby(row, self.post, self._store.new_id, admitted)
            await self._commit(Change(row, posts=posts, interaction=interaction))
            return row

    async def start(self, do: Rearrangement, interaction: int) -> Report:
        """Start the match from the lobby that `do` returns."""
        async with self._with_what_follows():
            row = self._seeded(do(self.row))
            presses = self._around.presses(row, interaction)
            row, advance = lobby.start(row, presses, self._around.now())
            then: Pending | None = "orders" if automatic_moves.has_orders(row) else None
            return await self._go_on(await self._settle(row, advance, interaction, then=then))

    async def advance(self, do: Doing, interaction: int, master: str = "") -> Report:
        """Make an entry that needs no journal. `master` is the name of the acting game master, or empty."""
        async with self._with_what_follows():
            advance = do(self.row, self._match_in_time())
            row = _named(self.row, advance, master)
            return await self._go_on(await self._settle(row, advance, interaction))

    async def reseat(self, do: Reseating, interaction: int) -> Report:
        """Make an entry that also changes the players or an open vote."""
        async with self._with_what_follows():
            row, advance = do(self.row, self.match)
            return await self._go_on(await self._settle(row, advance, interaction))

    async def strike(self, seat: int, since: int) -> Report:
        """Give the default answer for a seat whose time is up. Raises NotNow if the seat has answered.

        After too many missed turns, the bot plays the seat.
        """
        async with self._with_what_follows():
            now, asked = self._around.now(), self._question(seat, since)
            if not 0 < self.row.deadline(asked) <= now:
                raise NotNow("That was answered in time.")
            advance = self._match_in_time().enter(Timeout(seat), TIMEOUT, now)
            stays_away = advance.match.misses(seat) and seat not in self.machine_seats
            then: Pending | None = "absent" if stays_away else None
            return await self._go_on(await self._settle(self.row, advance, 0, then=then))

    def _match_in_time(self) -> Match:
        """Return the match with `overtimes`: the seconds that answers now would take from time banks."""
        match, now = self.match, self._around.now()
        if not self.row.pace.bank:
            return match
        taken = tuple((asked.seat, self.row.overtime(asked, now)) for asked in match.position.awaited)
        return replace(match, overtimes=taken)

    async def carry_out_plan(self, seat: int, since: int) -> Report:
        """Answer a question with the seat's plan. If the plan is illegal, drop it and all later plans.

        Raises NotNow if the seat has answered, or if the plan is dropped or not due.
        """
        async with self._with_what_follows():
            match, now, row = self._match_in_time(), self._around.now(), self.row
            asked, plan = match.awaits(seat), match.due_plan(seat)
            if asked is None or plan is None or asked.since != since or not 0 < row.planned(asked) <= now:
                raise NotNow("That was answered, or is no longer planned.")
            try:
                parts = match.parts_of(plan)
                advance = match.enter(Act(plan.seat, parts[0], plan=plan.entry), _player(row, seat), now)
            except (IllegalAction, NotNow):
                return await self._go_on(await self._settle(row, match.enter(Unplan(plan), SYSTEM, now), 0))
            entries = await self._go_on_with_plan(plan, advance, parts[1:])
            return Report(self.row, self.match, tuple(entries))

    async def _go_on_with_plan(self, plan: Plan, advance: Advance, parts: Sequence[Action]) -> list[EntryRow]:
        """Enter `advance` as the plan's first action, then its other `parts`, until the series must stop.

        If the series stops early, the remaining actions and later plans are dropped. An unforeseeable event
        drops all plans of the seat.
        """
        played, now, left = list[EntryRow](), self._around.now(), [*parts]
        while True:
            before = self.match
            halted = any(event.halts for event in advance.events) and advance.match.plans_of(plan.seat)
            played.append(await self._settle(self.row, advance, 0, then="halted" if halted else None))
            followed = await self._go_on_alone()
            played += followed
            if self.unsure or not left:
                return played
            happened = what_happened(advance, followed)
            if halt(plan.seat, before, self.match, happened, [row.entry for row in followed]):
                break
            try:
                advance = self.match.enter(
                    Act(plan.seat, left[0], plan=plan.entry), _player(self.row, plan.seat), now
                )
            except (IllegalAction, NotNow):
                break
            left.pop(0)
        if not self.match.finished:
            undone = " / ".join(map(str, left))
            played.append(
                await self._settle(self.row, self.match.enter(Unplan(plan, undone), SYSTEM, now), 0)
            )
        return played

    async def remind(self, seat: int, since: int, *, aloud: bool) -> None:
        """Remind the seat of its question by a direct message or, only if `aloud`, by a post in the channel.

        Raises NotNow if the seat has answered or was reminded already.
        """
        async with self._turn():
            now, asked = self._around.now(), self._question(seat, since)
            if not 0 < self.row.reminder(asked) <= now:
                raise NotNow("That was answered in time.")
            row, new_id = self._stamped(self.row), self._store.new_id
            # The changed row records that the reminder was sent.
            if row.wishes_at(seat).way == "direct":
                await self._commit(Change(row, letters=outbox_planner.reminding_letter(row, asked, new_id)))
            else:
                posts = outbox_planner.for_reminder(row, asked, new_id) if aloud else ()
                await self._commit(Change(row, posts=posts))

    async def call_here(self, told: Sequence[LetterRow]) -> None:
        """Remind a player whom the messages `told` did not reach. Raises NotNow if the seat has answered."""
        async with self._turn():
            asked = self._question(told[0].seat, told[0].asked)
            row = self._stamped(self.row)
            posts = outbox_planner.for_reminder(row, asked, self._store.new_id, unreached=True)
            await self._commit(Change(row, posts=posts, dropped=tuple(letter.id for letter in told)))

    def _question(self, seat: int, since: int) -> Awaited:
        """Return the open question that the seat was asked at the time `since`. Raises NotNow."""
        found = next((one for one in self.row.asked if (one.seat, one.since) == (seat, since)), None)
        if found is None:
            raise NotNow("That was answered in time.")
        return found

    async def call_late(self, told: Sequence[LetterRow], *, unreached: bool) -> None:
        """Mention the recipients of these direct messages in the channel. `unreached` is as in `PostRow`."""
        async with self._turn():
            # No move was made, so `updated`, which orders the games of a channel, stays the same.
            row = replace(self.row, version=self.row.version + 1)
            seats = {letter.seat for letter in told}
            posts = outbox_planner.for_late(
                row, seats, self._around.now(), self._store.new_id, unreached=unreached
            )
            await self._commit(Change(row, posts=posts, dropped=tuple(letter.id for letter in told)))

    async def recount(self) -> None:
        """Store and show the deadlines that preferences or an outage have changed."""
        async with self._turn():
            posts = outbox_planner.shown_anew(self.row, self.posts.asking.values(), self.post)
            await self._commit(Change(replace(self.row, version=self.row.version + 1), posts=posts))

    async def wake(self) -> bool:
        """Do pending steps. Return whether any step is still pending."""
        async with self._with_what_follows():
            return bool(self.row.pending)

    async def renew(self) -> None:
        """Bring a game with older rules to the current rules. Raises NotNow if the game's rules are newer."""
        if self.row.position is None or self.row.status == "moved" or not self.match.is_outdated:
            return
        async with self._turn():
            match = self.match
            if match.is_outdated:
                await self._settle(self.row, match.renew(self._around.now()), 0)

    async def travel(self, do: Travelling, interaction: int, master: str = "") -> Report:
        """Make an entry that needs the journal, such as an undo. `master` is as in `advance`."""
        async with self._with_what_follows():
            journal = await self._store.entries(self.row.id)
            match = self.match.with_journal([row.entry for row in journal])
            # The line is replayed in another thread, because that may take long.
            row, advance = await asyncio.to_thread(do, self.row, match, journal)
            row = _named(row, advance, master)
            if not kind_of(advance.entry).travels:
                return await self._go_on(await self._settle(row, advance, interaction))
            journey = await undo_path_of(advance.entry, self.entries)
            between = [row.entry.number for row in (*journey.back, *journey.forth)]
            told = await self._store.posts_since(self.row.id, min(between))

            def plan(row: GameRow, entry: EntryRow) -> outbox_planner.Posts:
                return outbox_planner.for_travel(
                    self.row, row, entry, journey, told, self.post, self._store.new_id
                )

            return await self._go_on(await self._settle(row, advance, interaction, plan))

    async def bring_back(self, news: RestoredRow) -> None:
        """Plan a post with the news that the game was restored from a backup."""
        async with self._turn():
            if self.row.status == "lobby":
                row = self._stamped(self.row)
                posts = outbox_planner.for_restored_lobby(row, self.post, news.taken, self._store.new_id)
                await self._commit(Change(row, posts=posts, tells_restored=True))
                return
            told = (await self._store.posts(self.row.id))[-PUT_RIGHT:]

            def plan(row: GameRow, entry: EntryRow) -> outbox_planner.Posts:
                return outbox_planner.for_restored(row, entry, told, self.post, self._store.new_id)

            advance = self.match.enter(Restore(news.taken), SYSTEM, self._around.now())
            await self._settle(self.row, advance, 0, plan)

    async def relocate(self, do: Rearrangement, interaction: int) -> GameRow:
        """Move the game to the channel that `do` sets. A new post there mentions the awaited players."""
        async with self._turn():
            row = self._stamped(do(self.row))
            posts = outbox_planner.for_move(row, self.post, self._store.new_id)
            letters = outbox_planner.letters(row, posts, (), self._store.new_id)
            posts = (*self._open_calls(row, posts), *posts)
            await self._commit(Change(row, posts=posts, letters=letters, interaction=interaction))
            return row

    async def set_right(self, do: Rearrangement) -> None:
        """Change data about people, but neither the journal nor posts."""
        async with self._turn():
            # No move was made, so `updated`, which orders the games of a channel, stays the same.
            await self._commit(Change(replace(do(self.row), version=self.row.version + 1)))

    async def repost(self, post: PostRow) -> None:
        """Mend the link to a post whose message was deleted, and replace the post if it is the newest."""
        async with self._turn():
            posts = await self._leading_to(post)
            if post.live and self.post is not None and self.post.id == post.id:
                posts = (*posts, *outbox_planner.for_lost(self.row, self.post, self._store.new_id))
            if posts:
                await self._commit(Change(self._stamped(self.row), posts=posts))

    async def _leading_to(self, lost: PostRow) -> outbox_planner.Posts:
        """Return an update of the earlier post that links to `lost`, because the link must change."""
        before = await self._store.turn_before(lost) if lost.kind == "turn" else None
        return () if before is None or before.live else (replace(before, wanted=before.wanted + 1),)

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Wait in the queue and, after a failed commit, read the store again. Raises like `Tables.stored`."""
        async with self._lock:
            if self.unsure:
                self.row, posts = await self._around.stored(self.row.id)
                self.posts = KnownPosts(posts)
                self.rest()
                self.unsure = False
            yield

    @asynccontextmanager
    async def _with_what_follows(self) -> AsyncIterator[None]:
        """Combine a request with the automatic steps after it, so that the same posts narrate both.

        Pending steps of earlier requests are done first. Raises StoreError if these steps cannot be stored.
        """
        async with self._turn():
            before = self.row
            # The last post shows the result, so posts are held back until the result is stored.
            with self._around.announcer.held(self.row.id):
                try:
                    with self._telling():
                        await self._make_up([])
                    with self._telling():
                        yield
                finally:
                    if self.row.status in FINISHED and before.status in OPEN:
                        await self._around.results.keep(self.row)

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Plan the posts for all entries within the block together."""
        self._before = self.row
        with self.posts.of_one_request():
            yield

    def _plan(self, row: GameRow, entry: EntryRow) -> outbox_planner.Posts:
        posts, new_id = self.posts, self._store.new_id
        if self._bot.thinks(row):
            waiting = outbox_planner.while_thinking(row, entry, posts.newest, posts.call)
            if waiting is not None:
                return waiting
        return outbox_planner.for_entry(self._before, row, entry, posts.newest, new_id, posts.call)

    def _plan_of_more(self, row: GameRow, entry: EntryRow) -> outbox_planner.Posts:
        if self.post is None or self.post.id != self.posts.unsent:
            return self._plan(row, entry)
        return outbox_planner.for_more(self.row, row, entry, self.post)

    async def _go_on(self, entry: EntryRow) -> Report:
        """Do the pending steps after an entry, and return the effects of the entry and the steps."""
        entries = (entry, *await self._go_on_alone())
        return Report(self.row, self.match, entries)

    async def _settle(
        self,
        row: GameRow,
        advance: Advance,
        interaction: int,
        plan: Owing | None = None,
        *,
        then: Pending | None = None,
    ) -> EntryRow:
        """Store an entry with the posts that `plan` or, by default, `_plan` returns.

        `then` is what is pending afterwards, or `None` if the position determines this. Raises MovedAway.
        """
        if self.row.status == "moved":
            raise MovedAway
        row, advance = entered(row, advance)
        match = advance.match
        row = named_by_marks(row, match, self._around.machine.user)
        if match.journal is None:
            # Keep this match, because it holds facts that were already computed.
            self._match = match
        status: GameStatus = match.position.status
        if advance.entry.kind != "propose":
            row = replace(row, vote=vote_rules.after(row.vote, row, advance.entry))
        row = replace(self._stamped(row), position=match.position, status=status)
        row = replace(row, pending=self._pending(row, match, advance.entry) if then is None else then)
        turn = match.game.turn(match.shown)
        events, away = tuple(dump_event(event) for event in advance.events), await self._away(advance.entry)
        entry = EntryRow(advance.entry, events, turn, away)
        posts = (plan or self._plan)(row, entry)
        if self.post is not None and self.post.gone and posts:
            posts = (*await self._leading_to(self.post), *posts)
        if match.finished and self.row.status in OPEN:
            hall = self._store.servers.of(row.guild).hall
            posts = (*outbox_planner.for_hall(row, entry, hall, self._store.new_id), *posts)
        restored = advance.entry.kind == "restored"
        fresh = (self.posts.unsent, self.posts.call.id if self.posts.call else 0)
        following = match.game.comes_next(match.shown)
        letters = (
            *outbox_planner.letters(row, posts, fresh, self._store.new_id),
            *outbox_planner.letters_on_deck(row, posts, following, self._store.new_id),
        )
        round_ = match.game.round(match.shown)
        row, more = outbox_planner.for_followers(row, entry, round_, posts, self._store.new_id)
        calls = self._open_calls(row, posts)
        await self._commit(Change(row, entry, (*calls, *posts), interaction, restored, (*letters, *more)))
        told_from = min((post.first for post in posts), default=0)
        needed = min(told_from - 1, entry.entry.number - KEPT_ENTRIES)
        self._latest = (*(row for row in self._latest if row.entry.number > needed), entry)
        about = {
            "interaction": interaction,
            "channel": row.channel,
            "game": row.id,
            "entry": entry.entry.number,
        }
        metrics.ENTRIES.labels(row.slug, entry.entry.kind).inc()
        log.info("%s by %s", entry.entry.kind, entry.entry.actor.role, extra=about)
        return entry

    async def _away(self, entry: Entry) -> int:
        """Return the seconds since the previous entry during which the bot or Discord was unavailable."""
        if not self.row.outages.last_ended or entry.number == 1:
            return 0
        (before,) = await self.entries(entry.number - 1, entry.number - 1)
        return self.row.outages.between(before.entry.at, entry.at)

    async def _commit(self, change: Change) -> None:
        change = replace(change, posts=outbox_planner.dated(change.posts, self.post, change.interaction))
        try:
            await self._store.commit(change)
        except BaseException:
            # The change and its posts may have been stored nevertheless.
            self.unsure = True
            self._around.announcer.look_up(self.row.id)
            raise
        self.row = change.game
        if not change.posts:
            return
        self.posts.add(change.posts)
        self._around.announcer.owe(self.row.id, change.posts)

    def _open_calls(self, row: GameRow, planned: outbox_planner.Posts) -> outbox_planner.Posts:
        return outbox_planner.for_open_calls(self.row, row, self.posts.asking.values(), planned)

    async def _go_on_alone(self) -> list[EntryRow]:
        """Do pending steps and return their entries. If a step fails, `wake` retries it later."""
        played: list[EntryRow] = []
        try:
            await self._make_up(played)
        except StoreError as error:
            # The request itself is stored, so its author must not read that nothing has changed.
            log.warning("game %s waits for the bot: %s", self.row.id, error.detail or error.message)
        return played

    async def _make_up(self, played: list[EntryRow]) -> None:
        """Do pending steps, and add their entries to `played`. Raises StoreError."""
        try:
            async for entry in self._alone():
                played.append(entry)  # noqa: PERF401 - those before a failure count
        except StoreError:
            raise
        except Exception:
            # Other players can still act in a game in which the bot fails to move.
            log.exception("game %s could not go on by itself", self.row.id)

    async def _alone(self) -> AsyncIterator[EntryRow]:
        """Do all pending steps, and yield their entries."""
        for _ in range(SELF_PLAYED):
            if not self.row.pending:
                return
            try:
                step = await self._next_alone()
            except StillThinking:
                return
            if step is None:
                await self._commit(Change(replace(self.row, pending="", version=self.row.version + 1)))
                return
            advance, then = step
            yield await self._settle(self.row, advance, 0, self._plan_of_more, then=then)

    def _pending(self, row: GameRow, match: Match, entry: Entry) -> Pending:
        """Return what is pending after the entry, according to the position."""
        try:
            moves = self._bot.due(row, match) is not None
            return automatic_moves.pending_after(row, match, entry, moves=moves)
        except Exception:
            # An error here must not make the player's action fail. The step is retried when the game wakes.
            log.exception("could not find out what game %s waits for", row.id)
            return "play"

    async def _next_alone(self) -> Step | None:
        """Return the next pending step; `None` if there is none. Raises StillThinking."""
        row, match, now = self.row, self.match, self._around.now()
        step = automatic_moves.ask_no_more(row, match, now)
        if step is None and row.pending == "orders":
            step = automatic_moves.give_order(row, match, await self.entries(2, match.position.last), now)
        if step is None and row.pending in {"absent", "halted"}:
            (last,) = await self.entries(match.position.last, match.position.last)
            seat = last.entry.seat
            if row.pending == "absent":
                step = automatic_moves.stand_in(match, seat, self.machine_seats, now)
            else:
                step = automatic_moves.give_up_plans(match, seat, now)
        if step is not None or row.status != "running":
            return step
        answer = automatic_moves.only_answer(match) or await self._bot.answer(row, match)
        return None if answer is None else (match.act(*answer, SYSTEM, now), None)

    @property
    def machine_seats(self) -> tuple[int, ...]:
        """The bot's own seats."""
        return self.row.seats_of(self._around.machine.user)

    def _seeded(self, row: GameRow) -> GameRow:
        """Return the row with a seed, which lobbies of old versions lack."""
        return row if row.seed else replace(row, seed=self._around.new_seed())

    def _stamped(self, row: GameRow) -> GameRow:
        return replace(row, version=self.row.version + 1, updated=self._around.now())


def _named(row: GameRow, advance: Advance, master: str) -> GameRow:
    """Return the row, which also has the game master's name `master` if a game master acted."""
    actor = advance.entry.actor
    return row.with_master(row.user_of(actor.player), master) if master and actor.role == "gm" else row


def _player(row: GameRow, seat: int) -> Actor:
    return Actor(role="seat", player=str(row.user_at(seat)))
