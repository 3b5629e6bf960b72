"""Direct messages: brings people what they wish to be told that way, one message for all their games.

What somebody is to be told is stored with what caused it (`LetterRow`), and dropped when Discord has the
message. If the bot is killed between the two, it finds the message again by its mark, the number of its first
component.
"""

import asyncio
import logging
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import groupby

import discord
from discord import ui

from bot import metrics
from bot.mishaps import DISCORD_FAILED, takes_no_direct_messages
from bot.posts.message import layout
from bot.posts.retries import wait_after
from bot.store.errors import StoreError
from bot.store.rows import LetterRow
from bot.store.store import Store
from bot.tables.table import Table, Tables
from bot.telling.letters import LetterLine, letter_text
from rules.engine.errors import HarbourmasterError

log = logging.getLogger(__name__)

PERIOD = 15.0
"""Seconds between two looks; what came together meanwhile is told together."""

LOOKED_AT = 50
"""Messages of a conversation in which one is looked for that was sent just before a crash."""


class Postman:
    """Looks at the stored letters once in a while, so those of before a restart are told as well."""

    def __init__(self, client: discord.Client, store: Store, reachable: Callable[[], bool]) -> None:
        self._client = client
        self._store = store
        self._reachable = reachable
        self._round = asyncio.Lock()
        self._stopped = asyncio.Event()
        self._running: asyncio.Task[None] | None = None
        self._uncertain: set[int] = set()
        """Letters that Discord may have though they are still stored."""
        self._failures: dict[int, tuple[int, int]] = {}
        """User -> how often they could not be told in a row, and when the next try is."""

    async def start(self, tables: Tables) -> None:
        """Look now, and again and again until `stop`."""
        self._tables = tables
        self._uncertain = {letter.id for letter in await self._store.letters()}
        self._running = asyncio.create_task(self._run(), name="postman")

    async def stop(self) -> None:
        """Look no more; a round that was begun is finished."""
        self._stopped.set()
        if self._running is not None:
            await self._running

    async def _run(self) -> None:
        while not self._stopped.is_set():
            await self.go_round()
            with suppress(TimeoutError):
                async with asyncio.timeout(PERIOD):
                    await self._stopped.wait()

    async def go_round(self) -> None:
        """Tell everybody what they are to be told by now; one round at a time."""
        async with self._round:
            await self._go_round()

    async def _go_round(self) -> None:
        if not self._reachable():
            return
        try:
            due = sorted(await self._store.letters(self._tables.now()), key=lambda one: one.user)
        except StoreError as error:
            log.warning("what people are to be told cannot be read at the moment: %s", error)
            return
        for user, letters in groupby(due, key=lambda one: one.user):
            if self._failures.get(user, (0, 0))[1] <= self._tables.now():
                await self._tell(user, list(letters))

    async def _tell(self, user: int, letters: Sequence[LetterRow]) -> None:
        """Tell one person; what goes wrong with one concerns nobody else."""
        told: list[LetterLine] = []
        try:
            told = [one for letter in letters if (one := await self._looked_up(letter)) is not None]
            wishes = self._store.wishes.of(user)
            told = [
                one
                for one in told
                if (wishes.on_deck if one.letter.why == "deck" else wishes.way == "direct")
            ]
            if told:
                await self._send(user, letters, told)
            await self._store.told(letters)
            self._uncertain -= {letter.id for letter in letters}
            self._failures.pop(user, None)
        except DISCORD_FAILED as error:
            if takes_no_direct_messages(error):
                await self._call_in_channel(user, told)
                return
            self._uncertain |= {letter.id for letter in letters}
            failed = self._failures.get(user, (0, 0))[0]
            self._failures[user] = failed + 1, self._tables.now() + int(wait_after(failed))
            metrics.LETTERS.labels("failed").inc()
            log.warning("a direct message could not be sent, the next try is later: %s", error)
        except StoreError as error:
            log.warning("a direct message could not be kept as sent: %s", error)
        except Exception:
            log.exception("a direct message broke unexpectedly")

    async def _looked_up(self, letter: LetterRow) -> LetterLine | None:
        """The letter with its game, if it still tells something."""
        try:
            table = await self._tables.table(letter.game)
            post = await self._store.post(table.post.id) if table.post else None
            told = LetterLine(letter, table.row, table.match, post.message if post else 0)
        except StoreError:
            raise
        except HarbourmasterError:
            return None
        return told if told.holds else None

    async def _send(self, user: int, letters: Sequence[LetterRow], told: Sequence[LetterLine]) -> None:
        channel = await self._client.create_dm(discord.Object(user))
        marks = {_mark(letter): letter for letter in letters if letter.id in self._uncertain}
        if marks:
            us = self._client.user.id if self._client.user else 0
            sent = [
                letter
                async for message in channel.history(limit=LOOKED_AT)
                for part in message.components[:1]
                if message.author.id == us and (letter := marks.get(getattr(part, "id", 0)))
            ]
            known = max((letter.id for letter in sent), default=0)
            told = [one for one in told if one.letter.id > known]
            if not told:
                return
        text: ui.TextDisplay[ui.LayoutView] = ui.TextDisplay(letter_text(told), id=_mark(letters[-1]))
        await channel.send(
            view=layout(text), nonce=_nonce(letters[-1]), allowed_mentions=discord.AllowedMentions.none()
        )
        metrics.LETTERS.labels("sent").inc()

    async def _call_in_channel(self, user: int, told: Sequence[LetterLine]) -> None:
        """They let no direct message in: say so in the channel of the most urgent game, once."""
        metrics.LETTERS.labels("closed").inc()
        waiting = [one for one in told if one.is_open]
        waiting.sort(key=lambda one: one.row.deadline(one.match.position.awaited[0]) or one.letter.asked)
        for one in waiting:
            with suppress(HarbourmasterError):
                table: Table = await self._tables.table(one.letter.game)
                await table.call_here(one.letter.seat, one.letter.asked, user)
                return
        with suppress(StoreError):
            await self._store.wish(self._store.wishes.of(user).unreachable())
            await self._store.told([one.letter for one in told])


def _mark(letter: LetterRow) -> int:
    """31 bits of what it tells.

    Not of its id alone: what was told is dropped, so after a restart with a clock that was set back another
    letter may get the same.
    """
    return zlib.crc32(f"{letter.id} {letter.why} {letter.asked} {letter.at}".encode()) % 2**31 or 1


def _nonce(letter: LetterRow) -> str:
    """At most 25 characters, which no post has and, for the same reason, no other letter."""
    return f"l{letter.id:x}{_mark(letter):x}"
