from dataclasses import dataclass
from typing import TYPE_CHECKING

from sandbox.components import Input, InputRow, Label, ModalForm
from sandbox.guilds import User

if TYPE_CHECKING:
    from sandbox.interactions import Interaction


@dataclass(frozen=True)
class Field:
    """One thing to fill in: its name as shown, its explanation, and what kind of input it is."""

    label: str
    description: str | None
    input: Input

    @property
    def required(self) -> bool:
        """Whether the form cannot be sent without it, which is so unless the bot says otherwise."""
        return getattr(self.input, "required", None) is not False


@dataclass(frozen=True, eq=False)
class Modal:
    """A form that the bot opened for one person."""

    form: ModalForm
    user: User
    opened_by: "Interaction"

    @property
    def title(self) -> str:
        """What stands over the form."""
        return self.form.title

    @property
    def fields(self) -> list[Field]:
        """What is to be filled in, in order."""
        fields: list[Field] = []
        for part in self.form.components:
            if isinstance(part, Label):
                fields.append(Field(part.label, part.description, part.component))
            elif isinstance(part, InputRow):
                fields += [Field(i.label or "", None, i) for i in part.components]
        return fields
