"""The bot's strength on a seat is chosen in the lobby, kept with the game, and checked after its end."""

from dataclasses import replace
from typing import cast

import pytest
from discord import ui

from bot.posts.content import lobby_post
from bot.posts.message import Message
from bot.sessions import lobby
from bot.sessions.bot_strengths import policy_of, read_strengths, strength_at, strengths_of
from bot.sessions.lobby import LobbyRefusal, add_bot, join, leave, remove_bot, set_preset, set_strength
from bot.store.rows import Former, GameRow, PostRow
from rules.engine.chance import commitment
from rules.engine.registry import game
from rules.engine.strengths import Strength, player
from tests.bot.harbour import Harbour

MACHINE = 99
SEED = bytes(32)


def table(people: int, bots: int) -> GameRow:
    row = GameRow("G", 1, 2, "dangerous_sea", "lobby", 801, 0, 0, preset="club", seed=SEED)
    for number in range(1, people + 1):
        row = join(row, 800 + number, f"P{number}", number)
    for _ in range(bots):
        row = add_bot(row, MACHINE)
    return row


def plain(message: Message) -> str:
    shown = (item for item in message.view.walk_children() if isinstance(item, ui.TextDisplay))
    return "\n".join(item.content for item in shown)


def test_a_seat_keeps_its_strength_when_others_get_up_or_come() -> None:
    row = set_strength(table(people=2, bots=2), 4, "easy", MACHINE)
    row = leave(row, 801)
    assert dict(strengths_of(row)) == {3: "easy"}
    row = set_preset(row, "printed")
    assert [strength_at(row, seat) for seat in (2, 3)] == ["steady", "easy"]
    assert dict(strengths_of(remove_bot(row, MACHINE))) == {}


def test_somebody_who_takes_the_seat_of_the_bot_leaves_no_strength_behind() -> None:
    row = set_strength(table(people=1, bots=3), 4, "easy", MACHINE)
    row = join(row, 900, "Late", 5, MACHINE)
    assert row.seats_of(900) == (4,)
    assert dict(strengths_of(row)) == {}


def test_a_lobby_s_post_says_how_the_bot_was_to_play_also_when_its_seat_has_changed_hands() -> None:
    row = set_strength(table(people=1, bots=1), 2, "easy", MACHINE)
    started, _ = lobby.start(row, ("1", "0"), 100)
    handed_on = replace(started, former=(Former(2, 3, MACHINE, "Bot B"),))
    post = PostRow(1, "G", "lobby", 2, live=False)
    then, later = (plain(lobby_post(row, post, MACHINE)) for row in (started, handed_on))
    assert "(the bot, easy)" in then
    assert later == then
    assert strength_at(handed_on, 2) == "steady"


def test_a_strength_is_refused_where_the_bot_does_not_play_or_the_game_has_none() -> None:
    row = table(people=1, bots=1)
    with pytest.raises(LobbyRefusal, match="does not have that seat"):
        set_strength(row, 1, "easy", MACHINE)
    with pytest.raises(LobbyRefusal, match="cannot play"):
        set_strength(row, 2, cast("Strength", "unbeatable"), MACHINE)  # as in a forged press


def test_the_opening_says_how_well_the_bot_plays_and_each_seat_plays_so() -> None:
    row = set_strength(table(people=1, bots=2), 3, "easy", MACHINE)
    assert row.commitment == commitment(SEED)
    started, _ = lobby.start(row, ("1", "0"), 100)
    assert started.opening is not None
    assert dict(read_strengths(started.opening.table["strengths"])) == {3: "easy"}
    sea = game("dangerous_sea")
    assert policy_of(started, 2, MACHINE) is player(sea, "steady")
    assert policy_of(started, 3, MACHINE) is player(sea, "easy")


def test_in_the_place_of_somebody_the_bot_plays_steadily() -> None:
    row = set_strength(table(people=1, bots=2), 3, "easy", MACHINE)
    started, _ = lobby.start(row, ("1", "0"), 100)
    sea = game("dangerous_sea")
    assert policy_of(started, 1, MACHINE) is player(sea, "steady")
    handed = lobby.left_to_machine(started, 3, MACHINE)
    assert policy_of(handed, 3, MACHINE) is player(sea, "steady")


async def test_the_host_says_how_well_each_bot_plays_and_everybody_reads_it(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann, game="privateer")
    await harbour.told(await ann.press(harbour.newest, "Add the bot"))
    assert "2. **Bot B** (the bot, steady)" in harbour.newest.text
    refused = await harbour.told(await bo.choose(harbour.newest, "Bot B: easy"))
    assert "who opened this game" in refused.text
    await harbour.told(await ann.choose(harbour.newest, "Bot B: easy"))
    assert "2. **Bot B** (the bot, easy)" in harbour.newest.text
    await harbour.told(await ann.press(harbour.newest, "Start"))
    assert "(the bot, easy)" in (await harbour.told(await bo.slash("/game status"))).text
    row = (await harbour.table()).row
    assert row.opening is not None
    assert row.opening.table == {"strengths": "2 easy"}
    check = await harbour.told(await bo.slash("/game check"))
    assert "✅" in check.text
