"""The building blocks of REST routes: the call, the answer, and the table of routes."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from pydantic import JsonValue

from sandbox.errors import ApiError, Refusal, bad_form
from sandbox.office.posting import Uploads
from sandbox.service import Service


@dataclass(frozen=True)
class Call:
    """A request. `params` are the parameters in the path; they are known after the route is found."""

    method: str
    path: str
    params: dict[str, str]
    query: dict[str, str] = field(default_factory=dict)
    body: JsonValue = None
    uploads: Uploads = field(default_factory=dict)

    def id(self, name: str) -> int:
        """Return the id in a path parameter. Raises ApiError if the parameter is not an id."""
        return _snowflake(name, self.params[name])

    def bound(self, name: str) -> int | None:
        """Return the id in a query parameter; None if absent. Raises ApiError if the value is not an id."""
        return _snowflake(name, self.query[name]) if name in self.query else None

    def limit(self, usual: int, most: int) -> int:
        """Return the query's `limit`, by default `usual`. Raises ApiError if it is not 1 to `most`."""
        text = self.query.get("limit", str(usual))
        try:
            number = int(text)
        except ValueError:
            raise bad_form("limit", "NUMBER_TYPE_COERCE", f'Value "{text}" is not int.') from None
        if number < 1:
            raise bad_form("limit", "NUMBER_TYPE_MIN", "int value should be greater than or equal to 1.")
        if number > most:
            raise bad_form("limit", "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")
        return number

    def asks(self, name: str) -> bool:
        """Return whether a yes-or-no parameter of the query is set."""
        return self.query.get(name, "0").lower() in {"1", "true"}


@dataclass(frozen=True)
class Answer:
    """The answer to a request. A `body` of None is empty, a text is an HTML page."""

    body: object = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


DONE = Answer(None, 204)


def _snowflake(name: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) < 2**63):
        raise bad_form(name, "NUMBER_TYPE_COERCE", f'Value "{text}" is not snowflake.')
    return int(text)


Handler: TypeAlias = Callable[[Service, Call], Answer]


@dataclass(frozen=True)
class Route:
    """A route: the handler of requests with `method` and a path of the form `template`."""

    method: str
    template: str
    pattern: re.Pattern[str]
    handler: Handler


class Routes:
    """A table of routes. For each request the first matching route is used."""

    def __init__(self) -> None:
        self.table: list[Route] = []

    def on(self, method: str, template: str) -> Callable[[Handler], Handler]:
        """Register the decorated function for `method` and paths like ``/channels/{id}``."""
        pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template))

        def add(handler: Handler) -> Handler:
            self.table.append(Route(method, template, pattern, handler))
            return handler

        return add

    def include(self, other: "Routes") -> None:
        """Add the routes of `other`."""
        self.table += other.table

    def find(self, method: str, path: str) -> tuple[Route, dict[str, str]]:
        """Return the route of a request, and the parameters in its path. Raises ApiError if no route fits."""
        refusal = Refusal.NO_SUCH_ROUTE
        for route in self.table:
            found = route.pattern.fullmatch(path)
            if found and route.method == method:
                return route, found.groupdict()
            if found:
                refusal = Refusal.NO_SUCH_METHOD
        raise ApiError(refusal)
