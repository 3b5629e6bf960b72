"""What controls offer in a ship's turn, and what they say."""

from random import Random

from rules.engine.chance import Chance, QuickStream
from rules.engine.decision import PartialAnswer, ask
from rules.kraken_bay import GAME
from rules.kraken_bay.actions import EndTurn, Sail, SailTo
from rules.kraken_bay.completing import complete
from rules.kraken_bay.options import BayOptions
from rules.kraken_bay.setup import new_game
from rules.kraken_bay.state import BayState


def in_turn(at: str, move_left: int, time: int = 15) -> BayState:
    """A Captain alone, whose turn it is."""
    fresh = new_game(BayOptions(), 1, Chance(QuickStream(Random(1)))).state.model_dump(mode="json")
    turn = {"task": "take_turn", "ship": "captain", "rolled": "move", "move_left": move_left}
    laid = {"ships": {"captain": {"at": at}}, "agenda": [turn], "tentacles": ["B8"], "time": time}
    state = BayState.model_validate({**fresh, **laid})
    complete(state)
    return state


def test_spaces_to_sail_to_are_offered_before_single_steps_lane_by_lane() -> None:
    (decision,) = GAME.decisions(in_turn("C5", 7))
    offered = (*decision.shortcuts, *decision.actions)
    first = ask(offered)
    assert isinstance(first, PartialAnswer)
    assert first.answers == ("sail_to", "sail")
    lanes = ask(offered, ["sail_to"])
    assert isinstance(lanes, PartialAnswer)
    assert lanes.answers == tuple("ABCDEFGH")
    assert ask(offered, ["sail_to", "C", "C8"]) == SailTo(space="C8")


def test_a_space_to_sail_to_says_how_far_it_is_and_what_lies_on_the_way() -> None:
    state = in_turn("B7", 3)
    labels = [GAME.label(state, 1, SailTo(space="B8"), depth).text for depth in (1, 2, 3)]
    assert labels == ["Sail to a space (3 left)", "Lane B", "To B8 in 1 step: tentacle"]
    assert GAME.label(state, 1, SailTo(space="C9"), 3).text == "To C9 in 2 steps"


def test_what_was_meant_by_a_space_is_a_course() -> None:
    assert GAME.canonical(in_turn("B7", 3), 1, SailTo(space="C9")) == Sail(course="ia")


def test_ending_a_turn_in_the_red_water_asks_for_a_second_press_unless_it_is_the_last_round() -> None:
    assert "kraken" in GAME.label(in_turn("G4", 0), 1, EndTurn(), 1).warning
    assert GAME.label(in_turn("G4", 0, time=1), 1, EndTurn(), 1).warning == ""
    assert GAME.label(in_turn("F4", 0), 1, EndTurn(), 1).warning == ""
