"""Collects violations of a description of Discord in the traffic between the bot and the sandbox."""

from typing import Protocol

from pydantic import JsonValue


class Description(Protocol):
    """A description of Discord's traffic. The methods return violations of the description, in words."""

    def violations(self, method: str, path: str, body: JsonValue) -> list[str]:
        """Check a request."""
        ...

    def of_answer(self, method: str, path: str, status: int, body: object) -> list[str]:
        """Check an answer."""
        ...

    def of_event(self, name: str, body: object) -> list[str]:
        """Check the data of a gateway event."""
        ...


class Inspector:
    """Inspects all traffic. Without a description, nothing is recorded."""

    def __init__(self, description: Description | None) -> None:
        self._description = description
        self.violations: list[str] = []

    def look_at_request(self, method: str, path: str, body: JsonValue) -> None:
        """Record the violations in a request of the bot."""
        if self._description:
            found = self._description.violations(method, path, body)
            self.violations += [f"{method} {path}: {problem}" for problem in found]

    def look_at_answer(self, method: str, path: str, status: int, body: object) -> None:
        """Record the violations in an answer of the sandbox."""
        if self._description:
            found = self._description.of_answer(method, path, status, body)
            self.violations += [f"the answer {status} to {method} {path}: {problem}" for problem in found]

    def look_at_event(self, name: str, body: object) -> None:
        """Record the violations in an event of the sandbox."""
        if self._description:
            found = self._description.of_event(name, body)
            self.violations += [f"the event {name}: {problem}" for problem in found]
