"""The game masters of a match, and what they have set for people outside its table."""

from rules.engine.data import Data


class GameMasters(Data):
    """The data about game masters in a match. People have the names that the journal uses.

    `masters` are named for this match. While nobody was named or removed the list is empty, and the host is
    its master. `barred` people were removed and may not come back by themselves. `looked` people have looked
    at what is hidden. While the match is `locked`, nobody new joins.
    """

    masters: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    looked: tuple[str, ...] = ()
    locked: bool = False

    def named(self, host: str) -> tuple[str, ...]:
        """Return the game masters of a match that `host` opened."""
        return self.masters or ((host,) if host else ())


def without(people: tuple[str, ...], one: str) -> tuple[str, ...]:
    """Return these people but one."""
    return tuple(person for person in people if person != one)
