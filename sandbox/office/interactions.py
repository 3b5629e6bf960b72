import asyncio
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, IntEnum

from sandbox.clock import Alarm
from sandbox.world.changes import Change
from sandbox.world.channels import Channel, CommandUse, Message, Origin
from sandbox.world.commands import OptionChoice
from sandbox.world.components import Input, InputRow, Label, ModalForm
from sandbox.world.guilds import User


class InteractionKind(IntEnum):
    """The kind of a person's action."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class AnswerKind(IntEnum):
    """Discord's interaction callback types."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


class Outcome(Enum):
    """The state of the first answer."""

    WAITING = "waiting"
    ANSWERED = "answered"
    FAILED = "failed"


@dataclass(frozen=True)
class Field:
    """One field of a form: its visible name, its explanation, and its kind of input."""

    label: str
    description: str | None
    input: Input

    @property
    def required(self) -> bool:
        """Whether the field must be filled in; by default true."""
        return getattr(self.input, "required", None) is not False


@dataclass(frozen=True, eq=False)
class Modal:
    """A form that the bot opened for one person."""

    form: ModalForm
    opened_by: "Interaction"

    @property
    def fields(self) -> list[Field]:
        """The fields of the form, in order."""
        fields: list[Field] = []
        for part in self.form.components:
            if isinstance(part, Label):
                fields.append(Field(part.label, part.description, part.component))
            elif isinstance(part, InputRow):
                fields += [Field(i.label or "", None, i) for i in part.components]
        return fields


@dataclass(eq=False)
class Interaction:
    """One use of the bot by a person.

    `message` is the message whose component was used. `opener` is the interaction that opened the submitted
    form. `origin_message` is the message of the first answer, or the message that the first answer changed.
    """

    id: int
    token: str
    kind: InteractionKind
    user: User
    channel: Channel
    created_at: datetime
    data: dict[str, object]
    message: Message | None = None
    command: CommandUse | None = None
    opener: "Interaction | None" = None
    outcome: Outcome = Outcome.WAITING
    answer: AnswerKind | None = None
    origin_message: Message | None = None
    modal: Modal | None = None
    choices: tuple[OptionChoice, ...] = ()
    followups: list[Message] = field(default_factory=list)
    decided: asyncio.Event = field(default_factory=asyncio.Event)
    settled: asyncio.Event = field(default_factory=asyncio.Event)
    revoked: bool = False
    deadline: Alarm | None = None

    @property
    def origin(self) -> Origin:
        """The description of this interaction in the messages that answer it."""
        used = self.message.id if self.message else None
        opener = self.opener.origin if self.opener else None
        return Origin(self.id, int(self.kind), self.user, self.command, used, opener)


class ModalOpened(Change):
    """The bot showed a form to one person."""

    modal: Modal


class InteractionAnswered(Change):
    """The bot gave its first answer."""

    interaction: Interaction


class InteractionFailed(Change):
    """Three seconds passed without an answer. The person sees that the application did not respond."""

    interaction: Interaction
