"""Threads are opened, archived, locked and joined."""

import asyncio

import discord as dpy
import pytest
from discord import HTTPException
from discord.http import Route

from sandbox import ClientRefusalError, Permission, Persona, Sandbox, Thread
from tests.sandbox.checked import CheckedSandbox
from tests.sandbox.toy_bot import ToyBot


@pytest.fixture
def channel(bot: ToyBot, discord: Sandbox) -> dpy.TextChannel:
    return bot.text_channel(discord.harbour.id)


@pytest.fixture
async def thread(channel: dpy.TextChannel) -> dpy.Thread:
    """Return a public thread that the bot opened from a message."""
    return await (await channel.send("A race begins.")).create_thread(name="Race", auto_archive_duration=1440)


@pytest.fixture
def there(discord: Sandbox, thread: dpy.Thread) -> Thread:
    """Return the same thread, as the sandbox stores it."""
    found = discord.world.channels[thread.id]
    assert isinstance(found, Thread)
    return found


async def test_a_thread_from_a_message_has_that_messages_id(discord: Sandbox, thread: dpy.Thread) -> None:
    assert thread.id in discord.harbour.messages
    assert discord.harbour.messages[thread.id].thread is discord.world.channels[thread.id]


async def test_a_message_starts_one_thread_only(channel: dpy.TextChannel, thread: dpy.Thread) -> None:
    with pytest.raises(HTTPException) as refused:
        await channel.get_partial_message(thread.id).create_thread(name="Again")
    assert refused.value.code == 160004


async def test_a_thread_without_a_message_is_written_to(
    discord: CheckedSandbox, channel: dpy.TextChannel
) -> None:
    opened = await channel.create_thread(name="Race", type=dpy.ChannelType.public_thread)
    await opened.send("Here.")
    message = await discord.wait_for_message()
    assert message.channel.name == "Race"


async def test_a_mention_brings_a_person_into_a_private_thread(
    discord: CheckedSandbox, channel: dpy.TextChannel
) -> None:
    ann, ben = discord.persona("Ann"), discord.persona("Ben")
    discord.grant_bot(discord.harbour, Permission.CREATE_PRIVATE_THREADS)
    opened = await channel.create_thread(name="Plot", type=dpy.ChannelType.private_thread)
    await opened.send(f"Come, {ann.mention}.")
    assert {c.name for c in ann.channels()} >= {"Plot"}
    assert "Plot" not in {c.name for c in ben.channels()}


async def test_an_archived_thread_opens_when_written_to(thread: dpy.Thread, there: Thread) -> None:
    await thread.edit(archived=True)
    assert there.archived
    await thread.send("Back again.")
    assert not there.archived


async def test_messages_of_an_archived_thread_cannot_be_edited(
    discord: Sandbox, thread: dpy.Thread, there: Thread
) -> None:
    sent = await thread.send("As it was.")
    discord.world.set_archived(there, archived=True)
    with pytest.raises(HTTPException) as refused:
        await sent.edit(content="As it is.")
    assert refused.value.code == 50083


async def test_a_locked_archived_thread_takes_no_message(
    discord: CheckedSandbox, thread: dpy.Thread, there: Thread
) -> None:
    discord.set_locked(there, locked=True)
    discord.world.set_archived(there, archived=True)
    with pytest.raises(HTTPException) as refused:
        await thread.send("Let me in.")
    assert refused.value.code == 50083


async def test_locking_and_unlocking_need_the_permission_to_manage_threads(
    discord: CheckedSandbox, thread: dpy.Thread, there: Thread
) -> None:
    for locked in (True, False):
        discord.deny_bot(discord.harbour, Permission.NONE)
        with pytest.raises(HTTPException) as refused:
            await thread.edit(locked=locked)
        assert refused.value.code == 50013
        discord.grant_bot(discord.harbour, Permission.MANAGE_THREADS)
        await thread.edit(locked=locked)
        assert there.locked is locked


async def test_who_opened_a_thread_may_change_it_until_it_is_locked(
    discord: CheckedSandbox, thread: dpy.Thread, there: Thread
) -> None:
    await thread.edit(name="Regatta")
    discord.set_locked(there, locked=True)
    with pytest.raises(HTTPException) as refused:
        await thread.edit(name="Drill")
    assert (refused.value.code, there.name) == (50013, "Regatta")


async def test_who_joined_a_thread_may_wake_it_and_change_nothing_else(
    bot: ToyBot, discord: CheckedSandbox, ann: Persona
) -> None:
    there = discord.thread("Race", ann)
    discord.world.join_thread(there, discord.world.bot)
    discord.world.set_archived(there, archived=True)
    route = Route("PATCH", f"/channels/{there.id}")
    with pytest.raises(HTTPException) as refused:
        await bot.http.request(route, json={"archived": False, "name": "Drill"})
    assert refused.value.code == 50013
    await bot.http.request(route, json={"archived": False})
    assert (there.archived, there.name) == (False, "Race")


async def test_a_locked_thread_takes_neither_messages_nor_edits_nor_presses(
    discord: CheckedSandbox, thread: dpy.Thread, there: Thread
) -> None:
    ann = discord.persona("Ann")
    shown = await ann.slash("/board", text="All quiet.", channel=there)
    sent = await thread.send("As it was.")
    discord.set_locked(there, locked=True)
    for attempt in (thread.send("More."), sent.edit(content="As it is.")):
        with pytest.raises(HTTPException) as refused:
            await attempt
        assert refused.value.code == 160005
    with pytest.raises(ClientRefusalError, match="locked"):
        await ann.press(shown.message, "Anchor at 1")
    with pytest.raises(ClientRefusalError, match="locked"):
        await ann.slash("/board", text="More.", channel=there)


async def test_an_answer_opens_an_archived_thread(discord: Sandbox, there: Thread) -> None:
    ann = discord.persona("Ann")
    discord.world.set_archived(there, archived=True)
    await ann.slash("/chat", channel=there)
    assert not there.archived


async def test_people_are_put_into_a_thread_and_leave_it(
    discord: Sandbox, thread: dpy.Thread, there: Thread
) -> None:
    ann = discord.persona("Ann")
    await thread.add_user(dpy.Object(ann.id))
    assert {member.id for member in await thread.fetch_members()} == {discord.world.bot.id, ann.id}
    await thread.remove_user(dpy.Object(ann.id))
    await thread.leave()
    assert there.joined == {}


async def test_commands_and_presses_work_in_a_thread(
    discord: Sandbox, thread: dpy.Thread, there: Thread
) -> None:
    ann = discord.persona("Ann")
    shown = await ann.slash("/board", text="All quiet.", channel=there)
    await ann.press(shown.message, "Anchor at 1")
    assert shown.text == "Anchored at 1."
    assert shown.message.channel is there


@pytest.mark.parametrize(("name", "minutes"), [("x" * 101, 60), ("", 60), ("Race", 61)])
async def test_a_thread_beyond_discords_limits_is_refused(
    bot: ToyBot, discord: Sandbox, channel: dpy.TextChannel, name: str, minutes: int
) -> None:
    with pytest.raises(HTTPException) as refused:
        await bot.http.start_thread_without_message(
            channel.id,
            name=name,
            auto_archive_duration=minutes,  # type: ignore[arg-type]
            type=11,
        )
    assert refused.value.code == 50035
    discord.violations.clear()


async def test_people_write_where_they_may(discord: CheckedSandbox, there: Thread) -> None:
    ann, mo = discord.persona("Ann"), discord.persona("Mo", moderator=True)
    discord.world.set_archived(there, archived=True)
    await ann.say("Ahoy.", there)
    assert not there.archived
    discord.set_locked(there, locked=True)
    await mo.say("Silence.", there)
    with pytest.raises(ClientRefusalError, match="may not write"):
        await ann.say("Ahoy again.", there)


async def test_who_is_in_a_thread_is_read_in_pages(
    bot: ToyBot, discord: Sandbox, thread: dpy.Thread, there: Thread
) -> None:
    people = [discord.persona(name) for name in ("Ann", "Ben", "Cato")]
    for person in people:
        discord.world.join_thread(there, person.user)
    ids = sorted([bot.application_id or 0, *(person.id for person in people)])
    path = f"/channels/{thread.id}/thread-members?with_member=true&limit=3"
    first = await bot.http.request(Route("GET", path))
    assert [int(member["user_id"]) for member in first] == ids[:3]
    assert first[0]["member"]["user"]["id"] == first[0]["user_id"]
    second = await bot.http.request(Route("GET", f"{path}&after={ids[2]}"))
    assert [int(member["user_id"]) for member in second] == ids[3:]
    assert len(await thread.fetch_members()) == 4
    with pytest.raises(HTTPException):
        await bot.http.request(Route("GET", f"{path}00"))


async def test_who_gains_access_to_a_channel_is_told_of_the_threads_in_it(
    bot: ToyBot, discord: CheckedSandbox
) -> None:
    ann, quay = discord.persona("Ann"), discord.channel("quay")
    discord.deny_bot(quay, Permission.VIEW_CHANNEL)
    open_to_all, asleep = discord.thread("Race", ann, quay), discord.thread("Old race", ann, quay)
    hers = discord.private_thread("Plot", ann, parent=quay)
    discord.world.set_archived(asleep, archived=True)
    known = bot.guilds[0]
    assert known.get_thread(open_to_all.id) is None
    synced = asyncio.create_task(bot.heard("THREAD_LIST_SYNC"))
    await asyncio.sleep(0)
    discord.deny_bot(quay, Permission.NONE)
    await synced
    assert known.get_thread(open_to_all.id) is not None
    assert [known.get_thread(thread.id) for thread in (asleep, hers)] == [None, None]
    discord.deny_bot(quay, Permission.SEND_MESSAGES)
    await (await bot.text_channel(discord.harbour.id).send("Still here.")).delete()
    assert bot.events.count("THREAD_LIST_SYNC") == 1


async def test_a_role_can_open_channels_and_the_threads_in_them(bot: ToyBot, discord: CheckedSandbox) -> None:
    ann, quay, world = discord.persona("Ann"), discord.channel("quay"), discord.world
    pilots = world.add_role(discord.guild, "Pilots", Permission.NONE)
    everyone = discord.guild.roles[discord.guild.id]
    world.overwrite(quay, everyone, allow=Permission.NONE, deny=Permission.VIEW_CHANNEL)
    world.overwrite(quay, pilots, allow=Permission.VIEW_CHANNEL, deny=Permission.NONE)
    thread = discord.thread("Race", ann, quay)
    world.join_thread(thread, world.bot)
    synced = asyncio.create_task(bot.heard("THREAD_LIST_SYNC"))
    await asyncio.sleep(0)
    discord.give_role(discord.guild, world.bot, pilots)
    await synced
    found = bot.guilds[0].get_thread(thread.id)
    assert found is not None
    assert found.me is not None
