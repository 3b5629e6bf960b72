"""Routes as players write them, and their one canonical form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.port_flower.route import Hand, UnreadableRoute, read_route, routes

WIND: Hand = (("N", 2), ("E", 0), ("S", 3), ("W", 0))


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("N2", "N2"),
        ("n", "N2"),
        ("e n", "N2 E0"),
        ("E0 N2", "N2 E0"),
        ("ne2", "NE2"),
        ("en0", "NE0"),
        ("s3 e0 n2", "E0 S3 N2"),
        ("S3, N2", "S3 N2"),
        ("w e", "E0 W0"),
        ("N2 E0 S3", "N2 E0 S3"),
        ("e0 n s", "N2 E0 S3"),
    ],
)
def test_any_form_of_a_route_has_one_canonical_form(typed: str, canonical: str) -> None:
    assert read_route(typed, WIND).text == canonical


def test_a_diagonal_may_leave_out_its_length_only_if_both_dice_agree() -> None:
    equal: Hand = (("N", 4), ("E", 4), ("S", 1), ("W", 2))
    assert read_route("ne", equal).text == "NE4"
    with pytest.raises(UnreadableRoute, match="say how long"):
        read_route("sw", equal)


@pytest.mark.parametrize(
    "typed",
    ["", "north", "N3", "NS2", "n n", "ne2 s3", "ne2 n2", "N2 E0 S3 W0", "N2E0", "2N", "NE3", "N-2", "NN2"],
)
def test_what_does_not_fit_the_dice_is_unreadable(typed: str) -> None:
    with pytest.raises(UnreadableRoute):
        read_route(typed, WIND)


@pytest.mark.parametrize(
    ("dice", "listed"),
    [
        ((("N", 0), ("E", 3)), ["N0 E3", "NE3", "NE0"]),
        ((("N", 0), ("E", 0)), ["N0 E0"]),
        ((("N", 2), ("S", 2)), ["N2 S2", "S2 N2"]),
        ((("N", 2), ("E", 2)), ["N2 E2", "E2 N2", "NE2"]),
        ((("N", 2), ("E", 0), ("S", 3)), ["N2 E0 S3", "E0 S3 N2"]),
        ((("S", 1), ("W", 5)), ["S1 W5", "W5 S1", "SW5", "SW1"]),
    ],
)
def test_the_routes_of_a_set_of_dice_come_in_order_and_once(dice: Hand, listed: list[str]) -> None:
    assert [route.text for route in routes(dice)] == listed


@given(st.lists(st.integers(0, 5), min_size=4, max_size=4), st.data())
def test_every_canonical_route_is_read_back_as_itself(values: list[int], data: st.DataObject) -> None:
    wind: Hand = tuple(zip("NESW", values, strict=True))
    count = data.draw(st.integers(1, 3))
    letters = data.draw(st.lists(st.sampled_from("NESW"), min_size=count, max_size=count, unique=True))
    for route in routes(tuple(die for die in wind if die[0] in letters)):
        assert read_route(route.text, wind) is route
        assert read_route(route.text.lower(), wind) is route
