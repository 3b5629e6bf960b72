"""Commands are registered at Discord if a user can notice a difference, and only then."""

from typing import Any

import pytest

from bot.interactions.commands.registration import _essence
from sandbox import Permission
from tests.bot.harbour import Harbour

HERE = (0,)
"""Commands are for servers only, both as contexts and as install types."""


async def test_commands_are_offered_on_servers_alone_and_all_but_the_settings_to_everybody(
    harbour: Harbour,
) -> None:
    found = harbour.discord.world.commands_for(None)
    assert found
    for command in found:
        assert (command.contexts, command.integration_types) == (HERE, HERE), command.name
        managers = Permission.MANAGE_GUILD if command.name == "settings" else None
        assert command.default_member_permissions == managers, command.name
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


async def test_what_discord_tells_beside_and_in_another_order_is_no_difference(harbour: Harbour) -> None:
    def told(value: Any) -> Any:  # noqa: ANN401 - JSON
        if isinstance(value, dict):
            more = {"name_localizations": None, "id": "5"} if "description" in value else {}
            return {name: told(item) for name, item in reversed(value.items())} | more
        if isinstance(value, list):
            numbers = all(isinstance(item, int) for item in value)
            return [*reversed(value)] if numbers else [*map(told, value)]
        return float(value) if value == 1 and not isinstance(value, bool) else value

    tree = harbour.bot.tree
    for command in tree.get_commands():
        sent = command.to_dict(tree)
        assert _essence(told(sent)) == _essence(sent)
        assert _essence({**told(sent), "nsfw": True}) != _essence(sent)


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
    assert (await harbour.told(await ann.slash("/games"))).text
