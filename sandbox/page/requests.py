"""The page's requests. Each request contains the person who acts, and a number that the answer repeats."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Base64Bytes, BaseModel, ConfigDict, Field, TypeAdapter

from sandbox.world.commands import Value
from sandbox.world.snowflakes import Snowflake

Typed: TypeAlias = Annotated[bool | Value, Field(union_mode="smart")]
"""The value of an option: typed text, or the value of a picked choice."""


class _Given(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Request(_Given):
    number: int
    who: str


class _InChannel(_Request):
    channel: Snowflake


class _CommandLine(_InChannel):
    line: str
    options: dict[str, Typed]


class _OnMessage(_Request):
    message: Snowflake
    custom_id: str


class Look(_Request):
    """Show this person's view of `channel`, an id or name. An unknown channel means the home channel."""

    do: Literal["look"]
    channel: str | None = None


class Earlier(_InChannel):
    """Show messages older than the given message."""

    do: Literal["earlier"]
    before: Snowflake


class Read(_InChannel):
    """Note that the person has looked at this channel."""

    do: Literal["read"]


class Say(_InChannel):
    """Write an ordinary message."""

    do: Literal["say"]
    text: str


class Slash(_CommandLine):
    """Send a slash command."""

    do: Literal["slash"]


class Use(_InChannel):
    """Use an app from the menu of the given message or person."""

    do: Literal["use"]
    name: str
    message: Snowflake | None = None
    user: Snowflake | None = None


class Complete(_CommandLine):
    """Ask for suggestions for the option `focused`."""

    do: Literal["complete"]
    focused: str


class Press(_OnMessage):
    """Press a button."""

    do: Literal["press"]


class Choose(_OnMessage):
    """Choose in a menu."""

    do: Literal["choose"]
    values: list[str]


class BroughtFile(_Given):
    """A file for a form."""

    name: str = Field(min_length=1, max_length=260)
    data: Base64Bytes


Filled: TypeAlias = str | bool | list[str] | list[BroughtFile]
"""The value of a form field: text, a yes or no, choices, files."""


class Submit(_Request):
    """Send a form that the bot opened."""

    do: Literal["submit"]
    form: Snowflake
    answers: dict[str, Filled]


class Dismiss(_Request):
    """Dismiss a private message."""

    do: Literal["dismiss"]
    message: Snowflake


class NewChannel(_Request):
    """Create a text channel."""

    do: Literal["new_channel"]
    name: str


Deed: TypeAlias = (
    Earlier | Read | Say | Slash | Use | Complete | Press | Choose | Submit | Dismiss | NewChannel
)
"""A request for the person whose view the window shows."""

PageRequest: TypeAlias = Look | Deed

_READER: TypeAdapter[PageRequest] = TypeAdapter(Annotated[PageRequest, Field(discriminator="do")])


def read(text: str) -> PageRequest:
    """Parse a request of the page. Raises pydantic's ValidationError if `text` is not such a request."""
    return _READER.validate_json(text)
