"""The errors of the project. Every message is a sentence for the person whose request failed."""

from collections.abc import Sequence
from functools import cached_property

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from rules.engine.data import data_file


class HarbourmasterError(Exception):
    """The base class of errors. `message` is shown to the person, and `detail` goes only to the log."""

    def __init__(self, message: str, detail: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.detail = detail


class IllegalAction(HarbourmasterError):
    """An action that the rules refuse.

    `code` is the specification's stable word for the reason, such as `blocked_island`. `at` is the place or
    the piece that the refusal names, if any.
    """

    def __init__(self, code: str, message: str, at: str = "") -> None:
        super().__init__(message, detail=f"{code} {at}".strip())
        self.code = code
        self.at = at


class Refusals:
    """The refusals of a game, from the file `refusals.toml` of its package.

    Each key is a code of the specification. Codes with several sentences have suffixes: `no_route.steps`.
    """

    def __init__(self, package: str) -> None:
        self._package = package

    def __call__(self, key: str, at: str = "", **gaps: object) -> IllegalAction:
        """Return the refusal for a key. `gaps` fill the sentence, which may also name the place `at`."""
        return IllegalAction(key.partition(".")[0], self._sentences[key].format(at=at, **gaps), at)

    @cached_property
    def _sentences(self) -> dict[str, str]:
        return data_file(self._package, "refusals.toml", dict[str, str])


class UnreadableAction(IllegalAction):
    """A typed line that is not an action of this game. Some specifications have a code for unreadable lines.

    `faults` are sentences about wrong or missing fields, with the titles of the fields.
    """

    def __init__(self, message: str, code: str = "unreadable", faults: Sequence[str] = ()) -> None:
        super().__init__(code, message)
        self.faults = faults


class MisfilledForm(IllegalAction):
    """A form with wrongly filled blanks. `faults` has a sentence for each wrong blank."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("not_allowed", " ".join(faults))
        self.faults = faults


class NotNow(HarbourmasterError):
    """A request that the match does not allow at present."""


class UnknownGame(HarbourmasterError):
    """A game slug that does not exist."""


class JournalDiffers(HarbourmasterError):
    """A replay of the journal differs from what is stored. The program reports this, but repairs nothing."""


def first_error(error: ValidationError) -> ErrorDetails:
    """Return pydantic's first error without the wrong value, which may be large."""
    return error.errors(include_url=False, include_context=False, include_input=False)[0]


def flaw(error: ValidationError) -> str:
    """Describe the first wrong value in one line: its place in the data, and its fault."""
    first = first_error(error)
    where = ".".join(map(str, first["loc"]))
    return f"{where} {first['msg']}" if where else str(first["msg"])


def demand(true: object, fault: str) -> None:
    """Raise AssertionError with a message unless a condition is true (see `Game.must_hold`)."""
    if not true:
        raise AssertionError(fault)
