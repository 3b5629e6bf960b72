"""The registration of commands by the bot."""

import json
from typing import TypeAlias

import pytest
from discord import HTTPException, app_commands
from discord.http import Route
from pydantic import ValidationError

from sandbox import Persona, Sandbox
from sandbox.world.commands import CommandForm
from tests.sandbox.toy_bot import ToyBot

Json: TypeAlias = dict[str, object]


def command(**more: object) -> Json:
    return {"name": "sail", "description": "Sail away", **more}


def option(kind: int = 3, **more: object) -> Json:
    return {"type": kind, "name": "route", "description": "Where to", **more}


def listed(number: int) -> list[Json]:
    return [option(name=f"option-{n}") for n in range(number)]


def choices(number: int, **more: object) -> list[Json]:
    return [{"name": f"Choice {n}", "value": str(n), **more} for n in range(number)]


async def register(bot: ToyBot, *commands: Json) -> list[Json]:
    path = f"/applications/{bot.application_id}/commands"
    answer: list[Json] = await bot.http.request(Route("PUT", path), json=list(commands))
    return answer


WRONG = {
    "an upper-case name": command(name="Sail"),
    "a name of 33 characters": command(name="x" * 33),
    "a name with a space": command(name="sail away"),
    "an empty description": command(description=""),
    "a blank description": command(description=" "),
    "an unknown language": command(name_localizations={"eo": "veli"}),
    "a wrong name in another language": command(name_localizations={"de": "Segeln"}),
    "an option in an unknown language": command(options=[option(description_localizations={"eo": "Kien"})]),
    "a description of 101 characters": command(description="x" * 101),
    "26 options": command(options=listed(26)),
    "two options of one name": command(options=[option(), option()]),
    "a required option after another": command(options=[option(name="a"), option(name="b", required=True)]),
    "26 choices": command(options=[option(choices=choices(26))]),
    "a choice of 101 characters": command(options=[option(choices=choices(1, name="x" * 101))]),
    "choices and autocompletion": command(options=[option(choices=choices(1), autocomplete=True)]),
    "autocompletion of a person": command(options=[option(6, autocomplete=True)]),
    "options in an option": command(options=[option(options=listed(1))]),
    "options beside subcommands": command(options=[option(), option(1, name="sub")]),
    "a group of options": command(options=[option(2, options=[option()])]),
    "an empty group": command(options=[option(2)]),
    "a subcommand in a subcommand": command(options=[option(1, options=[option(1)])]),
    "an unknown type": command(options=[option(12)]),
    "8001 characters": command(
        options=[
            option(name=f"o{n}", description="x" * 100, choices=choices(25, value="y" * 12))
            for n in range(25)
        ]
    ),
}


@pytest.mark.parametrize("body", WRONG.values(), ids=WRONG.keys())
async def test_a_command_beyond_discords_limits_is_refused(bot: ToyBot, discord: Sandbox, body: Json) -> None:
    with pytest.raises(HTTPException) as refused:
        await register(bot, body)
    assert refused.value.code == 50035
    assert "everything" in {known.name for known in discord.world.commands.values()}
    discord.violations.clear()


async def test_a_command_at_discords_limits_is_taken(bot: ToyBot, ann: Persona) -> None:
    options = [option(name=f"option-{n}", choices=choices(4)) for n in range(25)]
    await register(bot, command(name="x" * 32, description="x" * 100, options=options))
    assert [offered.name for offered in ann.commands()] == ["x" * 32]


def test_eight_thousand_characters_are_the_most() -> None:
    # 25 options of 3 + 14 characters with 25 choices of 6 + 6 make 7,925; the command has the other 75.
    offered = [{"name": "n" * 6, "value": "v" * 6}] * 25
    options = [option(name=f"o{n:02}", description="x" * 14, choices=offered) for n in range(25)]
    whole = command(name="x" * 25, description="y" * 50, options=options)
    assert len(CommandForm.model_validate(whole).options) == 25
    with pytest.raises(ValidationError, match="exceeds maximum size"):
        CommandForm.model_validate(whole | {"description": "y" * 51})


async def test_two_commands_of_one_name_are_refused(bot: ToyBot, discord: Sandbox) -> None:
    with pytest.raises(HTTPException, match="names must be unique") as refused:
        await register(bot, command(), command(name="row"), command())
    assert (refused.value.code, "2.name" in refused.value.text) == (50035, True)
    assert "everything" in {known.name for known in discord.world.commands.values()}


async def test_a_command_cannot_take_the_name_of_another(bot: ToyBot) -> None:
    fetched = {known.name: known for known in await bot.tree.fetch_commands()}
    with pytest.raises(HTTPException, match="names must be unique"):
        await fetched["chat"].edit(name="log")


async def test_translations_are_told_to_who_asks_for_them(bot: ToyBot) -> None:
    german = {"de": "segeln"}
    translated = option(
        choices=choices(1, name_localizations={"de": "Erste"}), name_localizations={"de": "weg"}
    )
    await register(bot, command(name_localizations=german, options=[translated]))
    path = f"/applications/{bot.application_id}/commands"
    [plain] = await bot.http.request(Route("GET", path))
    assert "localizations" not in json.dumps(plain)
    [whole] = await bot.http.request(Route("GET", path + "?with_localizations=true"))
    assert whole["name_localizations"] == german
    assert whole["options"][0]["choices"][0]["name_localizations"] == {"de": "Erste"}


def test_the_longest_language_counts() -> None:
    fits = command(options=[option(name=f"o{n:02}", choices=choices(25)) for n in range(25)])
    CommandForm.model_validate(fits)
    longer = choices(25, name_localizations={"de": "y" * 20})
    with pytest.raises(ValidationError, match="exceeds maximum size"):
        CommandForm.model_validate(
            command(options=[option(name=f"o{n:02}", choices=longer) for n in range(25)])
        )


async def test_a_hundred_commands_are_the_most(bot: ToyBot) -> None:
    await register(bot, *[command(name=f"sail-{n}") for n in range(100)])
    with pytest.raises(HTTPException) as refused:
        await register(bot, *[command(name=f"row-{n}") for n in range(101)])
    assert refused.value.code == 30032


async def test_two_hundred_creations_a_day_are_the_most(bot: ToyBot) -> None:
    await register(bot, *[command(name=f"sail-{n}") for n in range(100)])
    with pytest.raises(HTTPException) as refused:
        await register(bot, *[command(name=f"row-{n}") for n in range(100)])
    assert refused.value.code == 30034


async def test_a_command_keeps_its_id_when_it_is_registered_again(bot: ToyBot) -> None:
    [first] = await register(bot, command())
    [second] = await register(bot, command(description="Sail far away"))
    assert first["id"] == second["id"]
    assert first["version"] != second["version"]


async def test_what_is_registered_reads_as_what_was_sent(bot: ToyBot) -> None:
    fetched = {known.name: known for known in await bot.tree.fetch_commands()}
    assert set(fetched) == {own.name for own in bot.tree.get_commands()}
    number = fetched["everything"].options[0]
    assert isinstance(number, app_commands.Argument)
    assert (number.min_value, number.max_value, number.required) == (1, 6, True)


async def test_a_command_is_edited_and_deleted(bot: ToyBot, ann: Persona) -> None:
    fetched = {known.name: known for known in await bot.tree.fetch_commands()}
    await fetched["chat"].edit(description="Talk")
    await fetched["log"].delete()
    offered = {known.name: known.description for known in ann.commands()}
    assert offered["chat"] == "Talk"
    assert "log" not in offered
