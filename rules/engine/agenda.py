"""The agenda: the list of what a game still has to do, as records in its state. The last record comes next.

An interrupted action is also a record on the agenda, so a state can be stored at any time. A game declares a
family of records, and its state holds a list of these records:

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

    The word in `task` identifies the class of a stored record. A subclass that inherits the word of its
    parent replaces the parent, so other parts of the game can use the parent as plain data without behaviour.
    """

    kinds: ClassVar[dict[str, type["Task"]]] = {}
    """The class for each `task` word of the family. A game with a single kind of record needs no family."""

    def __init_subclass__(cls, *, family: bool = False) -> None:
        """Register the subclass as a dataclass. Raises TypeError if an unrelated class has the same word."""
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
        """Return the schema of a class or, for a family, the schema of the union of its classes."""
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
