"""The dashboard of a server is one message with its open games, whatever happens to it or to the bot."""

import asyncio
from dataclasses import replace

from bot.narration.dashboards import dashboard_text
from bot.posts.dashboards import LISTED
from bot.store.rows import Member
from sandbox import Channel, Message, Persona
from sandbox.world.permissions import Permission
from tests.bot.cards import card_of, choose
from tests.bot.harbour import NOON, PATIENCE, Harbour
from tests.bot.store.samples import lobby

HOUR = 3_600


async def chosen(harbour: Harbour, mo: Persona, *channels: Channel) -> str:
    return await choose(harbour, mo, "Dashboard of open games", *channels)


async def round_of(harbour: Harbour) -> None:
    """Let the bot check all dashboards once."""
    await harbour.bot.wait_until_ready()
    await harbour.calm()
    await harbour.bot.dashboards.go_round()


async def seen_in(harbour: Harbour, board: Channel) -> Message:
    """Return the only message in the channel after the bot has checked the dashboard."""
    await round_of(harbour)
    (message,) = harbour.posts(board)
    assert not message.pinged
    assert "<@" not in message.text
    return message


async def test_a_dashboard_follows_the_games_of_its_server_in_one_message(
    harbour: Harbour,
) -> None:
    ann, bo = harbour.people("Ann", "_Bo_")
    mo, board = harbour.discord.persona("Mo", moderator=True), harbour.discord.channel("board")
    told = await chosen(harbour, mo, board)
    assert f"The dashboard of all open games is in {board.mention}." in told
    assert "No game is open." in harbour.posts(board)[0].text

    # The dashboard shows a lobby, a turn, the next turn, a pause and the end.
    await harbour.open_lobby(ann, bo, pace="day", first_player="seat1")
    link = f"https://discord.com/channels/{harbour.discord.guild.id}/{harbour.place.id}"
    assert (await seen_in(harbour, board)).text == (
        f"## ⚓ Open games\n**[Sailing Port Flower]({link}/{harbour.newest.id})** in {harbour.place.mention}"
        f" · in its lobby, 2 of 6 seats taken, since <t:{(await harbour.table()).row.created}:R>."
    )
    await harbour.lobby_control(ann, "start")
    told = (await seen_in(harbour, board)).text
    assert f"[Sailing Port Flower]({link}/{harbour.newest.id})" in told
    assert f"waits for **Ann** since <t:{NOON}:R>. Without an answer <t:{NOON + 24 * HOUR}:R>" in told
    # An outage postpones the deadline.
    await harbour.bot.store.be_there(NOON + HOUR, NOON)
    assert f"<t:{NOON + 25 * HOUR}:R>" in (await seen_in(harbour, board)).text
    # All changes between two checks are one edit. Without a change there is no edit.
    edits = len(harbour.discord.journal.find("PATCH", f"*/channels/{board.id}/*"))
    for _ in range(3):
        await harbour.skip()
    await seen_in(harbour, board)
    await seen_in(harbour, board)
    assert len(harbour.discord.journal.find("PATCH", f"*/channels/{board.id}/*")) == edits + 1
    assert "waits for **\\_Bo\\_** since" in (await seen_in(harbour, board)).text
    await harbour.gm(ann, "pause", reason="supper")
    assert "paused since" in (await seen_in(harbour, board)).text
    await harbour.gm(ann, "resume", reason="back")

    await harbour.restart()
    await outlives(harbour, ann, mo, board)


async def outlives(harbour: Harbour, ann: Persona, mo: Persona, board: Channel) -> None:
    """A deleted dashboard is posted again. A dashboard may be moved, switched off, or lose its channel."""
    old = await seen_in(harbour, board)
    harbour.discord.world.delete_message(old)
    await harbour.skip()
    again = await seen_in(harbour, board)
    assert again.id > old.id
    assert "waits for **Ann**" in again.text

    quay = harbour.discord.channel("quay")
    await chosen(harbour, mo, quay)
    await round_of(harbour)
    assert harbour.posts(board) == []
    assert "waits for **Ann**" in (await seen_in(harbour, quay)).text
    await harbour.resign(ann)
    assert "No game is open." in (await seen_in(harbour, quay)).text
    harbour.discord.world.delete_channel(quay)
    await harbour.open_lobby(ann)
    await round_of(harbour)
    page = (await card_of(harbour, mo)).text
    assert "No dashboard any more: its channel was deleted. Choose a channel again." in page
    await chosen(harbour, mo, board)
    await seen_in(harbour, board)
    assert "No dashboard of open games." in await chosen(harbour, mo)
    await round_of(harbour)
    assert harbour.posts(board) == []


async def test_a_dashboard_says_nothing_of_games_that_not_all_its_readers_may_see(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    mo, board = harbour.discord.persona("Mo", moderator=True), harbour.discord.channel("board")
    world, guild = harbour.discord.world, harbour.discord.guild
    await chosen(harbour, mo, board)
    cabin, den = harbour.discord.channel("cabin"), harbour.discord.private_thread("den", ann)
    world.join_thread(den, world.bot)
    world.overwrite(cabin, guild.everyone, allow=Permission.NONE, deny=Permission.VIEW_CHANNEL)
    for person in (ann.user, bo.user, world.bot):
        world.overwrite(cabin, person, allow=Permission.VIEW_CHANNEL, deny=Permission.NONE)
    shown = harbour.discord.thread("shown", ann)
    for place in (cabin, den, shown):
        await harbour.told(await ann.slash("/play", channel=place, options={"game": "privateer"}))
    told = (await seen_in(harbour, board)).text
    assert told.count("Privateer") == 1
    assert shown.mention in told
    assert told.endswith("-# … and 2 private games.")
    # A private game is listed as long as all readers of the dashboard can see the game.
    world.overwrite(board, guild.everyone, allow=Permission.NONE, deny=Permission.VIEW_CHANNEL)
    for person in (ann.user, world.bot):
        world.overwrite(board, person, allow=Permission.VIEW_CHANNEL, deny=Permission.NONE)
    await comes_to_tell(harbour, board, "1 private game.")
    world.overwrite(board, mo.user, allow=Permission.VIEW_CHANNEL, deny=Permission.NONE)
    await comes_to_tell(harbour, board, "2 private games.")


def test_a_dashboard_fits_discords_limit_and_counts_what_it_leaves_out() -> None:
    name = "*" * 32
    one = replace(lobby(), slug="port_flower", options={}, members=(Member(1, 801, name),))
    rows = [replace(one, id=f"GAME{place:02}") for place in range(LISTED)]
    told = dashboard_text([(row, 2**62) for row in rows], 60, lambda row: row.id != "GAME00")
    shown = told.count("**[")
    assert shown >= 15
    assert told.endswith(f"-# … and 1 private game and {59 - shown} more.")
    assert len(told) <= 4000
    assert "… and" not in dashboard_text([(one, 0)], 1, lambda _: True)
    assert "cannot play any more" in dashboard_text([(replace(one, slug="nim"), 0)], 1, lambda _: True)


async def comes_to_tell(harbour: Harbour, board: Channel, told: str) -> None:
    """Wait until the dashboard contains a text. The bot must hear of the change from Discord first."""
    async with asyncio.timeout(PATIENCE):
        while told not in (await seen_in(harbour, board)).text:  # noqa: ASYNC110 - nothing else tells when
            await asyncio.sleep(0)
