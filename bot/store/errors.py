"""Errors of the store. Messages are for players, but messages of BadDatabase are for the host."""

from typing import ClassVar

from rules.engine.errors import HarbourmasterError


class StoreError(HarbourmasterError):
    """The base of the store's errors."""


class _Fixed(StoreError):
    """An error whose message is always its `sentence`."""

    sentence: ClassVar[str]

    def __init__(self, detail: str = "") -> None:
        super().__init__(self.sentence, detail)


class AlreadyDone(_Fixed):
    """The interaction was already carried out, because Discord or a retry delivered it twice."""

    sentence = "That was already done."


class Conflict(_Fixed):
    """The change is based on outdated data."""

    sentence = "The game went on in the meantime. Look at it again and choose again."


class ChannelTaken(_Fixed):
    """Another game is open in the channel."""

    sentence = (
        "There is already a game in this channel. Go to another channel, or add `thread: True` to"
        " /play: then the game gets a thread of its own. The player who opened the other game can close it"
        " under **Options** in its lobby, or after its start with /gm task:end."
    )


class NotSaved(_Fixed):
    """The change could not be written. The stored data is unchanged, unless the error is `Unclear`."""

    sentence = (
        "This could not be saved, so nothing has changed. Please try again in a moment. If that does not"
        " help, tell the host of this bot: its log says what to do."
    )


class Unclear(NotSaved):
    """The connection was lost during the change, which was stored completely or not at all."""

    sentence = (
        "The database went away just then, so it is not known yet whether this was saved. Look at"
        " the game again in a moment."
    )


class NotRead(_Fixed):
    """The database did not answer."""

    sentence = (
        "The stored games could not be read. Please try again in a moment. If that does not help, tell"
        " the host of this bot: its log says what to do."
    )


class Damaged(_Fixed):
    """Stored data is damaged, and is left unchanged so that somebody can examine it."""

    sentence = (
        "The stored data is damaged, so nothing was done. Tell the host of this bot: its log says"
        " what is wrong, and a copy of the games can be brought back."
    )


class AlteredJournal(StoreError):
    """A journal has a damaged entry or a broken chain of hashes."""

    def __init__(self, game: str, number: int) -> None:
        super().__init__(
            f"The journal of game {game} was changed from outside: entry {number} does not continue the"
            " previous entry. The game can go on, but nothing can be taken back or checked until the host"
            " of this bot has brought back a copy.",
            f"the chain of game {game} breaks at entry {number}",
        )


class BadDatabase(StoreError):
    """The program cannot use a database. The message is for the host."""


class Overtaken(Exception):
    """Another process has taken this process's cluster, so this process must not write any more."""

    def __init__(self) -> None:
        super().__init__(
            "Another process has taken over, because this one lost its connection to the database."
        )


class OutcomeUnknown(Exception):
    """The connection to a server was lost during a commit that may have succeeded."""
