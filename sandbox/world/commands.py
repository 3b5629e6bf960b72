"""Application commands as the bot registers them, with Discord's limits, and people's rights to them."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from sandbox.world.components import Sent, Switch
from sandbox.world.permissions import Permission
from sandbox.world.snowflakes import Snowflake
from sandbox.world.text import Trimmed, TrimmedOrAbsent

LONGEST_COMMAND = 8000
"""The maximum number of characters in all names, descriptions and values of one command."""

Locale = Literal[
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl",
    "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja",
    "zh-TW", "ko",
]  # fmt: skip
"""The languages of Discord's clients."""

_NAME = re.compile(r"[-_'\w]{1,32}")


def _none_when_null(options: object) -> object:
    return () if options is None else options


def _is_a_command_name(name: str) -> str:
    if not _NAME.fullmatch(name) or name != name.lower():
        raise PydanticCustomError("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    return name


CommandName = Annotated[str, AfterValidator(_is_a_command_name)]
"""The name of a slash command or of an option."""

ShownName = Annotated[Trimmed, StringConstraints(min_length=1, max_length=32)]
"""The name of a command. The name of a slash command must also be a `CommandName`."""

Explanation = Annotated[Trimmed, StringConstraints(min_length=1, max_length=100)]
Value = str | int | float


class CommandKind(IntEnum):
    """The place where people find a command."""

    SLASH = 1
    USER = 2
    MESSAGE = 3


class OptionType(IntEnum):
    """The type of an option's value."""

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


NESTING = {OptionType.SUBCOMMAND, OptionType.SUBCOMMAND_GROUP}
_TYPED = {OptionType.STRING, OptionType.INTEGER, OptionType.NUMBER}


class OptionChoice(Sent):
    """One of the fixed values of an option, or one autocomplete result."""

    name: Explanation
    name_localizations: dict[Locale, Explanation] | None = None
    value: Value = Field(union_mode="smart")

    @model_validator(mode="after")
    def _value_fits(self) -> Self:
        if isinstance(self.value, str) and len(self.value) > 100:
            raise PydanticCustomError("BASE_TYPE_BAD_LENGTH", "Must be 100 or fewer in length.")
        return self


class Option(Sent):
    """An option of a command, a subcommand, or a group of subcommands."""

    type: OptionType
    name: CommandName
    name_localizations: dict[Locale, CommandName] | None = None
    description: Explanation
    description_localizations: dict[Locale, Explanation] | None = None
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
        if self.options and self.type not in NESTING:
            raise PydanticCustomError("APPLICATION_COMMAND_OPTIONS_TYPE", "This type nests no options")
        _check_siblings(self.options or ())
        if self.type is OptionType.SUBCOMMAND_GROUP:
            wrong = [o for o in self.options or () if o.type is not OptionType.SUBCOMMAND]
            if wrong or not self.options:
                raise PydanticCustomError("APPLICATION_COMMAND_OPTIONS_TYPE", "A group holds subcommands")
        elif any(o.type in NESTING for o in self.options or ()):
            raise PydanticCustomError("APPLICATION_COMMAND_OPTIONS_TYPE", "A subcommand holds options")
        return self

    def texts(self) -> Iterator[str]:
        """Yield every text that counts toward the length of the command, each in its longest language."""
        yield _longest(self.name, self.name_localizations)
        yield _longest(self.description, self.description_localizations)
        for choice in self.choices or ():
            yield from (_longest(choice.name, choice.name_localizations), str(choice.value))
        for option in self.options or ():
            yield from option.texts()


class CommandForm(Sent):
    """A slash command, or a command for the menu of a person or message, as the bot sends it."""

    type: Annotated[CommandKind, BeforeValidator(lambda kind: 1 if kind is None else kind)] = (
        CommandKind.SLASH
    )
    name: ShownName
    name_localizations: dict[Locale, ShownName] | None = None
    description: TrimmedOrAbsent = Field(default=None, max_length=100)
    description_localizations: dict[Locale, Explanation] | None = None
    options: Annotated[tuple[Option, ...], BeforeValidator(_none_when_null)] = Field(
        default=(), max_length=25
    )
    default_member_permissions: int | None = None
    dm_permission: bool | None = None
    contexts: tuple[int, ...] | None = None
    integration_types: tuple[int, ...] | None = None
    nsfw: Switch = False

    @model_validator(mode="after")
    def _is_of_its_kind(self) -> Self:
        if self.type is CommandKind.SLASH:
            for name in (self.name, *(self.name_localizations or {}).values()):
                _is_a_command_name(name)
            if self.description is None:
                raise PydanticCustomError("BASE_TYPE_REQUIRED", "A slash command has a description")
        elif self.description or self.description_localizations or self.options:
            raise PydanticCustomError(
                "APPLICATION_COMMAND_CONTEXT_MENU", "Commands in menus have neither description nor options"
            )
        return self

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        _check_siblings(self.options)
        nested = {o.type in NESTING for o in self.options}
        if len(nested) > 1:
            raise PydanticCustomError(
                "APPLICATION_COMMAND_OPTIONS_TYPE", "Subcommands and options do not mix at one level"
            )
        length = len(_longest(self.name, self.name_localizations))
        length += len(_longest(self.description or "", self.description_localizations))
        length += sum(len(text) for option in self.options for text in option.texts())
        if length > LONGEST_COMMAND:
            raise PydanticCustomError(
                "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000), it has {length}",
                {"length": length},
            )  # fmt: skip
        return self


class Command(CommandForm):
    """A command that is registered for one guild or for all guilds."""

    id: Snowflake
    version: Snowflake
    application_id: Snowflake
    guild_id: Snowflake | None = None

    def offered_to(self, held: Permission) -> bool:
        """Return whether a member with the permissions `held` is offered the command."""
        if self.default_member_permissions is None or Permission.ADMINISTRATOR in held:
            return True
        return self.default_member_permissions != 0 and Permission(self.default_member_permissions) in held

    def offered_in_dms(self) -> bool:
        """Return whether people find the command in a private conversation with the bot."""
        if self.guild_id is not None:
            return False
        if self.contexts is not None:
            return 1 in self.contexts
        return self.dm_permission is not False

    def offered_in_guilds(self) -> bool:
        """Return whether people find the command in the channels of guilds."""
        return self.contexts is None or 0 in self.contexts


class RightKind(IntEnum):
    """What a right applies to: a role, a user or a channel."""

    ROLE = 1
    USER = 2
    CHANNEL = 3


@dataclass(frozen=True)
class CommandRight:
    """A guild's rule that allows or denies a command to a role, to a user, or in a channel.

    As the target, the guild's own id means everybody, and that id minus 1 means all channels.
    """

    target_id: int
    kind: RightKind
    allowed: bool


def said_of_place(rights: Collection[CommandRight], guild_id: int, channel_id: int) -> bool | None:
    """Return whether a command is allowed in a channel; None if no right applies."""
    for wanted in (channel_id, guild_id - 1):
        for right in rights:
            if right.kind is RightKind.CHANNEL and right.target_id == wanted:
                return right.allowed
    return None


def said_of_member(
    rights: Collection[CommandRight], guild_id: int, user_id: int, role_ids: Collection[int]
) -> bool | None:
    """Return the user's right to a command, else the roles' right, else everybody's right, else None."""
    for right in rights:
        if right.kind is RightKind.USER and right.target_id == user_id:
            return right.allowed
    of_roles = {right.target_id: right.allowed for right in rights if right.kind is RightKind.ROLE}
    held = [of_roles[role_id] for role_id in role_ids if role_id in of_roles]
    return any(held) if held else of_roles.get(guild_id)


def _longest(text: str, localizations: Mapping[Locale, str] | None) -> str:
    return max([text, *(localizations or {}).values()], key=len)


def _check_siblings(options: tuple[Option, ...]) -> None:
    if len({o.name for o in options}) < len(options):
        raise PydanticCustomError("APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option names must be unique")
    required = [o.required for o in options]
    if required != sorted(required, reverse=True):
        raise PydanticCustomError(
            "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
            "Required options must be placed before non-required options",
        )
