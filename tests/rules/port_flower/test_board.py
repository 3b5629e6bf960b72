"""Geometry: the charts, their squares and points, and the movements that the sea allows."""

import json

import pytest
from pydantic import ValidationError

from rules.port_flower.board import DIRECTIONS, FILE, BoardFile, Chart, ChartName, Place, board, four_of
from rules.port_flower.layout import legal_islands, legal_points
from rules.port_flower.sea import Refusal, Sea, sea

CHARTS: list[ChartName] = ["standard", "ring", "diamond", "ocean"]


def charted(name: ChartName) -> Sea:
    chart = FILE.boards[name]
    return sea(name, chart.buoys, chart.islands)


@pytest.mark.parametrize("name", CHARTS)
def test_a_chart_has_the_squares_and_legs_its_data_promises(name: ChartName) -> None:
    check, water = FILE.boards[name].check, charted(name)
    assert len(water.board.squares) == check.squares
    assert len(water.open_squares) == check.open_sea_with_6_islands
    assert water.leg_lengths == check.leg_lengths
    assert sum(water.leg_lengths) == check.course_length


@pytest.mark.parametrize("name", CHARTS)
def test_every_square_and_point_survives_being_written_and_read(name: ChartName) -> None:
    for square in board(name).squares:
        assert Place.read(square).square == square
        assert Place.read(square.lower()).square == square
    for point in board(name).points:
        assert Place.read(point).point == point


@pytest.mark.parametrize("text", ["", "J", "3", "J0", "Q3", "J3-", "J3++", "JJ3", "J123"])
def test_what_is_no_square_is_not_read_as_one(text: str) -> None:
    with pytest.raises(ValueError, match="neither a square"):
        Place.read(text)


def test_a_buoy_has_four_squares_clockwise_from_the_north_west() -> None:
    assert four_of("J3+") == ("J4", "K4", "K3", "J3")


def test_around_a_point_come_its_four_squares_and_then_the_ring_of_twelve() -> None:
    around = board("standard").around("E4+")
    assert around[:4] == ("E5", "F5", "F4", "E4")
    assert around[4:16] == ("D6", "E6", "F6", "G6", "G5", "G4", "G3", "F3", "E3", "D3", "D4", "D5")


def test_rings_leave_out_what_is_off_the_board() -> None:
    around = board("standard").around("B2+")
    assert around[4:11] == ("A4", "B4", "C4", "D4", "D3", "D2", "D1")
    assert sorted(around) == sorted(board("standard").squares)


@pytest.mark.parametrize("name", CHARTS)
def test_every_step_back_leads_where_it_came_from(name: ChartName) -> None:
    back = dict(
        zip(
            ["N", "NE", "E", "SE", "S", "SW", "W", "NW"],
            ["S", "SW", "W", "NW", "N", "NE", "E", "SE"],
            strict=True,
        )
    )
    for square in board(name).squares:
        for direction in DIRECTIONS:
            beyond = board(name).neighbour(square, direction)
            if beyond is not None:
                assert board(name).neighbour(beyond, back[direction]) == square


def test_the_lagoon_has_a_hole_and_the_sound_cut_corners() -> None:
    assert board("ring").missing == ("E5", "F5", "E6", "F6")
    assert "A1" in board("diamond").missing
    assert not board("ocean").missing


@pytest.mark.parametrize(
    ("start", "direction", "refusal"),
    [
        ("A1", "S", Refusal("off_board")),
        ("J4", "SE", Refusal("blocked_buoy", "J3+")),
        ("H7", "SE", Refusal("blocked_gap", "I6")),
        ("H7", "E", Refusal("blocked_island", "I7")),
        ("C5", "SE", Refusal("blocked_island", "D4")),
    ],
)
def test_the_first_reason_that_applies_refuses_a_step(start: str, direction: str, refusal: Refusal) -> None:
    assert charted("standard").step(start, direction) == refusal


def test_one_island_at_a_corner_does_not_close_it() -> None:
    assert charted("standard").step("G6", "NE") == "H7"


def test_buoys_out_of_play_close_nothing() -> None:
    chart = FILE.boards["standard"]
    assert sea("standard", chart.buoys[:3], chart.islands).step("G4", "NE") == "H5"
    assert charted("standard").step("G4", "NE") == Refusal("blocked_buoy", "G4+")


def test_the_way_to_a_buoy_never_leads_through_the_port() -> None:
    water = charted("standard")
    # A path through the port would have six steps to the west side of buoy 3.
    assert water.to_go("G1", 3) == 5
    assert water.to_go("H1", 6) == 2


def test_a_boat_in_port_counts_from_the_best_port_square() -> None:
    assert charted("standard").to_go("port", 1) == 4


def test_a_boat_on_an_island_counts_from_there() -> None:
    assert charted("standard").to_go("H3", 1) == 2


SHUT_IN = ("A8", "A7", "B8")
"""A corner and the two islands next to it. The diagonal square is sea, but the gap is closed."""


def test_an_island_among_islands_is_farther_than_every_other_square() -> None:
    water = sea("standard", FILE.boards["standard"].buoys, SHUT_IN, escape=True)
    for goal in range(1, 7):
        far = water.to_go("A8", goal)
        assert water.is_cut_off("A8", goal)
        assert all(
            water.to_go(square, goal) < far and not water.is_cut_off(square, goal)
            for square in water.board.squares
            if square != "A8"
        )


def test_a_point_keeps_its_distance_from_the_buoy_before_and_the_last_also_from_the_port() -> None:
    points = legal_points(board("standard"), FILE.boards["standard"].buoys[:4], 5, 2)
    assert points
    for point in points:
        assert Place.read(point).gap(Place.read("G4+")) >= 4
        assert Place.read(point).gap(Place.read("E1+")) >= 4


def test_the_gap_shrinks_when_no_point_has_it() -> None:
    # With seven buoys in the corners, every point is nearer than four to the last buoy or to the port.
    crowded = ("A1+", "A4+", "A7+", "K1+", "K4+", "K7+", "F4+")
    points = legal_points(board("standard"), crowded, len(crowded) + 1, 4)
    assert points
    assert all(Place.read(point).gap(Place.read("F4+")) < 4 for point in points)


@pytest.mark.parametrize("name", CHARTS)
def test_islands_keep_away_from_the_port_the_buoys_and_the_sharks(name: ChartName) -> None:
    chart, buoys = board(name), FILE.boards[name].buoys
    squares = set(legal_islands(chart, buoys, (), 4))
    assert squares.isdisjoint(square for point in buoys for square in four_of(point))
    assert squares.isdisjoint(chart.chart.shark_starts)
    assert squares.isdisjoint(square for quay in chart.port for square in chart.neighbours(quay))


def test_ten_islands_never_cut_the_sea_apart() -> None:
    chart, buoys = board("ring"), FILE.boards["ring"].buoys
    islands: list[str] = []
    for number in range(10):
        squares = legal_islands(chart, buoys, islands, 2)
        islands.append(squares[number * 7 % len(squares)])
    water = {square for square in chart.squares if square not in islands and square not in chart.port}
    reached, edge = set(), [min(water)]
    while edge:
        square = edge.pop()
        reached.add(square)
        ahead = {chart.neighbour(square, die) for die in "NESW"}
        edge += [beyond for beyond in ahead if beyond in water and beyond not in reached]
    assert reached == water


def changed_chart(**changes: object) -> dict[str, object]:
    return {**FILE.boards["standard"].model_dump(mode="json"), **changes}


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"tiles": 23}, "miscounted"),
        ({"columns": 10}, "size"),
        ({"port_squares": ["F1", "E1", "E2", "F2"]}, "port is not the P tile"),
        ({"port_point": "E2+"}, "centre"),
        ({"islands": ["D4", "D5", "E5", "H3", "H6", "M7"]}, "off the board"),
        ({"islands": ["D4", "D5", "E5", "H3", "H6", "J3"]}, "share a square"),
    ],
)
def test_a_chart_that_does_not_fit_together_is_refused(changes: dict[str, object], fault: str) -> None:
    with pytest.raises(ValidationError, match=fault):
        Chart.model_validate_json(json.dumps(changed_chart(**changes)))


def test_the_data_file_has_no_unknown_entries() -> None:
    with pytest.raises(ValidationError, match="extra"):
        BoardFile.model_validate({**FILE.model_dump(mode="json"), "surprise": 1})
