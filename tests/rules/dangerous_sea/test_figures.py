"""The figures of a game of The Dangerous Sea."""

from collections.abc import Sequence
from typing import NamedTuple

from pydantic import JsonValue

from rules.dangerous_sea import GAME
from rules.dangerous_sea.events import Harvested
from rules.engine.entry import Entry
from rules.engine.event import dump_event
from rules.engine.match import open_match
from rules.engine.stats import figures
from rules.engine.texts import counting
from tests.rules.dangerous_sea.table import match


class Told(NamedTuple):
    entry: Entry
    events: Sequence[dict[str, JsonValue]]
    away: int = 0


def test_food_water_and_sailors_are_counted_apart() -> None:
    begun = open_match(GAME, match().opening, bytes(32))
    harvests = [
        Harvested(seat=1, at="C3", island="food", amount=30, left_loose=0),
        Harvested(seat=1, at="C4", island="water", amount=20, left_loose=10),
        Harvested(seat=1, at="C5", island="inhabited", amount=1, left_loose=0),
        Harvested(seat=1, at="C6", island="inhabited", amount=1, left_loose=0),
    ]
    told = Told(begun.entry, [dump_event(harvest) for harvest in harvests])
    found = figures(counting(GAME), [told], begun.match.position.head, 2, over=False)
    assert found.seats[1].counts == {"food harvested": 30, "water harvested": 20, "sailors recruited": 2}
