"""Who is game master of a match by name, and what they have set for all who are not at its table."""

from pydantic import BaseModel, ConfigDict


class GameMasters(BaseModel):
    """The part of a match that is about its game masters, in the names that the journal has for people.

    `masters` are named for this match; while nobody was named or removed they are empty, and whoever opened
    it is its master. `barred` were taken out and may not come back by themselves, `looked` have looked at
    what is hidden. While it is `locked` nobody new joins.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    masters: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    looked: tuple[str, ...] = ()
    locked: bool = False
