"""Errors of the store. Each message is for the person who waits."""

from typing import ClassVar

from rules.engine.errors import HarbourmasterError


class StoreError(HarbourmasterError):
    """The base of the store's errors."""


class _Fixed(StoreError):
    """An error that always says the same `sentence`."""

    sentence: ClassVar[str]

    def __init__(self, detail: str = "") -> None:
        super().__init__(self.sentence, detail)


class AlreadyDone(_Fixed):
    """This interaction was already carried out. Discord, or a retry, delivered it twice."""

    sentence = "That was already done."


class Conflict(_Fixed):
    """The change is based on a position that is no longer stored."""

    sentence = "The game went on in the meantime. Look at it again and choose again."


class ChannelTaken(_Fixed):
    """Another game is open in that channel."""

    sentence = (
        "There is already a game in this channel. Go to another channel, or add `thread: True` to"
        " /play: then the game gets a thread of its own. The player who opened the old one can close it,"
        " below its lobby's **Options**, and with /gm task:end later."
    )


class NotSaved(_Fixed):
    """The database refused the change. Nothing stored has changed."""

    sentence = (
        "This could not be saved, so nothing has changed. Please try again in a moment. If that does not"
        " help, tell the host of this bot: its log says what to do."
    )


class Unclear(NotSaved):
    """The database was lost during the change, which is stored completely or not at all."""

    sentence = (
        "The database went away in that moment, so it is not known yet whether this was saved. Look at"
        " the game again in a moment."
    )


class NotRead(_Fixed):
    """The database did not answer."""

    sentence = (
        "The stored games could not be read. Please try again in a moment. If that does not help, tell"
        " the host of this bot: its log says what to do."
    )


class Damaged(_Fixed):
    """Stored data differs from what was written. It is left unchanged, so that somebody can examine it."""

    sentence = (
        "The stored data is damaged, so nothing was done. Tell the host of this bot: its log says"
        " what is wrong, and a copy of the games can be brought back."
    )


class AlteredJournal(StoreError):
    """A journal whose chain of hashes is broken."""

    def __init__(self, game: str, number: int) -> None:
        super().__init__(
            f"The journal of game {game} was changed from outside: entry {number} does not continue the one"
            " before it. The game can be played on, but it cannot be taken back or checked until the host of"
            " this bot has brought back a copy.",
            f"the chain of game {game} breaks at entry {number}",
        )


class BadDatabase(StoreError):
    """The program cannot use the given database. The message is for the host."""


class Overtaken(Exception):
    """Another process has taken the cluster of this one, which may not write any more."""

    def __init__(self) -> None:
        super().__init__(
            "Another process plays on here since this one lost its connection to the database for a moment."
        )


class OutcomeUnknown(Exception):
    """A server was lost during a commit and did not come back, so the outcome is unknown."""
