"""After the end: another game at the same table, the game in figures, and the file with its dice."""

import re
from random import Random

import pytest

from rules.engine.registry import games
from sandbox import Message, Persona
from tests.bot import voyages
from tests.bot.cards import choose
from tests.bot.harbour import Harbour, labels
from tests.laws import Table

DECISIONS = 12
"""The number of decisions in which everybody has had a turn."""


async def has_a_page(harbour: Harbour, person: Persona, end: Message) -> None:
    mo = harbour.discord.persona("Mo", moderator=True)
    await choose(harbour, mo, "Dates", "de")
    page = await harbour.told(await person.press(end, "Page"))
    (attachment,) = page.message.attachments
    assert (page.ephemeral, attachment.filename[-5:]) == (True, ".html")
    assert b"Bo" in attachment.data
    # The page shows dates both with and without scripts.
    assert b'data-dates="de"' in attachment.data
    assert re.search(rb">\d+\. \w+ \d{4}, \d\d:\d\d UTC</time>", attachment.data)


async def test_a_finished_game_tells_its_figures_gives_its_file_and_is_played_again(harbour: Harbour) -> None:
    ann, bo, cato, dagny = harbour.people("Ann", "Bo", "Cato", "Dagny")
    await harbour.open_lobby(ann, bo, cato, preset="wild", sharks="3")
    await harbour.told(await ann.press(harbour.newest, "Add the bot"))
    await harbour.told(await ann.press(harbour.newest, "Start"))
    for person in (bo, cato, ann):
        await harbour.resign(person)
    end = harbour.newest
    assert re.search(r"🥇 \*\*.*Bot D", end.text)
    assert "**In figures** · " in end.text
    assert "Bot D" in end.text.partition("**In figures**")[2]
    assert labels(end) == ["Play again", "Replay", "Page", "Dice file", "Story"]
    file = await harbour.told(await bo.press(end, "Dice file"))
    assert file.ephemeral
    assert file.message.attachments
    await has_a_page(harbour, bo, end)
    stats = await harbour.told(await dagny.slash("/watch stats"))
    assert stats.ephemeral
    assert "**In figures** · " in stats.text
    over = (await harbour.table()).row.id

    reply = await harbour.told(await bo.press(end, "Play again"))
    assert "The lobby is open below" in reply.text
    lobby = harbour.newest
    assert lobby.pinged == {ann.id, cato.id}
    assert f"{ann.mention} {cato.mention}: once more? Press **Join**." in lobby.text
    assert "1. **Bo**\n2. **Bot B** (the bot, steady)" in lobby.text
    assert "✅ **Wild**" in lobby.text
    assert "Sharks: **3**" in lobby.text
    table = await harbour.table()
    assert (table.row.creator, table.row.commitment) != (ann.id, "")

    again = await harbour.told(await cato.press(end, "Play again"))
    assert "You are in: Sailing Port Flower, with **Bo** and **Bot B**." in again.text
    assert f"{ann.mention}: once more?" in harbour.newest.text
    await harbour.told(await dagny.press(end, "Play again"))
    await harbour.told(await bo.press(harbour.newest, "Start"))
    names = (await harbour.table()).row.names()
    assert names == {1: "Bo", 2: "Bot B", 3: "Cato", 4: "Dagny"}
    await tells_stats_of(harbour, cato, over, end)
    late = await harbour.told(await ann.press(end, "Play again"))
    assert "already a game in this channel" in late.text


async def tells_stats_of(harbour: Harbour, cato: Persona, over: str, end: Message) -> None:
    """An earlier game is found by its id, from the list, and by the link of its last post."""
    offered = await cato.complete("/watch stats", focused="game", options={"game": over.lower()})
    assert [value for _, value in offered] == [over]
    link = f"https://discord.com/channels/1/{harbour.place.id}/{end.id}"
    for named in (over.lower(), link):
        assert f"game {over}" in (await harbour.told(await cato.slash("/watch stats", game=named))).text
    assert f"game {over}" not in (await harbour.told(await cato.slash("/watch stats"))).text
    assert (await harbour.told(await cato.slash("/watch stats", game="XXXXXX"))).text.startswith("⚓")


def first_decisions(slug: str) -> int:
    """Return the number of decisions before somebody resigns, which is smaller in a short game."""
    game = games()[slug]
    longest = max(len(Table(game, game.options(), 2, luck, steps=3 * DECISIONS).play) for luck in range(3))
    return longest // 3


@pytest.mark.needs("resigning")
@pytest.mark.parametrize("slug", games())
async def test_who_is_asked_resigns_by_the_button(harbour: Harbour, slug: str) -> None:
    await harbour.start_race(*harbour.people("Ann", "Bo"), game=slug)
    table, luck = await harbour.table(), Random(1)
    for _ in range(first_decisions(slug)):
        await voyages.decide_by_controls(harbour, table, luck)
    await harbour.resign(voyages.seated(harbour, table, table.match.position.awaited[0].seat))
    assert table.row.status == "over"


@pytest.mark.needs("presets", "resigning", "figures")
@pytest.mark.parametrize("slug", games())
async def test_every_game_ends_with_medals_figures_and_what_comes_next(harbour: Harbour, slug: str) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo, game=slug, preset="club")
    table, luck = await harbour.table(), Random(2)
    for _ in range(DECISIONS):
        if table.row.status == "running":
            await voyages.decide_by_controls(harbour, table, luck)
    if table.row.status == "running":
        await harbour.resign(bo)
    end = harbour.newest
    outcome = table.match.outcome
    assert outcome is not None
    below = r".*\n2 · " if len(outcome.ranking) > 1 else r".*(, |\n🥇 )"
    assert re.search(rf"🥇 \*\*(Ann|Bo)\*\*{below}\*\*(Ann|Bo)\*\*", end.text)
    assert re.search(r"-# 📈 Rating: \*\*Ann\*\* \d,?\d+ ± \d+ \([+-]\d+\), \*\*Bo\*\*", end.text)
    assert re.search(r"\*\*In figures\*\* · \d+ turns? in ", end.text)
    for name in ("Ann", "Bo"):
        assert re.search(rf"-# \*\*{name}\*\*: \d+ turns? in ", end.text)
    assert labels(end) == ["Play again", "Replay", "Page", "Dice file", "Story"]
