from typing import Literal

from pydantic import BaseModel, Field

from sandbox import payloads
from sandbox.errors import ApiError, Refusal
from sandbox.office.limits import parse
from sandbox.office.posting import MessageForm
from sandbox.rest.access import channel_of, message_of, thread_of
from sandbox.rest.calls import DONE, Answer, Call, Routes
from sandbox.service import Service
from sandbox.world.changes import ChannelUpdated, Typing
from sandbox.world.channels import THREAD_KINDS, Channel, ChannelKind, Message, Thread
from sandbox.world.guilds import User
from sandbox.world.permissions import Permission

routes = Routes()

MOST_MEMBERS = 100

ArchiveMinutes = Literal[60, 1440, 4320, 10080]


class _ChannelForm(BaseModel):
    name: str | None = Field(default=None, min_length=1, max_length=100)
    topic: str | None = Field(default=None, max_length=1024)


class _ThreadEdit(BaseModel):
    name: str | None = Field(default=None, min_length=1, max_length=100)
    archived: bool | None = None
    locked: bool | None = None
    invitable: bool | None = None
    auto_archive_duration: ArchiveMinutes | None = None


class ThreadForm(BaseModel):
    """A new thread. A thread without a first message is private by default."""

    name: str = Field(min_length=1, max_length=100)
    auto_archive_duration: ArchiveMinutes | None = None
    type: Literal[10, 11, 12] = 12


class ForumPostForm(ThreadForm):
    """A new thread of a forum with its first message."""

    message: MessageForm


@routes.on("GET", "/channels/{channel_id}")
def _get_channel(service: Service, call: Call) -> Answer:
    return Answer(payloads.place(channel_of(service, call), service.world.bot))


@routes.on("PATCH", "/channels/{channel_id}")
def _edit_channel(service: Service, call: Call) -> Answer:
    channel = channel_of(service, call)
    if isinstance(channel, Thread):
        _edit_thread(service, channel, parse(_ThreadEdit, call.body))
    else:
        channel_of(service, call, Permission.MANAGE_CHANNELS)
        form = parse(_ChannelForm, call.body)
        channel.name = form.name or channel.name
        channel.topic = form.topic if "topic" in form.model_fields_set else channel.topic
    service.world.changes.publish(ChannelUpdated(channel))
    return Answer(payloads.place(channel, service.world.bot))


@routes.on("DELETE", "/channels/{channel_id}")
def _delete_channel(service: Service, call: Call) -> Answer:
    channel = channel_of(service, call)
    needs = Permission.MANAGE_THREADS if isinstance(channel, Thread) else Permission.MANAGE_CHANNELS
    channel_of(service, call, needs)
    body = payloads.place(channel, service.world.bot)
    service.world.delete_channel(channel)
    return Answer(body)


@routes.on("POST", "/channels/{channel_id}/typing")
def _type_in_channel(service: Service, call: Call) -> Answer:
    channel = channel_of(service, call, Permission.SEND_MESSAGES)
    service.world.changes.publish(Typing(channel, service.world.bot))
    return DONE


@routes.on("POST", "/channels/{channel_id}/threads")
def _open_thread(service: Service, call: Call) -> Answer:
    """Open a thread. A thread in a forum begins with a message; other threads begin empty."""
    channel = channel_of(service, call)
    if channel.kind in {ChannelKind.FORUM, ChannelKind.MEDIA}:
        return _post_in_forum(service, call, channel)
    form = parse(ThreadForm, call.body)
    return _open(service, call, channel, form, ChannelKind(form.type), None)


@routes.on("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def _open_thread_from_message(service: Service, call: Call) -> Answer:
    message = message_of(service, call)
    if message.thread:
        raise ApiError(Refusal.THREAD_EXISTS)
    form = parse(ThreadForm, call.body)
    announced = message.channel.kind is ChannelKind.ANNOUNCEMENT
    kind = ChannelKind.ANNOUNCEMENT_THREAD if announced else ChannelKind.PUBLIC_THREAD
    return _open(service, call, message.channel, form, kind, message)


@routes.on("GET", "/channels/{channel_id}/thread-members")
def _list_thread_members(service: Service, call: Call) -> Answer:
    """Return a thread's members in id order. With `with_member`, return a page of them with guild data."""
    thread = thread_of(service, call)
    if not call.asks("with_member"):
        return Answer([payloads.thread_member(thread, user_id) for user_id in sorted(thread.joined)])
    after, limit = call.bound("after") or 0, call.limit(MOST_MEMBERS, MOST_MEMBERS)
    page = [user_id for user_id in sorted(thread.joined) if user_id > after][:limit]
    return Answer([payloads.thread_member_in_full(thread, user_id) for user_id in page])


@routes.on("PUT", "/channels/{channel_id}/thread-members/{user_id}")
def _add_thread_member(service: Service, call: Call) -> Answer:
    thread = thread_of(service, call)
    if thread.archived:
        raise ApiError(Refusal.THREAD_ARCHIVED)
    service.world.join_thread(thread, _user(service, call))
    return DONE


@routes.on("DELETE", "/channels/{channel_id}/thread-members/{user_id}")
def _remove_thread_member(service: Service, call: Call) -> Answer:
    thread = thread_of(service, call)
    user = _user(service, call)
    if user is not service.world.bot and thread.owner is not service.world.bot:
        channel_of(service, call, Permission.MANAGE_THREADS)
    if thread.archived:
        raise ApiError(Refusal.THREAD_ARCHIVED)
    service.world.leave_thread(thread, user)
    return DONE


def _open(
    service: Service,
    call: Call,
    channel: Channel,
    form: ThreadForm,
    kind: ChannelKind,
    starter: Message | None,
) -> Answer:
    if kind not in THREAD_KINDS.get(channel.kind, ()):
        raise ApiError(Refusal.NOT_ON_THIS_CHANNEL)
    private = kind is ChannelKind.PRIVATE_THREAD
    channel_of(
        service, call, Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
    )
    minutes = form.auto_archive_duration or 4320
    thread = service.world.add_thread(
        channel, form.name, service.world.bot, kind=kind, minutes=minutes, starter=starter
    )
    return Answer(payloads.thread(thread, service.world.bot), 201)


def _post_in_forum(service: Service, call: Call, forum: Channel) -> Answer:
    channel_of(service, call, Permission.SEND_MESSAGES)
    form = parse(ForumPostForm, call.body)
    bot, minutes = service.world.bot, form.auto_archive_duration or 4320
    thread = service.world.add_thread(
        forum, form.name, bot, kind=ChannelKind.PUBLIC_THREAD, minutes=minutes, starter=None
    )
    draft = service.postmaster.draft(thread, bot)
    draft.id = thread.id
    try:
        first = service.postmaster.create(draft, form.message, call.uploads)
    except ApiError:
        service.world.delete_channel(thread)
        raise
    return Answer(payloads.thread(thread, bot) | {"message": payloads.message(first)}, 201)


def _edit_thread(service: Service, thread: Thread, form: _ThreadEdit) -> None:
    _may_edit_thread(thread, service.world.bot, form)
    if thread.archived and form.archived is not False:
        raise ApiError(Refusal.THREAD_ARCHIVED)
    thread.name = form.name or thread.name
    thread.locked = thread.locked if form.locked is None else form.locked
    thread.invitable = thread.invitable if form.invitable is None else form.invitable
    thread.auto_archive_minutes = form.auto_archive_duration or thread.auto_archive_minutes
    if form.archived is not None:
        service.world.set_archived(thread, archived=form.archived)


def _may_edit_thread(thread: Thread, bot: User, form: _ThreadEdit) -> None:
    held = thread.permissions_of(bot)
    if Permission.MANAGE_THREADS in held:
        return
    if form.locked is not None or thread.locked:
        raise ApiError(Refusal.MISSING_PERMISSIONS)
    if form.archived is False and form.model_fields_set == {"archived"}:
        if bot.id not in thread.joined or Permission.SEND_MESSAGES_IN_THREADS not in held:
            raise ApiError(Refusal.MISSING_PERMISSIONS)
    elif thread.owner is not bot:
        raise ApiError(Refusal.MISSING_PERMISSIONS)


def _user(service: Service, call: Call) -> User:
    if call.params["user_id"] == "@me":
        return service.world.bot
    user = service.world.users.get(call.id("user_id"))
    if user is None:
        raise ApiError(Refusal.UNKNOWN_USER)
    return user
