"""Components of messages, with the fields that Discord adds."""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from sandbox.payloads.form import JsonObject
from sandbox.world.channels import Message
from sandbox.world.components import Media, walk


def components(message: Message) -> list[JsonObject]:
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
