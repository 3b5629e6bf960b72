"""The possible prizes of a battle (section 6.9), and the legal demands (section 7.2)."""

from collections.abc import Iterator
from typing import NamedTuple, get_args

from rules.dangerous_sea.actions import LONGEST_PROMISE, Demand, Prize
from rules.dangerous_sea.refusals import refusal
from rules.dangerous_sea.state import SeaState, ShipState, Terms
from rules.dangerous_sea.tables import LIMITS, TABLES
from rules.engine.form import Blank, Range, Words, YesNo

BEST_FIRST: tuple[Prize, ...] = ("stone", "cargo", "kill", "stop", "none")
"""The prizes, the most valuable first."""


class Prizes(NamedTuple):
    """The standard prizes of a battle. `cargo` is in fisk, and `kill` is a number of sailors."""

    cargo: int
    kill: int
    stone: bool
    stop: bool
    food: Range

    @property
    def available(self) -> tuple[Prize, ...]:
        """The possible prizes, always including `none`, in the order of section 6.9."""
        there = {"cargo": self.cargo, "kill": self.kill, "stone": self.stone, "stop": self.stop, "none": True}
        return tuple(prize for prize in get_args(Prize) if there[prize])

    @property
    def water(self) -> Range:
        """The possible amounts of water in the cargo."""
        return Range(self.cargo - self.food.high, self.cargo - self.food.low, LIMITS.step)


def prizes(state: SeaState, winner: int, loser: int, margin: int) -> Prizes:
    """Return the standard prizes of a battle (section 6.9)."""
    won, lost = state.ship(winner), state.ship(loser)
    cap = min(TABLES.fisk_per_point * margin, lost.cargo, won.room)
    return Prizes(
        cargo=cap,
        kill=min(abs(won.sailors - lost.sailors), lost.sailors),
        stone=lost.stones > 0,
        stop=may_stop(state, loser),
        food=Range(max(0, cap - lost.water), min(cap, lost.food), LIMITS.step),
    )


def may_stop(state: SeaState, loser: int) -> bool:
    """Return whether it is the loser's turn and the loser is not stopped yet (R31)."""
    turn = state.turn
    return turn is not None and turn.seat == loser and not turn.stopped


def blanks(state: SeaState, winner: int, loser: int) -> dict[str, Blank]:
    """Return the possible values of each field of a demand, if the other fields have fitting values."""
    won, lost = state.ship(winner), state.ship(loser)
    numbers = {
        "food": _passing(won.food, lost.food, LIMITS.cargo, LIMITS.step),
        "water": _passing(won.water, lost.water, LIMITS.cargo, LIMITS.step),
        "sailors": _passing(won.sailors, lost.sailors, LIMITS.sailors, 1),
        "stones": Range(-won.stones, lost.stones),
        "kill": Range(0, min(LIMITS.sailors, won.sailors + lost.sailors)),
    }
    found: dict[str, Blank] = {name: one for name, one in numbers.items() if one.low < one.high}
    if may_stop(state, loser):
        found["stop"] = YesNo()
    return {**found, "promise": Words(LONGEST_PROMISE)}


def _passing(won: int, lost: int, limit: int, step: int) -> Range:
    """Return the amounts that may pass to the winner. Both ships must end with 0 to `limit`."""
    return Range(max(-won, lost - limit), min(lost, limit - won), step)


def terms_of(demand: Demand) -> Terms:
    """Return the terms of a demand. Omitted fields are zero or empty."""
    return Terms(
        food=demand.food or 0,
        water=demand.water or 0,
        sailors=demand.sailors or 0,
        stones=demand.stones or 0,
        kill=demand.kill or 0,
        stop=bool(demand.stop),
        promise=demand.promise or "",
    )


def must_be_fair(state: SeaState, winner: int, loser: int, terms: Terms) -> None:
    """Raise IllegalAction if the terms are empty or cannot be carried out (section 7.2)."""
    if terms == Terms():
        raise refusal("bad_terms.empty")
    won, lost = state.ship(winner), state.ship(loser)
    for field, amount, allowed in _amounts(won, lost, terms):
        if amount not in allowed:
            raise refusal("bad_terms.range", field=field, allowed=allowed.meaning)
    if terms.stop and not may_stop(state, loser):
        raise refusal("bad_terms.stop")
    if len(terms.promise) > LONGEST_PROMISE:
        raise refusal("bad_terms.promise", limit=LONGEST_PROMISE)
    for seat, sign in ((winner, 1), (loser, -1)):
        ship = state.ship(seat)
        who = state.called(seat)
        if ship.cargo + sign * (terms.food + terms.water) > LIMITS.cargo:
            raise refusal("bad_terms.hold", who=who, cargo=LIMITS.cargo)
        if ship.sailors + sign * terms.sailors > LIMITS.sailors:
            raise refusal("bad_terms.crew", who=who, sailors=LIMITS.sailors)


def _amounts(won: ShipState, lost: ShipState, terms: Terms) -> Iterator[tuple[str, int, Range]]:
    """Yield the name, the amount and the allowed range of each number in a demand."""
    yield "food", terms.food, Range(-won.food, lost.food, LIMITS.step)
    yield "water", terms.water, Range(-won.water, lost.water, LIMITS.step)
    yield "sailors", terms.sailors, Range(-won.sailors, lost.sailors)
    yield "stones", terms.stones, Range(-won.stones, lost.stones)
    yield "kill", terms.kill, Range(0, lost.sailors - terms.sailors)
