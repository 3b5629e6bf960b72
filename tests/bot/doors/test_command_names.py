"""Where commands live: the plan, the commands there are, and Discord's limits for both."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.doors import commands
from bot.doors.commands.tree import CommandTree
from rules.engine.registry import games

PLAN = (Path(__file__).parents[3] / "docs/decisions/0011-where-commands-live.md").read_text(encoding="utf-8")
THERE = re.findall(r"^\| `/([a-z-]+ [a-z -]+)` \| .+ \|$", PLAN, re.MULTILINE)
PLANNED = re.findall(r"^\| `([a-z-]+ [a-z -]+)` \| .+ \|$", PLAN, re.MULTILINE)

MOST_IN_A_GROUP = 25
MOST_CHARACTERS = 8000
LONGEST = 400
"""Characters of a command yet to be made: more than any of the bot's own groups has by now."""

EVERY_BOTS = {"help", "verify", "audit", "do", "settings", "me", "ping", "info", "play", "stats", "records"}
"""What half of all bots call a command; names of ours may not begin with it."""


@pytest.fixture(scope="module")
def sent() -> dict[str, dict[str, Any]]:
    """Every top-level command by its name, as it is sent to Discord."""
    client: Any = discord.Client(intents=discord.Intents.none())
    tree = CommandTree(client)
    commands.add_to(tree)
    return {command.name: command.to_dict(tree) for command in tree.get_commands()}


def characters(command: dict[str, Any]) -> int:
    """What Discord counts of a command: names, descriptions and values."""
    own = len(command["name"]) + len(command.get("description", ""))
    offered = sum(len(one["name"]) + len(str(one["value"])) for one in command.get("choices", ()))
    return own + offered + sum(map(characters, command.get("options", ())))


def lines(name: str, command: dict[str, Any]) -> list[str]:
    """The whole names of what can be sent."""
    nested = [one for one in command.get("options", ()) if one["type"] in {1, 2}]
    return [line for one in nested for line in lines(f"{name} {one['name']}", one)] if nested else [name]


def own(sent: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The groups that are not a game's own."""
    return {
        name: command for name, command in sent.items() if name not in {g.command for g in games().values()}
    }


def test_the_plan_lists_the_commands_there_are(sent: dict[str, dict[str, Any]]) -> None:
    there = {line for name, one in own(sent).items() for line in lines(name, one)}
    assert there - set(THERE) == set(), "give them a line with a slash in the plan"
    assert set(THERE) - there == set(), "what is not there yet has no slash in the plan"


def test_the_plan_has_thirty_more() -> None:
    assert len(THERE) + len(PLANNED) >= 60
    assert len({*THERE, *PLANNED}) == len(THERE) + len(PLANNED)


def test_every_group_has_room_for_what_is_planned(sent: dict[str, dict[str, Any]]) -> None:
    words = [line.split() for line in (*THERE, *PLANNED)]
    in_groups = Counter(group for group, _ in {(line[0], line[1]) for line in words})
    in_subgroups = Counter((line[0], line[1]) for line in words)
    assert max(in_groups.values()) <= MOST_IN_A_GROUP
    assert max(in_subgroups.values()) <= MOST_IN_A_GROUP
    for group in {line.split()[0] for line in (*THERE, *PLANNED)}:
        taken = characters(sent[group]) if group in sent else 0
        coming = sum(line.startswith(f"{group} ") for line in PLANNED)
        assert taken + coming * LONGEST <= MOST_CHARACTERS, group


def sendable(command: dict[str, Any]) -> list[dict[str, Any]]:
    """What can be sent of a command, down to the last of its groups."""
    nested = [one for one in command.get("options", ()) if one["type"] in {1, 2}]
    return [line for one in nested for line in sendable(one)] if nested else [command]


def test_what_is_there_is_shorter_than_what_is_reckoned_for_the_rest(sent: dict[str, dict[str, Any]]) -> None:
    longest = max(characters(one) for command in own(sent).values() for one in sendable(command))
    assert longest <= LONGEST


def test_the_groups_of_games_keep_discords_limits(sent: dict[str, dict[str, Any]]) -> None:
    for game in games().values():
        command = sent[game.command]
        assert len(command["options"]) <= MOST_IN_A_GROUP
        assert characters(command) <= MOST_CHARACTERS


def test_no_command_begins_with_a_name_that_every_bot_has(sent: dict[str, dict[str, Any]]) -> None:
    assert not {*sent, *(line.split()[0] for line in PLANNED)} & EVERY_BOTS
    assert all(isinstance(one["options"], list) and one["options"] for one in sent.values())
