"""The effects of joined and left servers, roles and timeouts on the bot and on people."""

import discord as dpy
import pytest
from discord import Forbidden
from discord.http import Route

from sandbox import ClientRefusalError, ManualClock, Permission, Persona, Sandbox
from tests.sandbox.checked import CheckedSandbox
from tests.sandbox.toy_bot import Heard, ToyBot


async def post(bot: ToyBot, discord: Sandbox) -> None:
    await bot.get_partial_messageable(discord.harbour.id).send("Ahoy.")


async def test_an_invited_bot_has_a_role_of_its_own(bot: ToyBot, discord: Sandbox) -> None:
    guild = bot.get_guild(discord.guild.id)
    assert guild is not None
    role = guild.self_role
    assert role is not None
    assert role.managed
    assert role in guild.me.roles


async def test_a_bot_hears_of_its_own_roles_without_asking_for_members(
    bot: ToyBot, discord: CheckedSandbox
) -> None:
    guild, manages = bot.get_guild(discord.guild.id), []
    assert guild is not None
    pilots = discord.world.add_role(discord.guild, "Pilots", Permission.MANAGE_MESSAGES)
    for change in (discord.give_role, discord.take_role):
        change(discord.guild, discord.world.bot, pilots)
        await bot.heard("GUILD_MEMBER_UPDATE")
        manages.append(guild.me.guild_permissions.manage_messages)
    assert manages == [True, False]


async def test_a_bot_does_not_hear_of_the_roles_of_others(
    bot: ToyBot, discord: CheckedSandbox, ann: Persona
) -> None:
    pilots = discord.world.add_role(discord.guild, "Pilots", Permission.NONE)
    discord.give_role(discord.guild, ann.user, pilots)
    discord.delete_role(discord.guild, pilots)
    await bot.heard("GUILD_ROLE_DELETE")
    assert "GUILD_MEMBER_UPDATE" not in bot.events


async def test_a_bot_hears_when_its_role_is_changed(bot: ToyBot, discord: CheckedSandbox) -> None:
    (own,) = discord.guild.members[discord.world.bot.id].roles
    guild = bot.get_guild(discord.guild.id)
    assert guild is not None
    discord.change_role(discord.guild, own, Permission.MANAGE_THREADS)
    await bot.heard("GUILD_ROLE_UPDATE")
    assert guild.me.guild_permissions.manage_threads


async def test_who_is_in_a_timeout_can_only_read(
    bot: ToyBot, discord: CheckedSandbox, clock: ManualClock, ann: Persona
) -> None:
    discord.time_out(discord.guild, ann.user, minutes=10)
    assert ann.can_see(discord.harbour)
    assert ann.commands() == []
    with pytest.raises(ClientRefusalError):
        await ann.say("Mmf.")
    clock.advance(600)
    await ann.say("Free.")


async def test_a_bot_in_a_timeout_can_only_read(
    bot: ToyBot, discord: CheckedSandbox, clock: ManualClock
) -> None:
    discord.time_out(discord.guild, discord.world.bot, minutes=10)
    await bot.heard("GUILD_MEMBER_UPDATE")
    guild = bot.get_guild(discord.guild.id)
    assert guild is not None
    assert guild.me.timed_out_until is not None
    with pytest.raises(Forbidden) as refused:
        await post(bot, discord)
    assert refused.value.code == 50013
    clock.advance(600)
    await post(bot, discord)


@pytest.mark.parametrize(
    ("asked", "offered"), [(None, [True, True]), (0, [False, False]), (1 << 5, [False, True])]
)
async def test_a_command_is_offered_to_whom_the_bot_meant_it_for(
    bot: ToyBot, discord: Sandbox, ann: Persona, asked: int | None, offered: list[bool]
) -> None:
    mo = discord.persona("Mo", moderator=True)
    form = {"name": "careen", "description": "Careen", "default_member_permissions": asked}
    await bot.http.request(Route("POST", f"/applications/{bot.application_id}/commands"), json=form)
    names = [{command.name for command in person.commands()} for person in (ann, mo)]
    assert ["careen" in offer for offer in names] == offered


async def test_an_administrator_is_offered_every_command(
    bot: ToyBot, discord: CheckedSandbox, ann: Persona
) -> None:
    form = {"name": "careen", "description": "Careen", "default_member_permissions": 0}
    await bot.http.request(Route("POST", f"/applications/{bot.application_id}/commands"), json=form)
    admins = discord.world.add_role(discord.guild, "Admins", Permission.ADMINISTRATOR)
    discord.give_role(discord.guild, ann.user, admins)
    assert "careen" in {command.name for command in ann.commands()}


async def test_a_server_may_have_the_commands_without_the_bots_user(
    bot: ToyBot, discord: CheckedSandbox, ann: Persona
) -> None:
    guild = discord.add_guild("Elsewhere", with_bot=False)
    place = discord.channel("quay", guild)
    heard: list[dpy.Permissions] = []

    @bot.event
    async def on_interaction(interaction: Heard) -> None:
        heard.append(interaction.app_permissions)

    assert (await ann.slash("/chat", channel=place)).text == "One."
    assert heard[0].send_messages
    assert bot.get_guild(guild.id) is None
    with pytest.raises(Forbidden) as refused:
        await bot.get_partial_messageable(place.id).send("Ahoy.")
    assert refused.value.code == 50001


async def test_in_an_outage_a_server_is_gone_for_a_while(bot: ToyBot, discord: Sandbox, ann: Persona) -> None:
    discord.world.fail(discord.guild)
    await bot.wait_for("guild_unavailable")
    assert not ann.can_see(discord.harbour)
    with pytest.raises(ClientRefusalError):
        await ann.slash("/chat")
    discord.world.recover(discord.guild)
    await bot.wait_for("guild_available")
    assert (await ann.slash("/chat")).text == "One."


async def test_a_server_may_arrive_long_after_the_login(bot: ToyBot, discord: CheckedSandbox) -> None:
    late = discord.add_guild("Late")
    await bot.wait_for("guild_join")
    discord.world.fail(late)
    await bot.wait_for("guild_unavailable")
    discord.gateway.invalidate()
    await bot.wait_for("shard_ready")
    there = bot.get_guild(late.id)
    assert there is None or there.unavailable
    discord.world.recover(late)
    await bot.wait_for("guild_available")
    there = bot.get_guild(late.id)
    assert there is not None
    assert not there.unavailable
