"""Checks requests against Discord's published OpenAPI description, when there is one."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from jsonschema.exceptions import best_match  # type: ignore[import-untyped]
from pydantic import JsonValue
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

_DOCUMENT = "urn:discord"

REMEMBERED = 64
"""The latest bodies whose judgement is kept."""

_TAKEN_AS_NUMBERS = {"SnowflakeType"}
"""Described as strings; Discord also takes whole numbers, and discord.py sends them."""


@dataclass(frozen=True)
class _Operation:
    method: str
    pattern: re.Pattern[str]
    schema_pointer: str | None
    literal: int


class Description:
    """One description file; its validators are built when first needed and kept."""

    def __init__(self, path: Path) -> None:
        document = json.loads(path.read_text(encoding="utf-8"))
        for name in _TAKEN_AS_NUMBERS & set(document["components"]["schemas"]):
            document["components"]["schemas"][name]["type"] = ["string", "integer"]
        self._registry: Registry[Any] = Registry().with_resource(
            _DOCUMENT, Resource.from_contents(document, default_specification=DRAFT202012)
        )
        self._operations = sorted(_operations(document), key=lambda operation: -operation.literal)
        self._validators: dict[str, Draft202012Validator] = {}
        # A bot that is started for each test registers the same large commands every time.
        self._judge = lru_cache(REMEMBERED)(self._worst_error)

    @classmethod
    @cache
    def load(cls, path: Path) -> "Description":
        """Return the description in the file `path`, read once in the life of the process."""
        return cls(path)

    def violations(self, method: str, path: str, body: JsonValue) -> list[str]:
        """Return what of a request the description does not allow, in words; nothing when all is well."""
        operation = self._find(method, path)
        if operation is None:
            return ["no such operation in Discord's description"]
        if operation.schema_pointer is None:
            return []
        if body is None:
            return ["a body is required"]
        error = self._judge(operation.schema_pointer, json.dumps(body, sort_keys=True))
        return [error] if error else []

    def _worst_error(self, pointer: str, text: str) -> str:
        """The worst that a schema says of a body, given as its text; empty when all is well."""
        error = best_match(self._validator(pointer).iter_errors(json.loads(text)))
        return f"{error.json_path}: {error.message[:400]}" if error else ""

    def _find(self, method: str, path: str) -> _Operation | None:
        for operation in self._operations:
            if operation.method == method and operation.pattern.fullmatch(path):
                return operation
        return None

    def _validator(self, pointer: str) -> Draft202012Validator:
        if pointer not in self._validators:
            schema = {"$ref": f"{_DOCUMENT}#{pointer}"}
            self._validators[pointer] = Draft202012Validator(schema, registry=self._registry)
        return self._validators[pointer]


def _operations(document: Mapping[str, Any]) -> list[_Operation]:
    found: list[_Operation] = []
    for template, item in document["paths"].items():
        pattern = re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template)))
        literal = len(re.sub(r"\{\w+\}", "", template))
        escaped = template.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")
        for method in {"get", "put", "post", "patch", "delete"} & set(item):
            content = item[method].get("requestBody", {}).get("content", {})
            described = f"/paths/{escaped}/{method}/requestBody/content/application~1json/schema"
            schema = described if "application/json" in content else None
            found.append(_Operation(method.upper(), pattern, schema, literal))
    return found
