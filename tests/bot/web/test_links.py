"""Links to games' pages: in turns' posts, in messages to followers, and in settings."""

import pytest

from sandbox import Message
from tests.bot.cards import card_of, choose
from tests.bot.following.test_following import a_moment_later, come
from tests.bot.harbour import Harbour, labels
from tests.bot.web.conftest import Watched
from tests.bot.web.visitors import ADDRESS, page_of, switch_on


def leads(message: Message, label: str) -> list[str | None]:
    """Return the addresses of the buttons with a label."""
    return [button.url for button in message.buttons if button.label == label]


async def test_a_turn_has_a_button_that_leads_to_the_page(watched: Watched) -> None:
    harbour = watched.harbour
    await watched.sail("b N4@F2")
    assert leads(harbour.newest, "Watch") == [f"{ADDRESS}{watched.page}"]
    await switch_on(harbour, web=False)
    await harbour.skip()
    assert leads(harbour.newest, "Watch") == []
    await switch_on(harbour)
    await harbour.resign(watched.crew[1])
    assert leads(harbour.newest, "Watch") == []
    assert leads(harbour.newest, "Page") == [f"{ADDRESS}{watched.page}"]


async def test_followers_and_digests_are_led_to_the_moment(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    harbour = watched.harbour
    (eve,) = harbour.people("Eve")
    await harbour.told(await eve.slash("/watch follow"))
    await watched.sail("b N4@F2")
    digest = (await harbour.told(await eve.slash("/watch digest"))).text
    assert f"[This moment in a browser]({ADDRESS}{watched.page}/4)" in digest
    await harbour.skip()
    place = (await harbour.table()).row.position
    assert place is not None
    await a_moment_later(harbour, monkeypatch)
    letter = await come(harbour, eve, 1)
    assert f"[watch]({ADDRESS}{watched.page}/5)" in letter.text
    assert (await watched.get("/5")).status == 200


async def test_what_stands_below_a_moment_that_was_taken_back_leads_to_where_the_game_stands(
    watched: Watched,
) -> None:
    await watched.sail("b N4@F2")
    await watched.harbour.told(await watched.crew[1].press(watched.harbour.newest, "Take back"))
    table = await watched.harbour.table()
    assert await table.page_of_now() == f"{ADDRESS}{watched.page}/3"


async def test_managers_switch_it_on_where_the_host_serves_it(watched: Watched) -> None:
    harbour = watched.harbour
    mo = harbour.discord.persona("Mo", moderator=True)
    told = await choose(harbour, mo, "Games on the web", "no")
    assert "Games have no pages on the web." in told
    assert (await watched.get()).status == 404
    assert f"Each game has a page at <{ADDRESS}>" in await choose(harbour, mo, "Games on the web", "yes")
    assert (await watched.get()).status == 200
    assert not harbour.bot.store.servers.of(1).web
    page = await card_of(harbour, mo)
    for values in (["x"], [], ["yes", "no"]):
        await harbour.told(await mo.forge_press("hm:sv:0:0:web", page, component_type=3, values=values))
    assert harbour.bot.store.servers.of(harbour.discord.guild.id).web


async def test_a_server_s_page_is_found_where_people_look(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    harbour = watched.harbour
    mo, (ann, bo) = harbour.discord.persona("Mo", moderator=True), watched.crew
    hall, board = harbour.discord.channel("hall"), harbour.discord.channel("board")
    await choose(harbour, mo, "Hall of finished games", hall)
    await choose(harbour, mo, "Dashboard of open games", board)

    async def told() -> list[str]:
        """The buttons open the game's page, the records, the newest game in the hall, and the dashboard."""
        await harbour.skip()
        await harbour.resign(await harbour.awaited())
        page = (await watched.eve.get(await page_of(harbour))).text
        records = (await harbour.told(await bo.slash("/watch records"))).text
        await harbour.bot.dashboards.go_round()
        in_hall = " ".join(filter(None, leads(harbour.posts(hall)[-1], "All games")))
        return [page, records, in_hall, harbour.posts(board)[-1].text]

    server = f"{ADDRESS}/s/{harbour.discord.guild.id}-"
    assert not any(server.removeprefix(ADDRESS) in one for one in await told())
    await choose(harbour, mo, "Games on the web", "all")
    link = harbour.bot.tables.spectators.server_link(harbour.discord.guild.id)
    assert link.startswith(server)
    # A page that looks back at the game gets the link immediately.
    path = link.removeprefix(ADDRESS)
    assert f'<a href="{path}">All games of this server</a>' in (await watched.get()).text
    later = harbour.bot.tables.now() + 60
    monkeypatch.setattr(harbour.bot.tables, "now", lambda: later)
    await harbour.start_race(ann, bo, first_player="seat1")
    page, records, in_hall, dashboard = await told()
    assert f'<a href="{path}">' in page
    assert f"[In a browser]({link})" in records
    assert in_hall == link
    assert leads(harbour.posts(hall)[-1], "Page") == [ADDRESS + await page_of(harbour)]
    assert f"[Games and records in a browser]({link})" in dashboard
    assert (await watched.eve.get(path)).status == 200
    await choose(harbour, mo, "Games on the web", "yes")
    await harbour.start_race(ann, bo, first_player="seat1")
    assert not any(link in one or path in one for one in await told())


async def test_without_a_host_who_serves_it_nobody_is_asked(harbour: Harbour) -> None:
    mo = harbour.discord.persona("Mo", moderator=True)
    page = await card_of(harbour, mo)
    assert "Games on the web" not in [menu.placeholder for menu in page.menus]
    assert "on the web" not in page.text
    await harbour.race_of_two()
    assert "Watch" not in labels(harbour.newest)
