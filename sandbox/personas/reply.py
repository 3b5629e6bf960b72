import asyncio
from dataclasses import dataclass
from enum import Enum

from sandbox.errors import SandboxError
from sandbox.office.interactions import AnswerKind, Interaction, Modal
from sandbox.world.channels import Message
from sandbox.world.components import Button

SAFETY_SECONDS = 60.0
"""The real seconds that a test waits for something that only a busy machine delays."""


class ReplyKind(Enum):
    """The kind of the bot's first answer."""

    MESSAGE = "message"
    UPDATE = "update"
    DEFERRED = "deferred"
    MODAL = "modal"
    NONE = "none"


_KINDS = {
    AnswerKind.MESSAGE: ReplyKind.MESSAGE,
    AnswerKind.DEFERRED_MESSAGE: ReplyKind.DEFERRED,
    AnswerKind.DEFERRED_UPDATE: ReplyKind.DEFERRED,
    AnswerKind.UPDATE: ReplyKind.UPDATE,
    AnswerKind.MODAL: ReplyKind.MODAL,
}


@dataclass(eq=False)
class Reply:
    """The bot's answer to one thing that a person did, including later edits."""

    interaction: Interaction

    def __repr__(self) -> str:
        return f"<Reply {self.kind.value} to interaction {self.interaction.id}>"

    @property
    def kind(self) -> ReplyKind:
        """The kind of the first answer; `NONE` if three seconds passed without an answer."""
        answer = self.interaction.answer
        return _KINDS.get(answer, ReplyKind.NONE) if answer else ReplyKind.NONE

    @property
    def message(self) -> Message:
        """The answer's message. An acknowledged press has the newest follow-up or else the pressed message.

        Raises SandboxError if the answer is a form, or if there is no answer.
        """
        message = self.interaction.origin_message
        if self.interaction.answer is AnswerKind.DEFERRED_UPDATE and self.followups:
            message = self.followups[-1]
        if message is None:
            raise SandboxError(f"there is no message in this reply, its kind is {self.kind.value}")
        return message

    @property
    def modal(self) -> Modal:
        """The form that the bot opened. Raises SandboxError if the bot opened no form."""
        if self.interaction.modal is None:
            raise SandboxError(f"there is no form in this reply, its kind is {self.kind.value}")
        return self.interaction.modal

    @property
    def followups(self) -> list[Message]:
        """The messages that the bot sent after its first answer, oldest first."""
        return self.interaction.followups

    @property
    def ephemeral(self) -> bool:
        """Whether the answer is visible only to the person who asked."""
        return self.message.ephemeral

    @property
    def text(self) -> str:
        """Everything written in the message, with a line for each text display."""
        return self.message.text

    @property
    def buttons(self) -> list[Button]:
        """The buttons of the message."""
        return self.message.buttons

    async def settled(self) -> "Reply":
        """Wait until a deferred answer is completed. Raises SandboxError if that takes too long."""
        try:
            await asyncio.wait_for(self.interaction.settled.wait(), SAFETY_SECONDS)
        except TimeoutError:
            raise SandboxError("the deferred answer was never completed") from None
        return self
