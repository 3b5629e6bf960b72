"""Long tests begin first, in all processes that share the tests."""

import os

import pytest

from tests.schedule import long_first

TESTS = ["a1", "a2", "B1", "b2", "B3", "c1", "C2", "D1", "d2", "E1"]
"""The tests, each named after its module. Long tests have capital letters."""


def module_of_long(test: str) -> str:
    return test[0] if test[0].isupper() else ""


def shares(processes: int) -> list[list[str]]:
    """Return the first tests of each process: equal shares, and the last processes get the rest."""
    ordered, found = long_first(TESTS, processes, module_of_long), list[list[str]]()
    for number in range(processes):
        size = len(ordered) // (processes - number)
        found.append(ordered[:size])
        del ordered[:size]
    return found


def test_each_process_begins_with_long_tests_and_those_of_a_module_stay_together() -> None:
    assert shares(3) == [["B1", "B3", "E1"], ["C2", "a1", "a2"], ["D1", "b2", "c1", "d2"]]
    assert shares(1) == [["B1", "B3", "C2", "D1", "E1", "a1", "a2", "b2", "c1", "d2"]]


@pytest.mark.parametrize("processes", range(1, 12))
def test_every_test_is_run_once(processes: int) -> None:
    assert sorted(long_first(TESTS, processes, module_of_long)) == sorted(TESTS)


def test_the_tests_of_this_run_are_in_that_order(request: pytest.FixtureRequest) -> None:
    items = request.session.items
    first = items[: max(1, len(items) // int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))]
    later = [item.get_closest_marker("long") is None for item in first]
    assert later == sorted(later)
