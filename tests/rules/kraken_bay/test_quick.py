"""The cheap player in Kraken Bay, for the strong player's playouts."""

from random import Random

import pytest
from pydantic import JsonValue

from rules.engine.chance import Chance, QuickStream
from rules.engine.strengths import policies
from rules.kraken_bay import GAME
from rules.kraken_bay.options import BayOptions
from rules.kraken_bay.quick import quick
from tests.rules.kraken_bay.table import Table

NO_STRAYS: dict[str, JsonValue] = {
    name: {"status": "waiting"} for name in ("container", "plague", "supply", "cruise")
}
FAR: JsonValue = {"at": "F8"}
"""The space of a second ship, out of everybody's reach."""


def quickly(table: Table) -> str:
    """Return the cheap player's choice."""
    (decision,) = GAME.decisions(table.state)
    return str(quick(table.state, decision, Random(1)))


@pytest.mark.parametrize(
    "options",
    [
        BayOptions(),
        BayOptions(movement="up_to", kraken_bounty=True),
        BayOptions(firing_arc="broadside", bomb_side="any", max_tentacles=24, length="short"),
    ],
)
@pytest.mark.parametrize("seats", [1, 2, 6])
def test_it_plays_whole_games_by_the_rules_and_changes_nothing(seats: int, options: BayOptions) -> None:
    luck = Random(seats)
    chance = Chance(QuickStream(luck))
    state, _ = GAME.start(options, seats, chance)
    asked = set()
    while decisions := GAME.decisions(state):
        (decision,) = decisions
        before = state.model_dump_json()
        action = policies(GAME)["plain"](GAME, state, decision, luck)
        assert state.model_dump_json() == before
        asked.add(action.kind)
        GAME.apply(state, decision.seat, GAME.canonical(state, decision.seat, action), chance)
        GAME.check(state)
    assert asked >= {"pick_character", "roll", "sail", "attack"}


@pytest.mark.parametrize(
    ("ship", "turn", "given", "expected"),
    [
        pytest.param({"at": "C3"}, {}, {}, "roll", id="nothing to do before the roll"),
        pytest.param({"at": "C3"}, {}, {"tentacles": ["C4"]}, "roll", id="a shot can wait"),
        pytest.param(
            {"at": "C3"}, {"rolled": "move", "move_left": 4}, {"chits": {"A7": "crew"}}, "sail aaoo",
            id="the whole way to cargo at once",
        ),
        pytest.param(
            {"at": "G4"}, {"rolled": "move", "move_left": 1}, {}, "sail o", id="out of the red water"
        ),
        pytest.param(
            {"at": "C3"}, {"rolled": "move", "move_left": 0}, {"tentacles": ["C4"]}, "attack C4",
            id="a shot at the end of its way",
        ),
        pytest.param(
            {"at": "C9", "ration": 0, "tow": "supply"}, {"rolled": "tow_move", "actions_used": 1},
            {"tentacles": ["C8"], "strays": {**NO_STRAYS, "supply": {"status": "towed", "at": "C9"}}},
            "end_turn",
            id="no shot left, and the tow is kept",
        ),
        pytest.param(
            {"at": "C9"}, {"rolled": "move", "move_left": 6},
            {"strays": {**NO_STRAYS, "supply": {"status": "adrift", "at": "C9"}}}, "tow",
            id="what is adrift in tow",
        ),
        pytest.param(
            {"at": "C9", "tow": "supply"}, {"rolled": "tow_move", "move_left": 4},
            {"strays": {**NO_STRAYS, "supply": {"status": "towed", "at": "C9"}}}, "sail aooa",
            id="home with its tow",
        ),
    ],
)  # fmt: skip
def test_what_it_does(
    ship: dict[str, JsonValue], turn: dict[str, JsonValue], given: dict[str, JsonValue], expected: str
) -> None:
    assert quickly(Table({"captain": ship, "explorer": FAR}, turn, **given)) == expected


def test_the_merchant_doubles_a_treasure_that_it_has_found() -> None:
    turn: dict[str, JsonValue] = {"rolled": "move", "move_left": 2, "greed_credit": 1}
    assert quickly(Table({"merchant": {"at": "C3"}, "explorer": FAR}, turn, tentacles=["C4"])) == "greed"
