"""Converts typed slash commands into interaction data, and refuses what Discord's client would not send."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias, TypeVar

from sandbox import payloads
from sandbox.errors import SandboxError
from sandbox.payloads import JsonObject
from sandbox.world.channels import Attachment, Channel, Message
from sandbox.world.commands import NESTING, Command, Option, OptionType, Value
from sandbox.world.guilds import Role, User
from sandbox.world.permissions import Permission
from sandbox.world.world import World


class Mentionable(Protocol):
    """A person, role or channel, which texts can mention."""

    @property
    def mention(self) -> str:
        """The text that mentions the object."""


OptionValue: TypeAlias = str | int | float | bool | Mentionable
"""The value of an option, or the text that a person would type for it."""


class ClientRefusalError(SandboxError):
    """Discord's own client would not let a person do this."""


@dataclass(frozen=True)
class Invocation:
    """A parsed command line: the command, the names of its subcommands, and its options."""

    command: Command
    path: tuple[Option, ...]
    options: tuple[Option, ...]

    @property
    def name(self) -> str:
        """The full name, such as ``game board``."""
        return " ".join([self.command.name, *(step.name for step in self.path)])

    def option(self, name: str) -> Option:
        """Return the option called `name`. Raises ClientRefusalError if the command has no such option."""
        for option in self.options:
            if option.name == name:
                return option
        known = ", ".join(o.name for o in self.options) or "none"
        raise ClientRefusalError(f"/{self.name} has no option {name!r}; it has: {known}")

    def data(self, options: Sequence[JsonObject], resolved: Mapping[str, JsonObject]) -> JsonObject:
        """Return the command's data with filled-in options inside their subcommands."""
        nested = list(options)
        for step in reversed(self.path):
            nested = [{"name": step.name, "type": int(step.type), "options": nested}]
        data: JsonObject = {
            "id": str(self.command.id),
            "name": self.command.name,
            "type": int(self.command.type),
            "options": nested,
        }
        if resolved:
            data["resolved"] = dict(resolved)
        if self.command.guild_id is not None:
            data["guild_id"] = str(self.command.guild_id)
        return data


def understand(line: str, commands: Sequence[Command]) -> Invocation:
    """Find the command of a `line` like ``/game board``. Raises ClientRefusalError if a part is missing."""
    first, *rest = line.removeprefix("/").split()
    command = next((c for c in commands if c.name == first), None)
    if command is None:
        offered = ", ".join(f"/{c.name}" for c in commands) or "none"
        raise ClientRefusalError(f"no command /{first} is offered here; offered are: {offered}")
    path: list[Option] = []
    options = command.options
    for word in rest:
        step = next((o for o in options if o.name == word), None)
        if step is None or step.type not in NESTING:
            raise ClientRefusalError(f"{line!r} is no command: nothing is called {word!r} there")
        path.append(step)
        options = step.options or ()
    if any(o.type in NESTING for o in options):
        raise ClientRefusalError(f"{line!r} is not whole; next comes: {', '.join(o.name for o in options)}")
    return Invocation(command, tuple(path), options)


@dataclass
class Filling:
    """Converts the values that `asker` types into data, and adds the objects that they name to `resolved`."""

    world: World
    place: Channel
    asker: User
    resolved: dict[str, JsonObject] = field(default_factory=dict)

    def fill(self, invocation: Invocation, values: Mapping[str, OptionValue]) -> list[JsonObject]:
        """Return the options with their `values`. Raises ClientRefusalError if the values do not fit."""
        for name in values:
            invocation.option(name)
        missing = [o.name for o in invocation.options if o.required and o.name not in values]
        if missing:
            raise ClientRefusalError(f"/{invocation.name} requires: {', '.join(missing)}")
        return [self.one(o, values[o.name]) for o in invocation.options if o.name in values]

    def one(self, option: Option, value: OptionValue) -> JsonObject:
        """Return one option with its value. Raises ClientRefusalError if the value does not fit."""
        return {"name": option.name, "type": int(option.type), "value": self._value(option, value)}

    def typed(self, option: Option, text: OptionValue) -> JsonObject:
        """Return an option that a person is still typing, with the text so far."""
        return {"name": option.name, "type": int(option.type), "value": _typed(text), "focused": True}

    def aimed(self, command: Command, target: User | Message) -> JsonObject:
        """Return the data of a command that is used on a person or a message."""
        if isinstance(target, User):
            self._note_user(target)
        else:
            # If a person uses an app on a message, the bot gets the message.
            self._note("messages", target.id, payloads.message(target))
        data = Invocation(command, (), ()).data([], self.resolved)
        del data["options"]
        return data | {"target_id": str(target.id)}

    def user(self, value: OptionValue) -> User:
        """Resolve a person by mention, id or name. Raises ClientRefusalError if no person fits."""
        user = _named(value, "<@!>", self.world.users.values(), "nobody called")
        self._note_user(user)
        return user

    def channel(self, value: OptionValue, types: Sequence[int] | None) -> Channel:
        """Resolve a channel of `types` by mention, id or name. Raises ClientRefusalError if none fits."""
        places = (one for one in self.world.channels.values() if one.guild is self.place.guild)
        seen = (one for one in places if Permission.VIEW_CHANNEL in one.permissions_of(self.asker))
        channel = _named(value, "<#>", seen, "no channel")
        if types and int(channel.kind) not in types:
            raise ClientRefusalError(f"#{channel.name} is not of the required kind")
        body = payloads.place(channel, self.world.bot)
        rights, own = channel.permissions_of(self.asker), channel.rights_shown_to(self.world.bot)
        body |= {"permissions": str(int(rights)), "app_permissions": str(int(own))}
        self._note("channels", channel.id, body)
        return channel

    def role(self, value: OptionValue) -> Role:
        """Resolve a role by mention, id or name. Raises ClientRefusalError if no role fits."""
        guild = self.place.guild
        role = _named(value, "<@&>", guild.roles.values() if guild else (), "no role")
        if guild:
            self._note("roles", role.id, payloads.role(role, guild))
        return role

    def role_or_user(self, value: OptionValue) -> Role | User:
        """Resolve a role or, if no role fits, a person. Raises ClientRefusalError if neither fits."""
        wanted = _typed(value).strip("<@&!>")
        known = self.place.guild.roles.values() if self.place.guild else ()
        if any(wanted in {str(role.id), role.name} for role in known):
            return self.role(value)
        return self.user(value)

    def attachment(self, value: Attachment) -> Attachment:
        """Resolve an attached file."""
        self._note("attachments", value.id, payloads.attachment(value))
        return value

    def _value(self, option: Option, value: OptionValue) -> object:
        match option.type:
            case OptionType.STRING:
                return self._string(option, _typed(value))
            case OptionType.INTEGER | OptionType.NUMBER:
                return self._number(option, value)
            case OptionType.BOOLEAN:
                return _truth(option, value)
            case OptionType.USER:
                return str(self.user(value).id)
            case OptionType.CHANNEL:
                return str(self.channel(value, option.channel_types).id)
            case OptionType.ROLE:
                return str(self.role(value).id)
            case OptionType.MENTIONABLE:
                return str(self.role_or_user(value).id)
            case _:
                raise ClientRefusalError(f"options of type {option.type.name} cannot be filled in here")

    def _string(self, option: Option, text: str) -> Value:
        if option.choices:
            return _chosen(option, text)
        longest = option.max_length or 6000
        if not (option.min_length or 0) <= len(text) <= longest or not text:
            raise ClientRefusalError(f"{option.name}: {text!r} does not have the required length")
        return text

    def _number(self, option: Option, value: OptionValue) -> Value:
        if option.choices:
            return _chosen(option, value if isinstance(value, int | float) else _typed(value))
        whole = option.type is OptionType.INTEGER
        try:
            number = int(_typed(value)) if whole else float(_typed(value))
        except ValueError:
            raise ClientRefusalError(f"{option.name}: {value!r} is no {option.type.name.lower()}") from None
        low = option.min_value if option.min_value is not None else number
        high = option.max_value if option.max_value is not None else number
        if not low <= number <= high:
            raise ClientRefusalError(f"{option.name}: {number} is outside what is allowed")
        return number

    def _note_user(self, user: User) -> None:
        self._note("users", user.id, payloads.user(user))
        member = self.place.guild.members.get(user.id) if self.place.guild else None
        if member:
            body = payloads.member(member) | {"permissions": str(int(self.place.permissions_of(user)))}
            self._note("members", user.id, {name: body[name] for name in body if name not in _WITHHELD})

    def _note(self, kind: str, key: int, body: JsonObject) -> None:
        self.resolved.setdefault(kind, {})[str(key)] = body


_WITHHELD = {"user", "deaf", "mute"}
"""The fields of members that resolved data omits."""


NamedT = TypeVar("NamedT", Channel, Role, User)


def _named(value: OptionValue, marks: str, known: Iterable[NamedT], none: str) -> NamedT:
    """Return the item with the given mention, id or name. Raises ClientRefusalError if no item fits."""
    wanted = _typed(value).strip(marks)
    for one in known:
        if wanted in {str(one.id), one.name}:
            return one
    raise ClientRefusalError(f"there is {none} {wanted!r}")


def _typed(value: OptionValue) -> str:
    if isinstance(value, str | int | float):
        return str(value)
    return value.mention


def _chosen(option: Option, value: Value) -> Value:
    for choice in option.choices or ():
        if value in {choice.name, choice.value} or str(choice.value) == value:
            return choice.value
    offered = ", ".join(choice.name for choice in option.choices or ())
    raise ClientRefusalError(f"{option.name}: {value!r} is not offered; offered are: {offered}")


def _truth(option: Option, value: OptionValue) -> bool:
    if isinstance(value, bool):
        return value
    if str(value).lower() in {"true", "false"}:
        return str(value).lower() == "true"
    raise ClientRefusalError(f"{option.name}: {value!r} is neither true nor false")
