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
