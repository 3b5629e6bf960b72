"""Checks of requests, answers and events against Discord's published OpenAPI description."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012Validator, Registry, ValidationError
from pydantic import JsonValue

from tests.sandbox.description.event_shapes import EVENTS
from tests.sandbox.description.openapi_alternatives import tell_apart

_DOCUMENT = "urn:discord"
_EVENTS = "urn:discord-events"

REMEMBERED = 1024
"""The number of bodies whose results are cached."""

_TAKEN_AS_NUMBERS = {"SnowflakeType"}
"""Types that are described as strings, for which Discord also accepts whole numbers."""

_NAMED_ERRORS = {
    "type": "object",
    "required": ["_errors"],
    "properties": {
        "_errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["code", "message"],
                "properties": {"code": {"type": "string"}, "message": {"type": "string"}},
            },
        }
    },
}
"""The schema of errors of single fields, whose codes are described as numbers though Discord sends names."""

_MEDIA_CHANNEL = 16
"""The type of media channels, which the description omits."""

_WITHOUT_A_FORM = frozenset(
    {
        "content",
        "custom_id",
        "description",
        "filename",
        "global_name",
        "label",
        "name",
        "placeholder",
        "title",
    }
    | {"proxy_url", "token", "topic", "url", "username", "value"}
)
"""Fields of the sandbox's answers that may contain any text."""

_NUMBER = re.compile(r"\d{9,}")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(\+00:00)?")


@dataclass(frozen=True)
class _Operation:
    method: str
    pattern: re.Pattern[str]
    schema_pointer: str | None
    answers: Mapping[str, str | None]
    """The location of the schema of the answer's body, by status; None if there is no body."""
    literal: int
    slashes: int


class Description:
    """A description file, with validators that are built when they are needed."""

    def __init__(self, path: Path) -> None:
        document = json.loads(path.read_text(encoding="utf-8"))
        schemas = document["components"]["schemas"]
        for name in _TAKEN_AS_NUMBERS & set(schemas):
            schemas[name]["type"] = ["string", "integer"]
        schemas["InnerErrors"] = _NAMED_ERRORS
        if "ChannelTypes" in schemas:
            schemas["ChannelTypes"]["oneOf"].append({"const": _MEDIA_CHANNEL})
            schemas["GuildChannelResponse"]["properties"]["type"]["enum"].append(_MEDIA_CHANNEL)
        tell_apart(document)
        self._registry = Registry([(_DOCUMENT, document), (_EVENTS, EVENTS)])
        self._operations: dict[tuple[str, int], list[_Operation]] = {}
        """The operations by method and number of slashes in the path; fewer parameters come first."""
        for operation in sorted(_operations(document), key=lambda operation: -operation.literal):
            alike = self._operations.setdefault((operation.method, operation.slashes), [])
            alike.append(operation)
        self._validators: dict[str, Draft202012Validator] = {}
        # Results are cached, because the bots of all tests register the same large commands.
        self._judge = lru_cache(REMEMBERED)(self._worst_error)

    @classmethod
    @cache
    def load(cls, path: Path) -> "Description":
        """Return the description in the file `path`, which is read only once."""
        return cls(path)

    def violations(self, method: str, path: str, body: JsonValue) -> list[str]:
        """Return the parts of a request that the description does not allow, in words."""
        operation = self._find(method, path)
        if operation is None:
            return ["no such operation in Discord's description"]
        if operation.schema_pointer is None:
            return []
        if body is None:
            return ["a body is required"]
        return self._errors(operation.schema_pointer, body)

    def of_answer(self, method: str, path: str, status: int, body: object) -> list[str]:
        """Return the parts of an answer that the description does not allow, in words."""
        operation = self._find(method, path)
        if operation is None or not operation.answers or status >= 500:
            return []
        described = operation.answers
        found = next((name for name in (str(status), f"{status // 100}XX") if name in described), None)
        if found is None:
            return [f"the status {status} is not described"]
        pointer = described[found]
        if pointer is None or body is None:
            return [] if pointer is None and body is None else ["there should be no body, or one"]
        return self._errors(pointer, _shape(body))

    def of_event(self, name: str, body: object) -> list[str]:
        """Return the parts of a gateway event that differ from Discord's, in words."""
        if name not in EVENTS["$defs"]:
            return ["there is no such event"]
        return self._errors(f"{_EVENTS}#/$defs/{name}", _shape(body))

    def _errors(self, pointer: str, body: object) -> list[str]:
        error = self._judge(pointer, json.dumps(body, sort_keys=True))
        return [error] if error else []

    def _worst_error(self, pointer: str, text: str) -> str:
        """Return the worst error of a body (given as JSON text) in words; empty if there is none."""
        errors = self._validator(pointer).iter_errors(json.loads(text))
        # An error of the outermost object is the most informative.
        worst = min(errors, key=lambda error: len(error.instance_path), default=None)
        return f"{_place(worst)}: {worst.message[:400]}" if worst else ""

    def _find(self, method: str, path: str) -> _Operation | None:
        alike = self._operations.get((method, path.count("/")), [])
        return next((operation for operation in alike if operation.pattern.fullmatch(path)), None)

    def _validator(self, pointer: str) -> Draft202012Validator:
        if pointer not in self._validators:
            self._validators[pointer] = Draft202012Validator({"$ref": pointer}, registry=self._registry)
        return self._validators[pointer]


def _place(error: ValidationError) -> str:
    """Return the location of an error in a body, such as `$.components[0].label`."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.instance_path)
    return "$" + "".join(steps)


def _operations(document: Mapping[str, Any]) -> Iterator[_Operation]:
    for template, item in document["paths"].items():
        pattern = re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template)))
        literal = len(re.sub(r"\{\w+\}", "", template))
        escaped = template.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")
        for method in {"get", "put", "post", "patch", "delete"} & set(item):
            operation, place = item[method], f"{_DOCUMENT}#/paths/{escaped}/{method}"
            content = operation.get("requestBody", {}).get("content", {})
            described = f"{place}/requestBody/content/application~1json/schema"
            schema = described if "application/json" in content else None
            answers = {
                status: _answer(document, answer, f"{place}/responses/{status}")
                for status, answer in operation.get("responses", {}).items()
            }
            yield _Operation(method.upper(), pattern, schema, answers, literal, template.count("/"))


def _answer(document: Mapping[str, Any], answer: Mapping[str, Any], place: str) -> str | None:
    """Return the location of an answer's schema, below `place` or in a shared answer; None without JSON."""
    if "$ref" in answer:
        place = _DOCUMENT + answer["$ref"]
        answer = document["components"]["responses"][answer["$ref"].rpartition("/")[2]]
    return (
        f"{place}/content/application~1json/schema"
        if "application/json" in answer.get("content", {})
        else None
    )


def _is_id(value: object) -> bool:
    return isinstance(value, str) and _NUMBER.fullmatch(value) is not None


def _shape(body: object, name: str = "") -> object:
    """Replace all texts, ids and times in `body` with the same values, so that few shapes must be checked."""
    match body:
        case dict():
            return {key: _shape(value, key) for key, value in body.items()}
        case list() | tuple():
            # Ids in a list must remain different from each other.
            return [str(at) if _is_id(value) else _shape(value, name) for at, value in enumerate(body)]
        case str() if name in _WITHOUT_A_FORM:
            return "https://example.org" if name.endswith("url") else "x"
        case str() if _is_id(body):
            return "1"
        case str() if _MOMENT.fullmatch(body):
            return "2026-01-01T00:00:00+00:00"
        case _:
            return body
