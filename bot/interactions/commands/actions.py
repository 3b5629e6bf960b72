"""A slash command group for each game, with a command for each typed action, such as `/portflower move`."""

import inspect
import keyword
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, NamedTuple, get_args

from discord import app_commands
from pydantic.fields import FieldInfo

from bot.handlers import player_actions, previews
from bot.handlers.action_series import Wanted
from bot.handlers.examples import with_example
from bot.handlers.press import Visit
from bot.handlers.responses import Interaction, Response, attend
from bot.interactions.commands import channel
from bot.interactions.commands.completion import (
    LONGEST,
    Choices,
    Numbers,
    loses,
    menu_for,
    named,
    numbers,
    or_nothing,
    with_mark,
    with_notation,
)
from bot.narration.seat_names import with_players
from bot.posts.menus import Menu
from bot.sessions.table import Table
from rules.engine.action import Action, build, fields_of, text_of
from rules.engine.decision import agreeing, fitting
from rules.engine.errors import HarbourmasterError, UnreadableAction
from rules.engine.form import Blank, Form
from rules.engine.game import AnyGame
from rules.engine.registry import games

OptionType = type[str] | type[int] | type[bool]
Callback = Callable[..., Coroutine[Any, Any, None]]
_Typed = Mapping[str, str | int | bool | None]


def action_groups() -> list[app_commands.Group]:
    """Return a command group for each game that has typed actions."""
    return [_group(game) for game in games().values() if any(kind.typed for kind in game.actions)]


def _group(game: AnyGame) -> app_commands.Group:
    group = app_commands.Group(name=game.command, description=game.pitch[:100], guild_only=True)
    for kind in game.actions:
        if kind.typed:
            group.add_command(_command(group, game, kind))
    return group


def _command(
    group: app_commands.Group, game: AnyGame, kind: type[Action]
) -> "app_commands.Command[Any, ..., None]":
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=kind.command(), description=kind.summary, callback=_callback(game, kind), parent=group
    )
    for name, field in fields_of(kind).items():
        # Discord itself suggests the values of a boolean option.
        if _option_type(field) is str:
            command.autocomplete(_python_name(name))(_text_completion(kind, name))
        elif _option_type(field) is int:
            command.autocomplete(_python_name(name))(_number_completion(kind, name))
    return command


def _callback(game: AnyGame, kind: type[Action]) -> Callback:
    async def callback(interaction: Interaction, **typed: str | int | bool | None) -> None:
        async def work(answer: Response) -> None:
            table = await channel.running(interaction)
            if table.game.slug != game.slug:
                raise HarbourmasterError(
                    f"The game in this channel is {table.game.title}: its moves are typed with /game do."
                )
            action = _built(table, interaction.user.id, kind, typed)
            visit = Visit(answer, table)
            await previews.carry_out(visit, player_actions.act_typed(visit, [Wanted(str(action), action)]))

        await attend(interaction, work)

    # discord.py reads a command's options from its callback's signature.
    callback.__signature__ = _signature(kind)  # type: ignore[attr-defined]
    names = {_python_name(name): name for name in fields_of(kind)}
    described = app_commands.describe(
        **{python: fields_of(kind)[name].description or name for python, name in names.items()}
    )
    renamed = app_commands.rename(**{python: name for python, name in names.items() if python != name})
    return renamed(described(callback))


def _built(table: Table, user: int, kind: type[Action], typed: _Typed) -> Action:
    """Return the typed action. Raises UnreadableAction, which shows an example of a possible action."""
    try:
        return build(kind, _texts(typed))
    except UnreadableAction as fault:
        seat = player_actions.seat_of(table.row, user)
        line = " ".join([kind.kind, *_texts(typed).values()])
        raise with_example(fault, table, user, seat, line) from fault


def _signature(kind: type[Action]) -> inspect.Signature:
    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)
    options = [
        inspect.Parameter(
            _python_name(name),
            inspect.Parameter.POSITIONAL_OR_KEYWORD,
            annotation=_option_type(field) if field.is_required() else _option_type(field) | None,
            default=inspect.Parameter.empty if field.is_required() else None,
        )
        for name, field in fields_of(kind).items()
    ]
    options.sort(key=lambda option: option.default is not inspect.Parameter.empty)
    return inspect.Signature([first, *options])


def _text_completion(
    kind: type[Action], name: str
) -> Callable[[Interaction, str], Coroutine[Any, Any, Choices]]:
    @or_nothing
    async def complete(interaction: Interaction, current: str) -> Choices:
        blanks = await _blanks(interaction, kind)
        # Legal values that are not on offer are suggested only to users who type them.
        every = blanks._replace(offered=blanks.legal)
        found = named(blanks.read(name), current) or named(every.read(name), current)
        return [blanks.marked(name, choice) for choice in found]

    return complete


def _number_completion(
    kind: type[Action], name: str
) -> Callable[[Interaction, str], Coroutine[Any, Any, Numbers]]:
    @or_nothing
    async def complete(interaction: Interaction, current: str) -> Numbers:
        return numbers([(text, text) for text in (await _blanks(interaction, kind)).values(name)], current)

    return complete


class _Blanks(NamedTuple):
    """A command that is being typed, with the actions that it can mean and the options typed so far."""

    menu: Menu
    offered: Sequence[Action]
    legal: Sequence[Action]
    forms: Sequence[Form]
    typed: Mapping[str, str]

    def values(self, name: str) -> tuple[str, ...]:
        """Return the possible values of a field, given the contents of the other fields."""
        # Legal actions that are not on offer count only if nothing else matches the input.
        values = fitting(self.offered, self.typed, name) or fitting(self.legal, self.typed, name)
        found = dict.fromkeys(values)
        for form in self.forms:
            others = {field: text for field, text in self.typed.items() if field not in form.blanks}
            if not any(agreeing([form.action], {**others, name: ""})):
                continue
            blank = form.blanks.get(name)
            if blank is None:
                found |= dict.fromkeys(fitting([form.action], others, name))
            else:
                found |= dict.fromkeys(_with_typed(blank, self.typed.get(name, "")))
        return tuple(found)

    def read(self, name: str) -> list[tuple[str, str]]:
        """Return the possible values of a field as pairs (text for the seat, value)."""
        game, state, seat = self.menu.game, self.menu.state, self.menu.seat
        return [(game.value_name(state, seat, value), value) for value in self.values(name)]

    def marked(self, name: str, choice: "app_commands.Choice[str]") -> "app_commands.Choice[str]":
        """Return the choice, whose name also shows the destination or the only action, and any warning."""
        meant, menu = [*agreeing(self.legal, {**self.typed, name: choice.value})], self.menu
        leads = {self._leads_to(action) for action in meant}
        where = leads.pop() if len(leads) == 1 else ""
        words = {with_mark(menu, action) for action in meant}
        if len(words) == 1 and not where and choice.name == choice.value:
            return _called(choice, with_notation(words.pop(), choice.name))
        told = " ".join(filter(None, [choice.name, where]))
        if meant and all(loses(menu, action) for action in meant):
            told = f"{told} · ⚠️ {menu.label(meant[0], len(menu.path(meant[0]))).text}"
        return _called(choice, told)

    def _leads_to(self, action: Action) -> str:
        say = with_players(self.menu.game, self.menu.state, self.menu.names)
        return say(self.menu.game.leads_to(self.menu.state, self.menu.seat, action))


def _called(choice: "app_commands.Choice[str]", name: str) -> "app_commands.Choice[str]":
    return app_commands.Choice(name=name[:LONGEST], value=choice.value)


async def _blanks(interaction: Interaction, kind: type[Action]) -> _Blanks:
    """Return the command that the user is typing. Raises NotAtTheTable."""
    table = await channel.running(interaction)
    seat = player_actions.seat_of(table.row, interaction.user.id)
    kinds = (kind, *kind.stands_for)
    legal = [action for action in table.match.legal_actions(seat) if type(action) in kinds]
    typed = {
        field: text_of(value)
        for field in fields_of(kind)
        if (value := getattr(interaction.namespace, field)) is not None
    }
    decision = table.match.decision_of(seat)
    shortcuts = [action for action in decision.shortcuts if type(action) is kind] if decision else []
    offered = [action for action in table.match.offered(seat) if type(action) in kinds]
    forms = [form for form in decision.forms if form.kind in kinds] if decision else []
    return _Blanks(menu_for(table, seat), [*offered, *shortcuts], [*legal, *shortcuts], forms, typed)


def _with_typed(blank: Blank, text: str) -> Sequence[str]:
    """Return the suggested values of a blank. The typed text comes first if it is a possible value."""
    number = int(text) if text.removeprefix("-").isdecimal() else None
    return [text, *blank.suggestions] if number in blank else blank.suggestions


def _option_type(field: FieldInfo) -> OptionType:
    """Return Discord's type of a field: boolean, number, or text."""
    kinds = {field.annotation, *get_args(field.annotation)}
    if bool in kinds:
        return bool
    return int if int in kinds else str


def _python_name(name: str) -> str:
    return f"{name}_" if keyword.iskeyword(name) else name


def _texts(typed: _Typed) -> dict[str, str]:
    return {name.removesuffix("_"): text_of(value) for name, value in typed.items() if value is not None}
