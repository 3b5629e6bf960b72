"""Records: the parts of states, as plain data that rules create and change."""

from dataclasses import dataclass, field
from typing import dataclass_transform

from pydantic import ConfigDict


@dataclass_transform(kw_only_default=True, field_specifiers=(field,))
class Record:
    """A part of a state. Subclasses declare fields as dataclasses do, for keyword arguments only.

    Unlike pydantic models, records are validated only when a stored state is read.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")

    def __init_subclass__(cls) -> None:
        """Turn the subclass into a dataclass."""
        super().__init_subclass__()
        dataclass(kw_only=True)(cls)
