"""What people do toward the bot, and the forms it opens for them."""

import asyncio
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, IntEnum

from sandbox.clock import Alarm
from sandbox.world.channels import Channel, CommandUse, Message, Origin
from sandbox.world.commands import OptionChoice
from sandbox.world.components import Input, InputRow, Label, ModalForm
from sandbox.world.guilds import User
from sandbox.world.watching import Change


class InteractionKind(IntEnum):
    """What the person did."""

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
    """Where the first answer stands."""

    WAITING = "waiting"
    ANSWERED = "answered"
    FAILED = "failed"


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


@dataclass(eq=False)
class Interaction:
    """One thing a person did toward the bot.

    `message` is the message whose component was used, `opener` what opened the form that is sent,
    `origin_message` the one that carries the first answer: a new message, or the changed one.
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
        """What is noted on the messages that answer it."""
        used = self.message.id if self.message else None
        opener = self.opener.origin if self.opener else None
        return Origin(self.id, int(self.kind), self.user, self.command, used, opener)


@dataclass(frozen=True)
class ModalOpened(Change):
    """The bot showed a form to one person."""

    modal: Modal


@dataclass(frozen=True)
class InteractionAnswered(Change):
    """The bot gave its first answer."""

    interaction: Interaction


@dataclass(frozen=True)
class InteractionFailed(Change):
    """Three seconds passed without an answer; the person sees that the application did not respond."""

    interaction: Interaction
