from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple


class SandboxError(Exception):
    """The base of the sandbox's errors."""


class _Fault(NamedTuple):
    status: int
    code: int
    message: str


class Refusal(Enum):
    """Refusals of Discord's API, each with its HTTP status, Discord's code for it, and Discord's message."""

    UNAUTHORIZED = _Fault(401, 0, "401: Unauthorized")
    NO_SUCH_ROUTE = _Fault(404, 0, "404: Not Found")
    NO_SUCH_METHOD = _Fault(405, 0, "405: Method Not Allowed")
    BAD_JSON = _Fault(400, 50109, "The request body contains invalid JSON.")
    UNKNOWN_APPLICATION = _Fault(404, 10002, "Unknown Application")
    UNKNOWN_CHANNEL = _Fault(404, 10003, "Unknown Channel")
    UNKNOWN_GUILD = _Fault(404, 10004, "Unknown Guild")
    UNKNOWN_MEMBER = _Fault(404, 10007, "Unknown Member")
    UNKNOWN_MESSAGE = _Fault(404, 10008, "Unknown Message")
    UNKNOWN_ROLE = _Fault(404, 10011, "Unknown Role")
    UNKNOWN_USER = _Fault(404, 10013, "Unknown User")
    UNKNOWN_EMOJI = _Fault(404, 10014, "Unknown Emoji")
    UNKNOWN_WEBHOOK = _Fault(404, 10015, "Unknown Webhook")
    UNKNOWN_INTERACTION = _Fault(404, 10062, "Unknown interaction")
    UNKNOWN_COMMAND = _Fault(404, 10063, "Unknown application command")
    UNKNOWN_COMMAND_RIGHTS = _Fault(404, 10066, "Unknown application command permissions")
    NOT_FOR_BOTS = _Fault(403, 20001, "Bots cannot use this endpoint")
    EMOJI_TOO_LARGE = _Fault(400, 0, "File cannot be larger than 256.0 kb.")
    TOO_MANY_EMOJIS = _Fault(400, 30008, "Maximum number of emojis reached (2000)")
    TOO_MANY_COMMANDS = _Fault(400, 30032, "Maximum number of application commands reached (100).")
    TOO_MANY_MENU_COMMANDS = _Fault(400, 30032, "Maximum number of application commands reached (15).")
    TOO_MANY_COMMANDS_TODAY = _Fault(
        400, 30034, "Max number of daily application command creates has been reached (200)"
    )
    TOO_MANY_OLD_EDITS = _Fault(
        429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later."
    )
    ENTITY_TOO_LARGE = _Fault(413, 40005, "Request entity too large")
    ALREADY_ACKNOWLEDGED = _Fault(400, 40060, "Interaction has already been acknowledged.")
    MISSING_ACCESS = _Fault(403, 50001, "Missing Access")
    NO_TEXT_CHANNEL = _Fault(400, 50008, "Cannot send messages in a non-text channel")
    NOT_ON_THIS_CHANNEL = _Fault(400, 50024, "Cannot execute action on this channel type")
    NOT_YOUR_MESSAGE = _Fault(403, 50005, "Cannot edit a message authored by another user")
    EMPTY_MESSAGE = _Fault(400, 50006, "Cannot send an empty message")
    CLOSED_DMS = _Fault(403, 50007, "Cannot send messages to this user")
    MISSING_PERMISSIONS = _Fault(403, 50013, "Missing Permissions")
    TOKEN_EXPIRED = _Fault(401, 50027, "Invalid Webhook Token")
    INVALID_FORM_BODY = _Fault(400, 50035, "Invalid Form Body")
    INVALID_STICKER = _Fault(400, 50081, "Invalid sticker sent")
    THREAD_ARCHIVED = _Fault(400, 50083, "Thread is archived")
    THREAD_EXISTS = _Fault(400, 160004, "A thread has already been created for this message")
    THREAD_LOCKED = _Fault(400, 160005, "Thread is locked")


class ApiError(SandboxError):
    """The refusal of a request of the bot, with Discord's status and code."""

    def __init__(
        self,
        refusal: Refusal,
        errors: Mapping[str, object] | None = None,
        *,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(f"{refusal.value.message} {errors or ''}".strip())
        self.refusal = refusal
        self.errors = errors
        self.retry_after = retry_after

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self.refusal.value.status

    def body(self) -> dict[str, object]:
        """Return the JSON body with `code` and `message`, and with `errors` and `retry_after` if set."""
        body: dict[str, object] = {"message": self.refusal.value.message, "code": self.refusal.value.code}
        if self.errors is not None:
            body["errors"] = self.errors
        if self.retry_after is not None:
            body |= {"retry_after": self.retry_after, "global": False}
        return body


def bad_form(path: str, code: str, message: str) -> ApiError:
    """Return Discord's "Invalid Form Body" for the field at `path`, such as ``components.0.label``."""
    errors: dict[str, object] = {"_errors": [{"code": code, "message": message}]}
    for step in reversed(path.split(".")):
        errors = {step: errors}
    return ApiError(Refusal.INVALID_FORM_BODY, errors)
