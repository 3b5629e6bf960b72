"""Drafts: the contents of refused forms, kept until the forms are submitted again."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from discord import ComponentType, ui

from bot.bounded import BoundedDict

KEPT = 500
"""The maximum number of drafts in memory. After a restart the forms open empty."""


class Draft(NamedTuple):
    """The contents of each field of a form, and the id of the message that lists the form's mistakes."""

    fields: Mapping[str, Sequence[str]]
    message: int


class Drafts:
    """The drafts of all users."""

    def __init__(self) -> None:
        self._kept: BoundedDict[tuple[int, str], Draft] = BoundedDict(KEPT)

    def keep(self, user: int, form: str, fields: Mapping[str, Sequence[str]], message: int) -> None:
        """Keep the contents of a refused form."""
        self._kept[user, form] = Draft(fields, message)

    def take(self, user: int, form: str) -> Draft | None:
        """Return and drop the draft of a form that was submitted again."""
        return self._kept.pop((user, form), None)

    def fill(self, user: int, form: ui.Modal) -> None:
        """Fill a form with its draft before it is opened."""
        draft = self._kept.get((user, form.custom_id))
        for field in _fields(form) if draft else ():
            before = draft.fields.get(field.custom_id) if draft else None
            if before is None:
                continue
            if isinstance(field, ui.TextInput):
                field.default = "".join(before)
            else:
                for option in field.options:
                    option.default = option.value in before


def sent(data: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Return the text or the picked values of each field of a submitted form, by the field's id."""
    parts = _parts(data)
    return {str(part.get("custom_id", "")): tuple(_values(part)) for part in parts if "custom_id" in part}


def typed(data: Mapping[str, Any]) -> list[str]:
    """Return the typed texts of a submitted form, without picked values."""
    texts = (part for part in _parts(data) if part.get("type") == ComponentType.text_input.value)
    return [text for part in texts if (text := str(part.get("value") or "").strip())]


def _parts(data: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [part.get("component", part) for part in data.get("components", ())]


def _values(part: Mapping[str, Any]) -> Iterator[str]:
    several = part.get("values")
    if several is not None:
        yield from map(str, several)
    elif part.get("value") is not None and not isinstance(part["value"], bool):
        yield str(part["value"])


def _fields(form: ui.Modal) -> Iterator[Any]:
    """Yield the fields that can be filled in advance: texts and selections."""
    for child in form.walk_children():
        if isinstance(child, ui.TextInput | ui.Select | ui.RadioGroup | ui.CheckboxGroup):
            yield child
