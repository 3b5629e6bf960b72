"""Drafts: what stood in a form that was refused, kept until it is opened and sent once more."""

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from discord import ComponentType, ui

KEPT = 500
"""Drafts at hand. They are lost when the bot stops: then a form opens as it did at first."""


class Draft(NamedTuple):
    """What was typed or picked in each field of a form; and the message that tells what is wrong."""

    fields: Mapping[str, Sequence[str]]
    message: int


class Drafts:
    """What people have typed into forms that were refused, by the form's id."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, str], Draft] = OrderedDict()

    def keep(self, user: int, form: str, fields: Mapping[str, Sequence[str]], message: int) -> None:
        """That form of the user was refused."""
        self._kept[user, form] = Draft(fields, message)
        self._kept.move_to_end((user, form))
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def take(self, user: int, form: str) -> Draft | None:
        """The form was sent: what stood in it before is of no use any more."""
        return self._kept.pop((user, form), None)

    def fill(self, user: int, form: ui.Modal) -> None:
        """Put into a form that is opened what the user has typed into it before."""
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
    """What stands in each field of a form that was sent: a text, or all that was picked."""
    parts = _parts(data)
    return {str(part.get("custom_id", "")): tuple(_values(part)) for part in parts if "custom_id" in part}


def typed(data: Mapping[str, Any]) -> list[str]:
    """What was typed into a form that was sent, without what was picked from lists."""
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
    """The fields that can be filled beforehand: texts, and what is chosen from a list."""
    for child in form.walk_children():
        if isinstance(child, ui.TextInput | ui.Select | ui.RadioGroup | ui.CheckboxGroup):
            yield child
