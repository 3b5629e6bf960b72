"""Converts the answers to a form into the interaction data that the bot receives."""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import TypeAlias

from sandbox.office.interactions import Field, Modal
from sandbox.payloads import JsonObject
from sandbox.personas.invocation import ClientRefusalError, Filling, Mentionable
from sandbox.world.channels import Attachment
from sandbox.world.components import (
    Checkbox,
    CheckboxGroup,
    Choice,
    FileUpload,
    InputRow,
    Label,
    Menu,
    RadioGroup,
    TextInput,
    walk,
)

Pick: TypeAlias = str | Mentionable
"""One choice in a menu: an option's value or label, or a person, role or channel."""

FieldValue: TypeAlias = bool | Pick | Sequence[Pick] | Sequence[Attachment]
"""The value of a form field: text, true or false, one or several choices, or files."""


def submit(modal: Modal, answers: Mapping[str, FieldValue], filling: Filling) -> JsonObject:
    """Return the data of a submitted form. `answers` maps labels or custom ids to values.

    Other fields keep the bot's initial values. Raises ClientRefusalError if a field is unknown, a required
    field is empty, or a value does not fit.
    """
    known = {name for field in modal.fields for name in (field.label, field.input.custom_id)}
    unknown = set(answers) - known
    if unknown:
        raise ClientRefusalError(
            f"the form has no field {', '.join(sorted(unknown))}; it has: {sorted(known)}"
        )
    filled: dict[str, JsonObject] = {}
    for field in modal.fields:
        custom_id = field.input.custom_id
        filled[custom_id] = _filled(field, answers.get(custom_id, answers.get(field.label)), filling)
    taken = {part.id for part in walk(modal.form.components)}
    numbers = (number for number in count(1) if number not in taken)
    parts: list[JsonObject] = []
    for part in modal.form.components:
        body: JsonObject = {"type": part.type, "id": part.id or next(numbers)}
        if isinstance(part, Label):
            body["component"] = filled[part.component.custom_id] | {"id": part.component.id or next(numbers)}
        elif isinstance(part, InputRow):
            body["components"] = [
                filled[i.custom_id] | {"id": i.id or next(numbers)} for i in part.components
            ]
        parts.append(body)
    data: JsonObject = {"custom_id": modal.form.custom_id, "components": parts}
    if filling.resolved:
        data["resolved"] = filling.resolved
    return data


def picked(menu: Menu, chosen: Sequence[Pick], filling: Filling) -> list[str]:
    """Return the values of chosen options (named by value or label), or the ids of people, roles or channels.

    Raises ClientRefusalError if a choice is not offered or repeated, or if the number of choices is wrong.
    """
    if menu.type == 3:
        values = [_option(menu.options, str(name)) for name in chosen]
    elif menu.type == 5:
        values = [str(filling.user(name).id) for name in chosen]
    elif menu.type == 6:
        values = [str(filling.role(name).id) for name in chosen]
    elif menu.type == 7:
        values = [str(filling.role_or_user(name).id) for name in chosen]
    else:
        values = [str(filling.channel(name, menu.channel_types).id) for name in chosen]
    if not menu.fewest <= len(set(values)) <= menu.most or len(set(values)) < len(values):
        raise ClientRefusalError(f"choose {menu.fewest} to {menu.most} different ones, not {len(values)}")
    return values


def _filled(field: Field, answer: FieldValue | None, filling: Filling) -> JsonObject:
    part = field.input
    body: JsonObject = {"type": part.type, "custom_id": part.custom_id}
    match part:
        case TextInput():
            body["value"] = _text(field, part, str(answer) if answer is not None else part.value or "")
        case Checkbox():
            body["value"] = part.default if answer is None else bool(answer)
        case RadioGroup():
            body["value"] = _radio(field, part, answer)
        case CheckboxGroup():
            body["values"] = _boxes(field, part, answer)
        case FileUpload():
            body["values"] = _files(field, part, answer, filling)
        case _:
            body["values"] = _menu(field, part, answer, filling)
    return body


def _text(field: Field, part: TextInput, text: str) -> str:
    if field.required and not text:
        raise ClientRefusalError(f"{field.label!r} is required")
    if text and not (part.min_length or 0) <= len(text) <= (part.max_length or 4000):
        raise ClientRefusalError(f"{field.label!r}: {text!r} does not have the required length")
    return text


def _radio(field: Field, part: RadioGroup, answer: FieldValue | None) -> str | None:
    if answer is not None:
        return _option(part.options, str(answer))
    default = next((option.value for option in part.options if option.default), None)
    if default is None and field.required:
        raise ClientRefusalError(f"{field.label!r} is required")
    return default


def _boxes(field: Field, part: CheckboxGroup, answer: FieldValue | None) -> list[str]:
    if answer is None:
        values = [option.value for option in part.options if option.default]
    else:
        values = [_option(part.options, str(name)) for name in _picks(answer)]
    _check_number(field, part, len(values))
    return values


def _files(field: Field, part: FileUpload, answer: FieldValue | None, filling: Filling) -> list[str]:
    files = [] if answer is None else [file for file in _listed(answer) if isinstance(file, Attachment)]
    _check_number(field, part, len(files))
    for file in files:
        if not part.takes(file.filename):
            raise ClientRefusalError(f"{field.label!r}: {file.filename!r} is of no type that is asked for")
    return [str(filling.attachment(file).id) for file in files]


def _menu(field: Field, part: Menu, answer: FieldValue | None, filling: Filling) -> list[str]:
    chosen = part.chosen_beforehand if answer is None else _picks(answer)
    _check_number(field, part, len(chosen))
    return picked(part, chosen, filling) if chosen else []


def _check_number(field: Field, part: Menu | CheckboxGroup | FileUpload, number: int) -> None:
    """Refuse too few or too many choices. An optional field may have no choice at all."""
    if number == 0 and not field.required:
        return
    if number == 0 and part.fewest > 0:
        raise ClientRefusalError(f"{field.label!r} is required")
    if not part.fewest <= number <= part.most:
        raise ClientRefusalError(f"{field.label!r} takes {part.fewest} to {part.most}, not {number}")


def _picks(answer: FieldValue) -> list[Pick]:
    return [pick for pick in _listed(answer) if not isinstance(pick, Attachment)]


def _listed(answer: FieldValue) -> Sequence[Pick] | Sequence[Attachment]:
    if isinstance(answer, bool):
        raise ClientRefusalError("the field needs a choice, not a yes or no")
    if isinstance(answer, Sequence) and not isinstance(answer, str):
        return answer
    return [answer]


def _option(options: Sequence[Choice], name: str) -> str:
    for option in options:
        if name in {option.value, option.label}:
            return option.value
    raise ClientRefusalError(f"{name!r} is not offered; offered are: {', '.join(o.label for o in options)}")
