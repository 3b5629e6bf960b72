"""The bay has the properties of section 3, calculated here again from the clock alone."""

import pytest

from rules.kraken_bay.board import (
    ARCS,
    CELLS,
    DRIFT_PATHS,
    FILE,
    INWARDS,
    OUTWARDS,
    RANK,
    RED,
    STEPS,
    TOUCHING,
    TURNS,
    Space,
    behind,
    space_named,
)

SEA, LANES = "ABCDEF", "ABCDEFGH"


def hour(number: int) -> int:
    return (number - 1) % 12 + 1


def at(lane: str, number: int) -> Space:
    return f"{lane}{hour(number)}"


def test_there_are_84_spaces_of_which_12_are_red() -> None:
    sea = {at(lane, number) for lane in SEA for number in range(1, 13)}
    red = {at(lane, number) for lane in "GH" for number in range(2, 13, 2)}
    assert set(CELLS) == sea | red
    assert red == RED
    assert sorted(RANK.values()) == list(range(84))
    assert [*RANK][:2] == ["A1", "A2"]


@pytest.mark.parametrize("space", CELLS)
def test_steps_go_one_hour_on_and_at_most_one_lane_aside(space: Space) -> None:
    lane, number = space[0], int(space[1:])
    inner, outer = (LANES + "-")[LANES.index(lane) + 1], ("-" + LANES)[LANES.index(lane)]
    for heading in (1, -1):
        way = 2 * heading if lane in "GH" else heading
        wanted = {"a": at(lane, number + way), "o": at(outer, number + (heading if lane == "G" else way))}
        wanted["i"] = at(inner, number + way)
        there = {step: to for step, to in wanted.items() if to in CELLS and to[0] != "-"}
        assert STEPS[heading][space] == there


@pytest.mark.parametrize("space", CELLS)
def test_touching_is_mutual_and_never_of_itself(space: Space) -> None:
    assert space not in TOUCHING[space]
    assert all(space in TOUCHING[other] for other in TOUCHING[space])
    assert list(TOUCHING[space]) == sorted(TOUCHING[space], key=RANK.__getitem__)


@pytest.mark.parametrize("space", CELLS)
def test_broadsides_lack_what_lies_ahead_and_astern(space: Space) -> None:
    both_ways = {STEPS[1][space]["a"], STEPS[-1][space]["a"]}
    assert ARCS["all_round"][space] == {space, *TOUCHING[space]}
    assert ARCS["broadside"][space] == ARCS["all_round"][space] - both_ways


@pytest.mark.parametrize("space", CELLS)
def test_the_whirlpool_draws_back_back_in_back_back_in(space: Space) -> None:
    path, now = [], space
    for pull in FILE.drift_pattern:
        now = behind(now, 1) if pull == "back" else CELLS[now].drift_in
        path.append(now)
        if now not in CELLS:
            break
    assert DRIFT_PATHS[space] == tuple(path)


def test_sides_of_a_ship_lie_one_lane_in_and_out() -> None:
    assert (INWARDS["F3"], INWARDS["F4"], INWARDS["G4"], INWARDS["H4"]) == ("G2", "G4", "H4", None)
    assert (OUTWARDS["A1"], OUTWARDS["B1"], OUTWARDS["G4"], OUTWARDS["H4"]) == (None, "A1", "F4", "G4")
    assert TURNS["F3"] == {"to": "E3"}
    assert TURNS["F4"] == {"ti": "G4", "to": "E4"}


@pytest.mark.parametrize("text", ["C7", "c7", "3-7", "3.7", " c7 "])
def test_a_space_may_be_typed_in_several_ways(text: str) -> None:
    assert space_named(text) == "C7"


@pytest.mark.parametrize("text", ["G3", "C13", "C0", "I1", "9-1", "captain", "7", ""])
def test_what_is_no_space_is_none(text: str) -> None:
    assert space_named(text) is None
