"""The agenda: nested interrupts as a stack of small tagged records in the state, never suspended code.

A game with interrupts gives its state a field such as
`agenda: list[Annotated[SharkUnderWay | BoatsToPlace, Field(discriminator="task")]]`. The last record is
what happens next. `work` carries records out until one needs somebody's decision or none is left.
"""

from collections.abc import Callable
from typing import TypeVar

from rules.engine.record import Record


class Task(Record):
    """One thing still to be done. Subclasses add `task: Literal["..."]` and what they must remember."""


K = TypeVar("K", bound=Task)


def work(agenda: list[K], carry_out: Callable[[K], bool]) -> None:
    """Carry out the last record of the agenda, again and again, until it must wait or nothing is left.

    `carry_out` gets the record, which is still on the agenda, and returns whether it went on: it may remove
    the record, change it or put others on top. It returns False when the record waits for a decision.
    """
    while agenda and carry_out(agenda[-1]):
        pass
