"""The agenda: what a game still has to do, as a stack of small tagged records in the state.

Nested interrupts ("the roll sends you to a reef, the reef makes you choose a card, then the battle goes on")
are never suspended code, so a state can always be stored, loaded and shown. The last record is what happens
next; `rules.engine.rooms` says what each kind of record does.

A game makes a family of its records, and its state a list of them:

    class Duty(Task, family=True): ...

    class RaceState(State):
        agenda: list[Duty]
"""

from typing import Annotated, Any, ClassVar, Union

from pydantic import BaseModel, Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema

from rules.engine.record import Record


class Task(Record):
    """One thing still to be done. Subclasses add `task: Literal["..."]` and what they must remember.

    Within a family each word has one class, by which stored records are read. A class that inherits its word
    takes the place of the one it comes from: so a record that other parts of the game must read can be
    declared as data alone, and get what is done with it elsewhere.
    """

    kinds: ClassVar[dict[str, type["Task"]]] = {}
    """The family's classes by their words. A game with a single kind of record needs no family."""

    def __init_subclass__(cls, *, family: bool = False) -> None:
        """Make a dataclass of it, and enter it in its family. Raises TypeError for a word that is taken."""
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
        """A family stands for any of its kinds, told apart by `task`; a kind for itself."""
        if "kinds" not in vars(cls):
            return handler(source)
        kinds = tuple(cls.kinds.values())
        if len(kinds) == 1:
            return handler.generate_schema(kinds[0])
        # The kinds are known only now, when a state is first read: every module of the game is loaded.
        return handler.generate_schema(Annotated[Union[kinds], Field(discriminator="task")])  # noqa: UP007


def agenda_of(state: BaseModel) -> list[Any]:
    """The records of a state's agenda; what happens next is the last."""
    agenda: list[Any] = vars(state)["agenda"]
    return agenda


def word_of(task: Task) -> str:
    """The word by which a record is told from others of its family; empty where there are no others."""
    word: str = vars(task).get("task", "")
    return word
