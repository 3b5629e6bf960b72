"""Pictures and files in components and embeds."""

from sandbox.payloads.form import JsonObject
from sandbox.world.channels import Message
from sandbox.world.components import Media


def file(url: str, message: Message) -> JsonObject:
    """Return the file that a component of `message` shows."""
    found = message.attachment_behind(Media(url=url))
    name, size = (found.filename, len(found.data)) if found else (None, None)
    return {"file": medium(url, message), "name": name, "size": size}


def medium(url: str, message: Message) -> JsonObject:
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
