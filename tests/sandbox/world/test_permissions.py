"""Missing permissions of the bot, and things that are deleted while it uses them."""

import discord as dpy
import pytest
from discord import Forbidden, HTTPException, NotFound

from sandbox import Permission, Persona, ReplyKind, Sandbox
from sandbox.world.permissions import Overwrite, in_channel
from tests.sandbox.checked import CheckedSandbox
from tests.sandbox.toy_bot import ToyBot, picture_file


@pytest.fixture
def channel(bot: ToyBot, discord: Sandbox) -> dpy.TextChannel:
    return bot.text_channel(discord.harbour.id)


@pytest.mark.parametrize(
    ("denied", "code"),
    [(Permission.SEND_MESSAGES, 50013), (Permission.ATTACH_FILES, 50013), (Permission.VIEW_CHANNEL, 50001)],
)
async def test_without_permission_the_bot_cannot_post(
    discord: CheckedSandbox, channel: dpy.TextChannel, denied: Permission, code: int
) -> None:
    discord.deny_bot(discord.harbour, denied)
    with pytest.raises(Forbidden) as refused:
        await channel.send("Here.", file=picture_file())
    assert refused.value.code == code


async def test_permissions_can_be_given_back(discord: CheckedSandbox, channel: dpy.TextChannel) -> None:
    discord.deny_bot(discord.harbour, Permission.SEND_MESSAGES)
    discord.deny_bot(discord.harbour, Permission.NONE)
    await channel.send("Here.")


async def test_the_client_sees_a_denied_permission(
    bot: ToyBot, discord: CheckedSandbox, channel: dpy.TextChannel
) -> None:
    discord.deny_bot(discord.harbour, Permission.SEND_MESSAGES)
    await bot.wait_for("guild_channel_update")
    assert not channel.permissions_for(channel.guild.me).send_messages


async def test_commands_are_answered_even_where_the_bot_cannot_post(
    bot: ToyBot, discord: CheckedSandbox, ann: Persona
) -> None:
    discord.deny_bot(discord.harbour, Permission.SEND_MESSAGES | Permission.VIEW_CHANNEL)
    reply = await ann.slash("/chat")
    assert reply.text == "One."


async def test_the_rights_of_a_person_come_with_what_he_does(
    bot: ToyBot, discord: Sandbox, ann: Persona
) -> None:
    mo = discord.persona("Mo", moderator=True)
    manages: list[bool] = []

    @bot.event
    async def on_interaction(interaction: dpy.Interaction) -> None:
        manages.append(interaction.permissions.manage_guild)

    for person in (ann, mo):
        await (await person.slash("/whisper")).settled()
    assert manages == [False, True]


async def test_a_deleted_channel_is_unknown(bot: ToyBot, discord: Sandbox, channel: dpy.TextChannel) -> None:
    discord.world.delete_channel(discord.harbour)
    with pytest.raises(NotFound) as refused:
        await channel.send("Anyone?")
    assert refused.value.code == 10003


async def test_the_bot_hears_that_a_channel_was_deleted(bot: ToyBot, discord: Sandbox) -> None:
    discord.world.delete_channel(discord.harbour)
    gone = await bot.wait_for("guild_channel_delete")
    assert gone.id == discord.harbour.id
    assert bot.get_channel(gone.id) is None


async def test_a_removed_bot_leaves_its_guild(
    bot: ToyBot, discord: Sandbox, channel: dpy.TextChannel, ann: Persona
) -> None:
    discord.world.remove_bot(discord.guild)
    await bot.wait_for("guild_remove")
    assert list(bot.guilds) == []
    assert ann.commands() == []
    with pytest.raises(Forbidden) as refused:
        await channel.send("Here.")
    assert refused.value.code == 50001


async def test_a_bot_that_comes_back_finds_its_channels(bot: ToyBot, discord: Sandbox, ann: Persona) -> None:
    discord.world.remove_bot(discord.guild)
    discord.world.return_bot(discord.guild)
    await bot.wait_for("guild_join")
    assert bot.get_channel(discord.harbour.id) is not None
    assert (await ann.slash("/chat")).kind is ReplyKind.MESSAGE


async def test_what_others_wrote_is_deleted_only_by_who_manages_messages(
    discord: CheckedSandbox, channel: dpy.TextChannel, ann: Persona
) -> None:
    said = await ann.say("Ahoy.")
    with pytest.raises(HTTPException) as refused:
        await channel.get_partial_message(said.id).delete()
    assert refused.value.code == 50013
    discord.grant_bot(discord.harbour, Permission.MANAGE_MESSAGES)
    await channel.get_partial_message(said.id).delete()


def test_a_members_overwrite_outweighs_his_roles_and_they_outweigh_everyones() -> None:
    view, send = Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES
    everyone = Overwrite(1, target_is_member=False, deny=send)
    sailors = Overwrite(2, target_is_member=False, allow=send)
    ann = Overwrite(3, target_is_member=True, deny=send)

    def held(*overwrites: Overwrite) -> Permission:
        return in_channel(view | send, overwrites, everyone_id=1, role_ids={2}, user_id=3)

    assert held() == view | send
    assert held(everyone) == view
    assert held(everyone, sailors) == view | send
    assert held(ann, sailors, everyone) == view


def test_an_administrator_cannot_be_kept_out() -> None:
    shut = Overwrite(1, target_is_member=False, deny=Permission.VIEW_CHANNEL)
    held = in_channel(Permission.ADMINISTRATOR, [shut], everyone_id=1, role_ids=set(), user_id=3)
    assert Permission.SEND_MESSAGES in held


async def test_a_channel_is_changed_and_deleted_by_who_manages_channels(
    discord: CheckedSandbox, channel: dpy.TextChannel
) -> None:
    with pytest.raises(Forbidden):
        await channel.edit(topic="Races")
    discord.grant_bot(discord.harbour, Permission.MANAGE_CHANNELS)
    await channel.edit(topic="Races", name="races")
    assert (discord.harbour.name, discord.harbour.topic) == ("races", "Races")
    await channel.delete()
    assert channel.id not in discord.world.channels
