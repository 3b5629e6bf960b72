"""The family of errors. Every message is a sentence for the person it stops."""

from collections.abc import Sequence

from pydantic import ValidationError
from pydantic_core import ErrorDetails


class HarbourmasterError(Exception):
    """An error that a person can understand and act on.

    `message` is shown to that person. `detail` goes only to the log.
    """

    def __init__(self, message: str, detail: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.detail = detail


class IllegalAction(HarbourmasterError):
    """An action that the rules refuse. Nothing has changed.

    `code` is the stable word of the specification (`blocked_island`). `at` is the place it names, if any.
    """

    def __init__(self, code: str, message: str, at: str = "") -> None:
        super().__init__(message, detail=f"{code} {at}".strip())
        self.code = code
        self.at = at


class UnreadableAction(IllegalAction):
    """A typed line that is no action of this game. Some specifications have a code of their own for it.

    `faults` has a sentence for each wrong field, by the titles that forms show.
    """

    def __init__(self, message: str, code: str = "unreadable", faults: Sequence[str] = ()) -> None:
        super().__init__(code, message)
        self.faults = faults


class MisfilledForm(IllegalAction):
    """A form with invalid values in its blanks. `faults` has a sentence for each of them."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("not_allowed", " ".join(faults))
        self.faults = faults


class NotNow(HarbourmasterError):
    """Something that the match as a whole does not allow at this moment."""


class UnknownGame(HarbourmasterError):
    """A game slug that does not exist."""


class JournalDiffers(HarbourmasterError):
    """Replaying the journal differs from what is stored. This is reported, never repaired by guessing."""


def first_error(error: ValidationError) -> ErrorDetails:
    """Return what pydantic says of the first value that does not fit, without the value: it may be large."""
    return error.errors(include_url=False, include_context=False, include_input=False)[0]


def flaw(error: ValidationError) -> str:
    """Return the first value that does not fit a model, and where, in one line."""
    first = first_error(error)
    where = ".".join(map(str, first["loc"]))
    return f"{where} {first['msg']}" if where else str(first["msg"])


def demand(true: object, fault: str) -> None:
    """Raise AssertionError with that fault unless something is true of a state (see `Game.must_hold`)."""
    if not true:
        raise AssertionError(fault)
