"""Embeds of messages, with the fields that Discord adds."""

from sandbox.payloads.form import JsonObject, moment
from sandbox.world.channels import Message
from sandbox.world.components import Media
from sandbox.world.embeds import Embed

KIND = "rich"


def embed(embed: Embed, message: Message) -> JsonObject:
    """Return an embed of `message`, with only the fields that are set."""
    said = embed.model_dump(mode="json", exclude_none=True, exclude={"timestamp", "image", "thumbnail"})
    body: JsonObject = {"type": KIND, **said}
    if embed.timestamp:
        body["timestamp"] = moment(embed.timestamp)
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
