"""Traces: the marks of recent events on a picture."""

from collections.abc import Iterable
from typing import Generic, Self, TypeVar

from rules.engine.event import Event, TurnBegan

T = TypeVar("T")


class TurnTraces(Generic[T]):
    """The traces of the latest turn that has traces (`newest`), and of the turns before it (`earlier`)."""

    def __init__(self) -> None:
        self.newest: list[T] = []
        self.earlier: list[T] = []
        self._past = False
        """Whether a new turn has begun. Its first trace turns the newest traces into earlier traces."""

    def follow(self, told: Iterable[Event]) -> Self:
        """Record the traces of all events, and return `self`."""
        for event in told:
            if isinstance(event, TurnBegan) or event.opens_turn:
                self._past = True
            self.take_in(event)
        return self

    def take_in(self, event: Event) -> None:
        """Record the traces of an event."""
        raise NotImplementedError

    def begin(self) -> None:
        """If a new turn has begun, move the newest traces to the earlier traces."""
        if self._past:
            self.earlier += self.newest
            self.newest, self._past = [], False

    def add(self, trace: T) -> None:
        """Add a trace to the current turn."""
        self.begin()
        self.newest.append(trace)
