"""The line on the picture that narrates the newest actions."""

from dataclasses import replace

import pytest

from rules.dangerous_sea import GAME
from rules.dangerous_sea.board import Kind, Square
from rules.dangerous_sea.events import CaptainIll, CrewFed, ShipMoved, TurnEnded, TurnStarted
from rules.dangerous_sea.shown.caption import lately, tale
from rules.dangerous_sea.shown.traces import STONES, Deed, Traces, traces_of
from rules.dangerous_sea.shown.words import describe
from rules.engine.event import Event
from tests.render.dangerous_sea.scenes import view


def anything(_: str) -> bool:
    """Return true, because any text fits."""
    return True


NAMES = {1: "Ann", 2: "Bo", 3: "Cato", 4: "Dagny"}
STORM = "A storm blew the ships one square east."
HAUNTED = Traces(ghost=["A5", "B5"], haunted=[2])


@pytest.mark.parametrize(
    ("traces", "told"),
    [
        (HAUNTED, "The Ghost Ship came from A5 to B5 and met Bo."),
        (
            replace(HAUNTED, wind="E"),
            "The Ghost Ship came from A5 to B5 and met Bo. A storm blew the ships one square east.",
        ),
        (replace(HAUNTED, ghost=["C7"]), "The Ghost Ship met Bo. The Ghost Ship rose at C7."),
        (
            replace(HAUNTED, wind="E", haunted=[1, 2, 3, 4]),
            f"The Ghost Ship came from A5 to B5 and met Ann, Bo, Cato and Dagny. {STORM}",
        ),
    ],
)
def test_the_ghost_ship_sails_before_the_sea_has_its_turn_and_all_of_it_is_told(
    traces: Traces, told: str
) -> None:
    assert tale(view("storm").model_copy(update={"traces": traces}), NAMES, anything) == told


@pytest.mark.parametrize(
    ("traces", "told"),
    [
        (Traces(ghost=["B5", "B5"], haunted=[2]), "The Ghost Ship stayed at B5 and met Bo."),
        (Traces(seat=1, path=["C7", "D7", "C7"]), "Ann sailed round to C7 again."),
    ],
)
def test_what_stays_goes_nowhere_and_a_round_trip_is_told_as_one(traces: Traces, told: str) -> None:
    assert tale(view("storm").model_copy(update={"traces": traces}), NAMES, anything) == told


def test_of_more_new_squares_than_there_is_room_for_their_places_are_told() -> None:
    squares = [at for at, kind in view("storm").tiles.items() if kind == "sea"]
    found: list[dict[Square, Kind]] = [dict.fromkeys(squares[:many], "sea") for many in (6, 2)]
    told = tale(view("storm").model_copy(update={"traces": Traces(revealed=found[0])}), NAMES, anything)
    assert told == f"Found 6 squares: {', '.join(squares[:5])} and {squares[5]}."
    told = tale(view("storm").model_copy(update={"traces": Traces(revealed=found[1])}), NAMES, anything)
    assert told == f"Found Open Sea at {squares[0]} and Open Sea at {squares[1]}."


def test_a_whole_turn_is_told_in_order_with_its_dice_and_what_came_of_it() -> None:
    traces = Traces(
        seat=1,
        path=["F6", "F7"],
        battles=["F7"],
        deeds=[
            Deed(seat=1, what="took", goods={STONES: 1}),
            Deed(seat=2, what="beat {}", rival=1, dice="9 to 4"),
            Deed(seat=2, what="took a rune stone from {}", rival=1, prize=True),
        ],
    )
    told = tale(view("storm").model_copy(update={"traces": traces}), NAMES, anything)
    assert told == "Ann sailed F6 to F7, took a rune stone, Bo beat Ann (9 to 4), took a rune stone."


LONG = Traces(
    seat=1,
    path=["F6", "F7"],
    revealed={"F7": "food", "F8": "rocky"},
    battles=["F7", "F7"],
    deeds=[
        Deed(seat=1, what="took", goods={"food": 30}),
        Deed(seat=2, what="beat {}", rival=1, dice="9 to 4"),
        Deed(seat=2, what="took a rune stone from {}", rival=1, prize=True),
        Deed(seat=3, what="beat {}", rival=1, dice="5 to 3"),
        Deed(seat=3, what="took 20 food from {}", rival=1, prize=True),
    ],
    ghost=["B5", "C5"],
    haunted=[3, 4, 2],
    by_ghost={"struck {} down": [3, 4]},
)
GHOST = "The Ghost Ship came from B5 to C5, struck Cato and Dagny down and met Bo."


FOUND = "found Food Island at F7 and Rocky Island at F8"


@pytest.mark.parametrize(
    ("room", "told"),
    [
        (
            300,
            (
                f"Ann sailed F6 to F7, {FOUND}, took 30 food, Bo beat Ann (9 to 4), took a rune stone, "
                f"Cato beat Ann (5 to 3), took 20 food. {GHOST}"
            ),
        ),
        (
            190,
            (
                "Ann sailed to F7, took 30 food, Bo beat Ann (9 to 4), took a rune stone, "
                f"Cato beat Ann (5 to 3), took 20 food. {GHOST}"
            ),
        ),
        (
            170,
            (
                "Ann sailed to F7, took 30 food, Bo beat Ann, took a rune stone, Cato beat Ann, "
                "took 20 food. "
                "The Ghost Ship came to C5, struck Cato and Dagny down and met Bo."
            ),
        ),
        (
            100,
            "Ann sailed to F7, 2 battles. The Ghost Ship came to C5, struck 2 captains down and met Bo.",
        ),
    ],
)
def test_a_long_turn_is_told_as_fully_as_there_is_room_and_in_whole_sentences(room: int, told: str) -> None:
    scene = view("storm").model_copy(update={"traces": LONG})
    assert tale(scene, NAMES, lambda words: len(words) <= room) == told
    assert len(told) <= room


def test_of_several_stones_that_were_taken_their_number_is_told() -> None:
    deeds = [Deed(seat=1, what="took", goods=goods) for goods in ({"stones": 1}, {"stones": 1}, {"food": 30})]
    told = tale(view("storm").model_copy(update={"traces": Traces(seat=1, deeds=deeds)}), NAMES, anything)
    assert told == "Ann took 2 rune stones and 30 food."


def test_a_line_about_a_turn_counts_new_squares_and_tells_at_once_what_was_taken_or_lost() -> None:
    took = [Deed(seat=1, what="took", goods=goods) for goods in ({"food": 30}, {"water": 30}, {"food": 30})]
    lost = [Deed(seat=1, what="lost", goods={good: 20}, where=" on the rocks") for good in ("food", "water")]
    scene = view("storm")

    def line(*deeds: Deed) -> str:
        found: dict[Square, Kind] = {"F6": "food", "F7": "water"}
        traces = Traces(seat=1, path=["F6", "F7"], revealed=found, deeds=[*deeds])
        return GAME.tale(scene.model_copy(update={"traces": traces}), NAMES)

    assert line() == "Ann sailed F6 to F7, found 2 squares."
    # If a line has no room for everything, the chart shows the rest.
    assert line(took[0]) == "Ann sailed to F7, found 2 squares, took 30 food."
    assert line(*took) == "Ann sailed to F7, took 60 food and 30 water."
    assert line(*lost) == "Ann sailed to F7, lost 20 food and 20 water on the rocks."
    one = scene.model_copy(update={"traces": Traces(seat=1, revealed={"F6": "food"})})
    assert GAME.tale(one, NAMES) == "Ann found Food Island at F6."
    start = [Deed(seat=2, what="started at A1")]
    before = scene.model_copy(update={"traces": Traces(revealed={"F6": "food"}, deeds=start)})
    assert GAME.tale(before, NAMES) == "Bo started at A1. The chart shows 1 square."


def test_what_was_found_is_told_as_it_was_found_though_it_is_not_there_any_more() -> None:
    traces = Traces(seat=1, path=["F6", "F7"], revealed={"K9": "rocky"})
    scene = view("storm").model_copy(update={"traces": traces})
    without = scene.model_copy(update={"tiles": {at: kind for at, kind in scene.tiles.items() if at != "K9"}})
    assert tale(without, NAMES, anything) == "Ann sailed F6 to F7, found Rocky Island at K9."


def test_captains_are_called_in_words_by_their_players_and_the_letters_on_their_sails() -> None:
    scene = view("storm")
    told = describe(scene, NAMES)
    for ship in scene.ships:
        letter = "ABCD"[scene.ships.index(ship)]
        assert f"{NAMES[ship.seat]} ({letter})" in told
        assert ship.captain not in told


@pytest.mark.parametrize("turn_ended", [True, False])
def test_a_captain_is_told_to_be_ill_only_where_that_ended_a_turn(turn_ended: bool) -> None:
    ill = CaptainIll(seat=1, at="B2", roll=3, turn_ended=turn_ended)
    told = tale(view("storm").model_copy(update={"traces": traces_of([ill])}), NAMES, anything)
    assert ("fell ill" in told) == turn_ended


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ([], "Bo did nothing."),
        ([CrewFed(seat=2, fed=1, starved=0)], "Bo did nothing."),
        ([ShipMoved(seat=2, mode="sail", start="F6", to="F7")], "Bo sailed F6 to F7."),
    ],
)
def test_a_line_about_a_turn_in_which_nothing_was_done_says_so(events: list[Event], told: str) -> None:
    turn = [TurnStarted(seat=2, captain="P2", allowance=6), *events, TurnEnded(seat=2, reason="done")]
    assert lately(view("storm").model_copy(update={"traces": traces_of(turn)}), NAMES) == told
