"""A sea laid out like in scenario files, for tests that scenarios cannot express."""

from random import Random

from pydantic import JsonValue

from rules.dangerous_sea import GAME
from rules.dangerous_sea.state import SeaState
from rules.engine.chance import Chance, QuickStream, commitment
from rules.engine.entry import Opening
from rules.engine.match import Match, open_match
from rules.engine.options import OptionValue, choose
from rules.engine.partial_data import lay_over


def sea(given: dict[str, JsonValue], seats: int = 2, **options: OptionValue) -> SeaState:
    """Return a sea in its first season, changed by `given`. P1 is seat 1."""
    chosen = choose(GAME.options, {"turn_order": "joined", **options})
    state, _ = GAME.start(chosen, seats, Chance(QuickStream(Random(1))))
    whole: JsonValue = state.model_dump(mode="json")
    laid = GAME.state.model_validate(lay_over(whole, {"season": 1, **given}, "given"))
    GAME.complete(laid)
    GAME.check(laid)
    return laid


def match(seats: int = 2, **options: OptionValue) -> Match:
    """Return a match that has just begun."""
    seed = bytes(32)
    opening = Opening(
        match="SEA", game=GAME.slug, rules_version=GAME.rules_version, at=0,
        options={"turn_order": "joined", "start_positions": "spread", **options},
        players=tuple(map(str, range(seats))), commitment=commitment(seed),
    )  # fmt: skip
    return open_match(GAME, opening, seed).match
