"""What controls offer in a ship's turn, and what they say."""

from collections import Counter
from random import Random

import pytest
from pydantic import JsonValue

from rules.engine.chance import Chance, QuickStream
from rules.engine.decision import PartialAnswer, ask
from rules.engine.form import MENU_LIMIT
from rules.kraken_bay import GAME
from rules.kraken_bay.actions import Attack, EndTurn, Sail, SailTo
from rules.kraken_bay.board import CELLS
from rules.kraken_bay.completing import complete
from rules.kraken_bay.options import BayOptions
from rules.kraken_bay.setup import new_game
from rules.kraken_bay.state import BayState


def in_turn(at: str, move_left: int, used: int = 0, ration: int = 3, **given: JsonValue) -> BayState:
    """A Captain alone, whose turn it is; a turn may end with movement left."""
    options = BayOptions(movement="up_to")
    fresh = new_game(options, 1, Chance(QuickStream(Random(1)))).state.model_dump(mode="json")
    turn = {"task": "take_turn", "ship": "captain", "rolled": "move", "move_left": move_left}
    ships = {"captain": {"at": at, "ration": ration}}
    laid = {"ships": ships, "agenda": [{**turn, "actions_used": used}], "tentacles": ["B8"]}
    state = BayState.model_validate({**fresh, **laid, **given})
    complete(state)
    return state


def spaces(state: BayState, first: str) -> tuple[str, ...]:
    """What is offered after that first answer."""
    (decision,) = GAME.decisions(state)
    found = ask((*decision.shortcuts, *decision.actions), [first] if first else [], decision.path)
    assert isinstance(found, PartialAnswer)
    return found.answers


def test_spaces_to_sail_to_are_offered_before_single_steps_in_groups_of_lanes() -> None:
    state = in_turn("C5", 7)
    assert spaces(state, "") == ("sail_to ABC", "sail_to DE", "sail_to FGH", "sail", "end_turn")
    assert len(spaces(state, "sail_to ABC")) == 20
    assert spaces(in_turn("C5", 9), "") == ("sail_to", "sail", "end_turn")
    assert spaces(in_turn("C5", 9), "sail_to") == ("AB", "CD", "EF", "GH")
    assert spaces(in_turn("C5", 4), "") == ("sail_to ABCDEFGH", "sail", "end_turn")


@pytest.mark.parametrize("move_left", range(2, 13))
def test_no_group_of_lanes_holds_more_spaces_than_a_menu(move_left: int) -> None:
    for at in CELLS:
        (decision,) = GAME.decisions(in_turn(at, move_left, tentacles=[]))
        groups = Counter(decision.path(action)[:-1] for action in decision.shortcuts)
        assert max(groups.values()) <= MENU_LIMIT


def test_a_space_to_sail_to_says_how_far_it_is_and_what_lies_on_the_way() -> None:
    state = in_turn("B7", 3)
    labels = [GAME.label(state, 1, SailTo(space="B8"), depth).text for depth in (1, 2)]
    assert labels == ["Sail to a space (3 left)", "To B8 in 1 step: tentacle"]
    assert GAME.label(state, 1, SailTo(space="C9"), 2).text == "To C9 in 2 steps"


def test_where_the_shots_are_used_a_space_to_sail_to_ends_the_turn() -> None:
    state = in_turn("B7", 5, used=2)
    (decision,) = GAME.decisions(state)
    assert {action.then for action in decision.shortcuts if isinstance(action, SailTo)} == {"end"}
    chosen = SailTo(space="C9", then="end")
    labels = [GAME.label(state, 1, chosen, depth).text for depth in (1, 2)]
    assert labels == ["Sail to lanes A to C and end the turn (5 left)", "To C9 in 2 steps and end the turn"]
    assert GAME.spelled(state, 1, chosen) == (Sail(course="ia"), EndTurn())
    assert GAME.canonical(state, 1, chosen) == Sail(course="ia")


def test_a_turn_that_may_end_in_the_red_water_with_a_course_asks_for_a_second_press() -> None:
    state = in_turn("F3", 3, used=2)
    assert "kraken" in GAME.label(state, 1, SailTo(space="G4", then="end"), 2).warning
    assert GAME.label(state, 1, SailTo(space="F4", then="end"), 2).warning == ""


def test_a_course_that_feeds_a_hungry_ship_does_not_end_its_turn() -> None:
    state = in_turn("B7", 2, used=1, ration=0, chits={"C8": "ration"})
    (decision,) = GAME.decisions(state)
    then = {action.space: action.then for action in decision.shortcuts if isinstance(action, SailTo)}
    assert (then["C8"], then["A8"]) == (None, "end")


def test_what_was_meant_by_a_space_is_a_course() -> None:
    assert GAME.canonical(in_turn("B7", 3), 1, SailTo(space="C9")) == Sail(course="ia")


def test_ending_a_turn_in_the_red_water_asks_for_a_second_press_unless_it_is_the_last_round() -> None:
    assert "kraken" in GAME.label(in_turn("G4", 0), 1, EndTurn(), 1).warning
    assert GAME.label(in_turn("G4", 0, time=1), 1, EndTurn(), 1).warning == ""
    assert GAME.label(in_turn("F4", 0), 1, EndTurn(), 1).warning == ""


def test_the_last_step_is_offered_once() -> None:
    (decision,) = GAME.decisions(in_turn("C5", 1))
    assert decision.shortcuts == ()
    assert Sail(course="a") in decision.actions


def test_a_shot_is_called_one_and_says_what_it_must_throw() -> None:
    state = in_turn("B7", 3)
    assert GAME.label(state, 1, Attack(target="B8"), 2).text == "Fire at the tentacle at B8 (D8, 6 or more)"


def test_a_way_through_the_plague_says_what_that_costs() -> None:
    state = in_turn("C5", 3, chits={"C6": "plague"})
    assert GAME.label(state, 1, Sail(course="a"), 2).text == "Ahead to C6: plague (all crew lost)"
    state.ships["captain"].crew = 0
    assert GAME.label(state, 1, Sail(course="a"), 2).text == "Ahead to C6: plague (no crew to lose)"
