"""Channels for games: every type of channel in Discord, and users without permission to write there."""

from collections.abc import Sequence

import pytest
from sqlalchemy import Row, Select

from sandbox import Channel, Persona, Thread
from sandbox.personas.invocation import OptionValue
from sandbox.world.channels import ChannelKind
from sandbox.world.components import StringMenu
from sandbox.world.permissions import Permission
from tests.bot.harbour import Harbour

GAME: dict[str, OptionValue] = {"game": "port_flower"}


async def lobby_in(harbour: Harbour, person: Persona, place: Channel, **more: bool) -> str:
    """Let a person open a lobby in a channel. Returns the answer."""
    return (await harbour.told(await person.slash("/play", channel=place, options=GAME | more))).text


async def moved(harbour: Harbour, person: Persona, to: Channel) -> str:
    """Let a person move the game in #harbour to a channel. Returns the answer."""
    return (await harbour.gm(person, "move", to=to)).text


def forbid(harbour: Harbour, person: Persona, place: Channel, denied: Permission) -> None:
    """Take permissions from a person in a channel."""
    harbour.discord.world.overwrite(place, person.user, allow=Permission.NONE, deny=denied)


# Kinds of channels


@pytest.mark.parametrize("kind", [ChannelKind.ANNOUNCEMENT, ChannelKind.VOICE, ChannelKind.STAGE])
async def test_a_game_is_played_wherever_messages_stand(harbour: Harbour, kind: ChannelKind) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    place = harbour.discord.channel("elsewhere", kind=kind)
    await lobby_in(harbour, ann, place)
    await harbour.told(await bo.press(harbour.posts(place)[0], "Join"))
    await harbour.told(await ann.press(harbour.posts(place)[0], "Start"))
    assert harbour.posts(place)[-1].pictures


@pytest.mark.parametrize("line", ["/play", "/learn"])
async def test_a_thread_in_an_announcement_channel_is_of_its_own_kind(harbour: Harbour, line: str) -> None:
    (ann,) = harbour.people("Ann")
    news = harbour.discord.channel("news", kind=ChannelKind.ANNOUNCEMENT)
    options = GAME | ({"thread": True} if line == "/play" else {})
    reply = await harbour.told(await ann.slash(line, channel=news, options=options))
    (thread,) = harbour.discord.world.threads_of(news)
    assert thread.kind is ChannelKind.ANNOUNCEMENT_THREAD
    assert thread.mention in reply.text
    assert harbour.posts(thread)


@pytest.mark.parametrize("kind", [ChannelKind.VOICE, ChannelKind.STAGE])
async def test_where_there_are_no_threads_people_are_told_what_else(
    harbour: Harbour, kind: ChannelKind
) -> None:
    (ann,) = harbour.people("Ann")
    place = harbour.discord.channel("talk", kind=kind)
    told = await lobby_in(harbour, ann, place, thread=True)
    assert "Voice and stage channels have no threads. Leave out `thread`" in told
    lesson = await harbour.told(await ann.slash("/learn", channel=place, options=GAME))
    assert "in a text channel" in lesson.text
    assert harbour.posts(place) == []


@pytest.mark.parametrize("kind", [ChannelKind.FORUM, ChannelKind.MEDIA])
async def test_in_a_forum_a_game_is_played_in_a_post(harbour: Harbour, kind: ChannelKind) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    forum = harbour.discord.channel("forum", kind=kind)
    post = harbour.discord.thread("Who plays?", ann, forum)
    await lobby_in(harbour, ann, post)
    assert "Join" in [button.label for button in harbour.posts(post)[-1].buttons]
    assert "This is a thread already" in await lobby_in(harbour, bo, post, thread=True)


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        (ChannelKind.FORUM, "Make a post there"),
        (ChannelKind.MEDIA, "Make a post there"),
        (ChannelKind.CATEGORY, "Choose one of its channels"),
    ],
)
async def test_a_game_is_not_taken_where_no_messages_stand(
    harbour: Harbour, kind: ChannelKind, told: str
) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann)
    assert told in await moved(harbour, ann, harbour.discord.channel("there", kind=kind))
    assert (await harbour.table()).row.channel == harbour.place.id


@pytest.mark.parametrize(
    "kind", [ChannelKind.TEXT, ChannelKind.ANNOUNCEMENT, ChannelKind.VOICE, ChannelKind.STAGE]
)
async def test_a_game_is_taken_wherever_messages_stand(harbour: Harbour, kind: ChannelKind) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann)
    place = harbour.discord.channel("there", kind=kind)
    assert place.mention in await moved(harbour, ann, place)
    assert "Join" in [button.label for button in harbour.posts(place)[-1].buttons]


async def test_a_game_is_taken_into_a_thread_that_sleeps(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann)
    thread = harbour.discord.thread("Old stories", ann)
    harbour.discord.world.set_archived(thread, archived=True)
    assert thread.mention in await moved(harbour, ann, thread)
    assert harbour.posts(thread)


async def test_no_game_is_taken_into_a_locked_thread(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann)
    thread = harbour.discord.thread("Old stories", ann)
    harbour.discord.set_locked(thread, locked=True)
    assert "is locked" in await moved(harbour, ann, thread)


# Private threads


async def test_in_a_private_thread_the_bot_asks_to_be_brought_in(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    thread = harbour.discord.private_thread("Captains", ann)
    assert "Mention the bot there to bring it in" in await lobby_in(harbour, ann, thread)
    assert await harbour.bot.store.open_games() == []


async def test_in_a_private_thread_that_it_was_brought_into_the_bot_plays(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    thread = harbour.discord.private_thread("Captains", ann)
    harbour.discord.world.join_thread(thread, harbour.discord.world.bot)
    await lobby_in(harbour, ann, thread)
    assert harbour.posts(thread)


async def test_who_manages_threads_needs_not_be_brought_in(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    harbour.discord.grant_bot(harbour.place, Permission.MANAGE_THREADS)
    thread = harbour.discord.private_thread("Captains", ann)
    await lobby_in(harbour, ann, thread)
    assert harbour.posts(thread)


async def test_no_game_is_taken_into_a_private_thread_without_the_bot(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann)
    thread = harbour.discord.private_thread("Captains", ann)
    assert "Mention the bot there to bring it in" in await moved(harbour, ann, thread)
    harbour.discord.world.join_thread(thread, harbour.discord.world.bot)
    assert thread.mention in await moved(harbour, ann, thread)
    assert harbour.posts(thread)


# What the user may do


async def test_who_may_not_write_here_brings_no_game_here(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    forbid(harbour, ann, harbour.place, Permission.SEND_MESSAGES)
    assert "You may not write in" in await lobby_in(harbour, ann, harbour.place)
    assert harbour.posts() == []


async def test_who_may_not_write_in_a_thread_brings_no_game_into_it(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    thread: Thread = harbour.discord.thread("Quay", bo)
    forbid(harbour, ann, harbour.place, Permission.SEND_MESSAGES_IN_THREADS)
    assert "You may not write in" in await lobby_in(harbour, ann, thread)


@pytest.mark.parametrize("denied", [Permission.CREATE_PUBLIC_THREADS, Permission.SEND_MESSAGES_IN_THREADS])
async def test_who_may_not_open_threads_gets_none_opened(harbour: Harbour, denied: Permission) -> None:
    (ann,) = harbour.people("Ann")
    forbid(harbour, ann, harbour.place, denied)
    assert "You may not open threads" in await lobby_in(harbour, ann, harbour.place, thread=True)
    lesson = await harbour.told(await ann.slash("/learn", options=GAME))
    assert "You may not open threads" in lesson.text
    assert harbour.discord.world.threads_of(harbour.place) == []


async def test_nobody_takes_a_game_where_they_may_not_write(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann)
    rules = harbour.discord.channel("rules")
    forbid(harbour, ann, rules, Permission.SEND_MESSAGES)
    assert "You may not write in" in await moved(harbour, ann, rules)
    assert harbour.posts(rules) == []


async def test_a_game_is_fetched_only_by_who_may_write_here(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann)
    rules = harbour.discord.channel("rules")
    forbid(harbour, ann, rules, Permission.SEND_MESSAGES)
    game = (await harbour.table()).row.id
    reply = await harbour.gm(ann, "move", rules, game=game)
    assert "You may not write in" in reply.text
    assert harbour.posts(rules) == []


async def test_games_to_move_are_suggested_to_who_may_move_them(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    mo = harbour.discord.persona("Mo", moderator=True)
    await harbour.open_lobby(ann)
    south = harbour.discord.channel("south")
    await harbour.told(await bo.slash("/play", channel=south, options={"game": "acrana"}))
    far = harbour.discord.channel("far", harbour.discord.add_guild("Far away"))
    await lobby_in(harbour, ann, far)
    here, there = (await harbour.table()).row.id, (await harbour.table(south)).row.id

    async def suggested(person: Persona) -> list[str]:
        form = (await harbour.told(await person.slash("/gm", task="move"))).modal
        menus = [field.input for field in form.fields if isinstance(field.input, StringMenu)]
        return [option.value for menu in menus for option in menu.options]

    assert await suggested(ann) == [here]
    assert await suggested(bo) == [there]
    assert set(await suggested(mo)) == {here, there}


async def test_suggesting_games_to_move_reads_no_game_of_another_server(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann)
    far = harbour.discord.channel("far", harbour.discord.add_guild("Far away"))
    await lobby_in(harbour, ann, far)
    store, read = harbour.bot.store, list[tuple[str, int]]()
    rows = store._rows

    async def counting(statement: Select[*tuple[object, ...]]) -> Sequence[Row[*tuple[object, ...]]]:
        found = await rows(statement)
        read.append((str(statement), len(found)))
        return found

    monkeypatch.setattr(store, "_rows", counting)
    await harbour.told(await ann.slash("/gm", task="move"))
    ((statement, count),) = [one for one in read if "games.guild = " in one[0]]
    assert count == 1
    assert "LIMIT" in statement
    assert "position" not in statement


# What the bot may do


async def test_a_voice_channel_closed_to_the_bot_is_named_with_what_it_lacks(
    harbour: Harbour,
) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann)
    talk = harbour.discord.channel("talk", kind=ChannelKind.VOICE)
    harbour.discord.deny_bot(talk, Permission.CONNECT)
    assert "Connect" in await moved(harbour, ann, talk)
    assert "Connect" in await lobby_in(harbour, ann, talk)


async def test_a_server_with_the_commands_alone_is_told_how_to_bring_the_bot_in(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    guild = harbour.discord.add_guild("Far away", with_bot=False)
    channel = harbour.discord.channel("pier", guild)
    assert "scope `bot`" in await lobby_in(harbour, ann, channel)
    assert await harbour.bot.store.open_games() == []
