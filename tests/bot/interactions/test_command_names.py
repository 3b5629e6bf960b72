"""The bot has the planned commands, few enough to find, and within Discord's limits."""

import re
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.interactions import commands
from bot.interactions.commands.tree import CommandTree
from rules.engine.registry import games

PLAN = (Path(__file__).parents[3] / "docs/decisions/0043-commands.md").read_text(encoding="utf-8")
THERE = re.findall(r"^\| `/([a-z -]+)` \| .+ \|$", PLAN, re.MULTILINE)

MOST_AT_THE_TOP = 100
MOST_COMMANDS = 60
MOST_IN_A_GROUP = 25
MOST_CHARACTERS = 8000
MOST_ON_MESSAGES = 15
MOST_CHOICES = 25
LONGEST_CHOICE = 100
LONGEST_NAME = 32
LONGEST_DESCRIPTION = 100


@pytest.fixture(scope="module")
def tree() -> CommandTree:
    """Return all commands."""
    client: Any = discord.Client(intents=discord.Intents.none())
    tree = CommandTree(client)
    commands.add_to(tree)
    return tree


@pytest.fixture(scope="module")
def sent(tree: CommandTree) -> dict[str, dict[str, Any]]:
    """Return a mapping from names to top-level slash commands, as sent to Discord."""
    return {
        command.name: command.to_dict(tree)
        for command in tree.get_commands()
        if not isinstance(command, app_commands.ContextMenu)
    }


def characters(command: dict[str, Any]) -> int:
    """Return the number of characters in a command as Discord counts: in names, descriptions and values."""
    own = len(command["name"]) + len(command.get("description", ""))
    offered = sum(len(one["name"]) + len(str(one["value"])) for one in command.get("choices", ()))
    return own + offered + sum(map(characters, command.get("options", ())))


def lines(name: str, command: dict[str, Any]) -> list[str]:
    """Return the full names of all commands that can be sent."""
    nested = [one for one in command.get("options", ()) if one["type"] in {1, 2}]
    return [line for one in nested for line in lines(f"{name} {one['name']}", one)] if nested else [name]


def parts(command: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the command and everything nested in it: groups, commands and their options."""
    return [command, *(part for one in command.get("options", ()) for part in parts(one))]


def test_the_plan_lists_the_commands_there_are(sent: dict[str, dict[str, Any]]) -> None:
    of_games = {game.command for game in games().values()}
    there = {line for name, one in sent.items() if name not in of_games for line in lines(name, one)}
    assert sorted(there) == sorted(THERE)


def own_groups() -> dict[str, list[str]]:
    """Return the games' own groups of commands in the plan, each with its commands."""
    told = PLAN.partition("The games' own groups: ")[2].partition("\n\n")[0]
    return {group: kinds.split(", ") for group, kinds in re.findall(r"`(\w+)` \(([a-z, -]+)\)", told)}


@pytest.mark.parametrize("slug", games())
def test_a_game_has_no_commands_but_those_that_are_typed_faster_than_pressed(slug: str) -> None:
    game = games()[slug]
    typed = sorted(kind.command() for kind in game.actions if kind.typed)
    assert sorted(own_groups().get(game.command, [])) == typed, (
        "List commands of `typed` actions in docs/decisions/0043-commands.md, under the games' own groups."
    )


def test_the_plan_names_no_group_that_no_game_has() -> None:
    assert own_groups().keys() <= {game.command for game in games().values()}


def test_nobody_is_offered_more_than_sixty_commands(sent: dict[str, dict[str, Any]]) -> None:
    assert sum(len(lines(name, one)) for name, one in sent.items()) <= MOST_COMMANDS


def test_the_plan_counts_what_a_newcomer_is_offered(sent: dict[str, dict[str, Any]]) -> None:
    told = PLAN.partition("## What a newcomer sees")[2]
    counts = {
        name: int(now) for name, now in re.findall(r"^\| `?([a-z ]+?)`? \| \d+ \| (\d+)", told, re.MULTILINE)
    }
    there = {"no group": 0, "gm": 0}
    for name, one in sent.items():
        if "default_member_permissions" in one and one["default_member_permissions"] is not None:
            continue
        offered = lines(name, one)
        group = name if offered != [name] else "no group"
        there[group] = there.get(group, 0) + len(offered)
    assert counts == {**there, "all": sum(there.values())}
    assert counts["all"] == 35


def test_the_settings_are_for_managers_alone(sent: dict[str, dict[str, Any]]) -> None:
    managers = str(discord.Permissions(manage_guild=True).value)
    asked = {name: one.get("default_member_permissions") for name, one in sent.items()}
    assert {name: str(wanted) for name, wanted in asked.items() if wanted is not None} == {
        "settings": managers
    }


def test_every_name_and_description_keeps_discords_limits(sent: dict[str, dict[str, Any]]) -> None:
    assert len(sent) <= MOST_AT_THE_TOP
    for command in sent.values():
        assert characters(command) <= MOST_CHARACTERS, command["name"]
        for part in parts(command):
            assert re.fullmatch(r"[a-z][a-z0-9_-]*", part["name"]), part["name"]
            assert len(part["name"]) <= LONGEST_NAME
            assert 1 <= len(part["description"]) <= LONGEST_DESCRIPTION, part["name"]
            assert len(part.get("options", ())) <= MOST_IN_A_GROUP
            assert len(part.get("choices", ())) <= MOST_CHOICES
            for choice in part.get("choices", ()):
                assert 1 <= len(choice["name"]) <= LONGEST_CHOICE, choice
                assert len(str(choice["value"])) <= LONGEST_CHOICE, choice


def test_commands_on_messages_keep_discords_limits(tree: CommandTree) -> None:
    names = [one.name for one in tree.get_commands() if isinstance(one, app_commands.ContextMenu)]
    assert len(names) == len(set(names)) <= MOST_ON_MESSAGES
    assert all(1 <= len(name) <= LONGEST_NAME for name in names)
