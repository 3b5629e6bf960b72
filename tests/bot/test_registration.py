"""Commands at Discord: told when they differ in anything people meet, and only then."""

import pytest

from tests.bot.harbour import Harbour

HERE = (0,)
"""Contexts: servers. Install types: servers, too."""


async def test_commands_are_offered_on_servers_alone_and_to_everybody(harbour: Harbour) -> None:
    found = harbour.discord.world.commands_for(None)
    assert found
    for command in found:
        assert (command.contexts, command.integration_types) == (HERE, HERE), command.name
        assert command.default_member_permissions is None, command.name
        assert command.nsfw is False, command.name


async def test_commands_that_discord_knows_are_not_written_again(harbour: Harbour) -> None:
    versions = {command.version for command in harbour.discord.world.commands.values()}
    await harbour.restart()
    assert {command.version for command in harbour.discord.world.commands.values()} == versions


@pytest.mark.parametrize(
    "changed",
    [
        {"contexts": (0, 1)},
        {"integration_types": (0, 1)},
        {"default_member_permissions": 32},
        {"default_member_permissions": 0},
        {"nsfw": True},
        {"description": "Something else"},
    ],
    ids=str,
)
async def test_a_command_that_differs_in_anything_is_put_right(
    harbour: Harbour, changed: dict[str, object]
) -> None:
    world = harbour.discord.world
    old = next(command for command in world.commands.values() if command.name == "game")
    world.commands[old.id] = old.model_copy(update=changed)
    await harbour.restart()
    new = world.commands[old.id]
    assert {name: getattr(new, name) for name in changed} == {name: getattr(old, name) for name in changed}


async def test_a_smallest_number_of_nought_is_told_from_none(harbour: Harbour) -> None:
    world = harbour.discord.world
    old = next(command for command in world.commands.values() if command.name == "game")
    log = next(option for option in old.options if option.name == "log")
    assert log.options is not None
    page = log.options[0].model_copy(update={"min_value": 0})
    changed = log.model_copy(update={"options": (page,)})
    options = tuple(changed if option is log else option for option in old.options)
    world.commands[old.id] = old.model_copy(update={"options": options})
    await harbour.restart()
    assert world.commands[old.id].options == old.options


async def test_a_bot_that_may_register_no_more_today_serves_with_what_there_is(
    harbour: Harbour, caplog: pytest.LogCaptureFixture
) -> None:
    world = harbour.discord.world
    await harbour.stop()
    world.unregister(next(command for command in world.commands.values() if command.name == "gm"))
    today = (None, world.clock.now().date())
    world.creations[today] = 200
    await harbour.start()
    assert "commands could not be registered" in caplog.text
    assert "gm" not in {command.name for command in world.commands.values()}
    (ann,) = harbour.people("Ann")
    assert (await harbour.told(await ann.slash("/game mine"))).text
