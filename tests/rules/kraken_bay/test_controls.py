"""The controls in a ship's turn, and their texts."""

from collections import Counter
from random import Random

import pytest
from discord import ui
from pydantic import JsonValue

from bot.posts import menu_controls, menus
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
from rules.kraken_bay.tables import CARGO
from tests.rules.kraken_bay.table import Table


def in_turn(at: str, move_left: int, used: int = 0, ration: int = 3, **given: JsonValue) -> BayState:
    """Return a Captain alone in its turn, which may end with movement left."""
    options = BayOptions(movement="up_to")
    fresh = new_game(options, 1, Chance(QuickStream(Random(1)))).state.model_dump(mode="json")
    turn = {"task": "take_turn", "ship": "captain", "rolled": "move", "move_left": move_left}
    ships = {"captain": {"at": at, "ration": ration}}
    laid = {"ships": ships, "agenda": [{**turn, "actions_used": used}], "tentacles": ["B8"]}
    state = BayState.model_validate({**fresh, **laid, **given})
    complete(state)
    return state


def spaces(state: BayState, first: str) -> tuple[str, ...]:
    """Return the answers that are offered after a first answer."""
    (decision,) = GAME.decisions(state)
    found = ask(decision.offered, [first] if first else [], decision.path)
    assert isinstance(found, PartialAnswer)
    return found.answers


def test_near_spaces_stand_in_one_menu_those_further_off_in_another_and_steps_are_buttons() -> None:
    state = in_turn("C5", 7)
    assert spaces(state, "") == ("do", "sail_to", "sail_to further")
    assert spaces(state, "do") == ("sail_to B6", "sail_to C6", "sail_to D6", "end_turn")
    assert len(spaces(state, "sail_to")) == 17
    assert len(spaces(state, "sail_to further")) == 24
    assert spaces(in_turn("C5", 9), "sail_to further") == ("5", "6", "7", "8", "9")
    assert spaces(in_turn("C5", 4), "") == ("do", "sail_to")
    assert spaces(in_turn("B7", 2), "") == ("do", "sail_to", "fire")


def rows_of(state: BayState) -> list[str]:
    """Return the first words of each row of a post's controls. A menu's words are in brackets."""
    (decision,) = GAME.decisions(state)
    shown = menu_controls.controls(menus.menu_for(GAME, state, decision, "GAME", 1, {1: "Ann"}).in_post())
    parts = [row.children[0] for row in shown.rows]
    return [
        f"[{part.placeholder}]"
        if isinstance(part, ui.Select)
        else str(getattr(part, "label", "")).split(" ")[0]
        for part in parts
    ]


def test_the_rows_of_a_turn_stand_in_one_order_and_shots_are_a_menu_only_without_lines_for_buttons() -> None:
    near: JsonValue = ["C6", "D4", "D6"]
    unrolled = in_turn("C5", 0, tentacles=near)
    assert unrolled.turn is not None
    unrolled.turn.rolled = "no"
    assert rows_of(unrolled) == ["Roll:", "Shoot"]
    assert rows_of(in_turn("C5", 4)) == ["To", "[Sail (4 left) …]"]
    assert rows_of(in_turn("C5", 4, tentacles=near)) == ["To", "[Sail (4 left) …]", "Shoot"]
    far = ["[Sail (9 left) …]", "[Sail 5 steps or more …]"]
    assert rows_of(in_turn("C5", 9, tentacles=near)) == ["To", *far, "[Fire …]"]


def test_only_places_of_the_first_menu_have_numbers() -> None:
    state = in_turn("C5", 7)
    (decision,) = GAME.decisions(state)
    for action in decision.shortcuts:
        path = decision.path(action)
        number = GAME.label(state, 1, action, len(path)).number
        assert bool(number) == (path[0] != "sail_to further"), action


def test_the_nearest_spaces_come_first() -> None:
    (decision,) = GAME.decisions(in_turn("C5", 7))
    courses = [GAME.spelled(in_turn("C5", 7), 1, action)[0] for action in decision.shortcuts]
    lengths = [len(course.course) for course in courses if isinstance(course, Sail)]
    assert lengths == sorted(lengths)


@pytest.mark.parametrize("move_left", range(2, 13))
def test_no_group_holds_more_spaces_than_a_menu(move_left: int) -> None:
    for at in CELLS:
        (decision,) = GAME.decisions(in_turn(at, move_left, tentacles=[]))
        groups = Counter(decision.path(action)[:-1] for action in decision.shortcuts)
        assert max(groups.values()) <= MENU_LIMIT


def test_where_chits_make_most_courses_equally_long_spaces_stand_by_lane() -> None:
    """The suggested course collects as many chits as possible, so it is long if there are many chits."""
    chits: dict[str, JsonValue] = dict.fromkeys(
        ("A2", "A3", "A4", "B2", "C4", "D6", "E2", "E8", "F11", "H8"), "crew"
    )
    state = in_turn("C6", 12, chits=chits)
    (decision,) = GAME.decisions(state)
    groups = Counter(decision.path(action)[:-1] for action in decision.shortcuts)
    assert max(groups.values()) <= MENU_LIMIT
    far = next(action for action in decision.shortcuts if len(decision.path(action)) == 4)
    assert decision.path(far) == ("sail_to further", "12", far.path()[1][0], far.path()[1])
    assert GAME.label(state, 1, far, 3).text == f"In lane {far.path()[1][0]}"


def test_a_space_to_sail_to_says_how_far_it_is_and_what_lies_on_the_way() -> None:
    state = in_turn("B7", 3)
    labels = [GAME.label(state, 1, SailTo(space="B9"), depth) for depth in (1, 2)]
    assert [label.text for label in labels] == ["Sail (3 left)", "To B9 in 2 steps"]
    assert GAME.label(state, 1, SailTo(space="C9"), 2).text == "To C9 in 2 steps"
    assert GAME.label(state, 1, SailTo(space="B8"), 2).text == "To B8: tentacle"


def test_a_space_says_where_the_whirlpool_takes_a_ship_from_there() -> None:
    assert (
        GAME.label(in_turn("B7", 3), 1, SailTo(space="C9"), 2).hint
        == "From there the whirlpool takes you to E5."
    )
    in_red = GAME.label(in_turn("F3", 3), 1, SailTo(space="G6"), 2)
    assert in_red.hint == "From there the whirlpool feeds you to the kraken."
    assert GAME.label(in_turn("B7", 3, time=1), 1, SailTo(space="C9"), 2).hint == ""
    assert (
        GAME.label(in_turn("G4", 0), 1, EndTurn(), 2).hint == "From G4 the whirlpool feeds you to the kraken."
    )


def test_the_last_step_says_below_where_the_whirlpool_leads_on() -> None:
    steps = [GAME.label(in_turn("C8", left), 1, Sail(course="a"), 2) for left in (1, 2)]
    assert [(step.text, step.hint) for step in steps] == [("To C9", "🌀 to E5"), ("To C9", "")]
    assert GAME.label(in_turn("C8", 1, time=1), 1, Sail(course="a"), 2).hint == ""
    smoke: JsonValue = {"C9": {"kind": "smoke", "owner": "houseboat", "fused": False, "number": 1}}
    assert "🌀" not in GAME.label(in_turn("C8", 1, bombs=smoke), 1, Sail(course="a"), 2).hint


def test_a_course_with_which_all_movement_is_gone_in_the_red_water_asks_for_a_second_press() -> None:
    state = in_turn("F3", 2)
    assert "kraken" in GAME.label(state, 1, SailTo(space="G6"), 2).warning
    assert "kraken" in GAME.label(state, 1, Sail(course="ia"), 2).warning
    assert GAME.label(state, 1, SailTo(space="G4"), 2).warning == ""
    assert GAME.label(state, 1, SailTo(space="F5"), 2).warning == ""


def test_what_is_met_alone_has_a_sign_and_beside_it_the_space_is_enough() -> None:
    label = GAME.label(in_turn("B7", 3), 1, SailTo(space="B8"), 2)
    assert (label.text, label.sign, label.beside_sign("tentacle")) == ("To B8: tentacle", "tentacle", "To B8")
    two = in_turn("B7", 3, chits={"B8": "ration"})
    assert GAME.label(two, 1, SailTo(space="B8"), 2).sign == ""
    red = GAME.label(in_turn("F3", 3), 1, Sail(course="i"), 2)
    assert (red.text, red.sign) == ("To G4: red water", "red")


def test_below_a_row_of_buttons_a_course_says_in_short_where_the_whirlpool_leads_on() -> None:
    course = GAME.label(in_turn("B7", 3), 1, SailTo(space="C9"), 2)
    assert (course.hint, course.below) == ("From there the whirlpool takes you to E5.", "🌀 to E5")


def warning_of(state: BayState, course: str) -> str:
    return GAME.label(state, 1, Sail(course=course), 2).warning


def test_a_course_on_which_cargo_is_lost_for_certain_asks_for_a_second_press() -> None:
    # The tentacle is on B8.
    assert warning_of(in_turn("B7", 3), "a") == "The tentacle at B8 surely costs you cargo. Sail there?"
    assert warning_of(in_turn("B7", 3), "aa") == warning_of(in_turn("B7", 3), "a")
    assert warning_of(in_turn("B7", 3), "i") == ""
    to_b8 = GAME.label(in_turn("B7", 3), 1, SailTo(space="B8"), 2)
    assert "cargo" in to_b8.warning
    barrel: JsonValue = {"C8": {"kind": "barrel", "owner": "fisherman", "fused": False, "number": 1}}
    assert "The barrel at C8" in warning_of(in_turn("B7", 3, bombs=barrel), "i")
    assert "takes all your crew" in warning_of(in_turn("B7", 3, chits={"C8": "plague"}), "i")


def test_what_may_cost_cargo_or_costs_none_is_not_asked_once_more() -> None:
    # A ration would be lost before other cargo, but there is no ration aboard.
    assert warning_of(in_turn("B7", 3, ration=0), "a") == ""
    assert "cargo" in warning_of(in_turn("A7", 3, ration=0, chits={"A8": "ration"}, tentacles=["A9"]), "aa")
    # A tow loses cargo instead of the ship, until it is home.
    towing = Table({"captain": {"at": "A10", "tow": "container"}}, {"rolled": "move", "move_left": 3})
    towing.state.tentacles = ["A11"]
    assert warning_of(towing.state, "aaa") == ""
    towing.state.tentacles = ["A11", "A1"]
    assert "A1 " in warning_of(towing.state, "aaa")
    without_crew = in_turn("B7", 3, chits={"C8": "plague"})
    without_crew.ships["captain"].crew = 0
    assert warning_of(without_crew, "i") == ""
    smoke: JsonValue = {"C8": {"kind": "smoke", "owner": "houseboat", "fused": False, "number": 1}}
    assert warning_of(in_turn("B7", 3, bombs=smoke, tentacles=["C9"]), "ia") == ""


def test_where_the_shots_are_used_a_space_to_sail_to_ends_the_turn() -> None:
    state = in_turn("B7", 5, used=2)
    (decision,) = GAME.decisions(state)
    assert {action.then for action in decision.shortcuts if isinstance(action, SailTo)} == {"end"}
    chosen = SailTo(space="C9", then="end")
    labels = [GAME.label(state, 1, chosen, depth).text for depth in (1, 2)]
    assert labels == ["Sail (5 left)", "To C9 in 2 steps, end"]
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
    assert "kraken" in GAME.label(in_turn("G4", 0), 1, EndTurn(), 2).warning
    assert GAME.label(in_turn("G4", 0, time=1), 1, EndTurn(), 2).warning == ""
    assert GAME.label(in_turn("F4", 0), 1, EndTurn(), 2).warning == ""


def test_the_last_step_is_offered_once() -> None:
    (decision,) = GAME.decisions(in_turn("C5", 1))
    assert decision.shortcuts == ()
    assert Sail(course="a") in decision.actions


def test_a_shot_says_how_likely_it_hits_and_the_hint_with_which_die() -> None:
    label = GAME.label(in_turn("B7", 3), 1, Attack(target="B8"), 2)
    assert label.text == "Shoot B8: 38 %"
    assert label.hint == "6 or more on D8."
    assert label.number


def test_a_post_leaves_out_the_die_of_a_shot_whose_odds_tell_all() -> None:
    assert GAME.label(in_turn("B7", 3), 1, Attack(target="B8"), 2).pictured
    pirate = Table({"pirate": {"at": "B7"}, "captain": {"at": "B8"}}, {"rolled": "move"})
    assert not GAME.label(pirate.state, 2, Attack(target="captain", board="crew"), 2).pictured
    merchant = Table({"merchant": {"at": "B7"}, "captain": {"at": "B8"}}, {"rolled": "move"})
    assert not GAME.label(merchant.state, 2, Attack(target="captain", secondary="fire"), 2).pictured


def test_a_ship_is_called_by_its_player_with_its_sign_and_boarders_say_what_they_take() -> None:
    table = Table({"pirate": {"at": "B7"}, "captain": {"at": "B8", "crew": 0}}, {"rolled": "move"})
    labels = [GAME.label(table.state, 2, Attack(target="captain", board=board), 2) for board in CARGO]
    assert [label.text for label in labels] == [f"Board Seat 1: {board}" for board in CARGO]
    assert [label.brief for label in labels] == [f"Board: {board}" for board in CARGO]
    assert {label.sign for label in labels} == {"seat_c"}
    assert labels[0].hint == "5 or more on D10: 60 %. No crew aboard: treasure first."
    assert not any(label.number for label in labels)


def test_a_second_gun_makes_a_hit_more_likely() -> None:
    table = Table({"merchant": {"at": "B7"}, "captain": {"at": "B8"}}, {"rolled": "move"})
    both, one = (
        GAME.label(table.state, 2, Attack(target="captain", secondary=choice), 2)
        for choice in ("fire", "hold")
    )
    assert (both.text, one.text) == ("Shoot Seat 1: 56 %", "One gun: Seat 1: 33 %")
    assert both.hint == "5 or more on D6, after a miss on D6."
    assert both.below == one.below == "5+ on D6 a gun"


def test_a_way_through_the_plague_says_what_that_costs() -> None:
    state = in_turn("C5", 3, chits={"C6": "plague"})
    label = GAME.label(state, 1, SailTo(space="C7"), 2)
    assert label.text == "To C7 in 2 steps"
    step = GAME.label(state, 1, Sail(course="a"), 2)
    assert step.text == "To C6: plague"
    assert GAME.label(state, 1, Sail(course="aa"), 2).hint.startswith("Plague (all crew lost). From there")
    state.ships["captain"].crew = 0
    assert GAME.label(state, 1, Sail(course="aa"), 2).hint.startswith("Plague (no crew to lose). From there")


@pytest.mark.parametrize("number", range(6))
def test_no_label_is_longer_than_a_phone_shows(number: int) -> None:
    luck = Random(number)
    state, _ = GAME.start(BayOptions(characters="random"), 6, Chance(QuickStream(luck)))
    for _ in range(40):
        if not (decisions := GAME.decisions(state)):
            return
        (decision,) = decisions
        for action in decision.offered:
            label = GAME.label(state, decision.seat, action, len(decision.path(action)))
            assert len(label.text.replace("Seat 1", "Maximiliana Wolfe")) <= 38
            assert len(label.hint) <= 100
        action = luck.choice(decision.actions)
        GAME.apply(state, decision.seat, action, Chance(QuickStream(luck)))


def warning_before(state: BayState, space: str) -> str:
    """Return the confirmation that is asked for before the ship sails to a space."""
    (decision,) = GAME.decisions(state)
    action = SailTo(space=space)
    assert action in decision.shortcuts
    return GAME.label(state, 1, action, len(decision.path(action))).warning


def test_where_the_last_step_cannot_leave_the_red_water_sailing_there_asks_once_more() -> None:
    assert "cannot leave the red water" in warning_before(in_turn("F9", 3), "H12")
    assert not warning_before(in_turn("F9", 3), "G12")
    assert not warning_before(in_turn("F9", 3, time=1), "H12")
    smoke: JsonValue = {"kind": "smoke", "owner": "houseboat", "fused": False, "number": 1}
    assert not warning_before(in_turn("F9", 3, bombs={"G2": smoke}), "H12")
