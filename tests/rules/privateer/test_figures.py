"""What is counted of a game of Privateer."""

from rules.engine.event import dump_event
from rules.engine.match import open_match
from rules.engine.stats import figures
from rules.engine.texts import counting
from rules.privateer import GAME
from rules.privateer.events import Gold, GoldReason
from tests.engine.table import opened
from tests.rules.dangerous_sea.test_figures import Told


def test_gold_is_counted_by_where_it_came_from() -> None:
    match = opened(GAME)
    begun = open_match(GAME, match.opening, match.seed)
    earned: tuple[tuple[GoldReason, int], ...] = (
        ("start", 2), ("third_ship", -2), ("gun", 1), ("gun", 1), ("scuttle", 1), ("marque", 2),
        ("marines", 1), ("day", 3),
    )  # fmt: skip
    paid = [Gold(seat=1, amount=amount, reason=reason, total=9) for reason, amount in earned]
    told = Told(begun.entry, [dump_event(one) for one in paid])
    found = figures(counting(GAME), [told], begun.match.position.head, 2, over=False)
    assert found.seats[1].counts == {
        "doubloons for hits": 2, "doubloons for scuttled ships": 1, "doubloons by letter of marque": 2,
        "doubloons by marines": 1, "doubloons for days won": 3,
    }  # fmt: skip
