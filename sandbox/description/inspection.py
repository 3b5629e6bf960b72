"""Keeps what is against Discord's description: of the bot's requests, and of the sandbox's own words."""

from typing import TYPE_CHECKING

from pydantic import JsonValue

if TYPE_CHECKING:
    from sandbox.description.openapi import Description


class Inspector:
    """Looks at everything that passes; without a description at what is plainly wrong alone."""

    def __init__(self, description: "Description | None") -> None:
        self._description = description
        self.violations: list[str] = []

    def complain(self, violation: str) -> None:
        """Note what somebody else has found."""
        self.violations.append(violation)

    def look_at_request(self, method: str, path: str, body: JsonValue) -> None:
        """Note what is wrong with a request of the bot."""
        if self._description:
            found = self._description.violations(method, path, body)
            self.violations += [f"{method} {path}: {problem}" for problem in found]

    def look_at_answer(self, method: str, path: str, status: int, body: object) -> None:
        """Note what is wrong with what the sandbox answers."""
        if self._description:
            found = self._description.of_answer(method, path, status, body)
            self.violations += [f"the answer {status} to {method} {path}: {problem}" for problem in found]

    def look_at_event(self, name: str, body: object) -> None:
        """Note what is wrong with an event that the sandbox sends."""
        if self._description:
            found = self._description.of_event(name, body)
            self.violations += [f"the event {name}: {problem}" for problem in found]
