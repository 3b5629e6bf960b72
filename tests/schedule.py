"""An order of tests in which no process still has a long test when the other processes are done."""

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def long_first(tests: Sequence[T], processes: int, long_in: Callable[[T], str]) -> list[T]:
    """Return the tests in an order in which each process begins with some of the long tests.

    At first, each process gets an equal share of consecutive tests. `long_in` returns a long test's module,
    else an empty text. Long tests of a module stay together, as they may need the same preparation.
    """
    placed = [(test, long_in(test)) for test in tests]
    modules = [*dict.fromkeys(module for _, module in placed if module)]
    others = [test for test, module in placed if not module]
    ordered: list[T] = []
    for number in range(processes):
        own = set(modules[number::processes])
        share = [test for test, module in placed if module in own]
        more = max(0, (len(tests) - len(ordered)) // (processes - number) - len(share))
        ordered += [*share, *others[:more]]
        del others[:more]
    return [*ordered, *others]
