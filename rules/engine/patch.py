"""Changes of plain data: JSON patches (RFC 6902), and the differences between two states."""

import json
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any, Literal

from pydantic import Field, JsonValue, TypeAdapter, ValidationError

from rules.engine.data import Data
from rules.engine.errors import HarbourmasterError

MOST_EDITS = 100
"""The maximum number of steps in a patch."""

StatePath = tuple[str, ...]
"""The path to a value in the data: keys, and list indexes from 0."""


class BadPatch(HarbourmasterError):
    """A patch that is unreadable or does not fit the data."""


class Edit(Data):
    """One step of a patch."""

    op: Literal["add", "remove", "replace", "move", "copy", "test"]
    path: str
    source: str = Field("", alias="from")
    value: JsonValue = None

    def told(self) -> JsonValue:
        """Return the step as it was written."""
        data: JsonValue = self.model_dump(mode="json", by_alias=True, exclude_unset=True)
        return data


class Difference(Data):
    """A change of the value at the path `part`: the old and the new value as JSON, empty for no value.

    `seat` is the seat whose record contains the part, or 0.
    """

    part: StatePath
    before: str = ""
    after: str = ""
    seat: int = 0


_EDITS = TypeAdapter(tuple[Edit, ...])


def read_patch(text: str) -> tuple[Edit, ...]:
    """Parse the steps of a patch. Raises BadPatch."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise BadPatch(
            "That is no JSON. A patch is a list of steps, such as"
            ' `[{"op": "replace", "path": "/round", "value": 3}]`.',
            str(error),
        ) from error
    try:
        edits = _EDITS.validate_python(data if isinstance(data, list) else [data])
    except ValidationError as error:
        flaw = error.errors()[0]
        where = ".".join(map(str, flaw["loc"]))
        raise BadPatch(f"That is no JSON patch: {where}: {flaw['msg']}.") from error
    if not edits or len(edits) > MOST_EDITS:
        raise BadPatch(f"A patch has 1 to {MOST_EDITS} steps.")
    for edit in edits:
        if edit.op in {"add", "replace", "test"} and "value" not in edit.model_fields_set:
            raise BadPatch(f"The step “{edit.op} {edit.path}” needs a `value`.")
    return edits


def patched(data: JsonValue, edits: Sequence[Edit]) -> JsonValue:
    """Return a copy of the data after these steps, in order. Raises BadPatch."""
    whole: Any = deepcopy(data)
    for edit in edits:
        part = read_pointer(edit.path)
        value: Any = edit.value
        if edit.op in {"move", "copy"}:
            source = read_pointer(edit.source)
            if edit.op == "move" and part[: len(source)] == source and part != source:
                raise BadPatch(f"Nothing can be moved into itself: {edit.path}.")
            value = deepcopy(at(whole, source))
            if edit.op == "move":
                whole = _without(whole, source)
        if edit.op == "test":
            if not _same(at(whole, part), value):
                raise BadPatch(f"At {edit.path} is another value than the patch expects.")
        elif edit.op == "remove":
            whole = _without(whole, part)
        else:
            whole = _with(whole, part, deepcopy(value), new=edit.op != "replace")
    data_now: JsonValue = whole
    return data_now


def differences(before: JsonValue, after: JsonValue, part: StatePath = ()) -> Iterator[Difference]:
    """Yield the differences. Compare tables by key, lists by index if `_alike`, other lists as one value."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in {**before, **after}:
            here = (*part, key)
            if key not in after:
                yield Difference(part=here, before=compact(before[key]))
            elif key not in before:
                yield Difference(part=here, after=compact(after[key]))
            else:
                yield from differences(before[key], after[key], here)
    elif isinstance(before, list) and isinstance(after, list) and _alike(before, after):
        for place, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from differences(old, new, (*part, str(place)))
    elif not _same(before, after):
        yield Difference(part=part, before=compact(before), after=compact(after))


def written(changes: Sequence[Difference]) -> str:
    """Return the patch that makes these changes, in one line."""
    steps: list[JsonValue] = []
    for change in changes:
        step: dict[str, JsonValue] = {"op": "replace", "path": pointer(change.part)}
        if not change.before:
            step["op"] = "add"
        elif not change.after:
            step["op"] = "remove"
        if change.after:
            step["value"] = json.loads(change.after)
        steps.append(step)
    return compact(steps)


def pointer(part: StatePath) -> str:
    """Return a path in the data as a JSON pointer (RFC 6901)."""
    return "".join("/" + key.replace("~", "~0").replace("/", "~1") for key in part)


def read_pointer(text: str) -> StatePath:
    """Parse a JSON pointer. Raises BadPatch."""
    if text and not text.startswith("/"):
        raise BadPatch(f"A path begins with a slash, as in `/round`; “{text}” does not.")
    return tuple(key.replace("~1", "/").replace("~0", "~") for key in text.split("/")[1:])


def at(data: JsonValue, part: StatePath) -> JsonValue:
    """Return the value at the path `part`. Raises BadPatch."""
    for depth, key in enumerate(part):
        if isinstance(data, dict) and key in data:
            data = data[key]
        elif isinstance(data, list):
            data = data[_place(data, key, part[: depth + 1], len(data) - 1)]
        else:
            raise BadPatch(f"There is no {pointer(part[: depth + 1])}.")
    return data


def compact(value: JsonValue) -> str:
    """Return a value as JSON without spaces."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _with(whole: Any, part: StatePath, value: Any, *, new: bool) -> Any:  # noqa: ANN401 - data of any shape
    if not part:
        return value
    holder: Any = at(whole, part[:-1])
    key = part[-1]
    if isinstance(holder, list):
        if new:
            holder.insert(len(holder) if key == "-" else _place(holder, key, part, len(holder)), value)
        else:
            holder[_place(holder, key, part, len(holder) - 1)] = value
    elif isinstance(holder, dict) and (new or key in holder):
        holder[key] = value
    else:
        raise BadPatch(f"There is no {pointer(part)}.")
    return whole


def _without(whole: Any, part: StatePath) -> Any:  # noqa: ANN401 - data of any shape
    at(whole, part)
    if not part:
        raise BadPatch("A patch cannot take away everything.")
    holder: Any = at(whole, part[:-1])
    del holder[int(part[-1]) if isinstance(holder, list) else part[-1]]
    return whole


def _place(holder: list[JsonValue], key: str, part: StatePath, last: int) -> int:
    if not (key.isascii() and key.isdecimal()) or key != str(int(key)) or int(key) > last:
        raise BadPatch(f"There is no {pointer(part)}: that list has {len(holder)} items, counted from 0.")
    return int(key)


def _alike(one: list[JsonValue], other: list[JsonValue]) -> bool:
    """Return whether both lists have the same length and contain only tables and lists."""
    return len(one) == len(other) and all(isinstance(item, dict | list) for item in (*one, *other))


def _same(one: JsonValue, other: JsonValue) -> bool:
    """Return whether two values are the same in JSON. In JSON, unlike in Python, true differs from 1."""
    return compact(one) == compact(other)
