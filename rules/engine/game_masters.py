"""Data about the game masters of a match, and about who may join it."""

from rules.engine.data import Data


class GameMasters(Data):
    """The data about game masters in a match. People are identified by the names in the journal.

    While `masters` is empty, the host is the game master. People in `barred` were removed, and people in
    `looked` have looked at hidden things. While the match is `locked`, nobody new can join.
    """

    masters: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    looked: tuple[str, ...] = ()
    locked: bool = False

    def named(self, host: str) -> tuple[str, ...]:
        """Return the game masters of a match that `host` opened."""
        return self.masters or ((host,) if host else ())


def without(people: tuple[str, ...], one: str) -> tuple[str, ...]:
    """Return the people except `one`."""
    return tuple(person for person in people if person != one)
