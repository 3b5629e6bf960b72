"""Commands, files and permissions in the documents must exist."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands
from prometheus_client import Counter, Gauge, Histogram

from bot import metrics
from bot.__main__ import COMMANDS
from bot.interactions import commands

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "rules").glob("*/guide.md")])
IN_CHAT = sorted(
    [
        ROOT / "bot/handlers/help.toml",
        *(ROOT / "rules").glob("*/tutorial.toml"),
    ]
)

SLASH = re.compile(r"`/([a-z]+(?:-[a-z]+)*(?: [a-z]+(?:-[a-z]+)*)?)(?= |`)")
SHELL = re.compile(r"\./harbour ([a-z]+)")
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")
METRIC = re.compile(r"^\| `(harbourmaster_\w+?)(?:_total)?` ", re.MULTILINE)
INVITATION = re.compile(r"permissions=(\d+)")


@pytest.fixture(scope="module")
def tree() -> app_commands.CommandTree[Any]:
    """Return the bot's slash commands, and their groups."""
    tree: app_commands.CommandTree[Any] = app_commands.CommandTree(
        discord.Client(intents=discord.Intents.none())
    )
    commands.add_to(tree)
    return tree


def names(files: list[Path]) -> list[str]:
    return [str(file.relative_to(ROOT)) for file in files]


@pytest.mark.parametrize("page", names(PAGES + IN_CHAT))
def test_every_slash_command_in_the_documents_exists(page: str, tree: app_commands.CommandTree[Any]) -> None:
    known = {command.qualified_name for command in tree.walk_commands()}
    # If a command is not a group, the words after its name are options.
    whole = {command.name for command in tree.get_commands() if not isinstance(command, app_commands.Group)}
    named = SLASH.findall((ROOT / page).read_text(encoding="utf-8"))
    assert [name for name in named if name not in known and name.split()[0] not in whole] == []


def test_every_slash_command_in_what_the_program_says_exists(tree: app_commands.CommandTree[Any]) -> None:
    known = {command.qualified_name for command in tree.walk_commands()}
    groups = "|".join(one.name for one in tree.get_commands() if isinstance(one, app_commands.Group))
    named = re.compile(rf"(?<![\w./])/((?:{groups}) [a-z]+(?:-[a-z]+)*)")
    bare = re.compile(r"(?<![\w./])/(?:do|verify|audit)\b")
    for file in [file for folder in ("bot", "rules", "render") for file in (ROOT / folder).rglob("*.py")]:
        text = file.read_text(encoding="utf-8")
        assert {name for name in named.findall(text) if name not in known} == set(), file
        assert bare.findall(text) == [], file


@pytest.mark.parametrize("page", names(PAGES))
def test_every_link_in_the_documents_leads_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert [link for link in LINK.findall(text) if not ((ROOT / page).parent / link).exists()] == []


def test_every_command_line_in_the_documents_explains_itself() -> None:
    named = {name for page in PAGES for name in SHELL.findall(page.read_text(encoding="utf-8"))}
    usage = subprocess.run(
        [sys.executable, ROOT / "harbour", "--help"], capture_output=True, text=True, check=True
    )
    assert {name for name in named if f"./harbour {name}" not in usage.stdout} == set()


@pytest.mark.parametrize("name", [*COMMANDS, "torture"])
def test_every_command_line_can_be_started_and_says_how_it_is_used(name: str) -> None:
    started = subprocess.run(
        [sys.executable, ROOT / "harbour", name, "--help"], capture_output=True, text=True, check=False
    )
    assert (started.returncode, started.stderr) == (0, "")
    assert started.stdout.startswith(f"usage: harbour {name} ")


def test_the_metrics_that_are_explained_are_those_there_are() -> None:
    explained = METRIC.findall((ROOT / "docs/hosting.md").read_text(encoding="utf-8"))
    counted = [one for one in vars(metrics).values() if isinstance(one, Counter | Gauge | Histogram)]
    assert sorted(explained) == sorted(metric.name for one in counted for metric in one.collect())


def test_the_invitation_asks_for_the_permissions_it_lists() -> None:
    text = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    found = INVITATION.search(text)
    assert found is not None
    needed = discord.Permissions(
        view_channel=True,
        send_messages=True,
        send_messages_in_threads=True,
        create_public_threads=True,
        embed_links=True,
        attach_files=True,
        read_message_history=True,
    )
    assert int(found[1]) == needed.value
