"""Discord's limits for a complete message or modal. Refusals have Discord's own shape."""

from collections.abc import Container, Iterable, Sequence
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from sandbox.errors import ApiError, Refusal, bad_form
from sandbox.world.channels import Message, MessageFlag
from sandbox.world.components import (
    ActionRow,
    InputRow,
    Label,
    ModalForm,
    Part,
    TextDisplay,
    TextInput,
    emojis_in,
    media_in,
    walk,
)

MOST_COMPONENTS = 40
MOST_TEXT = 4000
MOST_CONTENT = 2000
MOST_TEXT_IN_EMBEDS = 6000
MOST_ROWS = 5
MOST_ATTACHMENTS = 10
MOST_FIELDS = 5
ATTACHMENT_SIZE_LIMIT = 10 * 1024 * 1024
"""The maximum size of a file, in bytes."""

ModelT = TypeVar("ModelT", bound=BaseModel)


def parse(model: type[ModelT], body: object) -> ModelT:
    """Parse a request body as `model`. Raises ApiError with all wrong fields."""
    try:
        return model.model_validate(body)
    except ValidationError as error:
        raise ApiError(Refusal.INVALID_FORM_BODY, form_errors(error, body)) from None


def form_errors(error: ValidationError, body: object) -> dict[str, object]:
    """Convert pydantic's list of errors into Discord's format, which nests errors by field."""
    nested: dict[str, object] = {}
    details = error.errors(include_url=False, include_input=False)
    for detail in details:
        loc = detail["loc"]
        if detail["type"] == "too_short" and any(d["loc"][: len(loc)] == loc != d["loc"] for d in details):
            continue  # The list is short only because its items are wrong, which is reported already.
        node = nested
        for step in _path(loc, body):
            child = node.setdefault(step, {})
            assert isinstance(child, dict)  # noqa: S101 - only dicts are put in above
            node = child
        problems = node.setdefault("_errors", [])
        assert isinstance(problems, list)  # noqa: S101 - the only thing ever stored under this key
        problems.append(_problem(detail))
    return nested


def check_message(message: Message) -> None:
    """Raise ApiError if a request would make `message` empty, too large or invalid."""
    _check_attachments(message)
    if MessageFlag.COMPONENTS_V2 in message.flags:
        _check_layout(message)
    else:
        _check_legacy(message)
    _check_custom_ids(message.components)
    check_media(message.components, {attachment.filename for attachment in message.attachments})
    _check_text(message)


def check_emojis(parts: Iterable[Part], own: Container[int]) -> None:
    """Raise ApiError if an emoji in `parts` has an id that is not in `own`, the application's emojis."""
    for emoji in emojis_in(parts):
        if emoji.id is not None and emoji.id not in own:
            raise bad_form("components", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


def refuse_with_layout(**legacy: object) -> None:
    """Raise ApiError if one of the fields is used, because layout components exclude these fields."""
    for name, used in legacy.items():
        if used:
            raise bad_form(
                name,
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )


def check_media(parts: Iterable[Part], filenames: Container[str]) -> None:
    """Raise ApiError if `parts` refer to a file that is not in `filenames`."""
    for medium in media_in(parts):
        if medium.url.startswith("attachment://") and medium.filename not in filenames:
            raise bad_form(
                "components",
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                f"The referenced attachment {medium.url} was not found in the message",
            )


def check_modal(form: ModalForm) -> None:
    """Raise ApiError if Discord would not accept a modal."""
    if len(form.components) > MOST_FIELDS:
        raise bad_form("data.components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
    for part in walk(form.components):
        _check_field(part)
    for part in form.components:
        if (
            isinstance(part, Label)
            and isinstance(part.component, TextInput)
            and part.component.label is not None
        ):
            raise bad_form("data.components", "COMPONENT_LABEL_TWICE", "The label stands on the Label alone")
        if isinstance(part, InputRow) and any(row.label is None for row in part.components):
            raise bad_form("data.components", "BASE_TYPE_REQUIRED", "A text input in a row needs a label")
    _check_custom_ids(form.components)


def _check_field(part: Part) -> None:
    """Check the rules that apply to a component only in a modal."""
    if getattr(part, "disabled", False):
        raise bad_form(
            "data.components", "COMPONENT_DISABLED_IN_MODAL", "Disabled components cannot be used in a modal"
        )
    # Fields are required by default, and a required field cannot be empty.
    if getattr(part, "min_values", None) == 0 and getattr(part, "required", None) is not False:
        raise bad_form(
            "data.components",
            "COMPONENT_REQUIRED_MIN_VALUES",
            "min_values must be at least 1 when the component is required",
        )


def _check_attachments(message: Message) -> None:
    if len(message.attachments) > MOST_ATTACHMENTS:
        raise bad_form("attachments", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    if any(len(a.data) > ATTACHMENT_SIZE_LIMIT for a in message.attachments):
        raise ApiError(Refusal.ENTITY_TOO_LARGE)


def _check_layout(message: Message) -> None:
    refuse_with_layout(content=message.content, embeds=message.embeds)
    if not message.components and not message.loading:
        raise ApiError(Refusal.EMPTY_MESSAGE)
    total = sum(1 for _ in walk(message.components))
    if total > MOST_COMPONENTS:
        raise bad_form(
            "components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", f"Total components {total} exceed 40"
        )


def _check_legacy(message: Message) -> None:
    if any(not isinstance(part, ActionRow) for part in message.components):
        raise bad_form(
            "components",
            "UNION_TYPE_CHOICES",
            'Value of field "type" must be one of (1,) without IS_COMPONENTS_V2',
        )
    if len(message.components) > MOST_ROWS:
        raise bad_form("components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
    if len(message.content) > MOST_CONTENT:
        raise bad_form("content", "BASE_TYPE_MAX_LENGTH", "Must be 2000 or fewer in length.")
    length = sum(len(text) for embed in message.embeds for text in embed.texts())
    if length > MOST_TEXT_IN_EMBEDS:
        raise bad_form("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
    shown = [embed for embed in message.embeds if not embed.blank]
    said = message.content.strip() or shown or message.attachments or message.components
    if not said and not message.loading:
        raise ApiError(Refusal.EMPTY_MESSAGE)


def _check_text(message: Message) -> None:
    length = sum(len(part.content) for part in message.parts(TextDisplay))
    if length > MOST_TEXT:
        raise bad_form(
            "components",
            "COMPONENT_MAX_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            f"The total text size of {length} exceeds 4000 characters",
        )


def _check_custom_ids(parts: Sequence[Part]) -> None:
    ids = [custom_id for part in walk(parts) if (custom_id := getattr(part, "custom_id", None)) is not None]
    if len(set(ids)) < len(ids):
        raise bad_form(
            "components", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"
        )
    numbers = [part.id for part in walk(parts) if part.id]
    if len(set(numbers)) < len(numbers):
        raise bad_form("components", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")


def _path(loc: tuple[int | str, ...], body: object) -> list[str]:
    """Return a pydantic location without the tags of unions, which the request does not contain."""
    steps: list[str] = []
    node = body
    for step in loc:
        if isinstance(step, int) and not isinstance(node, list):
            continue
        if isinstance(node, list) and isinstance(step, int):
            node = node[step] if step < len(node) else None
        else:
            node = node.get(step) if isinstance(node, dict) else None
        steps.append(str(step))
    return steps


def _problem(detail: ErrorDetails) -> dict[str, str]:
    """Return the error of one field with a code and a message, which are Discord's own for common errors."""
    if detail["type"] == "missing" or (
        detail["type"] == "string_too_short" and detail.get("ctx", {}).get("min_length") == 1
    ):
        return {"code": "BASE_TYPE_REQUIRED", "message": "This field is required"}
    return {"code": _code(detail["type"]), "message": detail["msg"]}


def _code(kind: str) -> str:
    if kind in {"string_too_short", "string_too_long", "too_short", "too_long"}:
        return "BASE_TYPE_BAD_LENGTH"
    if kind.startswith("union_tag"):
        return "UNION_TYPE_CHOICES"
    if kind in {"literal_error", "enum"}:
        return "BASE_TYPE_CHOICES"
    if kind.startswith("int_"):
        return "NUMBER_TYPE_COERCE"
    return kind if kind.isupper() else f"BASE_TYPE_{kind.upper()}"
