"""Typed movements, refusals with their reasons, and the questions and labels of choices."""

import re
from random import Random

import pytest

from rules.engine.action import Action
from rules.engine.chance import Chance, QuickStream
from rules.engine.decision import Decision, PartialAnswer, ask
from rules.engine.errors import IllegalAction, UnreadableAction
from rules.engine.form import MENU_LIMIT
from rules.engine.policy import at_random
from rules.port_flower import GAME
from rules.port_flower.actions import Move
from rules.port_flower.state import RaceState
from tests.rules.port_flower.table import Table


@pytest.mark.parametrize(
    "typed",
    [
        'move boat "E4 N3" from F2',
        "move boat E4 N3 from F2",
        "move b e n from f2",
        "b E4 N3@F2",
        "boat e4, n3 @ f2",
        'MOVE b "n3 e4"@F2',
    ],
)
def test_an_order_can_be_typed_in_many_ways(typed: str) -> None:
    table = Table("3402", sharks="B6 J6")
    meant = GAME.resolve(table.state, 1, GAME.read(typed))
    assert isinstance(meant, Move)
    assert (meant.piece, meant.leaves_by) == ("boat", "F2")
    assert meant.route in {"E4 N3", "N3 E4"}


def test_the_only_possible_port_square_need_not_be_named() -> None:
    table = Table("3402", sharks="B6 J6")
    assert str(GAME.resolve(table.state, 1, GAME.read("b N3"))) == "move boat N3 from F2"


def test_a_port_square_is_forgotten_where_it_means_nothing() -> None:
    at_sea, at_rest = Table("3402", M="I5 1"), Table("3402")
    assert str(GAME.resolve(at_sea.state, 1, GAME.read("b W2@F2"))) == "move boat W2"
    assert str(GAME.resolve(at_rest.state, 1, GAME.read("b S0@F2"))) == "move boat S0"


@pytest.mark.parametrize(
    ("typed", "refusal"),
    [
        ("b N4", "bad_route"),
        ("b NS2", "bad_route"),
        ("s3 N3", "bad_route"),
        ("move ship N3", "bad_route"),
        ("b N3 N3", "bad_route"),
        ("b NE3 W2", "bad_route"),
        ("b N3 E4 S0 W2", "bad_route"),
        ("b E4", "need_from"),
        ("b E4@E1", "bad_departure F1"),
        ("b E4@A1", "bad_departure A1"),
        ("b N3@E2", "blocked_island E5"),
        ("s1 W2", "off_board"),
        ("s2 W2", "blocked_island H6"),
    ],
)
def test_an_order_is_refused_for_the_first_reason_that_applies(typed: str, refusal: str) -> None:
    assert Table("3402", sharks="B6 J6").refusal("M", typed) == refusal


def test_a_boat_that_is_to_leave_by_a_square_outside_the_port_is_told_so() -> None:
    table = Table("3402", sharks="B6 J6")
    with pytest.raises(IllegalAction) as refused:
        table.does("M", "b N3@Q9")
    assert refused.value.message == "“Q9” is no square of the port. Your boat leaves it by E1, F1, E2 or F2."


@pytest.mark.parametrize(
    ("typed", "refusal"),
    [
        ("s1 N3", "dice_not_left"),
        ("b S0", "piece_already_moved"),
        ("b N3", "dice_not_left"),
        ("s2 E4 S0 W2", "dice_not_left"),
    ],
)
def test_what_has_been_used_is_used(typed: str, refusal: str) -> None:
    table = Table("3402", sharks="B6 J6")
    table.does("M", "b E4 N3@F2")
    assert table.refusal("M", typed) == refusal


def test_a_second_shark_may_not_follow_the_first() -> None:
    table = Table("1111", sharks="B6 J2 G8", M="G6 2")
    table.does("M", "s1 N1")
    assert table.refusal("M", "s2 E1 S1") == "piece_already_moved"
    assert table.refusal("M", "b E1") == "wrong_number_of_dice"


def test_without_a_port_square_the_first_real_obstacle_is_told() -> None:
    # South of the southern port squares, the chart ends. South of the northern squares is the port.
    table = Table("0040")
    assert table.refusal("M", "b S4") == "off_board"
    table = Table("0140", chosen={"board": "diamond"}, sharks="C9 J4")
    assert table.refusal("M", "b E1@G5") == "bad_departure H5"


def test_others_may_not_sail_in_my_turn() -> None:
    assert Table("1111").refusal("C", "b N1") == "not_your_turn"


def test_an_owner_who_is_asked_something_else_may_not_sail() -> None:
    table = Table("0510", sharks="B6 J6", mover="C", M="F6 2", chosen={"repellent": "coin"})
    table.does("C", "s1 E5")
    assert table.refusal("M", "b N0") == "not_your_turn"
    assert table.refusal("C", "b N0") == "not_your_turn"


def test_a_whale_is_no_action() -> None:
    with pytest.raises(UnreadableAction):
        GAME.read("whale N3")


def labels(table: Table, *chosen: str) -> list[str]:
    """Return the controls of the next step after the answers so far."""
    (decision,) = GAME.decisions(table.state)
    question = ask(decision.actions, chosen, decision.path)
    assert isinstance(question, PartialAnswer)
    depth = len(question.chosen) + 1
    firsts = {decision.path(leaf)[depth - 1]: leaf for leaf in reversed(question.leaves)}
    return [GAME.label(table.state, decision.seat, firsts[answer], depth).text for answer in question.answers]


def choices(table: Table) -> tuple[Action, ...]:
    """Return all possible actions."""
    (decision,) = GAME.decisions(table.state)
    return decision.actions


def offered(table: Table) -> tuple[Action, ...]:
    """Return the actions that controls offer."""
    (decision,) = GAME.decisions(table.state)
    return decision.offered


def told(table: Table) -> list[str]:
    """Return the labels of all offered actions."""
    (decision,) = GAME.decisions(table.state)
    return [
        GAME.label(table.state, decision.seat, action, len(decision.path(action))).text
        for action in decision.offered
    ]


def test_first_comes_boat_or_shark_and_then_the_way_with_its_end() -> None:
    table = Table("2301", sharks="F5 L2", M="I5 3", C="F6 2")
    assert labels(table) == ["Your boat at I5", "A shark"]
    assert {"Boat E3 → L5", "Boat stays", "Boat W1 → H5, buoy 4"} <= {*labels(table, "boat")}
    assert "Shark 1 N2 hits Seat 2" in labels(table, "sharks")


def test_where_a_piece_has_more_ways_than_a_menu_holds_its_ends_and_their_columns_are_asked_first() -> None:
    table = Table("4214", sharks="C9 J4", chosen={"board": "diamond"})
    (decision,) = GAME.decisions(table.state)
    boats = [action for action in offered(table) if decision.path(action)[0] == "boat"]
    assert len({landing for action in boats for landing in decision.path(action)[-2:-1]}) > MENU_LIMIT
    columns = labels(table, "boat")
    assert columns[:2] == ["Boat to column G", "Boat to column H"]
    assert len(columns) <= MENU_LIMIT
    assert labels(table, "boat", "G")[:2] == ["Boat to G10", "Boat to G4"]
    paths = [decision.path(action) for action in choices(table)]
    assert all(len(path) == 4 for path in paths if path[0] == "boat")
    for column in dict.fromkeys(path[1] for path in paths if path[0] == "boat"):
        assert len({path[2] for path in paths if path[:2] == ("boat", column)}) <= MENU_LIMIT
    for action in choices(table):
        depth = len(decision.path(action))
        assert action == ask(decision.actions, decision.path(action), decision.path)
        assert all(GAME.label(table.state, 1, action, step + 1).text for step in range(depth))


def test_staying_in_port_is_a_column_of_its_own() -> None:
    table = Table("3201", sharks="A6 L6", chosen={"board": "diamond"})
    table.state.islands = []
    assert "Boat stays in port" in labels(table, "boat")


def test_a_route_tells_every_buoy_it_reaches() -> None:
    assert "Boat W1 E3 N2 → K7, buoys 4+5" in told(Table("2301", sharks="B6 L2", M="I5 3"))


def test_a_boat_in_port_is_offered_with_the_square_it_leaves_by() -> None:
    table = Table("3402", sharks="B6 J6")
    assert {"Boat E1 W2 → C1", "Boat E2 W2 → C2"} <= {*told(table)}


def test_ways_to_stay_stand_behind_one_answer_which_asks_for_the_dice_that_remain() -> None:
    table = Table("1011", sharks="B6 J6", M="G6 2")
    assert [label for label in labels(table, "boat") if "stays" in label] == ["Boat stays"]
    assert labels(table, "boat", "stays")[:2] == ["Boat stays, N1 S1 W1 remain", "Boat stays, S1 W1 remain"]


def test_a_die_that_shows_nothing_is_not_offered_where_the_same_comes_without_it() -> None:
    (decision,) = GAME.decisions(Table("1011", sharks="B6 J6", M="G6 2").state)
    assert str(Move(piece="boat", route="N1 E0")) in {str(action) for action in decision.actions}
    assert not any("E0" in str(action).split("boat")[-1].split() for action in offered_boats(decision))


def offered_boats(decision: Decision) -> list[Action]:
    return [
        action
        for action in decision.offered
        if decision.path(action)[0] == "boat" and "stays" not in decision.path(action)
    ]


@pytest.mark.parametrize("luck", range(6))
def test_whatever_may_come_of_a_movement_that_is_not_offered_may_come_of_one_that_is(luck: int) -> None:
    dice, compared = Random(luck), 0
    state, _ = GAME.start(GAME.options(), 2, Chance(QuickStream(dice)))
    for _ in range(30):
        (decision,) = GAME.decisions(state)
        if not state.moved:
            outdone = [action for action in decision.actions if decision.outdone(action)]
            left_open = [ends(state, action) for action in decision.offered] if outdone else []
            for action in outdone[:4]:
                assert any(ends(state, action) <= others for others in left_open), action
                compared += 1
        action = GAME.canonical(state, decision.seat, at_random(GAME, state, decision, dice))
        GAME.apply(state, decision.seat, action, Chance(QuickStream(dice)))
        if GAME.outcome(state):
            break
    assert compared


def ends(state: RaceState, action: Action) -> set[str]:
    """Return all possible positions at the end of the turn, after a first movement."""
    found = set[str]()
    turn, after = GAME.turn(state), moved(state, action)
    if GAME.turn(after) != turn or GAME.outcome(after):
        return {lies(after)}
    (decision,) = GAME.decisions(after)
    for following in decision.distinct:
        found.add(lies(moved(after, following)))
    return found


def moved(state: RaceState, action: Action) -> RaceState:
    after = GAME.load_state(state.model_dump_json())
    GAME.apply(after, state.turn_seat, action, Chance(QuickStream(Random(1))))
    return after


def lies(state: RaceState) -> str:
    return f"{state.sharks} {[(seat.position, seat.reached) for seat in state.seats]}"


def test_of_the_last_movement_only_its_end_is_told() -> None:
    table = Table("0510", sharks="B6 J6", mover="C", M="F6 2")
    table.does("C", "b N0 W0")
    assert {"Shark 1 hits Seat 1", "Shark 1 to B5", "Shark 2 to J5"} <= {*told(table)}
    assert all("remain" not in label for label in told(table))


@pytest.mark.parametrize("luck", range(3))
def test_no_label_has_more_than_38_characters(luck: int) -> None:
    dice, name = Random(luck), "W" * 16
    options = GAME.options.model_validate({"board": "ocean", "boat_meets_shark": "towed", "escape": True})
    state, _ = GAME.start(options, 4, Chance(QuickStream(dice)))
    for _ in range(40):
        decision = GAME.decisions(state)[0]
        for action in decision.actions:
            for depth in range(1, len(decision.path(action)) + 1):
                label = GAME.label(state, decision.seat, action, depth).text
                assert len(re.sub(r"Seat \d", name, label)) <= 38, label
        GAME.apply(state, decision.seat, at_random(GAME, state, decision, dice), Chance(QuickStream(dice)))


def test_a_shark_that_may_be_repelled_is_put_to_its_victim_in_words() -> None:
    table = Table("0510", sharks="B6 J6", mover="C", M="F6 2", chosen={"repellent": "coin"})
    table.does("C", "s1 E5")
    assert labels(table, "repel") == ["Use a repellent (1 left)", "Let it come"]
    (decision,) = GAME.decisions(table.state)
    assert GAME.prompt(table.state, decision) == "may stop shark 1 at F6 with a repellent"
    assert decision.clock == "short"


def test_a_single_movement_plays_itself() -> None:
    table = Table("3445", sharks="J2 J4", M="D3 5", C="K8 5")
    table.does("M", "b NE3")
    (decision,) = GAME.decisions(table.state)
    assert decision.plays_itself
    assert [str(action) for action in decision.actions] == ["move shark2 W5"]


@pytest.mark.parametrize("typed", ["b N5", "b NS2", "b N3 N3", "b NE3 W2"])
def test_a_route_that_cannot_be_read_is_refused_with_all_dice(typed: str) -> None:
    table = Table("3402", sharks="B6 J6")
    with pytest.raises(IllegalAction, match=r"The dice left are N3 E4 S0 W2\."):
        GAME.resolve(table.state, 1, GAME.read(typed))
