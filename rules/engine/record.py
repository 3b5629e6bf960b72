"""Records: what states are made of, as plain data that rules make and change."""

from dataclasses import dataclass, field
from typing import dataclass_transform

from pydantic import ConfigDict


@dataclass_transform(kw_only_default=True, field_specifiers=(field,))
class Record:
    """A part of a state. Subclasses give their fields, as those of a dataclass that takes them by name.

    A stored state is checked as a whole when it is read, its records with it. What the rules make and change
    while they carry out an action is not checked again: a model would do so for every ship that moves.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")

    def __init_subclass__(cls) -> None:
        """Make a dataclass of it."""
        super().__init_subclass__()
        dataclass(kw_only=True)(cls)
