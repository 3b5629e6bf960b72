"""Typed actions: routes, promises and short forms (section 7)."""

import pytest

from rules.dangerous_sea import GAME
from rules.dangerous_sea.actions import Attack, Demand, Explore, Sail
from rules.engine.errors import UnreadableAction


@pytest.mark.parametrize(
    ("line", "steps"),
    [
        ("NNW", ["sail N", "sail N", "sail W"]),
        ("nw.", ["sail N", "sail W", "end_turn"]),
        ("explore NE", ["explore N", "explore E"]),
        ("E", ["sail E"]),
        ("harvest / NN / end_turn", ["harvest", "sail N", "sail N", "end_turn"]),
        ("demand promise war / peace", ["demand promise war / peace"]),
    ],
)
def test_a_route_is_its_steps(line: str, steps: list[str]) -> None:
    assert GAME.split(line) == steps


def test_a_single_letter_sails() -> None:
    assert GAME.read("n") == Sail(dir="N")
    assert GAME.read("explore w") == Explore(dir="W")


def test_a_promise_runs_to_the_end_and_keeps_what_is_in_it() -> None:
    line = 'demand stones 2 stop true promise I  leave "your" waters, kill 1 / and all'
    demand = GAME.read(line)
    assert demand == Demand(stones=2, stop=True, promise='I  leave "your" waters, kill 1 / and all')
    assert str(demand) == line


def test_a_promise_is_trimmed_and_one_line() -> None:
    assert Demand(promise="  peace\n and   rum ").promise == "peace and   rum"


@pytest.mark.parametrize("name", ["P3", "p3", "3"])
def test_captains_may_be_named_by_their_number(name: str) -> None:
    assert GAME.read(f"attack {name}") == Attack(seat="P3")


@pytest.mark.parametrize("line", ["NNX", "sail", "sail up", "scuttle rum 10", "demand kill many"])
def test_what_is_no_action_is_told_how_to_write_it(line: str) -> None:
    with pytest.raises(UnreadableAction):
        GAME.read(line)
