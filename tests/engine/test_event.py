"""Events that share a sentence are narrated together."""

from rules.engine.event import Event, told_together


class Step(Event):
    kind = "step"
    start: int
    to: int

    def joined(self, following: Event) -> "Step | None":
        if isinstance(following, Step) and following.start == self.to:
            return Step(start=self.start, to=following.to)
        return None


class Rest(Event):
    kind = "rest"


def test_steps_of_one_way_are_told_as_one_and_nothing_else_is() -> None:
    events = [
        Step(start=1, to=2),
        Step(start=2, to=3),
        Rest(),
        Step(start=3, to=4),
        Step(start=9, to=8),
        Rest(),
    ]
    assert told_together(events) == [
        Step(start=1, to=3), Rest(), Step(start=3, to=4), Step(start=9, to=8), Rest(),
    ]  # fmt: skip


def test_events_that_say_nothing_of_it_stay_as_they_are() -> None:
    assert told_together([Rest(), Rest()]) == [Rest(), Rest()]
    assert told_together([]) == []
