"""Small pieces of English that sentences of all games are made of."""

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
