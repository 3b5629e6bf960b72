"""Routes: the dice of a movement and the order of its legs, as players write them (section 7).

`N4` uses one die. `N4 E2` has two legs, north first. `NE4` is a diagonal of the N and the E die, four squares
long. `W1 E3 N2` has three legs. Routes with the same path and the same dice count as one route, whose
canonical form is listed, shown and stored.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import permutations
from typing import TypeAlias

from rules.port_flower.board import DICE, FILE

Hand: TypeAlias = tuple[tuple[str, int], ...]
"""Some of the four dice with their values, in the order N, E, S, W."""

LONGEST = 3
_DIAGONALS: Mapping[frozenset[str], str] = {
    frozenset(dice): diagonal for diagonal, dice in FILE.diagonals.items()
}
_LEG = re.compile(r"([NESW]{1,2})([0-9]?)")


class UnreadableRoute(ValueError):
    """A text that is not a route with these dice. The message is the reason, as a part of a sentence."""


@dataclass(frozen=True, slots=True, eq=False)
class Route:
    """A canonical route: its text, its dice in the order N, E, S, W, and its legs longer than 0.

    `routes` caches the routes, so equal routes are identical.
    """

    text: str
    dice: str
    legs: tuple[tuple[str, int], ...]


@cache
def routes(dice: Hand) -> tuple[Route, ...]:
    """Return the different routes that use all of `dice` (one to three dice), in the order of section 7."""
    letters = "".join(die for die, _ in dice)
    found: dict[tuple[tuple[str, int], ...], Route] = {}
    for legs in permutations(dice):
        text = " ".join(f"{die}{value}" for die, value in legs)
        sailed = tuple(leg for leg in legs if leg[1])
        found.setdefault(sailed, Route(text, letters, sailed))
    diagonal = _DIAGONALS.get(frozenset(letters))
    if diagonal:
        for length in sorted({value for _, value in dice}, reverse=True):
            sailed = ((diagonal, length),) if length else ()
            found.setdefault(sailed, Route(f"{diagonal}{length}", letters, sailed))
    return tuple(found.values())


@lru_cache(maxsize=512)
def read_route(text: str, wind: Hand) -> Route:
    """Return the canonical route of a typed text with these four dice. Raises UnreadableRoute."""
    dice = dict(wind)
    legs = [_read_leg(word, dice) for word in text.upper().replace(",", " ").split()]
    if not 1 <= len(legs) <= LONGEST:
        raise UnreadableRoute(f"a route has one to three legs, such as {_example(dice)}")
    if len(legs) > 1 and any(len(direction) > 1 for direction, _ in legs):
        raise UnreadableRoute("a diagonal stands alone: it uses two dice and has no leg beside it")
    letters = "".join(direction for direction, _ in legs)
    if len(set(letters)) < len(letters):
        raise UnreadableRoute("each die can be used only once")
    sailed = tuple(leg for leg in legs if leg[1])
    return next(
        route for route in routes(tuple(die for die in wind if die[0] in letters)) if route.legs == sailed
    )


def _read_leg(word: str, dice: Mapping[str, int]) -> tuple[str, int]:
    form = _LEG.fullmatch(word)
    if form is None:
        raise UnreadableRoute(f"“{word}” is no leg: write a direction and a number, such as {_example(dice)}")
    letters, number = form[1], form[2]
    direction = letters if len(letters) == 1 else _DIAGONALS.get(frozenset(letters))
    if direction is None:
        raise UnreadableRoute(f"there is no diagonal between {letters[0]} and {letters[1]}")
    possible = {dice[letter] for letter in letters}
    if number and int(number) not in possible:
        raise UnreadableRoute(f"no die shows {word}")
    if not number and len(possible) > 1:
        raise UnreadableRoute(f"say how long {direction} is: " + " or ".join(map(str, sorted(possible))))
    return direction, int(number) if number else possible.pop()


def _example(dice: Mapping[str, int]) -> str:
    first, second = DICE[0], DICE[1]
    return f"{first}{dice[first]} or {first}{dice[first]} {second}{dice[second]}"
