import base64
import binascii
import re

from pydantic import BaseModel, Field

from sandbox import payloads
from sandbox.errors import ApiError, Refusal, bad_form
from sandbox.office.limits import parse
from sandbox.rest.calls import DONE, Answer, Call, Routes
from sandbox.service import Service
from sandbox.world.emojis import EMOJI_TYPES, ApplicationEmoji
from sandbox.world.pictures import inspected

MOST_EMOJIS = 2000
LARGEST_EMOJI = 256 * 1024
"""The maximum size of a picture, in bytes."""

_NAME = re.compile(r"[A-Za-z0-9_]+")
_IMAGE = re.compile(r"data:(image/[a-z]+);base64,(.*)", re.DOTALL)

routes = Routes()


class _EmojiName(BaseModel):
    name: str | None = Field(default=None, min_length=2, max_length=32)


class EmojiForm(BaseModel):
    """A new emoji. The picture comes as a data URL."""

    name: str = Field(min_length=2, max_length=32)
    image: str


@routes.on("GET", "/applications/{application_id}/emojis")
def _list_emojis(service: Service, _call: Call) -> Answer:
    bot = service.world.bot
    return Answer({"items": [payloads.emoji(emoji, bot) for emoji in service.world.emojis.values()]})


@routes.on("POST", "/applications/{application_id}/emojis")
def _create_emoji(service: Service, call: Call) -> Answer:
    """Create an emoji. The name must be new."""
    form = parse(EmojiForm, call.body)
    _check_name(service, form.name)
    if len(service.world.emojis) >= MOST_EMOJIS:
        raise ApiError(Refusal.TOO_MANY_EMOJIS)
    data, said = _picture(form.image)
    if len(data) > LARGEST_EMOJI:
        raise ApiError(Refusal.EMOJI_TOO_LARGE)
    found = inspected(data)
    if found is None or found.content_type not in EMOJI_TYPES or found.content_type != said:
        raise _no_picture()
    emoji = ApplicationEmoji(service.world.ids.next(), form.name, data, said, found.animated)
    service.world.emojis[emoji.id] = emoji
    return Answer(payloads.emoji(emoji, service.world.bot), 201)


@routes.on("GET", "/applications/{application_id}/emojis/{emoji_id}")
def _get_emoji(service: Service, call: Call) -> Answer:
    return Answer(payloads.emoji(_emoji(service, call), service.world.bot))


@routes.on("PATCH", "/applications/{application_id}/emojis/{emoji_id}")
def _rename_emoji(service: Service, call: Call) -> Answer:
    emoji = _emoji(service, call)
    name = parse(_EmojiName, call.body).name
    if name is not None and name != emoji.name:
        _check_name(service, name)
        emoji.name = name
    return Answer(payloads.emoji(emoji, service.world.bot))


@routes.on("DELETE", "/applications/{application_id}/emojis/{emoji_id}")
def _delete_emoji(service: Service, call: Call) -> Answer:
    """Remove an emoji. Texts then show the emoji's name instead of its picture."""
    del service.world.emojis[_emoji(service, call).id]
    return DONE


def _emoji(service: Service, call: Call) -> ApplicationEmoji:
    emoji = service.world.emojis.get(call.id("emoji_id"))
    if emoji is None:
        raise ApiError(Refusal.UNKNOWN_EMOJI)
    return emoji


def _check_name(service: Service, name: str) -> None:
    if not _NAME.fullmatch(name):
        raise bad_form("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
    if any(emoji.name == name for emoji in service.world.emojis.values()):
        raise bad_form(
            "name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name already exists"
        )


def _picture(address: str) -> tuple[bytes, str]:
    """Return the bytes of a data URL and their declared type."""
    match = _IMAGE.fullmatch(address)
    if match is None:
        raise _no_picture()
    try:
        return base64.b64decode(match[2], validate=True), match[1]
    except binascii.Error:
        raise _no_picture() from None


def _no_picture() -> ApiError:
    return bad_form("image", "IMAGE_INVALID", "Invalid image data")
