"""Records: the parts of states, as plain data that rules create and change."""

from dataclasses import dataclass, field
from typing import dataclass_transform

from pydantic import ConfigDict


@dataclass_transform(kw_only_default=True, field_specifiers=(field,))
class Record:
    """A part of a state. Subclasses declare fields like those of a dataclass with keyword arguments.

    A stored state is validated as a whole when it is read, including its records. Rules that create and
    change records during an action do not validate them again: a model would do so for every ship that moves.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")

    def __init_subclass__(cls) -> None:
        """Turn the subclass into a dataclass."""
        super().__init_subclass__()
        dataclass(kw_only=True)(cls)
