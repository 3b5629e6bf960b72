"""Compares the allocation rule (section 6.6) with a plain reading that tries all ways to fill the ships."""

from itertools import product

from rules.privateer.dice import CANNON, SAIL, Allocation, DieKind, allocation, may_take

FULL = ("SS", "SC", "CS")
TAKEN = ("", "S", "C", *FULL)
FLEETS = [fleet for ships in (1, 2, 3) for fleet in product(TAKEN, repeat=ships)]
"""The dice that one to three ships have taken."""

POOLS = list(product(range(7), range(6)))
"""The numbers of unspent sails and cannonballs."""


def can_fill(fleet: tuple[str, ...], sails: int, cannons: int) -> bool:
    """Return whether the dice give every ship two dice, at most one of them a cannonball."""
    endings = [[full.removeprefix(taken) for full in FULL if full.startswith(taken)] for taken in fleet]
    fills = map("".join, product(*endings))
    return any(fill.count(SAIL) <= sails and fill.count(CANNON) <= cannons for fill in fills)


def left(fleet: tuple[str, ...], sails: int, cannons: int) -> Allocation:
    slots = {f"red{number}": taken for number, taken in enumerate(fleet, 1)}
    return allocation(slots, [2] * sails, [1] * cannons)


def test_dice_suffice_exactly_if_there_is_a_way_to_fill_every_ship() -> None:
    for fleet, (sails, cannons) in product(FLEETS, POOLS):
        assert left(fleet, sails, cannons).feasible == can_fill(fleet, sails, cannons)


def test_a_ship_may_take_a_die_exactly_if_the_rest_can_still_fill_every_ship() -> None:
    kinds: tuple[DieKind, ...] = (SAIL, CANNON)
    for (first, *others), (sails, cannons), kind in product(FLEETS, POOLS, kinds):
        spent = (first + kind, *others)
        rest = (sails - 1, cannons) if kind == SAIL else (sails, cannons - 1)
        if min(rest) < 0:
            continue
        expected = spent[0] in TAKEN and can_fill(spent, *rest)
        assert may_take(left((first, *others), sails, cannons), kind, first) == expected
