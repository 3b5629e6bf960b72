"""Names of commands in texts are clickable if Discord knows the command. All other text is unchanged."""

import re

import pytest
from discord import ui

from bot.escaping import quoted
from bot.handlers.help_pages import pages
from bot.posts.command_links import CommandLinks
from sandbox.errors import Refusal
from sandbox.traffic.faults import Refused
from tests.bot.harbour import Harbour
from tests.bot.interactions.test_every_command import commands_of

LINK = re.compile(r"</([a-z -]+):(\d+)>")


@pytest.fixture
def links() -> CommandLinks:
    made = CommandLinks()
    made.learn({"play": 5, "game ask": 5, "watch at": 7, "watch at-last": 7, "acrana sail": 0})
    return made


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Start one with /play.", "Start one with </play:5>."),
        ("`/play` opens a lobby", "</play:5> opens a lobby"),
        ("**`/play`**, /game ask", "**</play:5>**, </game ask:5>"),
        ("/watch at-last and /watch at", "</watch at-last:7> and </watch at:7>"),
        ("use /acrana sail or", "use `/acrana sail` or"),
        ("`/acrana sail`", "`/acrana sail`"),
        ("nothing is called /player", "nothing is called /player"),
        ("nor /watch, nor /game", "nor /watch, nor /game"),
        ("`/play game: port_flower` as typed", "`/play game: port_flower` as typed"),
        ("```\n/play\n```", "```\n/play\n```"),
        ("docs/play, https://x/play", "docs/play, https://x/play"),
        ("</play:5> is one already", "</play:5> is one already"),
        (f"called {quoted('/play')}", "called \\/play"),
        (f"called {quoted('</game ask:3>')}", "called \\<\\/game ask\\:3\\>"),
    ],
)
def test_a_command_in_a_text_becomes_clickable(links: CommandLinks, text: str, shown: str) -> None:
    assert links.linked(text) == shown


def test_a_text_with_links_can_pass_once_more(links: CommandLinks) -> None:
    once = links.linked("/play, `/game ask`, /acrana sail")
    assert links.linked(once) == once


def test_what_has_no_room_stays_as_it_is(links: CommandLinks) -> None:
    assert links.linked("/play /play", room=4) == "</play:5> /play"
    view = ui.LayoutView()
    view.add_item(ui.Container(ui.TextDisplay("/play " * 333), ui.TextDisplay("/play " * 331)))
    links.link(view)
    assert view.content_length() == 4000


def test_where_no_command_is_known_no_text_is_touched() -> None:
    assert CommandLinks().linked("`/play` and /play") == "`/play` and /play"


async def test_help_lobby_refusals_and_closing_lines_are_clickable(harbour: Harbour) -> None:
    ids = {command.name: command.id for command in harbour.discord.world.commands.values()}
    ann, bo = harbour.people("Ann", "Bo")
    refusal = await harbour.told(await ann.slash("/game board"))
    assert f"Start one with </play:{ids['play']}>." in refusal.text
    await harbour.start_race(ann, bo)
    await harbour.resign(bo)
    assert f"</game check:{ids['game']}> checks every roll" in harbour.newest.text
    help_page = await harbour.told(await ann.slash("/help", topic="masters"))
    assert f"</game check:{ids['game']}>" in help_page.text
    await harbour.told(await ann.slash("/play", game="port_flower"))
    joined = await harbour.told(await bo.press(harbour.newest, "Join"))
    assert f"</help:{ids['help']}>" in joined.text


async def test_every_page_of_help_has_room_for_its_links(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    for topic in pages():
        text = (await harbour.told(await ann.slash("/help", topic=topic))).text
        known = {line.removeprefix("/") for line in commands_of(harbour)}
        assert not known & set(re.findall(r"`/([a-z -]+)`", text)), topic
        assert {name for name, _ in LINK.findall(text)} <= known


async def test_a_name_cannot_make_a_command_clickable(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "/game log")
    await harbour.start_race(ann, bo)
    shown = harbour.newest.text + (await harbour.told(await ann.slash("/game status"))).text
    assert "\\/game log" in shown
    assert "</game log:" not in shown


async def test_commands_that_discord_does_not_take_stand_as_code(harbour: Harbour) -> None:
    world = harbour.discord.world
    await harbour.stop()
    for command in [one for one in world.commands.values() if one.name in {"gm", "help"}]:
        world.unregister(command)
    harbour.discord.faults.arm("PUT", "*/commands", Refused(Refusal.TOO_MANY_COMMANDS_TODAY))
    await harbour.start()
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.told(await ann.slash("/play", game="port_flower"))
    joined = await harbour.told(await bo.press(harbour.newest, "Join"))
    assert "`/help`" in joined.text
    assert "</learn:" in joined.text
