"""What a REST route works with: the call that came in, the answer that goes out, and the table of routes."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from pydantic import JsonValue

from sandbox.errors import ApiError, Refusal
from sandbox.office.posting import Uploads
from sandbox.service import Service


@dataclass(frozen=True)
class Call:
    """A request that found its route; `params` come from the path."""

    method: str
    path: str
    params: dict[str, str]
    query: dict[str, str] = field(default_factory=dict)
    body: JsonValue = None
    uploads: Uploads = field(default_factory=dict)

    def id(self, name: str) -> int:
        """Return a path parameter that is an id; one that is no number belongs to nothing."""
        text = self.params[name]
        return int(text) if text.isdecimal() else 0

    def asks(self, name: str) -> bool:
        """Tell whether a yes-or-no parameter of the query is set."""
        return self.query.get(name, "0").lower() in {"1", "true"}


@dataclass(frozen=True)
class Answer:
    """What goes back; a body of None is no body, one of text is a page."""

    body: object = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


DONE = Answer(None, 204)

Handler: TypeAlias = Callable[[Service, Call], Answer]


@dataclass(frozen=True)
class _Route:
    method: str
    template: str
    pattern: re.Pattern[str]
    handler: Handler


@dataclass(frozen=True)
class Match:
    """The route that a request found, with what the path says."""

    template: str
    params: dict[str, str]
    handler: Handler


class Routes:
    """A table of routes; the first that fits is taken."""

    def __init__(self) -> None:
        self.table: list[_Route] = []

    def on(self, method: str, template: str) -> Callable[[Handler], Handler]:
        """Let the decorated function answer `method` on paths like `template`, such as ``/channels/{id}``."""
        pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template))

        def add(handler: Handler) -> Handler:
            self.table.append(_Route(method, template, pattern, handler))
            return handler

        return add

    def include(self, other: "Routes") -> None:
        """Take over the routes of `other`."""
        self.table += other.table

    def find(self, method: str, path: str) -> Match:
        """Return the route for a request.

        Raises:
            ApiError: 404 when no route has this path, 405 when one has it with another method.
        """
        refusal = Refusal.NO_SUCH_ROUTE
        for route in self.table:
            found = route.pattern.fullmatch(path)
            if found and route.method == method:
                return Match(route.template, found.groupdict(), route.handler)
            if found:
                refusal = Refusal.NO_SUCH_METHOD
        raise ApiError(refusal)
