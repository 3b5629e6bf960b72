"""A slash command group for each game, made from its action models.

`/portflower move piece: route: from:` exists because Port Flower has an action `move` with those fields: a
game that is added brings its commands along.
"""

import inspect
import keyword
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any, NamedTuple, get_args

from discord import app_commands
from pydantic.fields import FieldInfo

from bot import players
from bot.commands import channel
from bot.commands.completion import Choices, or_nothing, suggestions
from bot.replies import Answer, Interaction, attend
from rules.engine.action import Action, Resign, build, fields_of, text_of
from rules.engine.decision import fitting
from rules.engine.errors import HarbourmasterError, UnreadableAction
from rules.engine.game import AnyGame
from rules.engine.registry import games

OptionType = type[str] | type[int] | type[bool]
Callback = Callable[..., Coroutine[Any, Any, None]]
Kinds = tuple[type[Action], ...]
Completion = Callable[[Interaction, str], Coroutine[Any, Any, Choices]]


def action_groups() -> list[app_commands.Group]:
    """One command group for each game there is."""
    return [_group(game) for game in games().values()]


def _group(game: AnyGame) -> app_commands.Group:
    group = app_commands.Group(name=game.command, description=game.pitch[:100], guild_only=True)
    for kinds in _shared(game):
        group.add_command(_command(game, kinds))
    return group


def _shared(game: AnyGame) -> Iterable[Kinds]:
    """The kinds of actions that players type, those of one command together."""
    commands: dict[str, Kinds] = {}
    for kind in game.actions:
        if kind.by_players and kind is not Resign:
            commands[kind.command()] = (*commands.get(kind.command(), ()), kind)
    return commands.values()


def _command(game: AnyGame, kinds: Kinds) -> "app_commands.Command[Any, ..., None]":
    first = kinds[0]
    summary = first.together.summary if first.together else first.summary
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=first.command(), description=summary, callback=_callback(game, kinds)
    )
    for option in _options(kinds):
        if option.type is str:
            command.autocomplete(_python_name(option.name))(_completion(kinds, option.name))
    return command


class _Option(NamedTuple):
    name: str
    description: str
    type: OptionType
    required: bool


def _options(kinds: Kinds) -> list[_Option]:
    """The fields of all these kinds, each once; those that no kind can do without are required, and first."""
    descriptions = (kinds[0].together.descriptions if kinds[0].together else None) or {}
    options: dict[str, _Option] = {}
    for kind in kinds:
        for name, field in fields_of(kind).items():
            required = all(name in fields_of(each) and fields_of(each)[name].is_required() for each in kinds)
            description = descriptions.get(name) or field.description or name
            options.setdefault(name, _Option(name, description, _option_type(field), required))
    return sorted(options.values(), key=lambda option: not option.required)


def _callback(game: AnyGame, kinds: Kinds) -> Callback:
    async def callback(interaction: Interaction, **typed: str | int | bool | None) -> None:
        async def work(answer: Answer) -> None:
            table = await channel.running(interaction)
            if table.game.slug != game.slug:
                raise HarbourmasterError(
                    f"The game in this channel is {table.game.title}: use /{table.game.command} or /do."
                )
            report = await players.act(interaction, table, _built(kinds, _texts(typed)))
            seat = players.seat_of(table.row, interaction.user.id)
            await answer.say(players.told(report, table, seat))

        await attend(interaction, work)

    options = _options(kinds)
    # discord.py reads a command's options off its callback's signature.
    callback.__signature__ = _signature(options)  # type: ignore[attr-defined]
    described = app_commands.describe(**{_python_name(option.name): option.description for option in options})
    renamed = app_commands.rename(
        **{_python_name(name): name for name, *_ in options if _python_name(name) != name}
    )
    return renamed(described(callback))


def _built(kinds: Kinds, values: dict[str, str]) -> Action:
    """The action of the first of these kinds that can be what was typed. Raises UnreadableAction."""
    for kind in kinds[:-1]:
        with suppress(UnreadableAction):
            return build(kind, values)
    return build(kinds[-1], values)


def _signature(options: Iterable[_Option]) -> inspect.Signature:
    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)
    return inspect.Signature(
        [
            first,
            *(
                inspect.Parameter(
                    _python_name(option.name),
                    inspect.Parameter.POSITIONAL_OR_KEYWORD,
                    annotation=option.type if option.required else option.type | None,
                    default=inspect.Parameter.empty if option.required else None,
                )
                for option in options
            ),
        ]
    )


def _completion(kinds: Kinds, name: str) -> Completion:
    @or_nothing
    async def complete(interaction: Interaction, current: str) -> Choices:
        table = await channel.running(interaction)
        seat = players.seat_of(table.row, interaction.user.id)
        typed = {
            option.name: text_of(value)
            for option in _options(kinds)
            if (value := getattr(interaction.namespace, option.name)) is not None
        }
        legal = (action for action in table.match.legal_actions(seat) if type(action) in kinds)
        return suggestions(fitting(legal, typed, name), current)

    return complete


def _option_type(field: FieldInfo) -> OptionType:
    """Discord's type of a field: yes/no, a number, or else a text completed from the legal actions."""
    kinds = {field.annotation, *get_args(field.annotation)}
    if bool in kinds:
        return bool
    return int if int in kinds else str


def _python_name(name: str) -> str:
    return f"{name}_" if keyword.iskeyword(name) else name


def _texts(typed: dict[str, str | int | bool | None]) -> dict[str, str]:
    return {name.removesuffix("_"): text_of(value) for name, value in typed.items() if value is not None}
