"""Direct messages: one message per person for all their games.

A letter (`LetterRow`) is one notification. A letter is stored together with its cause, and deleted when
Discord has accepted the message or when the letter is out of date. After a crash or a timeout, the bot
searches the conversation for the message's mark: the id of the message's first component.
"""

import asyncio
import logging
import zlib
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from itertools import groupby

import discord
from discord import ui

from bot import metrics
from bot.direct_messages.text import LetterLine, letter_text
from bot.discord_errors import DISCORD_FAILED, takes_no_direct_messages
from bot.following.followers import with_unreached, without_follower
from bot.following.message_text import MOST, Followed, followed_text, not_counting
from bot.handlers.responses import gallery
from bot.posts.build import ControlRow, button
from bot.posts.channel_access import may_read
from bot.posts.control_ids import ControlId
from bot.posts.menus import BUTTONS
from bot.posts.message import layout
from bot.posts.pictures import Attachment, Pictures
from bot.posts.retries import wait_after
from bot.rounds import Rounds
from bot.sessions.recent_steps import reader_of, steps_to
from bot.sessions.table import Table
from bot.sessions.tables import Tables
from bot.sessions.undo_path import chapter_of
from bot.store.errors import AlteredJournal, Damaged, StoreError
from bot.store.preferences import Preferences
from bot.store.rows import LetterRow
from bot.store.store import Store, read_due
from rules.engine.errors import HarbourmasterError, NotNow

log = logging.getLogger(__name__)

PERIOD = 15.0
"""Seconds between two rounds. All letters of a person that are due in a round become one message."""

ONLOOKERS_AT_ONCE = 20
"""The maximum number of followers who are notified in one round."""

TEXT_LIMIT = 3900
"""The maximum number of characters in one message; Discord allows 4,000."""

FOR_FOLLOWED = 600
"""The number of characters reserved for followed games, if the message is about any."""

DAMAGED_FOR = 3_600
"""Seconds until the next attempt to read an unreadable game."""

LOOKED_THROUGH = 500
"""The number of latest messages in a conversation that are searched for a letter already sent."""


class DirectMessages:
    """Sends the stored letters regularly, including letters stored before a restart."""

    def __init__(
        self, client: discord.Client, store: Store, pictures: Pictures, reachable: Callable[[], bool]
    ) -> None:
        self._client = client
        self._store = store
        self._pictures = pictures
        self._reachable = reachable
        self._round = asyncio.Lock()
        self._rounds = Rounds("postman", PERIOD, self.go_round)
        self._left: dict[int, LetterRow] = {}
        """The letters that were stored when this process started. The previous process may have sent them."""
        self._tried: dict[int, int] = {}
        """For each letter that this process has tried to send, the mark of its message."""
        self._sent: set[int] = set()
        """The letters that Discord has accepted, but that are still stored."""
        self._failures: dict[int, tuple[int, int]] = {}
        """For each user, the number of consecutive failures and the time of the next attempt."""
        self._kept: dict[int, int] = {}
        """For each letter of an unreadable game, the time of the next attempt."""

    async def start(self, tables: Tables) -> None:
        """Begin to send letters, and continue until `stop`."""
        self._tables = tables
        self._left = {letter.id: letter for letter in await self._store.letters()}
        self._rounds.start()

    async def stop(self) -> None:
        """Stop after the round in progress."""
        await self._rounds.stop()

    async def go_round(self) -> None:
        """Send all letters that are due. Rounds never overlap."""
        async with self._round:
            if not self._reachable():
                return
            now = self._tables.now()
            stored = await read_due("the direct messages", self._store.letters(now)) or ()
            due = sorted((one for one in stored if not self._is_kept(one)), key=lambda one: one.user)
            people = {user: list(letters) for user, letters in groupby(due, key=lambda one: one.user)}
            ready = [user for user in people if self._failures.get(user, (0, 0))[1] <= now]
            onlookers = [user for user in ready if all(one.why == "followed" for one in people[user])]
            # Players must not wait for followers, who may be many.
            players = [user for user in ready if user not in onlookers]
            for user in (*players, *onlookers[:ONLOOKERS_AT_ONCE]):
                await self._tell(user, people[user])

    async def _tell(self, user: int, letters: Sequence[LetterRow]) -> None:
        """Send one person's letters. A failure does not affect other people."""
        told: list[LetterLine] = []
        try:
            told = [one for letter in letters if (one := await self._looked_up(letter)) is not None]
            wishes = self._store.wishes.of(user)
            await self._call_in_channels(told, wishes)
            told = [one for one in told if one.is_wished(wishes) and await self._may_read(one)]
            if told:
                await self._send(user, told)
            await self._drop([one for one in letters if not self._is_kept(one)])
            self._failures.pop(user, None)
        except DISCORD_FAILED as error:
            if takes_no_direct_messages(error):
                await self._unreached(user, told)
                return
            self._try_later(user)
            metrics.LETTERS.labels("failed").inc()
            log.warning("a direct message could not be sent, the next try is later: %s", error)
        except StoreError as error:
            log.warning("a direct message could not be kept as sent: %s", error.detail or error.message)
        except Exception:
            log.exception("a direct message broke unexpectedly")

    async def _drop(self, letters: Sequence[LetterRow]) -> None:
        """Delete these letters. Raises NotSaved."""
        await self._store.told(letters)
        for letter in letters:
            self._left.pop(letter.id, None)
            self._tried.pop(letter.id, None)
            self._sent.discard(letter.id)
            self._kept.pop(letter.id, None)

    def _try_later(self, user: int) -> None:
        """Delay the next attempt to reach a user; the delay grows with each failure."""
        failed = self._failures.get(user, (0, 0))[0]
        self._failures[user] = failed + 1, self._tables.now() + int(wait_after(failed))

    async def _may_read(self, told: LetterLine) -> bool:
        """Return whether the user may read the letter; remove a follower who may not see the channel."""
        user = told.letter.user
        if told.letter.why != "followed" or await may_read(self._client, told.row, user):
            return True
        table: Table = await self._tables.table(told.letter.game)
        await table.set_right(lambda row: without_follower(row, user))
        return False

    async def _call_in_channels(self, told: Sequence[LetterLine], wishes: Preferences) -> None:
        """Mention a person in the channels of the games instead of sending a direct message."""
        for game in dict.fromkeys(one.letter.game for one in told):
            lines = [one for one in told if one.letter.game == game]
            table: Table = await self._tables.table(game)
            if news := [one.letter for one in lines if one.is_late(wishes)]:
                await table.call_late(news, unreached=wishes.closed)
            asked = [one.letter for one in lines if one.is_unreached(wishes)]
            for seat in dict.fromkeys(letter.seat for letter in asked):
                with suppress(NotNow):
                    await table.call_here([letter for letter in asked if letter.seat == seat])

    async def _looked_up(self, letter: LetterRow) -> LetterLine | None:
        """Return the letter and its game; None if the letter is out of date or the game unreadable."""
        try:
            table = await self._tables.table(letter.game)
            post = await self._store.post(table.post.id) if table.post else None
            told = LetterLine(letter, table.row, table.match, post.message if post else 0)
        except (AlteredJournal, Damaged):
            self._keep([letter])
            return None
        except StoreError:
            raise
        except HarbourmasterError:
            return None
        if letter.why == "deck" and table.post and 0 < letter.first < table.post.first <= table.post.last:
            # Another turn has begun, which has its own letter.
            return None
        return told if told.holds else None

    def _keep(self, letters: Sequence[LetterRow]) -> None:
        """Delay the letters of an unreadable game, so that other letters can be sent."""
        again = self._tables.now() + DAMAGED_FOR
        self._kept.update({letter.id: again for letter in letters})

    def _is_kept(self, letter: LetterRow) -> bool:
        return self._kept.get(letter.id, 0) > self._tables.now()

    async def _send(self, user: int, told: Sequence[LetterLine]) -> None:
        """Send one message with all letters that Discord does not have yet."""
        told = [one for one in told if one.letter.id not in self._sent]
        if not told:
            return
        channel = await self._client.create_dm(discord.Object(user))
        told = await self._missing(channel, told)
        if not told:
            return
        own = [one for one in told if one.letter.why != "followed"]
        followed = await self._followed([one for one in told if one.letter.why == "followed"])
        texts = [letter_text(own, TEXT_LIMIT - (FOR_FOLLOWED if followed else 0))] if own else []
        if followed:
            texts.append(followed_text(followed, TEXT_LIMIT - sum(map(len, texts))))
        told = [one for one in told if not self._is_kept(one.letter)]
        if not told:
            return
        boards = await self._board(followed)
        last = max((one.letter for one in told), key=_when)
        text: ui.TextDisplay[ui.LayoutView] = ui.TextDisplay("\n".join(texts), id=_mark(last))
        # Even if the following request fails, Discord may have the message.
        self._tried.update({one.letter.id: _mark(last) for one in told})
        await channel.send(
            view=layout(text, *map(gallery, boards), *_buttons(followed)),
            files=[board.file() for board in boards],
            nonce=_nonce(last),
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self._sent.update(one.letter.id for one in told)
        metrics.LETTERS.labels("sent").inc()

    async def _missing(self, channel: discord.DMChannel, told: Sequence[LetterLine]) -> Sequence[LetterLine]:
        """Return the letters that Discord does not have; search the conversation only if necessary."""
        users = {one.letter.user for one in told}
        left = [letter for letter in self._left.values() if letter.user in users]
        tried = {mark for one in told if (mark := self._tried.get(one.letter.id))}
        if not left and not tried:
            return told
        found = await self._found(channel, {*tried, *map(_mark, left)})
        # The previous process sent letters in order, so all letters up to the last letter found were sent.
        last = max((_when(letter) for letter in left if _mark(letter) in found), default=(0, 0))
        return [
            one
            for one in told
            if self._tried.get(one.letter.id) not in found
            and not (one.letter.id in self._left and _when(one.letter) <= last)
        ]

    async def _found(self, channel: discord.DMChannel, wanted: Collection[int]) -> set[int]:
        """Return the `wanted` marks that the bot's messages in this channel have."""
        us = self._client.user.id if self._client.user else 0
        return {
            mark
            async for message in channel.history(limit=LOOKED_THROUGH)
            for part in message.components[:1]
            if message.author.id == us and (mark := getattr(part, "id", 0)) in wanted
        }

    async def _followed(self, told: Sequence[LetterLine]) -> list[Followed]:
        """Return these letters' followed games, each with its new entries; leave out unreadable games."""
        found: dict[str, list[LetterLine]] = {}
        for one in told:
            found.setdefault(one.letter.game, []).append(one)
        stories: list[Followed] = []
        for lines in found.values():
            try:
                stories.append(await self._story(lines))
            except (AlteredJournal, Damaged):
                self._keep([one.letter for one in lines])
        return stories

    async def _story(self, lines: Sequence[LetterLine]) -> Followed:
        first = min(one.letter.first for one in lines)
        last = max(one.letter.last for one in lines)
        row, match = lines[-1].row, lines[-1].match
        table = await self._tables.table(row.id)
        newest = await table.entries(first, match.position.last)
        told = [line for line in newest if line.entry.number <= last]
        chapter = await chapter_of(told, table.entries)
        return Followed(
            row, match, chapter, not_counting(match, newest), lines[-1].message, await table.page_of_now()
        )

    async def _board(self, followed: Sequence[Followed]) -> Sequence[Attachment]:
        """Return the public board if `followed` is a single game with intact data; otherwise nothing."""
        if len(followed) != 1:
            return ()
        (game,) = followed
        table = await self._tables.table(game.row.id)
        head, reader = game.match.position.head, reader_of(game.match)
        try:
            steps = await steps_to(table.game, head, table.entries, reader)
        except (AlteredJournal, Damaged):
            return ()
        return (await self._pictures.board(game.match, steps, game.row.names(), None))[:1]

    async def _unreached(self, user: int, told: Sequence[LetterLine]) -> None:
        """Handle refused letters: mention the player in channels; mark the follower as unreachable."""
        metrics.LETTERS.labels("closed").inc()
        try:
            for game in dict.fromkeys(one.letter.game for one in told if one.letter.why == "followed"):
                table: Table = await self._tables.table(game)
                await table.set_right(lambda row: with_unreached(row, user))
            if any(one.letter.why != "followed" for one in told):
                wishes = self._store.wishes.of(user).unreachable()
                await self._store.wish(wishes)
                await self._call_in_channels(told, wishes)
            # The letters are deleted last, so a crash before that loses nothing.
            await self._drop([one.letter for one in told])
        except HarbourmasterError as error:
            self._try_later(user)
            log.warning(
                "a player without direct messages could not be called in a channel: %s", error.message
            )


def _buttons(followed: Sequence[Followed]) -> list[ControlRow]:
    named = "Unfollow" if len(followed) == 1 else "Unfollow {title} ({game})"
    buttons = [
        button(
            named.format(title=one.match.game.title, game=one.row.id),
            ControlId("follow", one.row.id, 0, ("stop",)),
        )
        for one in followed[:MOST]
    ]
    return [ui.ActionRow(*buttons[start : start + BUTTONS]) for start in range(0, len(buttons), BUTTONS)]


def _when(letter: LetterRow) -> tuple[int, int]:
    """Return the key by which due letters are sorted."""
    return letter.at, letter.id


def _mark(letter: LetterRow) -> int:
    """Return 31 bits of a hash of the letter's content."""
    # The id alone is not enough: ids repeat if the clock is set back before a restart.
    return zlib.crc32(f"{letter.id} {letter.why} {letter.asked} {letter.at}".encode()) % 2**31 or 1


def _nonce(letter: LetterRow) -> str:
    """Return a text of at most 25 characters that is unique among posts and letters."""
    return f"l{letter.id:x}{_mark(letter):x}"
