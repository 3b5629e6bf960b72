"""A turn's first trace makes the traces of other turns earlier traces."""

from rules.engine.event import Event, SeatEvent, TurnBegan
from rules.engine.traces import TurnTraces


class Sailed(Event):
    to: str


class TurnOpened(SeatEvent):
    opens_turn = True


class Ends(TurnTraces[str]):
    def take_in(self, event: Event) -> None:
        if isinstance(event, Sailed):
            self.add(event.to)


def test_a_turn_that_left_no_trace_yet_leaves_the_traces_before_it_in_sight() -> None:
    seen = Ends().follow([Sailed(to="A1"), Sailed(to="A2"), TurnBegan(), TurnOpened(seat=2)])
    assert (seen.newest, seen.earlier) == (["A1", "A2"], [])


def test_the_first_trace_of_a_turn_makes_all_others_earlier_ones() -> None:
    told = [
        Sailed(to="A1"),
        TurnOpened(seat=2),
        Sailed(to="B1"),
        TurnBegan(),
        Sailed(to="C1"),
        Sailed(to="C2"),
    ]
    seen = Ends().follow(told)
    assert (seen.newest, seen.earlier) == (["C1", "C2"], ["A1", "B1"])
