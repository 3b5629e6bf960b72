"""Messages with their contents, and the fields that Discord adds to components."""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from sandbox.payloads.form import JsonObject
from sandbox.payloads.guilds import thread, user
from sandbox.world.channels import Attachment, CommandUse, Message, Origin
from sandbox.world.components import Media, walk
from sandbox.world.embeds import Embed
from sandbox.world.guilds import Guild, User

DEFAULT_MESSAGE = 0
COMMAND_REPLY = 20
MENU_REPLY = 23
REPLY = 19


def attachment(attachment: Attachment) -> JsonObject:
    """Return an attachment."""
    body: JsonObject = {
        "id": str(attachment.id),
        "filename": attachment.filename,
        "size": len(attachment.data),
        "url": attachment.url,
        "proxy_url": attachment.url,
        "content_type": attachment.content_type,
    }
    if attachment.description is not None:
        body["description"] = attachment.description
    if attachment.width is not None:
        body |= {"width": attachment.width, "height": attachment.height}
    return body


def message(message: Message, *, withheld_from: User | None = None) -> JsonObject:
    """Return a message, including the message that it answers.

    `withheld_from` is a bot without the intent for message content. In a guild, the content of a message is
    empty for this bot, unless the bot wrote it or is mentioned in it.
    """
    body = _seen(message, withheld_from)
    if message.reference_id is not None:
        answered = message.channel.messages.get(message.reference_id)
        body["referenced_message"] = _seen(answered, withheld_from) if answered else None
    return body


def _seen(message: Message, withheld_from: User | None) -> JsonObject:
    body = _alone(message)
    if withheld_from in {None, message.author} or message.channel.guild is None:
        return body
    return body if withheld_from in message.mentions else body | _WITHHELD


_WITHHELD: JsonObject = {"content": "", "embeds": [], "attachments": [], "components": []}
"""The empty fields in place of withheld content."""


def _alone(message: Message) -> JsonObject:
    """Return a message without the message that it answers."""
    body: JsonObject = {
        "id": str(message.id),
        "channel_id": str(message.channel.id),
        "type": _message_type(message),
        "author": user(message.author),
        "content": message.content,
        "timestamp": message.created_at.isoformat(),
        "edited_timestamp": message.edited_at.isoformat() if message.edited_at else None,
        "tts": False,
        "mention_everyone": message.mention_everyone,
        "mentions": [user(u) for u in message.mentions],
        "mention_roles": [str(role_id) for role_id in message.mention_roles],
        "attachments": [attachment(a) for a in message.loose_attachments],
        "embeds": [_embed(e, message) for e in message.embeds],
        "components": _components(message),
        "pinned": False,
        "flags": int(message.flags),
    }
    if message.nonce is not None:
        body["nonce"] = message.nonce
    if message.by_webhook:
        body |= {"webhook_id": str(message.author.id), "application_id": str(message.author.id)}
    if message.origin:
        body |= _origin(message.origin, message)
    if message.reference_id is not None:
        body["message_reference"] = _reference(message)
    if message.thread:
        body["thread"] = thread(message.thread, message.author)
    return body


def _embed(embed: Embed, message: Message) -> JsonObject:
    """Return an embed of `message`, with only the fields that are set."""
    said = embed.model_dump(mode="json", exclude_none=True, exclude={"timestamp", "image", "thumbnail"})
    body: JsonObject = {"type": "rich", **said}
    if embed.timestamp:
        body["timestamp"] = embed.timestamp.isoformat()
    if embed.image:
        body["image"] = _picture(embed.image, message)
    if embed.thumbnail:
        body["thumbnail"] = _picture(embed.thumbnail, message)
    return body


def _picture(media: Media, message: Message) -> JsonObject:
    found = message.attachment_behind(media)
    if found is None:
        return {"url": media.url, "proxy_url": media.url}
    body: JsonObject = {"url": found.url, "proxy_url": found.url, "content_type": found.content_type}
    return body if found.width is None else body | {"width": found.width, "height": found.height}


def _reference(message: Message) -> JsonObject:
    body: JsonObject = {
        "type": 0,
        "message_id": str(message.reference_id),
        "channel_id": str(message.channel.id),
    }
    if message.channel.guild:
        body["guild_id"] = str(message.channel.guild.id)
    return body


def _message_type(message: Message) -> int:
    if message.reference_id is not None:
        return REPLY
    if message.origin is None or message.origin.command is None:
        return DEFAULT_MESSAGE
    return COMMAND_REPLY if message.origin.command.target is None else MENU_REPLY


def _origin(origin: Origin, message: Message) -> JsonObject:
    noted = _metadata(origin, message.channel.guild)
    if message.reference_id is not None:
        noted["original_response_message_id"] = str(message.reference_id)
    body: JsonObject = {"interaction_metadata": noted}
    if origin.command and message.reference_id is None:
        body["interaction"] = {
            "id": str(origin.interaction_id),
            "type": origin.kind,
            "name": origin.command.name,
            "user": user(origin.user),
        }
    return body


def _metadata(origin: Origin, guild: Guild | None) -> JsonObject:
    body: JsonObject = {
        "id": str(origin.interaction_id),
        "type": origin.kind,
        "user": user(origin.user),
        "authorizing_integration_owners": integration_owners(guild),
    }
    if origin.command:
        body |= {"name": origin.command.name, **_target(origin.command)}
    if origin.opener:
        body["triggering_interaction_metadata"] = _metadata(origin.opener, guild)
    elif origin.used_message_id is not None:
        body["interacted_message_id"] = str(origin.used_message_id)
    return body


def _target(use: CommandUse) -> JsonObject:
    if use.target is None:
        return {}
    if isinstance(use.target, User):
        return {"target_user": user(use.target)}
    return {"target_message_id": str(use.target.id)}


def integration_owners(guild: Guild | None) -> JsonObject:
    """Return the installation's owner under the key 0: the guild's id, or 0 in direct messages."""
    return {"0": str(guild.id) if guild else "0"}


def _components(message: Message) -> list[JsonObject]:
    """Return the components of a message as a reader gets them."""
    taken = {part.id for part in walk(message.components)}
    numbers = (number for number in count(1) if number not in taken)
    parts = [part.model_dump(mode="json", exclude_none=True) for part in message.components]
    return [_completed(part, message, numbers) for part in parts]


def _completed(body: Mapping[str, Any], message: Message, numbers: Iterator[int]) -> JsonObject:
    """Return the component with its number, resolved media, and default values."""
    whole: JsonObject = {**_DEFAULTS.get(body["type"], {}), **body}
    if "id" not in whole:
        whole["id"] = next(numbers)
    if "components" in body:
        whole["components"] = [_completed(child, message, numbers) for child in body["components"]]
    if "accessory" in body:
        whole["accessory"] = _completed(body["accessory"], message, numbers)
    if "items" in body:
        whole["items"] = [
            {"description": None, **item, "media": _medium(item["media"]["url"], message)}
            for item in body["items"]
        ]
    if "media" in body:
        whole["media"] = _medium(body["media"]["url"], message)
    if "file" in body:
        whole |= _file(body["file"]["url"], message)
    return whole


def _file(url: str, message: Message) -> JsonObject:
    """Return the file that a component of `message` shows."""
    found = message.attachment_behind(Media(url=url))
    name, size = (found.filename, len(found.data)) if found else (None, None)
    return {"file": _medium(url, message), "name": name, "size": size}


def _medium(url: str, message: Message) -> JsonObject:
    """Return the address and size of a picture or file of `message`."""
    found = message.attachment_behind(Media(url=url))
    if found is None:
        # Discord would fetch pictures of other sites, but the sandbox does not.
        return {"id": str(message.id), "url": url, "proxy_url": url, "width": None, "height": None}
    return {
        "id": str(found.id),
        "url": found.url,
        "proxy_url": found.url,
        "content_type": found.content_type,
        "width": found.width,
        "height": found.height,
        "attachment_id": str(found.id),
        "loading_state": 2,
        "flags": 0,
    }


_MENU: JsonObject = {"min_values": 1, "max_values": 1}
_DEFAULTS: Mapping[int, JsonObject] = {
    3: _MENU,
    5: _MENU,
    6: _MENU,
    7: _MENU,
    8: _MENU,
    11: {"description": None},
    14: {"spacing": 1},
    17: {"accent_color": None},
}
"""The defaults of each type of component."""
