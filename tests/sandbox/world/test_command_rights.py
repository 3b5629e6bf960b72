"""Permissions that people of a server set for the bot's commands."""

import asyncio

import discord as dpy
import pytest
from discord import HTTPException
from discord.http import Route

from sandbox import ClientRefusalError, Permission, Persona, Sandbox
from sandbox.world.commands import CommandRight, RightKind
from tests.sandbox.checked import CheckedSandbox
from tests.sandbox.toy_bot import ToyBot


@pytest.fixture
async def careen(bot: ToyBot, discord: Sandbox) -> int:
    """A command for people who manage the server."""
    form = {"name": "careen", "description": "Careen", "default_member_permissions": 1 << 5}
    made = await bot.http.request(Route("POST", f"/applications/{bot.application_id}/commands"), json=form)
    return int(made["id"])


def offers(person: Persona, name: str = "careen") -> bool:
    return name in {command.name for command in person.commands()}


def role(target: int, *, allowed: bool) -> CommandRight:
    return CommandRight(target, RightKind.ROLE, allowed)


def user(target: int, *, allowed: bool) -> CommandRight:
    return CommandRight(target, RightKind.USER, allowed)


def channel(target: int, *, allowed: bool) -> CommandRight:
    return CommandRight(target, RightKind.CHANNEL, allowed)


async def test_a_server_gives_a_command_to_whom_it_likes(
    discord: CheckedSandbox, careen: int, ann: Persona, ben: Persona
) -> None:
    mo = discord.persona("Mo", moderator=True)
    discord.permit(discord.guild, careen, user(ann.id, allowed=True), user(mo.id, allowed=False))
    assert [offers(person) for person in (ann, ben, mo)] == [True, False, False]
    with pytest.raises(ClientRefusalError):
        await mo.slash("/careen")


async def test_one_role_that_may_is_enough_and_a_word_about_the_person_counts_more(
    discord: CheckedSandbox, careen: int, ann: Persona, ben: Persona
) -> None:
    mates, cooks = (
        discord.world.add_role(discord.guild, name, Permission.NONE) for name in ("Mates", "Cooks")
    )
    for person in (ann, ben):
        for held in (mates, cooks):
            discord.give_role(discord.guild, person.user, held)
    rights = [role(mates.id, allowed=False), role(cooks.id, allowed=True), user(ben.id, allowed=False)]
    discord.permit(discord.guild, careen, *rights)
    assert [offers(person) for person in (ann, ben)] == [True, False]


async def test_a_channel_that_is_closed_to_a_command_is_so_with_its_threads(
    discord: CheckedSandbox, bot: ToyBot, ann: Persona
) -> None:
    chat = next(command for command in discord.world.commands.values() if command.name == "chat")
    quay = discord.channel("quay")
    discord.permit(discord.guild, chat.id, channel(quay.id, allowed=False))
    thread = discord.thread("Race", ann, quay)
    offered = [{c.name for c in ann.commands(place)} for place in (discord.harbour, quay, thread)]
    assert ["chat" in names for names in offered] == [True, False, False]


async def test_what_is_said_of_the_application_holds_for_commands_of_which_nothing_is_said(
    discord: CheckedSandbox, bot: ToyBot, careen: int, ann: Persona
) -> None:
    world = discord.world
    discord.permit(discord.guild, world.bot.id, role(discord.guild.id, allowed=False))
    discord.permit(discord.guild, careen, user(ann.id, allowed=True))
    assert [offers(ann, name) for name in ("chat", "careen")] == [False, True]


async def test_administrators_use_every_command(discord: CheckedSandbox, careen: int, ann: Persona) -> None:
    admins = discord.world.add_role(discord.guild, "Admins", Permission.ADMINISTRATOR)
    discord.give_role(discord.guild, ann.user, admins)
    discord.permit(discord.guild, careen, user(ann.id, allowed=False))
    assert offers(ann)


async def test_a_bot_hears_and_reads_what_a_server_allows_and_changes_nothing(
    discord: CheckedSandbox, bot: ToyBot, careen: int, ann: Persona
) -> None:
    heard: asyncio.Future[dpy.RawAppCommandPermissionsUpdateEvent] = (
        asyncio.get_running_loop().create_future()
    )

    @bot.event
    async def on_raw_app_command_permissions_update(event: dpy.RawAppCommandPermissionsUpdateEvent) -> None:
        heard.set_result(event)

    discord.permit(discord.guild, careen, user(ann.id, allowed=True))
    assert (await heard).permissions[0].target.id == ann.id
    command = next(c for c in await bot.tree.fetch_commands() if c.id == careen)
    read = await command.fetch_permissions(discord.guild)
    assert [(one.target.id, one.permission) for one in read.permissions] == [(ann.id, True)]
    path = f"/applications/{bot.application_id}/guilds/{discord.guild.id}/commands/{careen}/permissions"
    with pytest.raises(HTTPException) as refused:
        await bot.http.request(Route("PUT", path), json={"permissions": []})
    assert refused.value.code == 20001
