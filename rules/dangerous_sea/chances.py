"""The probability of winning a fight (section 6.9)."""

from collections import Counter
from functools import cache


def chances(own: int, other: int) -> str:
    """Return in words the probabilities of winning and losing with `own` dice against `other` dice.

    >>> chances(3, 1)
    '3 dice against 1: you win 97 %, lose 1 %.'
    """
    sums = _sums(own), _sums(other)
    whole = sum(sums[0].values()) * sum(sums[1].values())
    wins = sum(sums[0][mine] * sums[1][theirs] for mine in sums[0] for theirs in sums[1] if mine > theirs)
    loses = sum(sums[0][mine] * sums[1][theirs] for mine in sums[0] for theirs in sums[1] if mine < theirs)
    dice = "1 die" if own == 1 else f"{own} dice"
    return f"{dice} against {other}: you win {percent(wins, whole)}, lose {percent(loses, whole)}."


def percent(part: int, whole: int) -> str:
    """Return a share in percent. Only an impossible event has 0 %, and only a certain event has 100 %.

    >>> percent(1, 1296), percent(1, 2), percent(1295, 1296)
    ('less than 1 %', '50 %', 'more than 99 %')
    """
    if 0 < 200 * part < whole:
        return "less than 1 %"
    if 0 < 200 * (whole - part) < whole:
        return "more than 99 %"
    return f"{round(100 * part / whole)} %"


@cache
def _sums(count: int) -> Counter[int]:
    """Return, for each sum of `count` dice, the number of throws that have this sum."""
    ways = Counter({0: 1})
    for _ in range(count):
        thrown = Counter[int]()
        for total, number in ways.items():
            thrown.update({total + face: number for face in range(1, 7)})
        ways = thrown
    return ways
