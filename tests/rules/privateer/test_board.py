"""The ocean's geometry, and the consistency of the data files."""

import json
from importlib.resources import files
from typing import get_args

import pytest
from pydantic import ValidationError

from rules.privateer.board import (
    DIRECTIONS,
    FILE,
    HEXES,
    LINES,
    NEIGHBOURS,
    OPPOSITE,
    RING,
    STARTS,
    BoardFile,
    Gambit,
    distance,
)
from rules.privateer.dice import FACES, SAIL_FACES
from rules.privateer.fleets import FLEETS
from rules.privateer.tables import GAMBITS


def test_each_direction_makes_the_step_that_players_know() -> None:
    first = {direction: LINES["G9"][direction][0] for direction in DIRECTIONS}
    assert first == {"N": "G8", "NE": "H8", "SE": "H9", "S": "G10", "SW": "F10", "NW": "F9"}


def test_a_line_runs_to_the_rim_and_back_the_same_way() -> None:
    for name in HEXES:
        for direction in DIRECTIONS:
            line = LINES[name][direction]
            if line:
                assert RING[line[-1]] == FILE.radius
                back = LINES[line[-1]][OPPOSITE[direction]]
                assert back[: len(line)] == (*reversed(line[:-1]), name)


def test_distance_counts_steps() -> None:
    assert distance("G7", "G7") == 0
    assert distance("G9", "A13") == 6
    assert {distance("G7", name) for name in STARTS} == {5}
    assert all(distance(name, beside) == 1 for name in HEXES for beside in NEIGHBOURS[name])


def test_the_neighbourhoods_of_the_circles_never_overlap() -> None:
    around = [name for start in STARTS for name in (start, *NEIGHBOURS[start])]
    assert len(around) == len(set(around)) == 6 * 7


def test_a_board_file_with_a_wrong_neighbour_is_refused() -> None:
    data = json.loads((files("rules.privateer") / "board.json").read_text(encoding="utf-8"))
    data["hexes"][0]["neighbours"]["NE"] = "G7"
    with pytest.raises(ValidationError, match="the neighbours are wrong"):
        BoardFile.model_validate(data)


def test_the_dice_show_the_faces_of_the_box() -> None:
    assert sorted(SAIL_FACES) == [2, 3, 3, 4]
    assert FACES == {"S": (2, 3, 4), "C": (1, 2, 3, 4, 5)}
    assert len({FILE.dice.cannon.faces.count(face) for face in FACES["C"]}) == 1


def test_every_commodore_has_a_gambit_of_their_own() -> None:
    gambits = [fleet.gambit for fleet in FLEETS.values()]
    assert sorted(gambits) == sorted(get_args(Gambit)) == sorted(GAMBITS)
    assert sorted(fleet.number for fleet in FLEETS.values()) == [1, 2, 3, 4, 5, 6]


def test_a_board_file_without_one_of_its_hexes_is_refused() -> None:
    data = json.loads((files("rules.privateer") / "board.json").read_text(encoding="utf-8"))
    data["hexes"] = [hexagon for hexagon in data["hexes"] if hexagon["id"] != "A8"]
    for hexagon in data["hexes"]:
        around = hexagon["neighbours"].items()
        hexagon["neighbours"] = {direction: name for direction, name in around if name != "A8"}
    with pytest.raises(ValidationError, match="the hexes are miscounted"):
        BoardFile.model_validate(data)
