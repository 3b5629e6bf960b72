from collections import Counter
from collections.abc import Iterable
from typing import TypeAlias

from pydantic import TypeAdapter, ValidationError

from sandbox import payloads
from sandbox.errors import ApiError, Refusal, bad_form
from sandbox.office.limits import form_errors, parse
from sandbox.rest.calls import DONE, Answer, Call, Routes
from sandbox.service import Service
from sandbox.world.commands import Command, CommandForm, CommandKind
from sandbox.world.guilds import Guild

MOST_COMMANDS = {
    CommandKind.SLASH: (100, Refusal.TOO_MANY_COMMANDS),
    CommandKind.USER: (15, Refusal.TOO_MANY_MENU_COMMANDS),
    CommandKind.MESSAGE: (15, Refusal.TOO_MANY_MENU_COMMANDS),
}
"""The maximum number of commands of each kind in each scope, and the refusal of further commands."""

MOST_CREATIONS_A_DAY = 200

routes = Routes()

_EVERYWHERE = "/applications/{application_id}/commands"
_IN_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"
_FORMS = TypeAdapter(tuple[CommandForm, ...])


@routes.on("GET", _EVERYWHERE)
@routes.on("GET", _IN_GUILD)
def _list_commands(service: Service, call: Call) -> Answer:
    described = payloads.command_in_full if call.asks("with_localizations") else payloads.command
    return Answer([described(command) for command in service.world.commands_for(_scope(service, call))])


@routes.on("PUT", _EVERYWHERE)
@routes.on("PUT", _IN_GUILD)
def _replace_commands(service: Service, call: Call) -> Answer:
    """Register exactly the given commands. A command with the same kind and name keeps its id."""
    guild = _scope(service, call)
    try:
        forms = _FORMS.validate_python(call.body)
    except ValidationError as error:
        raise ApiError(Refusal.INVALID_FORM_BODY, form_errors(error, call.body)) from None
    _check_numbers(forms)
    names: set[_Key] = set()
    for place, form in enumerate(forms):
        if _key(form) in names:
            raise _name_taken(f"{place}.name")
        names.add(_key(form))
    old = {_key(command): command for command in service.world.commands_for(guild)}
    _count_creations(service, guild, len(names - set(old)))
    kept = [_register(service, guild, form, old.get(_key(form))) for form in forms]
    for key in set(old) - names:
        service.world.unregister(old[key])
    return Answer([payloads.command_in_full(command) for command in kept])


@routes.on("POST", _EVERYWHERE)
@routes.on("POST", _IN_GUILD)
def _create_command(service: Service, call: Call) -> Answer:
    """Register one command in place of any command of the same kind and name."""
    guild = _scope(service, call)
    form = parse(CommandForm, call.body)
    present = {_key(command): command for command in service.world.commands_for(guild)}
    old = present.get(_key(form))
    if old is None:
        _check_numbers([*present.values(), form])
        _count_creations(service, guild, 1)
    command = _register(service, guild, form, old)
    return Answer(payloads.command_in_full(command), 200 if old else 201)


@routes.on("GET", _IN_GUILD + "/permissions")
def _list_command_rights(service: Service, call: Call) -> Answer:
    """Return the guild's rights for all commands that have rights."""
    guild = service.guild(call.id("guild_id"))
    commands = [about for place, about in service.world.command_rights if place == guild.id]
    return Answer([payloads.command_rights(service.world, guild, about) for about in commands])


@routes.on("GET", _EVERYWHERE + "/{command_id}")
@routes.on("GET", _IN_GUILD + "/{command_id}")
def _get_command(service: Service, call: Call) -> Answer:
    return Answer(payloads.command_in_full(_command(service, call)))


@routes.on("PATCH", _EVERYWHERE + "/{command_id}")
@routes.on("PATCH", _IN_GUILD + "/{command_id}")
def _edit_command(service: Service, call: Call) -> Answer:
    """Change the fields of a command that the request names."""
    old = _command(service, call)
    guild = _scope(service, call)
    named = call.body if isinstance(call.body, dict) else {}
    form = parse(CommandForm, old.model_dump(mode="json") | named | {"type": int(old.type)})
    if any(_key(other) == _key(form) for other in service.world.commands_for(guild) if other is not old):
        raise _name_taken("name")
    return Answer(payloads.command_in_full(_register(service, guild, form, old)))


@routes.on("DELETE", _EVERYWHERE + "/{command_id}")
@routes.on("DELETE", _IN_GUILD + "/{command_id}")
def _delete_command(service: Service, call: Call) -> Answer:
    service.world.unregister(_command(service, call))
    return DONE


@routes.on("GET", _IN_GUILD + "/{command_id}/permissions")
def _get_command_rights(service: Service, call: Call) -> Answer:
    return Answer(payloads.command_rights(service.world, *_rights_of(service, call)))


@routes.on("PUT", _IN_GUILD + "/{command_id}/permissions")
def _change_command_rights(service: Service, call: Call) -> Answer:
    """Refuse the request, because only people may change rights of commands."""
    _rights_of(service, call)
    raise ApiError(Refusal.NOT_FOR_BOTS)


def _rights_of(service: Service, call: Call) -> tuple[Guild, int]:
    guild, about = service.guild(call.id("guild_id")), call.id("command_id")
    if (guild.id, about) not in service.world.command_rights:
        raise ApiError(Refusal.UNKNOWN_COMMAND_RIGHTS)
    return guild, about


def _scope(service: Service, call: Call) -> Guild | None:
    return service.guild(call.id("guild_id")) if "guild_id" in call.params else None


def _command(service: Service, call: Call) -> Command:
    command = service.world.commands.get(call.id("command_id"))
    if command is None or command not in service.world.commands_for(_scope(service, call)):
        raise ApiError(Refusal.UNKNOWN_COMMAND)
    return command


def _register(service: Service, guild: Guild | None, form: CommandForm, old: Command | None) -> Command:
    ids = service.world.ids
    return service.world.register(
        Command(
            **form.model_dump(),
            id=old.id if old else ids.next(),
            version=ids.next(),
            application_id=service.world.bot.id,
            guild_id=guild.id if guild else None,
        )
    )


_Key: TypeAlias = tuple[CommandKind, str]


def _key(form: CommandForm) -> _Key:
    """Return the command's kind and name. The pair must be unique in each scope."""
    return form.type, form.name


def _name_taken(field: str) -> ApiError:
    return bad_form(field, "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")


def _check_numbers(forms: Iterable[CommandForm]) -> None:
    counted = Counter(form.type for form in forms)
    for kind, (most, refusal) in MOST_COMMANDS.items():
        if counted[kind] > most:
            raise ApiError(refusal)


def _count_creations(service: Service, guild: Guild | None, number: int) -> None:
    today = (guild.id if guild else None, service.world.clock.now().date())
    if service.world.creations[today] + number > MOST_CREATIONS_A_DAY:
        raise ApiError(Refusal.TOO_MANY_COMMANDS_TODAY)
    service.world.creations[today] += number
