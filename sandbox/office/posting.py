import mimetypes
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import BaseModel, Field, JsonValue

from sandbox.errors import ApiError, Refusal, bad_form
from sandbox.office import mentions
from sandbox.office.limits import check_emojis, check_media, check_message, refuse_with_layout
from sandbox.office.mentions import ALL_ALLOWED, AllowedMentions
from sandbox.world.channels import Attachment, Channel, Message, MessageFlag, Thread
from sandbox.world.components import MessagePart, Switch
from sandbox.world.embeds import Embed
from sandbox.world.guilds import User
from sandbox.world.pictures import inspected
from sandbox.world.snowflakes import Snowflake
from sandbox.world.world import World

_UNSAFE = re.compile(r"[^\w.-]")
"""The characters that Discord replaces in file names."""

SETTABLE = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2
"""The flags that a request may set. Answers to interactions may also set ephemeral."""


@dataclass(frozen=True)
class Upload:
    """A file in a request."""

    filename: str
    data: bytes
    content_type: str


Uploads = Mapping[str, Upload]
"""Files by the name of their form field, such as ``files[0]``."""


class AttachmentForm(BaseModel):
    """A request's data about an attachment. `id` is a kept attachment's id or a new file's index."""

    id: Snowflake
    filename: str | None = Field(default=None, min_length=1, max_length=1024)
    description: str | None = Field(default=None, max_length=1024)
    is_spoiler: Switch = False


class _Reference(BaseModel):
    message_id: Snowflake


class MessageForm(BaseModel):
    """A new message from the bot, or the fields that an edit changes."""

    content: str | None = None
    embeds: tuple[Embed, ...] | None = Field(default=None, max_length=10)
    components: tuple[MessagePart, ...] | None = Field(default=None, max_length=40)
    attachments: tuple[AttachmentForm, ...] | None = None
    allowed_mentions: AllowedMentions | None = None
    flags: int | None = None
    nonce: Annotated[str, Field(max_length=25)] | int | None = Field(default=None, union_mode="left_to_right")
    enforce_nonce: Switch = False
    message_reference: _Reference | None = None
    tts: Switch = False
    sticker_ids: tuple[Snowflake, ...] | None = Field(default=None, max_length=3)
    poll: dict[str, JsonValue] | None = None

    def names(self, field: str) -> bool:
        """Return whether the request has `field`, even as null."""
        return field in self.model_fields_set


class Postmaster:
    """Creates and edits messages in `world`. The addresses of attachments begin with `cdn_url`."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.cdn_url = ""

    def draft(self, channel: Channel, author: User) -> Message:
        """Return an empty message that is not posted yet."""
        return Message(self._world.ids.next(), channel, author, self._world.clock.now())

    def create(self, message: Message, form: MessageForm, uploads: Uploads) -> Message:
        """Fill the drafted `message` and post it. Raises ApiError if Discord would refuse the message."""
        self._fill(message, form, uploads)
        self._call_people(message, form.allowed_mentions)
        if isinstance(message.channel, Thread) and not message.by_webhook:
            # A user who writes in a thread joins it.
            self._world.join_thread(message.channel, message.author)
        return self._world.post(message)

    def edit(self, message: Message, form: MessageForm, uploads: Uploads) -> Message:
        """Change the fields of `message` that `form` names. Nobody is notified.

        A deferred message receives its content in the same way, without being marked as edited. If Discord
        would not accept the edit, ApiError is raised and the message does not change.
        """
        if isinstance(message.channel, Thread) and message.channel.archived:
            raise ApiError(Refusal.THREAD_ARCHIVED)
        was_loading = message.loading
        self._revise(message, form, uploads)
        self._mention_people(message, form.allowed_mentions)
        if not was_loading:
            message.edited_at = self._world.clock.now()
        self._world.touch(message)
        return message

    def _revise(self, message: Message, form: MessageForm, uploads: Uploads) -> None:
        draft = replace(message, flags=message.flags & ~MessageFlag.LOADING)
        self._fill(draft, form, uploads)
        message.flags = draft.flags
        message.content, message.embeds = draft.content, draft.embeds
        message.components, message.attachments = draft.components, draft.attachments

    def _fill(self, message: Message, form: MessageForm, uploads: Uploads) -> None:
        if form.allowed_mentions:
            form.allowed_mentions.check()
        if form.names("flags"):
            # An edit can set the layout flag, but never clear it again.
            kept = message.flags & ~(SETTABLE & ~MessageFlag.COMPONENTS_V2)
            message.flags = kept | (MessageFlag(form.flags or 0) & SETTABLE)
        if MessageFlag.COMPONENTS_V2 in message.flags:
            refuse_with_layout(poll=form.poll, sticker_ids=form.sticker_ids)
        elif form.sticker_ids:
            # The sandbox has no stickers.
            raise ApiError(Refusal.INVALID_STICKER)
        elif form.poll:
            raise NotImplementedError("nobody can vote in the sandbox")
        if form.names("content"):
            message.content = form.content or ""
        if form.names("embeds"):
            message.embeds = form.embeds or ()
        if form.names("attachments") or uploads:
            message.attachments = self._attachments(message, form, uploads)
        if form.names("components"):
            message.components = form.components or ()
            check_media(message.components, _named(form, uploads))
            check_emojis(message.components, self._world.emojis)
        check_message(message)

    def attach(self, channel: Channel, upload: Upload, form: AttachmentForm | None = None) -> Attachment:
        """Create an attachment of a file that is sent to `channel`, with the data in `form`."""
        attachment_id = self._world.ids.next()
        form = form or AttachmentForm(id=attachment_id)
        filename = _UNSAFE.sub("_", form.filename or upload.filename)
        picture = inspected(upload.data)
        by_name = mimetypes.guess_type(filename)[0] or "application/octet-stream"
        return Attachment(
            attachment_id,
            filename,
            upload.data,
            f"{self.cdn_url}/attachments/{channel.id}/{attachment_id}/{filename}",
            picture.content_type if picture else by_name,
            form.description,
            picture.width if picture else None,
            picture.height if picture else None,
            spoiler=form.is_spoiler or filename.startswith("SPOILER_"),
        )

    def _attachments(self, message: Message, form: MessageForm, uploads: Uploads) -> tuple[Attachment, ...]:
        if not form.names("attachments"):
            return message.attachments + tuple(
                self.attach(message.channel, upload) for upload in uploads.values()
            )
        present = {attachment.id: attachment for attachment in message.attachments}
        wanted: list[Attachment] = []
        for form_of_one in form.attachments or ():
            upload = uploads.get(f"files[{form_of_one.id}]")
            if upload is not None:
                wanted.append(self.attach(message.channel, upload, form_of_one))
            elif form_of_one.id in present:
                wanted.append(present[form_of_one.id])
            else:
                raise bad_form(
                    "attachments", "ATTACHMENT_NOT_FOUND", f"Attachment {form_of_one.id} not found."
                )
        return tuple(wanted)

    def _call_people(self, message: Message, allowed: AllowedMentions | None) -> None:
        found = self._mention_people(message, allowed)
        # An ephemeral message notifies nobody, because its only reader is already looking at it.
        silent = message.ephemeral or MessageFlag.SUPPRESS_NOTIFICATIONS in message.flags
        called = found.pinged | self._answered(message, allowed)
        message.pinged = frozenset() if silent else called
        if isinstance(message.channel, Thread):
            for user_id in message.pinged:
                self._world.join_thread(message.channel, self._world.users[user_id])

    def _answered(self, message: Message, allowed: AllowedMentions | None) -> set[int]:
        """Return the ids of the people whom a reply notifies: the answered message's author, or nobody."""
        answered = self._world.messages.get(message.reference_id or 0)
        if answered is None or (allowed is not None and not allowed.replied_user):
            return set()
        return {answered.author.id} - {message.author.id}

    def _mention_people(self, message: Message, allowed: AllowedMentions | None) -> mentions.Mentions:
        people: Sequence[User] = list(self._world.users.values())
        found = mentions.read(message.text, message.channel, message.author, allowed or ALL_ALLOWED, people)
        message.mentions, message.mention_roles = found.users, found.roles
        message.mention_everyone = found.everyone
        return found


def _named(form: MessageForm, uploads: Uploads) -> set[str]:
    """Return the file names that components may use.

    If the request lists attachments, only listed files count. Kept files count only if the list names them.
    """
    if form.names("attachments"):
        names = [
            one.filename or (uploads[part].filename if (part := f"files[{one.id}]") in uploads else None)
            for one in form.attachments or ()
        ]
    else:
        names = [upload.filename for upload in uploads.values()]
    return {_UNSAFE.sub("_", name) for name in names if name}
