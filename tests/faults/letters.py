"""Direct messages to people: all news is sent once, and nothing is lost."""

import re
from collections import defaultdict
from collections.abc import Callable

from bot.direct_messages.sender import _mark
from bot.store.rows import LetterRow
from sandbox import Channel, Message, Sandbox
from sandbox.world.changes import Change, MessageCreated
from tests.bot.databases import Where, look

_PLACE = re.compile(r"<#(\d+)>")
"""The channel of a game in a direct message."""

_TELLING = re.compile(r"^- .*<#\d+>.*$|^-# in <#\d+>.*(?:\n(?!### |-# ).*)*", re.MULTILINE)
"""The lines of a direct message about one game: a player's line, or for followers the place and the story."""

_DUE = (
    "SELECT letters.at, letters.id, letters.why, letters.asked, games.channel"
    " FROM letters JOIN games ON games.id = letters.game WHERE letters.user = ? AND letters.at <= ?"
)


class PostOffice:
    """Reads every direct message as it arrives, and compares it with the due letters.

    A letter is stored until the bot knows that Discord has its message. So when a message arrives, its
    letters are still stored. The message has the mark of its last letter, and later letters come in a later
    message. If all of its contents were sent before, the message was doubled. `now` is the bot's clock.
    """

    def __init__(self, discord: Sandbox, database: Where, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now
        self._told: defaultdict[int, set[int]] = defaultdict(set)
        """The letters of each person that may have been sent by now."""
        self._tellings: defaultdict[int, set[str]] = defaultdict(set)
        """The lines about each game that each person has received so far."""
        self.count = 0
        """The number of direct messages so far."""
        self.doubled: list[str] = []
        """The doubled messages, in sentences."""
        discord.world.changes.watch(self._watch)

    def _watch(self, change: Change) -> None:
        if (
            isinstance(change, MessageCreated)
            and change.message.author.bot
            and is_private(change.message.channel)
        ):
            self.count += 1
            self._read(change.message)

    def _read(self, message: Message) -> None:
        recipient = message.channel.recipient
        if recipient is None:
            return
        told, before = self._told[recipient.id], self._tellings[recipient.id]
        due = self._due(recipient.id, message.components[0].id)
        told_here = tellings(message.text)
        fresh = {channel for letter, channel in due if letter not in told}
        for telling in told_here & before:
            if not fresh & _places(telling):
                self.doubled.append(f"{recipient.name} was told twice: {telling}")
        before |= told_here
        here = _places(message.text)
        told |= {letter for letter, channel in due if channel in here}

    def _due(self, user: int, mark: int | None) -> list[tuple[int, int]]:
        """Return the ids and channels of the letters that a message with the mark `mark` may contain."""
        due = sorted(look(self._database, _DUE, user, int(self._now())))
        marks = [_mark(LetterRow(one, user, "", why, 0, asked, at)) for at, one, why, asked, _ in due]
        covered = due[: marks.index(mark) + 1] if mark in marks else []
        return [(letter, channel) for _, letter, _, _, channel in covered]


def tellings(text: str) -> set[str]:
    """Return the texts about games in a direct message, without its other lines."""
    return set(_TELLING.findall(text))


def _places(text: str) -> set[int]:
    return set(map(int, _PLACE.findall(text)))


def is_private(channel: Channel) -> bool:
    """Return whether a channel is the bot's conversation with one person."""
    return channel.guild is None
