from datetime import timedelta

from sandbox import payloads
from sandbox.errors import ApiError, Refusal, bad_form
from sandbox.office.limits import parse
from sandbox.office.posting import MessageForm
from sandbox.payloads import JsonObject
from sandbox.rest.access import channel_of, may_write, message_of
from sandbox.rest.calls import DONE, Answer, Call, Routes
from sandbox.service import Service
from sandbox.traffic.rate_limits import OLD
from sandbox.world.channels import Message, Thread
from sandbox.world.permissions import Permission

MOST_MESSAGES = 100

NONCE_MEMORY = timedelta(minutes=5)
"""The time for which a nonce prevents a second message."""

routes = Routes()


@routes.on("GET", "/channels/{channel_id}/messages")
def _list_messages(service: Service, call: Call) -> Answer:
    """Return at most `limit` messages, newest first, bounded by `before`, `after` or `around`.

    A bot that may not read the message history gets an empty list and not a refusal.
    """
    channel = channel_of(service, call)
    limit = call.limit(50, MOST_MESSAGES)
    before, after, around = call.bound("before"), call.bound("after"), call.bound("around")
    if sum(bound is not None for bound in (before, after, around)) > 1:
        raise bad_form(
            "around", "MESSAGES_BOUNDS_EXCLUSIVE", "Only one of before, after and around may be given"
        )
    if Permission.READ_MESSAGE_HISTORY not in channel.permissions_of(service.world.bot):
        return Answer([])
    found = sorted((m for m in channel.messages.values() if not m.ephemeral), key=lambda m: m.id)
    if after is not None:
        found = [m for m in found if m.id > after][:limit]
    elif around is not None:
        older, newer = [m for m in found if m.id < around], [m for m in found if m.id >= around]
        found = [*older[-(limit // 2) :], *newer[: limit - limit // 2]]
    elif before is not None:
        found = [m for m in found if m.id < before]
    return Answer([_read_back(service, m) for m in reversed(found[-limit:])])


@routes.on("GET", "/channels/{channel_id}/messages/{message_id}")
def _get_message(service: Service, call: Call) -> Answer:
    channel_of(service, call, Permission.READ_MESSAGE_HISTORY)
    return Answer(_read_back(service, message_of(service, call)))


@routes.on("POST", "/channels/{channel_id}/messages")
def _create_message(service: Service, call: Call) -> Answer:
    """Post a message, or return the earlier message with the same enforced nonce.

    The earlier message may be in any channel. Raises ApiError if the earlier message was deleted.
    """
    channel = channel_of(service, call)
    may_write(service, channel, with_files=bool(call.uploads))
    form = parse(MessageForm, call.body)
    earlier = _earlier_with_nonce(service, form)
    if earlier:
        return Answer(payloads.message(earlier))
    draft = service.postmaster.draft(channel, service.world.bot)
    draft.nonce = None if form.nonce is None else str(form.nonce)
    if form.message_reference:
        draft.reference_id = form.message_reference.message_id
        if draft.reference_id not in channel.messages:
            raise ApiError(Refusal.UNKNOWN_MESSAGE)
    return Answer(payloads.message(service.postmaster.create(draft, form, call.uploads)))


@routes.on("PATCH", "/channels/{channel_id}/messages/{message_id}")
def _edit_message(service: Service, call: Call) -> Answer:
    message = message_of(service, call)
    if message.author is not service.world.bot:
        raise ApiError(Refusal.NOT_YOUR_MESSAGE)
    channel = message.channel
    manages = Permission.MANAGE_THREADS in channel.permissions_of(service.world.bot)
    if isinstance(channel, Thread) and channel.locked and not channel.archived and not manages:
        raise ApiError(Refusal.THREAD_LOCKED)
    if service.world.clock.now() - message.created_at >= OLD:
        service.limits.edit_old(message.channel.id)
    form = parse(MessageForm, call.body)
    return Answer(payloads.message(service.postmaster.edit(message, form, call.uploads)))


@routes.on("DELETE", "/channels/{channel_id}/messages/{message_id}")
def _delete_message(service: Service, call: Call) -> Answer:
    """Delete a message of the bot. A bot that may manage messages can delete any message."""
    message = message_of(service, call)
    if message.author is not service.world.bot:
        channel_of(service, call, Permission.MANAGE_MESSAGES)
    if isinstance(message.channel, Thread) and message.channel.archived:
        raise ApiError(Refusal.THREAD_ARCHIVED)
    service.world.delete_message(message)
    return DONE


def _read_back(service: Service, message: Message) -> JsonObject:
    """Return a message without its nonce, which Discord shows only when the message is created."""
    body = payloads.message(message, withheld_from=service.gateway.withheld_from)
    return {name: value for name, value in body.items() if name != "nonce"}


def _earlier_with_nonce(service: Service, form: MessageForm) -> Message | None:
    if form.nonce is None or not form.enforce_nonce:
        return None
    found = service.world.nonces.get((service.world.bot.id, str(form.nonce)))
    if found is None or service.world.clock.now() - found.created_at > NONCE_MEMORY:
        return None
    if found.deleted:
        raise ApiError(Refusal.UNKNOWN_MESSAGE)
    return found
