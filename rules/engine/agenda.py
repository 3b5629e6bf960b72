"""The agenda: what a game still has to do, as a stack of small tagged records in the state.

Nested interrupts ("the roll sends you to a reef, the reef makes you choose a card, then the battle goes on")
are data, never suspended code, so a state can be stored, loaded and shown at any time. The last record comes
next. `rules.engine.rooms` defines what each kind of record does.

A game declares a family of records, and its state holds a list of them:

    class Duty(Task, family=True): ...

    class RaceState(State):
        agenda: list[Duty]
"""

from typing import Annotated, Any, ClassVar, Union

from pydantic import BaseModel, Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema

from rules.engine.record import Record


class Task(Record):
    """A record of something still to be done. Subclasses add `task: Literal["..."]` and their own fields.

    The word in `task` identifies the class of a stored record. Each word belongs to one class of the family.
    A class that inherits its word replaces its parent, so the parent can be plain data that other parts of
    the game read, and the derived class adds the behaviour.
    """

    kinds: ClassVar[dict[str, type["Task"]]] = {}
    """The class for each `task` word of the family. A game with a single kind of record needs no family."""

    def __init_subclass__(cls, *, family: bool = False) -> None:
        """Turn the subclass into a dataclass and register it. Raises TypeError if its word is taken."""
        super().__init_subclass__()
        if family:
            cls.kinds = {}
        word = getattr(cls, "task", None)
        if word is not None and cls.kinds is not Task.kinds:
            taken = cls.kinds.get(word)
            if taken is not None and not issubclass(cls, taken):
                raise TypeError(f"{cls.__name__} and {taken.__name__} are both the task “{word}”")
            cls.kinds[word] = cls

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type["Task"], handler: GetCoreSchemaHandler) -> CoreSchema:
        """Return the schema of a kind or, for a family, the union of its kinds, distinguished by `task`."""
        if "kinds" not in vars(cls):
            return handler(source)
        kinds = tuple(cls.kinds.values())
        if len(kinds) == 1:
            return handler.generate_schema(kinds[0])
        # The schema is built when a state is first read, after all modules of the game have been loaded.
        return handler.generate_schema(Annotated[Union[kinds], Field(discriminator="task")])  # noqa: UP007


def agenda_of(state: BaseModel) -> list[Any]:
    """Return the records of a state's agenda. The last record comes next."""
    agenda: list[Any] = vars(state)["agenda"]
    return agenda


def word_of(task: Task) -> str:
    """Return the word that identifies a record in its family; empty if there is no family."""
    word: str = vars(task).get("task", "")
    return word
