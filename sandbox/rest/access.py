"""Permission checks that several routes share."""

from sandbox.errors import ApiError, Refusal
from sandbox.rest.calls import Call
from sandbox.service import Service
from sandbox.world.channels import WITHOUT_MESSAGES, Channel, Message, Thread
from sandbox.world.permissions import Permission


def check_application(service: Service, call: Call) -> None:
    """Raise ApiError if the path names an application that is not the bot's own."""
    if "application_id" in call.params and call.id("application_id") != service.world.bot.id:
        webhook = call.path.startswith("/webhooks/")
        raise ApiError(Refusal.UNKNOWN_WEBHOOK if webhook else Refusal.UNKNOWN_APPLICATION)


def channel_of(service: Service, call: Call, needs: Permission = Permission.NONE) -> Channel:
    """Return the channel that the path names.

    Raises ApiError if there is no such channel, or if the bot cannot see it or lacks the permissions `needs`.
    """
    channel = service.world.channels.get(call.id("channel_id"))
    if channel is None:
        raise ApiError(Refusal.UNKNOWN_CHANNEL)
    held = channel.permissions_of(service.world.bot)
    if Permission.VIEW_CHANNEL not in held:
        raise ApiError(Refusal.MISSING_ACCESS)
    if needs not in held:
        raise ApiError(Refusal.MISSING_PERMISSIONS)
    return channel


def thread_of(service: Service, call: Call) -> Thread:
    """Return the thread in the path. Raises ApiError like `channel_of`, or if the path names no thread."""
    channel = channel_of(service, call)
    if not isinstance(channel, Thread):
        raise ApiError(Refusal.NOT_ON_THIS_CHANNEL)
    return channel


def message_of(service: Service, call: Call) -> Message:
    """Return the message that the path names, unless it is ephemeral. Raises ApiError like `channel_of`."""
    channel = channel_of(service, call)
    message = channel.messages.get(call.id("message_id"))
    if message is None or message.ephemeral:
        raise ApiError(Refusal.UNKNOWN_MESSAGE)
    return message


def may_write(service: Service, channel: Channel, *, with_files: bool) -> None:
    """Raise ApiError if the bot may not post in `channel`. If `channel` is an archived thread, reopen it."""
    held = channel.permissions_of(service.world.bot)
    if channel.kind in WITHOUT_MESSAGES:
        raise ApiError(Refusal.NO_TEXT_CHANNEL)
    if channel.recipient and not channel.recipient.takes_dms:
        raise ApiError(Refusal.CLOSED_DMS)
    in_thread = isinstance(channel, Thread)
    needs = Permission.SEND_MESSAGES_IN_THREADS if in_thread else Permission.SEND_MESSAGES
    if with_files:
        needs |= Permission.ATTACH_FILES
    if needs not in held:
        raise ApiError(Refusal.MISSING_PERMISSIONS)
    if isinstance(channel, Thread):
        if channel.locked and Permission.MANAGE_THREADS not in held:
            raise ApiError(Refusal.THREAD_ARCHIVED if channel.archived else Refusal.THREAD_LOCKED)
        service.world.set_archived(channel, archived=False)
