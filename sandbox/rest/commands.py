from pydantic import TypeAdapter, ValidationError

from sandbox import payloads
from sandbox.errors import ApiError, Refusal
from sandbox.office.limits import form_errors, parse
from sandbox.rest.calls import DONE, Answer, Call, Routes
from sandbox.service import Service
from sandbox.world.commands import Command, CommandForm
from sandbox.world.guilds import Guild

MOST_COMMANDS = 100
MOST_CREATIONS_A_DAY = 200

routes = Routes()

_EVERYWHERE = "/applications/{application_id}/commands"
_IN_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"
_FORMS = TypeAdapter(tuple[CommandForm, ...])


@routes.on("GET", _EVERYWHERE)
@routes.on("GET", _IN_GUILD)
def list_commands(service: Service, call: Call) -> Answer:
    """Return what is registered."""
    return Answer([payloads.command(c) for c in service.world.commands_for(_scope(service, call))])


@routes.on("PUT", _EVERYWHERE)
@routes.on("PUT", _IN_GUILD)
def replace_commands(service: Service, call: Call) -> Answer:
    """Register exactly the given commands; one of the same name keeps its id."""
    guild = _scope(service, call)
    try:
        forms = _FORMS.validate_python(call.body)
    except ValidationError as error:
        raise ApiError(Refusal.INVALID_FORM_BODY, form_errors(error, call.body)) from None
    if len(forms) > MOST_COMMANDS:
        raise ApiError(Refusal.TOO_MANY_COMMANDS)
    old = {command.name: command for command in service.world.commands_for(guild)}
    _count_creations(service, guild, sum(form.name not in old for form in forms))
    kept = [_register(service, guild, form, old.get(form.name)) for form in forms]
    for command in old.values():
        if command.id not in {k.id for k in kept}:
            service.world.unregister(command)
    return Answer([payloads.command(command) for command in kept])


@routes.on("POST", _EVERYWHERE)
@routes.on("POST", _IN_GUILD)
def create_command(service: Service, call: Call) -> Answer:
    """Register one command, in place of one of the same name."""
    guild = _scope(service, call)
    form = parse(CommandForm, call.body)
    present = service.world.commands_for(guild)
    old = next((command for command in present if command.name == form.name), None)
    if old is None:
        if len(present) >= MOST_COMMANDS:
            raise ApiError(Refusal.TOO_MANY_COMMANDS)
        _count_creations(service, guild, 1)
    return Answer(payloads.command(_register(service, guild, form, old)), 200 if old else 201)


@routes.on("GET", _EVERYWHERE + "/{command_id}")
@routes.on("GET", _IN_GUILD + "/{command_id}")
def get_command(service: Service, call: Call) -> Answer:
    """Return one command."""
    return Answer(payloads.command(_command(service, call)))


@routes.on("PATCH", _EVERYWHERE + "/{command_id}")
@routes.on("PATCH", _IN_GUILD + "/{command_id}")
def edit_command(service: Service, call: Call) -> Answer:
    """Change what the request names of one command."""
    old = _command(service, call)
    named = call.body if isinstance(call.body, dict) else {}
    form = parse(CommandForm, old.model_dump(mode="json") | named)
    return Answer(payloads.command(_register(service, _scope(service, call), form, old)))


@routes.on("DELETE", _EVERYWHERE + "/{command_id}")
@routes.on("DELETE", _IN_GUILD + "/{command_id}")
def delete_command(service: Service, call: Call) -> Answer:
    """Remove one command."""
    service.world.unregister(_command(service, call))
    return DONE


def _scope(service: Service, call: Call) -> Guild | None:
    if call.id("application_id") != service.world.bot.id:
        raise ApiError(Refusal.UNKNOWN_APPLICATION)
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


def _count_creations(service: Service, guild: Guild | None, number: int) -> None:
    today = (guild.id if guild else None, service.world.clock.now().date())
    if service.world.creations[today] + number > MOST_CREATIONS_A_DAY:
        raise ApiError(Refusal.TOO_MANY_COMMANDS_TODAY)
    service.world.creations[today] += number
