"""The line on the picture that tells what was done last."""

from dataclasses import replace

import pytest

from rules.dangerous_sea.caption import tale
from rules.dangerous_sea.wake import Wake
from tests.render.dangerous_sea.scenes import view

NAMES = {1: "Ann", 2: "Bo", 3: "Cato", 4: "Dagny"}
HAUNTED = Wake(ghost=["A5", "B5"], haunted=[2])


@pytest.mark.parametrize(
    ("wake", "told"),
    [
        (HAUNTED, "The Ghost Ship came from A5 to B5 and met Bo."),
        (
            replace(HAUNTED, wind="E"),
            "The Ghost Ship came from A5 to B5 and met Bo; a storm blew the ships one square east.",
        ),
        (replace(HAUNTED, ghost=["C7"]), "The Ghost Ship met Bo; the Ghost Ship rose at C7."),
        (
            replace(HAUNTED, wind="E", haunted=[1, 2, 3, 4]),
            "A storm blew the ships one square east.",
        ),
    ],
)
def test_the_ghost_ship_sails_before_the_sea_has_its_turn_and_what_came_last_has_room(
    wake: Wake, told: str
) -> None:
    assert tale(view("storm").model_copy(update={"wake": wake}), NAMES) == told


@pytest.mark.parametrize(
    ("wake", "told"),
    [
        (Wake(ghost=["B5", "B5"], haunted=[2]), "The Ghost Ship stayed at B5 and met Bo."),
        (Wake(battles=["C7", "C7"]), "Ships fought at C7."),
    ],
)
def test_what_stays_goes_nowhere_and_a_square_is_named_once(wake: Wake, told: str) -> None:
    assert tale(view("storm").model_copy(update={"wake": wake}), NAMES) == told


def test_of_more_new_squares_than_there_is_room_for_their_places_are_told() -> None:
    squares = [at for at, kind in view("storm").tiles.items() if kind == "sea"]
    told = tale(view("storm").model_copy(update={"wake": Wake(revealed=squares[:6])}), NAMES)
    assert told == f"Found 6 squares: {', '.join(squares[:5])} and {squares[5]}."
    told = tale(view("storm").model_copy(update={"wake": Wake(revealed=squares[:2])}), NAMES)
    assert told == f"Found Open Sea at {squares[0]} and Open Sea at {squares[1]}."
