"""What players vote on, in words (`matters.toml`)."""

from collections.abc import Mapping
from functools import cache

from rules.engine.data import Data, data_file
from rules.engine.entry import Entry, Matter


class MatterWords(Data):
    """The words for one matter; `matters.toml` explains them. Some words are empty for a change of seats."""

    name: str
    stays: str
    asks: str = ""
    agreed: str = ""
    done: str = ""


@cache
def matters() -> Mapping[Matter, MatterWords]:
    """Return the words for each matter."""
    return data_file("bot.narration", "matters.toml", dict[Matter, MatterWords])


def decided(entry: Entry) -> MatterWords | None:
    """Return the words for the matter that an entry carries out; None if it is not a matter of votes."""
    return next((words for matter, words in matters().items() if matter == entry.kind), None)
