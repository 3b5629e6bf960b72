"""Every slash command works in a running game, and none fails unexpectedly."""

from collections.abc import Iterator, Mapping, Sequence

import pytest

from rules.engine.registry import games
from sandbox import Persona, ReplyKind
from sandbox.personas.invocation import OptionValue
from sandbox.world.commands import CommandKind, Option, OptionType
from tests.bot.harbour import Harbour

OWN = {game.command: slug for slug, game in games().items() if any(action.typed for action in game.actions)}
"""The game of each game's own group of commands."""

MISHAP = "Something went wrong"


def commands_of(harbour: Harbour) -> dict[str, Sequence[Option]]:
    """Yield every command as a line, with its options."""
    return {
        line: options
        for command in harbour.discord.world.commands_for(None)
        if command.type is CommandKind.SLASH
        for line, options in within(f"/{command.name}", command.options)
    }


def within(line: str, options: Sequence[Option]) -> Iterator[tuple[str, Sequence[Option]]]:
    """Yield the commands at or below `line` that can be sent, each with its options."""
    levels = {OptionType.SUBCOMMAND, OptionType.SUBCOMMAND_GROUP}
    steps = [option for option in options if option.type in levels]
    if not steps:
        yield line, options
    for step in steps:
        yield from within(f"{line} {step.name}", step.options or ())


async def filled(
    harbour: Harbour, person: Persona, line: str, options: Sequence[Option]
) -> dict[str, OptionValue]:
    """Return a value for each required option: the first suggestion, or else any value."""
    values: dict[str, OptionValue] = {}
    plain: dict[OptionType, OptionValue] = {
        OptionType.STRING: "anything",
        OptionType.INTEGER: 1,
        OptionType.BOOLEAN: True,
        OptionType.USER: harbour.discord.persona("Cato"),
        OptionType.CHANNEL: harbour.place,
        OptionType.ROLE: harbour.discord.guild.everyone,
    }
    for option in options:
        if not option.required:
            continue
        suggested = (
            await person.complete(line, focused=option.name, options=values) if option.autocomplete else []
        )
        fixed = next((choice.value for choice in option.choices or ()), plain[option.type])
        values[option.name] = suggested[0][1] if suggested else fixed
    return values


def absurd(harbour: Harbour, options: Sequence[Option]) -> dict[str, OptionValue]:
    """Return the longest text or the largest number that Discord allows for every option.

    For an option with choices, return a choice, because clients send nothing else.
    """
    largest: dict[OptionType, OptionValue] = {
        OptionType.STRING: "@everyone `9`\n" * 428,
        OptionType.INTEGER: 2**53 - 1,
        OptionType.BOOLEAN: True,
        OptionType.USER: harbour.discord.persona("Cato"),
        OptionType.CHANNEL: harbour.place,
        OptionType.ROLE: harbour.discord.guild.everyone,
    }
    return {
        option.name: next(
            (choice.value for choice in option.choices or ()), option.max_value or largest[option.type]
        )
        for option in options
    }


async def assert_answered(
    harbour: Harbour, person: Persona, line: str, values: Mapping[str, OptionValue]
) -> None:
    """Let a person send a command. The answer must make sense."""
    reply = await harbour.told(await person.slash(line, options=values))
    if reply.kind is ReplyKind.MODAL:
        assert reply.modal.fields, line
        return
    assert reply.ephemeral, line
    assert reply.text, line
    assert MISHAP not in reply.text, line


async def test_every_command_of_all_games_is_answered(harbour: Harbour) -> None:
    ann, bo = harbour.discord.persona("Ann", moderator=True), harbour.discord.persona("Bo")
    found = {line: to for line, to in commands_of(harbour).items() if line.split()[0][1:] not in OWN}
    assert {"/game do", "/help", "/game check", "/play", "/gm"} <= set(found)
    for line, options in found.items():
        if await harbour.bot.store.open_game_in(harbour.place.id) is None:
            await harbour.start_race(ann, bo)
        await assert_answered(harbour, ann, line, await filled(harbour, ann, line, options))


@pytest.mark.parametrize("group", sorted(OWN))
async def test_every_command_of_one_game_is_answered(harbour: Harbour, group: str) -> None:
    found = {line: to for line, to in commands_of(harbour).items() if line.startswith(f"/{group} ")}
    assert found
    await harbour.start_race(*harbour.people("Ann", "Bo"), game=OWN[group])
    for line, options in found.items():
        person = await harbour.awaited()
        await assert_answered(harbour, person, line, await filled(harbour, person, line, options))


async def test_no_command_goes_wrong_over_absurd_options(harbour: Harbour) -> None:
    ann, bo = harbour.discord.persona("Ann", moderator=True), harbour.discord.persona("Bo")
    for line, options in commands_of(harbour).items():
        if await harbour.bot.store.open_game_in(harbour.place.id) is None:
            await harbour.start_race(ann, bo)
        await assert_answered(harbour, ann, line, absurd(harbour, options))
