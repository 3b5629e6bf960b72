"""Small pieces of English for the sentences of all games."""

import re
from collections.abc import Callable, Iterable, Sequence

ELLIPSIS = "…"

_LEAST = 3
"""The minimum number of letters in a shortened name."""

ENDED = "Ended without a result"
"""The title of a game that a game master has ended."""


def listed(items: Iterable[object]) -> str:
    """Return a list of things in words.

    >>> listed(["Ann", "Bo", "Cato"])
    'Ann, Bo and Cato'
    >>> listed([7])
    '7'
    """
    *most, last = map(str, items)
    return f"{', '.join(most)} and {last}" if most else last


def counted(number: int, thing: str) -> str:
    """Return a number of things in words.

    >>> counted(1, "square"), counted(0, "square")
    ('1 square', '0 squares')
    """
    return f"{number} {thing}{'s' * (number != 1)}"


def ordinal(number: int) -> str:
    """Return a number as an ordinal.

    >>> ordinal(1), ordinal(12), ordinal(23)
    ('1st', '12th', '23rd')
    """
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number % 100 not in {11, 12, 13} else "th"
    return f"{number}{ending}"


def in_snake_case(name: str) -> str:
    """Return the name of a class in snake case.

    >>> in_snake_case("TurnStarted")
    'turn_started'
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def who_wins(names: Sequence[str]) -> str:
    """Return who wins, as a title.

    >>> who_wins(["Ann"]), who_wins(["Ann", "Bo"])
    ('Ann wins', 'Ann and Bo win')
    """
    return f"{listed(names)} win{'s' * (len(names) == 1)}"


_VERBS = re.compile(r"(?:^|(?<= and )|(?<=, or ))[a-z]*s\b")
_IRREGULAR = {"is": "are", "has": "have"}


def addressed(asked: str) -> str:
    """Return a prompt in the second person, to follow “you” instead of a name.

    >>> addressed("rolls the wind, or takes back a shark repellent instead")
    'roll the wind, or take back a shark repellent instead'
    >>> addressed("has beaten Bo by 1 and chooses a prize")
    'have beaten Bo by 1 and choose a prize'
    >>> addressed("may buy a third ship for 2 doubloons")
    'may buy a third ship for 2 doubloons'
    """
    return _VERBS.sub(lambda verb: _IRREGULAR.get(verb[0], verb[0].removesuffix("s")), asked)


def shortened(name: str, longest: int) -> str:
    """Return a name of at most `longest` characters, cut by `at_a_word`.

    >>> shortened("Maximiliana Wolfeschlegel", 14)
    'Maximiliana'
    """
    return at_a_word(name, lambda text: len(text) <= longest)


def clipped(name: str, longest: int) -> str:
    """Return a name of at most `longest` characters, cut with an ellipsis.

    >>> clipped("Maximiliana", 4)
    'Max…'
    """
    return name if len(name) <= longest else name[: longest - 1] + ELLIPSIS


def at_a_word(name: str, fits: Callable[[str], bool]) -> str:
    """Return as many words of a name as fit. A first word that is too long is cut with an ellipsis.

    The result never ends with a particle: `Anna von Bergen` becomes `Anna`, not `Anna von`.
    """
    words = name.split(" ")
    for count in range(len(words), 0, -1):
        kept = " ".join(words[:count])
        whole = count == len(words) or (len(kept) >= _LEAST and not words[count - 1].islower())
        if whole and fits(kept):
            return kept
    cuts = (name[:end].rstrip() + ELLIPSIS for end in range(len(name) - 1, 0, -1))
    return next(filter(fits, cuts), ELLIPSIS)
