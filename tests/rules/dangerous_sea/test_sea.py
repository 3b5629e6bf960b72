"""Beyond the scenarios: a completely known sea, random seas, and traces of the last turn."""

from collections.abc import Iterator, Mapping
from itertools import cycle
from random import Random

from pydantic import JsonValue

from rules.dangerous_sea import GAME
from rules.dangerous_sea.actions import Explore, Look
from rules.dangerous_sea.board import NEIGHBOURS, SQUARES, TILES, Direction, distance
from rules.engine.chance import Chance, QuickStream
from rules.engine.event import Event
from tests.rules.dangerous_sea.table import sea


def test_every_square_has_four_neighbours_and_each_way_leads_back() -> None:
    back: Mapping[Direction, Direction] = {"N": "S", "E": "W", "S": "N", "W": "E"}
    for square, ways in NEIGHBOURS.items():
        assert len({*ways.values()}) == 4
        assert all(NEIGHBOURS[to][back[way]] == square for way, to in ways.items())


def test_no_square_is_farther_than_twelve_steps() -> None:
    assert max(distance("A1", square) for square in SQUARES) == 12
    assert distance("A1", "L12") == 2


def test_in_a_sea_that_is_wholly_known_nothing_is_looked_at_and_the_game_goes_on() -> None:
    """Edge case 47."""
    kinds = [kind for kind, tile in TILES.items() for _ in range(tile.count)]
    kinds.sort(key=lambda kind: kind != "sea")
    laid: dict[str, JsonValue] = dict(zip(SQUARES, kinds, strict=True))
    state = sea({"tiles": laid, "ships": {"1": {"at": "A1"}, "2": {"at": "B1"}}})
    assert not any(state.bag.values())
    (decision,) = GAME.decisions(state)
    assert not any(isinstance(action, Look | Explore) for action in decision.actions)
    assert [str(action) for action in decision.actions][:4] == ["sail N", "sail E", "sail S", "sail W"]


def test_tiles_come_as_often_as_they_are_in_the_bag() -> None:
    found = dict.fromkeys(TILES, 0)
    for luck in range(40):
        state, _ = GAME.start(GAME.options(start_positions="spread"), 2, Chance(QuickStream(Random(luck))))
        for at, kind in state.tiles.items():
            found[kind] += at not in {"D4", "J10"}
    assert sum(found.values()) == 160
    assert 50 < found["sea"] < 85
    assert all(found.values())


def test_the_wake_shows_the_last_turn_until_something_happens_in_the_next() -> None:
    state = sea({"ships": {"1": {"at": "E5"}, "2": {"at": "H8"}}, "tiles": {"E6": "sea", "E7": "sea"}})
    told: list[Event] = []

    def does(seat: int, *lines: str) -> None:
        for line in lines:
            chance = Chance(QuickStream(Random(1)))
            told.extend(GAME.apply(state, seat, GAME.read(line), chance))

    does(1, "sail S", "sail S", "look W", "end_turn")
    traces = GAME.view(state, None, told).traces
    assert (traces.seat, traces.path, traces.revealed) == (1, ["E5", "E6", "E7"], {"D7": state.tiles["D7"]})
    does(2, "look N")
    traces = GAME.view(state, None, told).traces
    assert (traces.seat, traces.path, traces.revealed) == (2, [], {"H7": state.tiles["H7"]})


class Calm:
    """A source of consecutive numbers from the lowest on."""

    def numbers(self, roll: int, size: int) -> Iterator[int]:
        return cycle(range(size))


def test_a_storm_is_the_seas_own_turn() -> None:
    state = sea({"ships": {"1": {"at": "E5"}, "2": {"at": "H8"}}, "tiles": {"E4": "sea", "H7": "sea"}})
    state.draw["calm"], state.discard["calm"] = 0, 5
    told = [
        event for seat in (1, 2) for event in GAME.apply(state, seat, GAME.read("end_turn"), Chance(Calm()))
    ]
    traces = GAME.view(state, None, told).traces
    assert traces.wind == "N"
    assert [(drift.start, drift.to) for drift in traces.drifts] == [("E5", "E4"), ("H8", "H7")]
