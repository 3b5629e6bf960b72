"""Makes checks of alternatives in OpenAPI schemas fast."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

_SCHEMAS = "#/components/schemas/"


def tell_apart(document: dict[str, Any]) -> None:
    """Rewrite alternatives in `document` that differ by their `type`, so that only the right type is tried.

    A component has one of fifteen types, and most contain other components. Trying all types takes forty
    milliseconds for a message, and an error may be about a wrong type.
    """
    schemas = document["components"]["schemas"]
    _rewrite(document, schemas)


def _rewrite(node: object, schemas: Mapping[str, Any]) -> None:
    if isinstance(node, list):
        for child in node:
            _rewrite(child, schemas)
    if not isinstance(node, dict):
        return
    for child in node.values():
        _rewrite(child, schemas)
    if isinstance(node.get("oneOf"), list):
        cases = _cases(node["oneOf"], schemas)
        if cases:
            del node["oneOf"]
            node.setdefault("allOf", []).append(cases)


def _cases(alternatives: list[Any], schemas: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return an equivalent schema that decides by `type`; None if the type does not decide."""
    kinds = [(_kind(alternative, schemas), alternative) for alternative in alternatives]
    if len(kinds) < 2 or any(kind is None for kind, _ in kinds):
        return None
    grouped = {
        kind: [alternative for _, alternative in same]
        for kind, same in groupby(sorted(kinds, key=lambda pair: str(pair[0])), key=lambda pair: pair[0])
    }
    named = [kind for kind in grouped if kind != "null"]
    if len(named) < 2:
        return None
    typed: dict[str, Any] = {"type": "object", "required": ["type"], "properties": {"type": {"enum": named}}}
    rules = [
        {
            "if": {"type": "object", "properties": {"type": {"const": kind}}, "required": ["type"]},
            "then": grouped[kind][0] if len(grouped[kind]) == 1 else {"oneOf": grouped[kind]},
        }
        for kind in named
    ]
    return {"allOf": [{"anyOf": [{"type": "null"}, typed]} if "null" in grouped else typed, *rules]}


def _kind(alternative: Mapping[str, Any], schemas: Mapping[str, Any]) -> object:
    """Return the only possible `type` of an alternative, or "null"; None if several types are possible."""
    if alternative.get("type") == "null":
        return "null"
    reference = alternative.get("$ref", "")
    if not reference.startswith(_SCHEMAS):
        return None
    values = schemas[reference.removeprefix(_SCHEMAS)].get("properties", {}).get("type", {}).get("enum", ())
    return values[0] if len(values) == 1 else None
