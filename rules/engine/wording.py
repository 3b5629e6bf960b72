"""Small pieces of English that sentences of all games are made of."""

import re
from collections.abc import Iterable

ENDED = "Ended without a result"
"""The title of a game that a game master has ended."""


def listed(items: Iterable[object]) -> str:
    """Things as a sentence lists them.

    >>> listed(["Ann", "Bo", "Cato"])
    'Ann, Bo and Cato'
    >>> listed([7])
    '7'
    """
    *most, last = map(str, items)
    return f"{', '.join(most)} and {last}" if most else last


_VERBS = re.compile(r"(?:^|(?<= and )|(?<=, or ))[a-z]*s\b")
_IRREGULAR = {"is": "are", "has": "have"}


def addressed(asked: str) -> str:
    """What is asked of a seat, to follow “you” instead of its name.

    >>> addressed("rolls the wind, or takes back a shark repellent instead")
    'roll the wind, or take back a shark repellent instead'
    >>> addressed("has beaten Bo by 1 and chooses a prize")
    'have beaten Bo by 1 and choose a prize'
    >>> addressed("may buy a third ship for 2 doubloons")
    'may buy a third ship for 2 doubloons'
    """
    return _VERBS.sub(lambda verb: _IRREGULAR.get(verb[0], verb[0].removesuffix("s")), asked)
