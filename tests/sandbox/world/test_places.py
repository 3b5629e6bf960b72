"""Every kind of channel and thread, and what a bot can do there."""

import discord as dpy
import pytest
from discord import Forbidden, HTTPException
from discord.http import Route

from sandbox import ChannelKind, ClientRefusalError, ManualClock, Permission, Persona, Sandbox
from tests.sandbox.checked import CheckedSandbox
from tests.sandbox.toy_bot import Heard, ToyBot, written


def messageable(bot: ToyBot, channel_id: int) -> dpy.PartialMessageable:
    return bot.get_partial_messageable(channel_id)


@pytest.mark.parametrize(
    ("kind", "seen_as"),
    [
        (ChannelKind.TEXT, dpy.TextChannel),
        (ChannelKind.ANNOUNCEMENT, dpy.TextChannel),
        (ChannelKind.VOICE, dpy.VoiceChannel),
        (ChannelKind.STAGE, dpy.StageChannel),
        (ChannelKind.FORUM, dpy.ForumChannel),
        (ChannelKind.MEDIA, dpy.ForumChannel),
        (ChannelKind.CATEGORY, dpy.CategoryChannel),
    ],
)
async def test_the_client_knows_every_kind_of_channel(
    bot: ToyBot, discord: Sandbox, kind: ChannelKind, seen_as: type[dpy.abc.GuildChannel]
) -> None:
    made = discord.channel("place", kind=kind)
    await bot.wait_for("guild_channel_create")
    assert isinstance(bot.get_channel(made.id), seen_as)


@pytest.mark.parametrize(
    "kind", [ChannelKind.TEXT, ChannelKind.ANNOUNCEMENT, ChannelKind.VOICE, ChannelKind.STAGE]
)
async def test_what_has_a_chat_can_be_written_in(
    bot: ToyBot, discord: Sandbox, ann: Persona, kind: ChannelKind
) -> None:
    place = discord.channel("place", kind=kind)
    await messageable(bot, place.id).send("Ahoy.")
    await ann.say("Ahoy yourself.", place)
    assert [message.text for message in ann.sees(place)] == ["Ahoy.", "Ahoy yourself."]


@pytest.mark.parametrize("kind", [ChannelKind.FORUM, ChannelKind.MEDIA, ChannelKind.CATEGORY])
async def test_a_forum_itself_takes_no_messages(
    bot: ToyBot, discord: Sandbox, ann: Persona, kind: ChannelKind
) -> None:
    place = discord.channel("place", kind=kind)
    with pytest.raises(HTTPException) as refused:
        await messageable(bot, place.id).send("Ahoy.")
    assert refused.value.code == 50008
    with pytest.raises(ClientRefusalError):
        await ann.say("Ahoy.", place)


async def test_a_thread_of_a_forum_begins_with_a_message(bot: ToyBot, discord: Sandbox) -> None:
    place = discord.channel("races", kind=ChannelKind.FORUM)
    await bot.wait_for("guild_channel_create")
    forum = bot.get_channel(place.id)
    assert isinstance(forum, dpy.ForumChannel)
    opened = await forum.create_thread(name="A race", view=written("It begins."))
    assert opened.message.id == opened.thread.id
    await opened.thread.send("It goes on.")
    (thread,) = discord.world.threads_of(place)
    assert [message.text for message in thread.messages.values()] == ["It begins.", "It goes on."]


@pytest.mark.parametrize(
    ("parent", "kind", "opens"),
    [
        (ChannelKind.TEXT, dpy.ChannelType.public_thread, True),
        (ChannelKind.TEXT, dpy.ChannelType.news_thread, False),
        (ChannelKind.ANNOUNCEMENT, dpy.ChannelType.news_thread, True),
        (ChannelKind.ANNOUNCEMENT, dpy.ChannelType.public_thread, False),
        (ChannelKind.ANNOUNCEMENT, dpy.ChannelType.private_thread, False),
        (ChannelKind.VOICE, dpy.ChannelType.public_thread, False),
    ],
)
async def test_each_kind_of_channel_has_its_kinds_of_threads(
    bot: ToyBot, discord: Sandbox, parent: ChannelKind, kind: dpy.ChannelType, opens: bool
) -> None:
    place = discord.channel("place", kind=parent)
    form = {"name": "Race", "auto_archive_duration": 1440, "type": kind.value}
    request = bot.http.request(Route("POST", f"/channels/{place.id}/threads"), json=form)
    if opens:
        assert (await request)["type"] == kind.value
        return
    with pytest.raises(HTTPException) as refused:
        await request
    assert (refused.value.status, refused.value.code) == (400, 50024)


async def test_a_thread_from_an_announcement_is_an_announcements_thread(
    bot: ToyBot, discord: Sandbox
) -> None:
    news = discord.channel("news", kind=ChannelKind.ANNOUNCEMENT)
    await bot.wait_for("guild_channel_create")
    thread = await (await bot.text_channel(news.id).send("Hear!")).create_thread(name="Race")
    assert thread.type is dpy.ChannelType.news_thread


async def test_who_may_not_connect_can_do_nothing_in_a_voice_channel(
    bot: ToyBot, discord: CheckedSandbox
) -> None:
    place = discord.channel("deck", kind=ChannelKind.VOICE)
    discord.deny_bot(place, Permission.CONNECT)
    with pytest.raises(Forbidden):
        await messageable(bot, place.id).send("Ahoy.")


async def test_in_a_private_thread_without_the_bot_commands_work_and_posts_do_not(
    bot: ToyBot, discord: CheckedSandbox, ann: Persona, ben: Persona
) -> None:
    cabin = discord.private_thread("Cabin", ann, ben)
    claimed: list[bool] = []

    @bot.event
    async def on_interaction(interaction: Heard) -> None:
        claimed.append(interaction.app_permissions.send_messages_in_threads)

    reply = await ann.slash("/chat", channel=cabin)
    assert (reply.text, claimed) == ("One.", [True])
    with pytest.raises(Forbidden) as refused:
        await messageable(bot, cabin.id).send("Ahoy.")
    assert refused.value.code == 50001
    assert bot.get_channel(cabin.id) is None


async def test_a_private_thread_appears_to_the_bot_when_it_is_brought_in(
    bot: ToyBot, discord: CheckedSandbox, ann: Persona
) -> None:
    cabin = discord.private_thread("Cabin", ann)
    assert bot.get_channel(cabin.id) is None
    discord.world.join_thread(cabin, discord.world.bot)
    await bot.wait_for("thread_join")
    await messageable(bot, cabin.id).send("Ahoy.")
    assert [message.text for message in ann.sees(cabin)] == ["Ahoy."]


async def test_a_thread_archives_itself_when_nobody_writes(
    bot: ToyBot, discord: CheckedSandbox, clock: ManualClock, ann: Persona
) -> None:
    thread, day = discord.thread("Race", ann), 24 * 3600
    found: list[bool] = []
    for _ in range(2):
        clock.advance(2 * day)
        found.append(thread.archived)
        await ann.say("Still here.", thread)
    clock.advance(3 * day)
    found.append(thread.archived)
    await ann.say("Again.", thread)
    assert [*found, thread.archived] == [False, False, True, False]


async def test_without_the_right_to_read_it_the_history_is_empty(
    bot: ToyBot, discord: CheckedSandbox
) -> None:
    place = messageable(bot, discord.harbour.id)
    await place.send("Ahoy.")
    assert [message.content async for message in place.history()] == ["Ahoy."]
    discord.deny_bot(discord.harbour, Permission.READ_MESSAGE_HISTORY)
    assert [message async for message in place.history()] == []


async def test_the_rights_of_a_named_channel_are_those_of_who_names_it(
    bot: ToyBot, discord: Sandbox, ann: Persona
) -> None:
    quay = discord.channel("quay")
    discord.world.overwrite(quay, ann.user, allow=Permission.NONE, deny=Permission.SEND_MESSAGES)
    found: list[dpy.Permissions] = []

    @bot.event
    async def on_interaction(interaction: Heard) -> None:
        resolved = interaction.data["resolved"]["channels"]  # type: ignore[typeddict-item, index]
        found.append(dpy.Permissions(int(resolved[str(quay.id)]["permissions"])))

    await ann.slash("/everything", number=1, where=quay)
    assert [(held.view_channel, held.send_messages) for held in found] == [(True, False)]


async def test_a_channel_that_somebody_cannot_see_cannot_be_named(
    bot: ToyBot, discord: CheckedSandbox, ann: Persona
) -> None:
    quay = discord.channel("quay")
    discord.hide(quay, ann)
    with pytest.raises(ClientRefusalError, match="there is no channel"):
        await ann.slash("/everything", number=1, where=quay)
