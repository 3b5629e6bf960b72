"""Application commands as the bot registers them, with Discord's limits."""

import re
from collections.abc import Iterator
from enum import IntEnum
from typing import Annotated, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from sandbox.world.components import Switch
from sandbox.world.permissions import Permission
from sandbox.world.snowflakes import Snowflake

LONGEST_COMMAND = 8000
"""Characters of all names, descriptions and values of one command together."""

_NAME = re.compile(r"[-_'\w]{1,32}")


def _is_a_command_name(name: str) -> str:
    if not _NAME.fullmatch(name) or name != name.lower():
        raise PydanticCustomError("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    return name


CommandName = Annotated[str, AfterValidator(_is_a_command_name)]
Value = str | int | float


class OptionType(IntEnum):
    """What an option takes."""

    SUBCOMMAND = 1
    SUBCOMMAND_GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10
    ATTACHMENT = 11


_NESTING = {OptionType.SUBCOMMAND, OptionType.SUBCOMMAND_GROUP}
_TYPED = {OptionType.STRING, OptionType.INTEGER, OptionType.NUMBER}


class OptionChoice(BaseModel):
    """One of the fixed values of an option, or one autocomplete result."""

    model_config = ConfigDict(frozen=True)

    name: str = Field(min_length=1, max_length=100)
    value: Value = Field(union_mode="smart")

    @model_validator(mode="after")
    def _value_fits(self) -> Self:
        if isinstance(self.value, str) and len(self.value) > 100:
            raise PydanticCustomError("BASE_TYPE_BAD_LENGTH", "Must be 100 or fewer in length.")
        return self


class Option(BaseModel):
    """An option of a command, a subcommand, or a group of subcommands."""

    model_config = ConfigDict(frozen=True)

    type: OptionType
    name: CommandName
    description: str = Field(min_length=1, max_length=100)
    required: Switch = False
    choices: tuple[OptionChoice, ...] | None = Field(default=None, max_length=25)
    options: tuple["Option", ...] | None = Field(default=None, max_length=25)
    channel_types: tuple[int, ...] | None = None
    min_value: float | int | None = Field(default=None, union_mode="smart")
    max_value: float | int | None = Field(default=None, union_mode="smart")
    min_length: int | None = Field(default=None, ge=0, le=6000)
    max_length: int | None = Field(default=None, ge=1, le=6000)
    autocomplete: Switch = False

    @model_validator(mode="after")
    def _fits_its_type(self) -> Self:
        if self.choices and self.autocomplete:
            raise PydanticCustomError(
                "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", "Choices and autocomplete exclude another"
            )
        if (self.choices or self.autocomplete) and self.type not in _TYPED:
            raise PydanticCustomError("APPLICATION_COMMAND_OPTIONS_TYPE", "This type takes no choices")
        if self.options and self.type not in _NESTING:
            raise PydanticCustomError("APPLICATION_COMMAND_OPTIONS_TYPE", "This type nests no options")
        _check_siblings(self.options or ())
        if self.type is OptionType.SUBCOMMAND_GROUP:
            wrong = [o for o in self.options or () if o.type is not OptionType.SUBCOMMAND]
            if wrong or not self.options:
                raise PydanticCustomError("APPLICATION_COMMAND_OPTIONS_TYPE", "A group holds subcommands")
        elif any(o.type in _NESTING for o in self.options or ()):
            raise PydanticCustomError("APPLICATION_COMMAND_OPTIONS_TYPE", "A subcommand holds options")
        return self

    def texts(self) -> Iterator[str]:
        """Yield every text that counts toward the length of the command."""
        yield from (self.name, self.description)
        for choice in self.choices or ():
            yield from (choice.name, str(choice.value))
        for option in self.options or ():
            yield from option.texts()


class CommandForm(BaseModel):
    """A slash command as the bot sends it."""

    model_config = ConfigDict(frozen=True)

    type: int = Field(default=1, ge=1, le=1)
    name: CommandName
    description: str = Field(min_length=1, max_length=100)
    options: tuple[Option, ...] = Field(default=(), max_length=25)
    default_member_permissions: int | None = None
    dm_permission: bool | None = None
    contexts: tuple[int, ...] | None = None
    integration_types: tuple[int, ...] | None = None
    nsfw: Switch = False

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        _check_siblings(self.options)
        nested = {o.type in _NESTING for o in self.options}
        if len(nested) > 1:
            raise PydanticCustomError(
                "APPLICATION_COMMAND_OPTIONS_TYPE", "Subcommands and options do not mix at one level"
            )
        length = len(self.name) + len(self.description)
        length += sum(len(text) for option in self.options for text in option.texts())
        if length > LONGEST_COMMAND:
            raise PydanticCustomError(
                "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000), it has {length}",
                {"length": length},
            )  # fmt: skip
        return self


class Command(CommandForm):
    """A slash command that is registered, for one guild or for all."""

    id: Snowflake
    version: Snowflake
    application_id: Snowflake
    guild_id: Snowflake | None = None

    def offered_to(self, held: Permission) -> bool:
        """Tell whether a member with these permissions finds it; administrators alone when it asks for 0."""
        if self.default_member_permissions is None or Permission.ADMINISTRATOR in held:
            return True
        return self.default_member_permissions != 0 and Permission(self.default_member_permissions) in held

    def offered_in_dms(self) -> bool:
        """Tell whether people find it in a private conversation with the bot."""
        if self.guild_id is not None:
            return False
        if self.contexts is not None:
            return 1 in self.contexts
        return self.dm_permission is not False

    def offered_in_guilds(self) -> bool:
        """Tell whether people find it in the channels of guilds."""
        return self.contexts is None or 0 in self.contexts


def _check_siblings(options: tuple[Option, ...]) -> None:
    if len({o.name for o in options}) < len(options):
        raise PydanticCustomError("APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option names must be unique")
    required = [o.required for o in options]
    if required != sorted(required, reverse=True):
        raise PydanticCustomError(
            "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
            "Required options must be placed before non-required options",
        )
