"""Interactions: people open them, and the bot answers within 3 seconds and follows up for 15 minutes."""

from datetime import timedelta

from pydantic import BaseModel, Field, JsonValue

from sandbox.errors import ApiError, Refusal, bad_form
from sandbox.office.interactions import (
    AnswerKind,
    Interaction,
    InteractionAnswered,
    InteractionFailed,
    InteractionKind,
    Modal,
    ModalOpened,
    Outcome,
)
from sandbox.office.limits import ModelT, check_emojis, check_modal, parse
from sandbox.office.posting import MessageForm, Postmaster, Uploads
from sandbox.world.channels import Channel, CommandUse, Message, MessageFlag, Thread
from sandbox.world.commands import OptionChoice
from sandbox.world.components import ModalForm
from sandbox.world.guilds import User
from sandbox.world.permissions import Permission
from sandbox.world.world import World

SECONDS_TO_ANSWER = 3.0
TOKEN_LIFE = timedelta(minutes=15)


class CallbackForm(BaseModel):
    """The body of the bot's first answer."""

    type: AnswerKind
    data: dict[str, JsonValue] | None = None


class _ChoicesForm(BaseModel):
    choices: tuple[OptionChoice, ...] = Field(max_length=25)


_ALLOWED = {
    InteractionKind.COMMAND: {AnswerKind.MESSAGE, AnswerKind.DEFERRED_MESSAGE, AnswerKind.MODAL},
    InteractionKind.COMPONENT: set(AnswerKind) - {AnswerKind.CHOICES},
    InteractionKind.AUTOCOMPLETE: {AnswerKind.CHOICES},
    InteractionKind.MODAL_SUBMIT: set(AnswerKind) - {AnswerKind.CHOICES, AnswerKind.MODAL},
}


class InteractionDesk:
    """The interactions of a world and the bot's answers to them."""

    def __init__(self, world: World, postmaster: Postmaster) -> None:
        self._world = world
        self._postmaster = postmaster
        self._by_token: dict[str, Interaction] = {}

    def open(
        self,
        kind: InteractionKind,
        user: User,
        channel: Channel,
        data: dict[str, object],
        *,
        message: Message | None = None,
        command: CommandUse | None = None,
        opener: Interaction | None = None,
    ) -> Interaction:
        """Begin an interaction, which the bot must answer within three seconds."""
        number, now = self._world.ids.next(), self._world.clock.now()
        token = f"interaction-token-{number}"
        interaction = Interaction(number, token, kind, user, channel, now, data, message, command, opener)
        self._by_token[interaction.token] = interaction
        interaction.deadline = self._world.clock.call_later(
            SECONDS_TO_ANSWER, lambda: self._give_up(interaction)
        )
        return interaction

    def answer(self, interaction_id: int, token: str, form: CallbackForm, uploads: Uploads) -> Interaction:
        """Accept the first answer. Raises ApiError if the answer is unfit, late or not the first."""
        interaction = self._by_token.get(token)
        if interaction is None or interaction.id != interaction_id or interaction.outcome is Outcome.FAILED:
            raise ApiError(Refusal.UNKNOWN_INTERACTION)
        if interaction.outcome is Outcome.ANSWERED:
            raise ApiError(Refusal.ALREADY_ACKNOWLEDGED)
        if form.type not in _ALLOWED[interaction.kind] or (
            form.type in {AnswerKind.UPDATE, AnswerKind.DEFERRED_UPDATE} and interaction.message is None
        ):
            raise bad_form("type", "INTERACTION_CALLBACK_TYPE", f"{form.type} cannot answer this interaction")
        self._carry_out(interaction, form, uploads)
        interaction.answer = form.type
        interaction.outcome = Outcome.ANSWERED
        if interaction.deadline:
            interaction.deadline.cancel()
        interaction.decided.set()
        if form.type not in {AnswerKind.DEFERRED_MESSAGE, AnswerKind.DEFERRED_UPDATE}:
            interaction.settled.set()
        self._world.changes.publish(InteractionAnswered(interaction))
        if interaction.modal:
            self._world.changes.publish(ModalOpened(interaction.modal))
        return interaction

    def by_token(self, token: str) -> Interaction:
        """Return the answered interaction of `token`. Raises ApiError if the token is unknown or expired."""
        interaction = self._by_token.get(token)
        if interaction is None or interaction.outcome is not Outcome.ANSWERED:
            raise ApiError(Refusal.UNKNOWN_WEBHOOK)
        if interaction.revoked or self._world.clock.now() > interaction.created_at + TOKEN_LIFE:
            raise ApiError(Refusal.TOKEN_EXPIRED)
        return interaction

    def message_of(self, interaction: Interaction, message_id: str) -> Message:
        """Return the answer with this id or ``@original``. Raises ApiError if the message is missing."""
        own = [interaction.origin_message, *interaction.followups]
        wanted = interaction.origin_message if message_id == "@original" else None
        for message in own:
            if message and str(message.id) == message_id:
                wanted = message
        if wanted is None or wanted.deleted:
            raise ApiError(Refusal.UNKNOWN_MESSAGE)
        return wanted

    def edit(
        self, interaction: Interaction, message: Message, form: MessageForm, uploads: Uploads
    ) -> Message:
        """Edit an answer, or fill a deferred answer. Raises ApiError if Discord would refuse the edit."""
        self._postmaster.edit(message, form, uploads)
        interaction.settled.set()
        return message

    def delete(self, interaction: Interaction, message: Message) -> None:
        """Delete an answer of `interaction`."""
        self._world.delete_message(message)
        interaction.settled.set()

    def follow_up(self, interaction: Interaction, form: MessageForm, uploads: Uploads) -> Message:
        """Answer again, or fill a deferred first answer. Raises ApiError if Discord would refuse that."""
        waiting = interaction.origin_message
        if waiting and waiting.loading and not waiting.deleted:
            message = self._postmaster.edit(waiting, form, uploads)
        else:
            message = self._answer_draft(interaction, form)
            message.reference_id = waiting.id if waiting else None
            self._postmaster.create(message, form, uploads)
            interaction.followups.append(message)
        interaction.settled.set()
        return message

    def _carry_out(self, interaction: Interaction, form: CallbackForm, uploads: Uploads) -> None:
        data = form.data or {}
        match form.type:
            case AnswerKind.MESSAGE:
                body = _parse_data(MessageForm, data)
                draft = self._answer_draft(interaction, body)
                interaction.origin_message = self._postmaster.create(draft, body, uploads)
            case AnswerKind.DEFERRED_MESSAGE:
                body = _parse_data(MessageForm, data)
                draft = self._answer_draft(interaction, body)
                draft.flags |= MessageFlag.LOADING
                interaction.origin_message = self._world.post(draft)
            case AnswerKind.DEFERRED_UPDATE:
                interaction.origin_message = interaction.message
            case AnswerKind.UPDATE:
                interaction.origin_message = self._update(
                    interaction, _parse_data(MessageForm, data), uploads
                )
            case AnswerKind.CHOICES:
                interaction.choices = _parse_data(_ChoicesForm, data).choices
            case AnswerKind.MODAL:
                modal = _parse_data(ModalForm, data)
                check_modal(modal)
                check_emojis(modal.components, self._world.emojis)
                interaction.modal = Modal(modal, interaction)

    def _update(self, interaction: Interaction, form: MessageForm, uploads: Uploads) -> Message:
        message = interaction.message
        if message is None or message.deleted:
            raise ApiError(Refusal.UNKNOWN_MESSAGE)
        return self._postmaster.edit(message, form, uploads)

    def _answer_draft(self, interaction: Interaction, form: MessageForm) -> Message:
        place = interaction.channel
        if place.id not in self._world.channels:
            raise ApiError(Refusal.UNKNOWN_CHANNEL)
        if isinstance(place, Thread) and place.archived:
            manages = Permission.MANAGE_THREADS in place.permissions_of(self._world.bot)
            if place.locked and not manages:
                raise ApiError(Refusal.THREAD_ARCHIVED)
            self._world.set_archived(place, archived=False)
        draft = self._postmaster.draft(interaction.channel, self._world.bot)
        draft.by_webhook = True
        draft.origin = interaction.origin
        if MessageFlag.EPHEMERAL in MessageFlag(form.flags or 0):
            draft.flags |= MessageFlag.EPHEMERAL
            draft.only_for = interaction.user
        return draft

    def _give_up(self, interaction: Interaction) -> None:
        if interaction.outcome is Outcome.WAITING:
            interaction.outcome = Outcome.FAILED
            interaction.decided.set()
            interaction.settled.set()
            self._world.changes.publish(InteractionFailed(interaction))


def _parse_data(model: type[ModelT], data: dict[str, JsonValue]) -> ModelT:
    """Parse the field ``data`` of an answer. The paths of errors begin with ``data``."""
    try:
        return parse(model, data)
    except ApiError as error:
        raise ApiError(error.refusal, {"data": error.errors}) from None
