"""Tests the edge case of section 15 about all choices of a turn. Scenario files test the other edge cases."""

from tests.rules.port_flower.table import Table


def calm() -> Table:
    """Return a race with no wind, a boat at sea and both sharks."""
    return Table("0000", sharks="B6 J6", seats=2, M="G6 2")


def test_without_any_wind_every_plan_leaves_everything_where_it_is() -> None:
    ends = set()
    for first in calm().choices():
        table = calm()
        table.does("M", f"move {_quoted(first)}")
        table.does("M", f"move {_quoted(table.choices()[0])}")
        ends.add((table.boat("M"), *table.state.sharks, table.state.turn_seat))
    assert ends == {("G6 2", "B6", "J6", 2)}


def _quoted(choice: str) -> str:
    piece, _, route = choice.partition(" ")
    return f'{piece} "{route}"'
