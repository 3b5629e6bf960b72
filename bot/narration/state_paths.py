"""The parts of a game's state, with names that people can type, and their possible values."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from pydantic import JsonValue

from bot.escaping import in_words
from rules.engine.amendments import FIXED, hidden_parts, redrawn
from rules.engine.errors import HarbourmasterError
from rules.engine.game import AnyGame
from rules.engine.match import Match
from rules.engine.patch import BadPatch, StatePath, at, compact, pointer, read_pointer

_BEHIND = frozenset({"game", "agenda", FIXED, "result"})
"""The fields that lists of parts omit: the agenda, the result, and everything that was fixed at the start."""

_NOTHING = ("nothing", "none")
_YES, _NO = ("yes", "true", "on"), ("no", "false", "off")


_OF_TYPE: Mapping[str, list[JsonValue]] = {"boolean": [True, False], "null": [None]}


class NoPart(HarbourmasterError):
    """The input names no part of the game."""


class StatePart(NamedTuple):
    """A part of the state: its path, name and value, and whether it is hidden."""

    part: StatePath
    name: str
    value: JsonValue
    hidden: bool


def parts_of(match: Match, onlooker: int | None) -> list[StatePart]:
    """Return all parts of the match's state as the onlooker knows them; hidden parts have no value."""
    game, stored = match.game, match.position.state
    data = redrawn(game, stored, onlooker)
    shown = [key for key in data if key not in _BEHIND]
    found = [one for key in shown for one in _values(data[key], (key,))]
    hidden = hidden_parts(game, stored, [part for part, _ in found], onlooker)
    return [
        StatePart(part, name_of(game, part), None if part in hidden else value, part in hidden)
        for part, value in found
    ]


def name_of(game: AnyGame, part: StatePath) -> str:
    """Return a part's name: `seat 2, gold`, `ships, red1`."""
    head, *rest = part
    if head == game.seated and rest:
        return ", ".join([f"seat {int(rest[0]) + 1}", *map(_word, rest[1:])])
    return ", ".join([in_words(head), *map(_word, rest)])


def find(match: Match, onlooker: int | None, names: Mapping[int, str], typed: str) -> StatePart:
    """Return the part that `typed` names, either by its name or by a JSON path.

    A name may begin with a player instead of the seat. A mapping's new key is accepted, too. Raises NoPart.
    """
    known = parts_of(match, onlooker)
    if typed.strip().startswith("/"):
        return _at_path(match, onlooker, known, typed.strip())
    wanted = _plain(typed)
    for one in known:
        called = (one.name, with_player(one.name, names))
        if wanted in map(_plain, called):
            return one
    new = _beside(match, onlooker, known, typed)
    if new is None:
        raise NoPart(
            "Nothing in this game has that name. Write some of its words to look it up, or its path, such"
            " as `/round`."
        )
    return new


def _beside(match: Match, onlooker: int | None, known: list[StatePart], typed: str) -> StatePart | None:
    """Return the part for a new key of a mapping, such as `ships, red3`; `None` if no mapping is named."""
    table, _, key = typed.strip().rpartition(",")
    data = redrawn(match.game, match.position.state, onlooker)
    for one in known if key.strip() else ():
        holder = one.part[:-1]
        named = holder and _plain(name_of(match.game, holder)) == _plain(table)
        if named and isinstance(at(data, holder), dict):
            return StatePart((*holder, key.strip()), typed.strip(), None, hidden=False)
    return None


def patches(one: StatePart, typed: str) -> Iterator[str]:
    """Yield the patches that could set the part to the typed value, the likeliest first."""
    for value in _read(one.value, typed.strip()):
        yield compact([{"op": "add", "path": pointer(one.part), "value": value}])
    if typed.strip().casefold() in _NOTHING:
        yield compact([{"op": "remove", "path": pointer(one.part)}])


def with_player(name: str, names: Mapping[int, str]) -> str:
    """Return the name of a part with the player instead of the seat: `Bo, gold`."""
    return re.sub(r"^seat (\d+)", lambda found: names.get(int(found[1]), found[0]), name)


def values_for(game: AnyGame, one: StatePart) -> list[str]:
    """Return a part's current value, unless it is hidden, then the values that the part's type enumerates."""
    shown = [] if one.hidden else [value_typed(one.value)]
    return list(dict.fromkeys([*shown, *(value_typed(value) for value in _allowed(game, one.part))]))


def value_typed(value: JsonValue) -> str:
    """Return a value as people type it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and all(isinstance(item, str | int) for item in value):
        return " ".join(map(str, value)) or "[]"
    return value if isinstance(value, str) else compact(value)


def _at_path(match: Match, onlooker: int | None, known: list[StatePart], path: str) -> StatePart:
    try:
        part = read_pointer(path)
        value = at(redrawn(match.game, match.position.state, onlooker), part)
    except BadPatch as refusal:
        raise NoPart(refusal.message) from refusal
    return next((one for one in known if one.part == part), StatePart(part, path, value, hidden=False))


def _values(value: JsonValue, part: StatePath) -> Iterator[tuple[StatePath, JsonValue]]:
    """Yield the values that can be set, with their paths; a list of plain items is one value."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from _values(one, (*part, key))
    elif isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        for place, one in enumerate(value):
            yield from _values(one, (*part, str(place)))
    else:
        yield part, value


def _read(present: JsonValue, typed: str) -> Iterator[JsonValue]:
    """Yield the possible meanings of the typed text, as new values in place of `present`."""
    small = typed.casefold()
    if isinstance(present, bool) and small in {*_YES, *_NO}:
        yield small in _YES
        return
    if small in _NOTHING:
        yield None
        return
    if isinstance(present, list) and not typed.startswith("["):
        items = re.split(r"[,\s]+", typed)
        yield [*items]
        if all(item.lstrip("-").isdecimal() for item in items):
            yield [int(item) for item in items]
        return
    try:
        meant: JsonValue = json.loads(typed)
    except ValueError:
        meant = typed
    yield from [typed, meant] if isinstance(present, str) and meant != typed else [meant]


@cache
def _schema(game: AnyGame) -> dict[str, Any]:
    schema: dict[str, Any] = game.state.model_json_schema()
    return schema


def _allowed(game: AnyGame, part: StatePath) -> list[JsonValue]:
    """Return the values that the model allows for a part."""
    whole = _schema(game)
    nodes: list[dict[str, Any]] = [whole]
    for key in part:
        kinds = [one for node in nodes for one in _alternatives(node, whole)]
        nodes = [inner for kind in kinds for inner in _inside(kind, key)]
    values: list[JsonValue] = []
    for kind in (one for node in nodes for one in _alternatives(node, whole)):
        values += kind.get("enum", [])
        values += [kind["const"]] if "const" in kind else []
        values += _OF_TYPE.get(kind.get("type", ""), [])
    return values


def _alternatives(node: dict[str, Any], whole: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if "$ref" in node:
        yield from _alternatives(whole["$defs"][node["$ref"].rsplit("/", 1)[-1]], whole)
        return
    yield node
    for inner in (*node.get("anyOf", ()), *node.get("oneOf", ())):
        yield from _alternatives(inner, whole)


def _inside(node: dict[str, Any], key: str) -> Iterator[dict[str, Any]]:
    if key in node.get("properties", {}):
        yield node["properties"][key]
    elif isinstance(node.get("additionalProperties"), dict):
        yield node["additionalProperties"]
    elif isinstance(node.get("items"), dict):
        yield node["items"]


def _word(key: str) -> str:
    return str(int(key) + 1) if key.isdecimal() else in_words(key)


def _plain(typed: str) -> str:
    """Return a name in lower case without punctuation."""
    return " ".join(re.findall(r"[^\s,:·()]+", typed.casefold()))
