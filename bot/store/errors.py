"""Why the store did not do something. Each message is for the person who is waiting."""

from rules.engine.errors import HarbourmasterError


class StoreError(HarbourmasterError):
    """Something about keeping games; see the classes below."""


class AlreadyDone(StoreError):
    """This interaction has had its effect before: Discord, or a retry, delivered it twice."""

    def __init__(self) -> None:
        super().__init__("That was already done.")


class Conflict(StoreError):
    """The change was made from a position that is no longer the stored one."""

    def __init__(self, detail: str) -> None:
        super().__init__("The game went on in the meantime. Look at it again and choose anew.", detail)


class ChannelTaken(StoreError):
    """Another game is open in that channel."""

    def __init__(self) -> None:
        super().__init__(
            "There is already a game in this channel. Go to another channel, or add `thread: True` to"
            " /play: then the game gets a thread of its own. Whoever opened the old one can close it,"
            " below its lobby's **Options**, and with /gm task:end later."
        )


class NotSaved(StoreError):
    """The database did not take the change; what is stored is what was stored before."""

    def __init__(self, detail: str) -> None:
        super().__init__(
            "This could not be saved, so nothing has changed. Please try again in a moment. If that does not"
            " help, tell whoever runs this bot: its log says what to do.",
            detail,
        )


class Unclear(NotSaved):
    """The database went away while it took the change: it is there whole or not at all."""

    def __init__(self, detail: str) -> None:
        StoreError.__init__(
            self,
            "The database went away in that moment, so it is not known yet whether this was saved. Look at"
            " the game again in a moment.",
            detail,
        )


class NotRead(StoreError):
    """The database did not answer."""

    def __init__(self, detail: str) -> None:
        super().__init__(
            "The stored games could not be read. Please try again in a moment. If that does not help, tell"
            " whoever runs this bot: its log says what to do.",
            detail,
        )


class Damaged(StoreError):
    """Something stored is no longer what was written. It is left as it is, for somebody to look at."""

    def __init__(self, detail: str) -> None:
        super().__init__(
            "What is stored here is damaged, so nothing was done. Tell whoever runs this bot: its log says"
            " what is wrong, and a copy of the games can be brought back.",
            detail,
        )


class AlteredJournal(StoreError):
    """A journal whose chain of hashes is broken."""

    def __init__(self, game: str, number: int) -> None:
        super().__init__(
            f"The journal of game {game} was changed from outside: entry {number} does not continue the one"
            " before it. The game can be played on, but it cannot be taken back or checked until whoever runs"
            " this bot has brought back a copy.",
            f"the chain of game {game} breaks at entry {number}",
        )


class BadDatabase(StoreError):
    """The program cannot work with the database it was given. The message is for whoever runs it."""


class OutcomeUnknown(Exception):
    """A server was lost while it committed a transaction, and did not come back to say what became of it."""
