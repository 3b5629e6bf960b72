"""Choices in a turn other than single steps: squares that can be reached directly (section 7.1)."""

from itertools import groupby

import pytest
from discord import ButtonStyle
from discord.ui import Button
from pydantic import JsonValue

from bot.posts import menu_controls, menus
from rules.dangerous_sea import GAME
from rules.dangerous_sea.actions import EndTurn, Route
from rules.dangerous_sea.board import SQUARES, TILES
from rules.dangerous_sea.routes import routes
from rules.dangerous_sea.state import SeaState
from rules.engine.decision import PartialAnswer
from rules.engine.errors import IllegalAction
from rules.engine.form import MENU_LIMIT, Form
from rules.engine.label import Label
from tests.rules.dangerous_sea.table import sea

NAMES = {1: "Ann", 2: "Bo"}


def ways(state: SeaState) -> dict[str, str]:
    """Return a mapping from reachable squares to the routes there."""
    assert state.turn is not None
    return dict(routes(state, state.turn))


def lane(*others: str, second: JsonValue = "J10", **turn: JsonValue) -> SeaState:
    """Lay out P1 at E5, open sea on E6 to E9 and F5 to F7, and the other given squares."""
    tiles: dict[str, JsonValue] = {**dict.fromkeys(("E6", "E7", "E8", "E9", "F5", "F6", "F7"), "sea")}
    tiles |= dict(other.split() for other in others)
    return sea(
        {
            "ships": {"1": {"at": "E5"}, "2": {"at": second}},
            "tiles": tiles,
            "agenda": [{"task": "turn", "seat": 1, **turn}],
        }
    )


def wholly_known() -> SeaState:
    kinds = [kind for kind, tile in TILES.items() for _ in range(tile.count)]
    kinds.sort(key=lambda kind: kind != "sea")
    tiles: dict[str, JsonValue] = dict(zip(SQUARES, kinds, strict=True))
    return sea({"tiles": tiles, "ships": {"1": {"at": "F2"}, "2": {"at": "B1"}}})


def test_squares_are_named_with_the_shortest_way_there_as_far_as_the_points_carry() -> None:
    assert ways(lane())["E9"] == "SSSS"
    assert ways(lane())["F7"] in {"ESS", "SES", "SSE"}
    assert "E9" not in ways(lane(spent=3))
    assert ways(lane(stopped=True)) == {}


def test_no_way_goes_over_what_would_stop_it_but_it_may_end_there() -> None:
    assert "E8" not in ways(lane("E7 rocky"))
    around = ways(lane("E7 rocky", "F8 sea"))
    assert around["E7"] == "SS"
    assert around["E8"] == "ESSSW"
    assert ways(lane("F8 sea", second="E7"))["E8"] == "ESSSW"
    assert ways(lane("F8 sea", second="E7", fought=[2]))["E8"] == "SSS"


def test_controls_offer_what_takes_several_steps_and_say_what_lies_there() -> None:
    state = lane("E8 food", "E9 rocky")
    state.harvested.append("E8")
    (decision,) = GAME.decisions(state)
    offered = {str(action): GAME.label(state, 1, action, 2) for action in decision.shortcuts}
    assert "route E6" not in offered
    assert offered["route E8"] == Label("→ E8 (3)", "Food Island, harvested.", pictured=True)
    assert offered["route E9"].hint == "Rocky Island. Roll for the rocks."


@pytest.mark.parametrize(
    ("to", "steps"),
    [
        ("e8", ["sail S", "sail S", "sail S"]),
        ("ssw.", ["sail S", "sail S", "sail W", "end_turn"]),
        ("explore NE", ["explore N", "explore E"]),
    ],
)
def test_a_route_stands_for_its_steps(to: str, steps: list[str]) -> None:
    assert [str(step) for step in GAME.spelled(lane(), 1, Route(to=to))] == steps


def test_where_no_way_leads_one_is_told_to_sail_step_by_step() -> None:
    with pytest.raises(IllegalAction, match="Sail step by step"):
        GAME.spelled(lane(spent=3), 1, Route(to="E9"))


def controls(state: SeaState) -> menu_controls.Controls:
    """Return the controls of P1's ship."""
    (decision,) = GAME.decisions(state)
    return menu_controls.controls(menus.menu_for(GAME, state, decision, "GAME", 1, NAMES))


def said(state: SeaState) -> list[list[str]]:
    """Return the texts of the controls by row: the entries of a menu, or the labels of buttons."""
    return [
        [str(one.label) for part in row.children for one in getattr(part, "options", [part])]
        for row in controls(state).rows
    ]


def test_what_can_be_taken_near_by_is_sailed_to_and_taken_in_one_go() -> None:
    state = lane("E6 food", "F7 water", "E9 stone", "F5 food", "E8 rocky")
    state.harvested.append("F5")
    state.ship(1).water = 740
    (decision,) = GAME.decisions(state)
    takes = [
        action for action in decision.shortcuts if action == Route(to=getattr(action, "to", ""), then="take")
    ]
    labels = [GAME.label(state, 1, action, 2) for action in takes]
    beside, far = labels
    assert (beside.text, beside.sign) == ("S", "food")
    assert beside.hint.startswith("Sail S to E6 and harvest 30 food. 820 fisk aboard then. 4 points a turn")
    assert (far.text, far.sign) == ("→ F7 (3)", "water")
    assert far.hint.startswith("Sail to F7 (3 points) and harvest 30 water.")
    steps = GAME.spelled(state, 1, Route(to="f7", then="take"))
    assert [str(step) for step in steps] == ["sail E", "sail S", "sail S", "harvest"]
    assert said(state)[0][0] == "Water · → F7 (3)"
    assert said(state)[1] == ["Food · S", "Explore · N", "Sail · E", "Explore · W"]


def test_a_turn_has_a_menu_a_row_of_the_directions_a_row_to_look_and_a_last_one() -> None:
    state = lane("E8 food", "E9 rocky", "F5 rocky")
    state.ship(1).food = 410
    far, beside, look, last = said(state)
    assert far[0] == "Food · → E8 (3)"
    assert far[-1] == "Rocky · → E9 (4)"
    assert beside == ["Explore · N", "Sail · S", "Explore · W", "Rocky · E"]
    assert look == ["Look · N", "Look · W"]
    assert last == ["End turn", "Drop food…", "Drop water…"]


def test_nothing_is_offered_to_go_overboard_from_a_ship_that_it_does_not_slow() -> None:
    state = lane("E5 inhabited")
    state.ship(1).sailors = 2
    assert said(state)[-1] == ["Recruit a sailor", "End turn"]
    state.ship(1).food = 10
    assert said(state)[-1] == ["Recruit a sailor", "Drop sailors…", "End turn"]
    state.ship(1).food = 400
    assert said(state)[-1] == ["Recruit a sailor", "End turn", "Drop food…", "Drop water…"]


def test_the_end_of_a_turn_in_which_sailors_starve_is_red_and_last_and_asked_once_more() -> None:
    state = lane("E5 food")
    state.ship(1).sailors, state.ship(1).water = 1, 0
    *_, end = controls(state).rows[-1].children
    assert isinstance(end, Button)
    assert (end.label, end.style) == ("End turn", ButtonStyle.danger)
    (told,) = (
        GAME.label(state, 1, action, 1)
        for action in GAME.decisions(state)[0].actions
        if isinstance(action, EndTurn)
    )
    assert told.warning == "1 of your 1 sailor will starve! End your turn?"
    state.ship(1).water = 750
    assert all(
        not GAME.label(state, 1, action, len(action.path())).warning
        for action in GAME.decisions(state)[0].actions
    )


def test_who_may_attack_reads_the_odds_and_what_there_is_to_win() -> None:
    state = lane(second="E5")
    state.ship(1).sailors, state.ship(2).stones = 1, 2
    (attack,) = (action for action in GAME.decisions(state)[0].actions if action.kind == "attack")
    told = GAME.label(state, 1, attack, 2)
    assert (told.text, told.sign) == ("Attack Seat 2", "seat_b")
    assert told.hint == "2 dice against 1: you win 84 %, lose 9 %. Carries 50 food, 50 water and 2 stones."


def test_what_is_offered_with_all_that_is_taken_says_without_it_that_nothing_is() -> None:
    state = lane("E6 food", "F7 stone", "F6 food", "E7 food", "F5 food", "E9 water", "E8 water", "D5 food")
    (decision,) = GAME.decisions(state)
    told = {
        str(action): GAME.label(state, 1, action, len(action.path()[:2])).text
        for action in (*decision.shortcuts, *decision.actions)
    }
    assert told["route E6 then take"] == "S"
    assert told["sail S"] == "→ E6 (1), take nothing yet"
    assert told["route F7 then take"] == "→ F7 (3)"
    assert told["route F7"] == "→ F7 (3), take nothing yet"
    assert "route E9 then take" not in told
    assert told["route E9"] == "→ E9 (4)"


def test_where_somebody_lies_one_sails_first_and_then_takes() -> None:
    state = lane("E6 food", second="E6")
    (decision,) = GAME.decisions(state)
    assert Route(to="E6", then="take") not in decision.shortcuts


def test_of_all_unknown_squares_the_odds_are_said_once() -> None:
    state = lane()
    (decision,) = GAME.decisions(state)
    told = {
        str(action): GAME.label(state, 1, action, 2).hint for action in decision.actions if action.path()[1:]
    }
    assert told["explore N"].startswith("E4. Rocks ")
    assert told["look N"]
    assert not told["explore W"]
    assert not told["look W"]


def test_where_all_that_is_left_is_putting_goods_overboard_the_end_of_the_turn_comes_first() -> None:
    state = lane(spent=6)
    state.ship(1).food, state.ship(1).sailors = 10, 1
    (decision,) = GAME.decisions(state)
    assert [str(action) for action in decision.actions] == ["end_turn"]
    assert str(decision.forms[0]) == "scuttle food 10..10/10"


def test_squares_too_many_for_one_menu_are_asked_for_by_distance() -> None:
    state = wholly_known()
    (decision,) = GAME.decisions(state)
    assert len(decision.shortcuts) > MENU_LIMIT
    menu = menus.menu_for(GAME, state, decision, "GAME", 1, NAMES)
    far = menu.ask(["route"])
    assert isinstance(far, PartialAnswer)
    *takes, two, three, four, five, six = far.answers
    assert all(answer.endswith(" take") for answer in takes)
    assert (two, three, four, five, six) == ("2", "3", "4", "5", "6")
    for points in far.answers[-5:]:
        found = menu.ask(["route", points])
        assert isinstance(found, PartialAnswer)
        assert len(found.answers) <= MENU_LIMIT


def test_who_chooses_sees_on_the_close_up_and_reads_what_the_menu_names() -> None:
    state = lane()
    view = GAME.view_to_choose(state, 1)
    (decision,) = GAME.decisions(state)
    named = [action for action in decision.shortcuts if isinstance(action, Route)]
    assert [f"route {square}" for square in view.courses] == [str(action) for action in named]
    assert "E9 (4)" in GAME.reach(view)
    assert GAME.view(state, None).courses == {}


def test_choices_are_listed_in_the_order_of_the_rules_and_typed_amounts_where_their_kind_stands() -> None:
    """Section 7 puts sailing, exploring and looking first, by direction, then the table's other actions."""
    state = sea(
        {
            "ships": {"1": {"at": "E5", "food": 60}, "2": {"at": "E5"}},
            "tiles": {"E5": "food", "D5": "sea"},
            "loose": {"E5": 20},
            "agenda": [{"task": "turn", "seat": 1}],
        }
    )
    (decision,) = GAME.decisions(state)
    listed = [choice.action if isinstance(choice, Form) else choice for choice in decision.choices]
    steps = [str(action) for action in listed if action.kind in {"sail", "explore", "look"}]
    assert steps == [
        *("explore N", "look N", "explore E", "look E"),
        *("explore S", "look S", "sail W"),
    ]
    kinds = [kind for kind, _ in groupby(action.kind for action in listed[len(steps) :])]
    assert kinds == ["harvest", "load", "scuttle", "attack", "end_turn"]
