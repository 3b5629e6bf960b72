"""The addresses of games on the web: which exist, which do not, and the headers of their answers."""

import logging
import re

import pytest

from bot.posts.page.bodies import asset
from bot.web.rates import BURST
from tests.bot.handlers.test_game_masters import undo
from tests.bot.own_page import page_of as own_page
from tests.bot.web.conftest import Watched
from tests.bot.web.visitors import ADDRESS, page_of, switch_on, visitor

PARTS = ("", "/2", "/2/part", "/2.png", "/story", "/game.jsonl")
"""The addresses below a game's page."""

FLOOD = 2_000
"""The number of requests in a flood. During it, a slow machine may allow a few more."""


def picture_in(page: str) -> str:
    """Return the address of the board in a page."""
    found = re.search(r'<img src="([^"]+)"', page)
    assert found is not None
    return found[1]


async def test_a_game_is_shown_to_whoever_has_its_link_also_without_scripts(watched: Watched) -> None:
    await watched.sail("b N4@F2")
    page = await watched.get()
    assert page.status == 200
    assert "<h1>Sailing Port Flower</h1>" in page.text
    assert '<h2 id="where">Moment 4 · turn 1.2</h2>' in page.text
    # The page has the board in words, the standing, the awaited players, and a link to each move.
    assert re.search(r'<img src="[^"]+" alt="[^"]*Bo[^"]*"', page.text)
    assert "<h2>Standing</h2>" in page.text
    assert "Waits for <b>Bo</b> since <time" in page.text
    listed = rf'href="{watched.page}/(\d+)" data-place="\d+"( aria-current="true")?>'
    assert re.findall(listed, page.text)[-1] == ("4", ' aria-current="true"')
    assert "Bo sailed N4 to F6" in page.text
    before = (await watched.get("/3")).text
    assert "Moment 3 ·" in before
    assert f'href="{watched.page}/4"' in before
    assert "<h1>" not in (await watched.get("/3/part")).text
    assert "Bo" in (await watched.get("/story")).text


async def test_a_link_says_what_it_leads_to(watched: Watched) -> None:
    head = (await watched.get("/3")).text.partition("</head>")[0]
    assert '<meta property="og:title" content="Sailing Port Flower · moment 3">' in head
    assert f'<meta property="og:url" content="{ADDRESS}{watched.page}/3">' in head
    assert '<meta property="og:description" content="Ann, Bo · ' in head
    (image,) = re.findall(rf'<meta property="og:image" content="{ADDRESS}([^"]+)">', head)
    assert (await watched.eve.get(image)).data.startswith(b"\x89PNG")


async def test_moves_are_listed_by_number_in_their_own_words_with_a_line_where_a_turn_ends(
    watched: Watched,
) -> None:
    await watched.sail("b N4@F2")
    page = (await watched.get()).text
    listed = re.findall(r'<li( class="ends")?><a [^>]+><span class="place">(\d+)</span> ([^<]+)</a>', page)
    assert [place for _, place, _ in listed] == ["1", "2", "3", "4"]
    # Ann's turn ends because she is skipped. Bo's turn is not over.
    assert [place for ends, place, _ in listed if ends] == ["3"]
    assert listed[-1][2] == "Bo sailed N4 to F6"
    head = (await watched.get("/4")).text.partition("</head>")[0]
    assert '<meta property="og:description" content="Ann, Bo · Bo sailed N4 to F6">' in head
    await undo(watched.harbour, watched.crew[0], "4", "a slip")
    head = (await watched.get("/4")).text.partition("</head>")[0]
    assert '<meta name="description" content="Ann, Bo · Bo sailed N4 to F6 (undone later)">' in head


async def test_what_is_over_is_open_to_be_checked(watched: Watched) -> None:
    assert b'"seed"' not in (await watched.get("/game.jsonl")).data
    await watched.harbour.resign(watched.crew[1])
    page = (await watched.get()).text
    assert "The game is over." in page
    assert "<b>1.</b> Ann" in page
    seed = (await watched.harbour.table()).row.seed.hex()
    assert seed in page
    file = await watched.get("/game.jsonl")
    assert file.text.endswith(f'{{"seed":"{seed}"}}\n')
    assert file.headers["Content-Disposition"].startswith('attachment; filename="port_flower-')


async def test_pictures_of_the_past_stay_in_browsers_and_all_else_is_asked_for_again(
    watched: Watched,
) -> None:
    past = picture_in((await watched.get("/3")).text)
    assert "immutable" in (await watched.eve.get(past)).headers["Cache-Control"]
    # Only the exact address always has the same picture.
    for path in (past.partition("?")[0], past + "0"):
        assert (await watched.eve.get(path)).headers["Cache-Control"] == "private, no-cache"
    for path in PARTS:
        found = await watched.get(path)
        assert found.headers["Cache-Control"] == "private, no-cache"
        known = await watched.get(path, **{"If-None-Match": found.headers["ETag"]})
        assert (known.status, known.data) == (304, b"")
        assert known.headers["ETag"] == found.headers["ETag"]


async def test_heads_are_those_of_the_pages_and_nothing_else_can_be_done(watched: Watched) -> None:
    for path in PARTS:
        found, head = await watched.get(path), await watched.get(path, "HEAD")
        assert (head.status, head.data) == (200, b"")
        assert head.headers["Content-Length"] == str(len(found.data))
        refused = await watched.get(path, "POST")
        assert refused.status == 405
        assert "HEAD" in refused.headers["Allow"]
    # The client unpacks compressed answers.
    packed = await watched.get("", **{"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.data == (await watched.get()).data
    assert int(packed.headers["Content-Length"]) < len(packed.data)


async def test_everything_is_said_with_the_same_strict_headers(watched: Watched) -> None:
    wrong = ["/3000", "/x", "/../..", "/live/x"]
    for answer in [await watched.get(path) for path in (*PARTS, *wrong)]:
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none';")
        assert "unsafe" not in policy
        assert "http" not in policy
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "noindex" in answer.headers["X-Robots-Tag"]
    page = (await watched.get()).text
    assert "style=" not in page
    assert "<script>" not in page
    # The page loads nothing from other sites.
    assert not re.findall(r'(?:src|href)="(?!/)[^"#]', page)


async def test_what_is_not_there_is_not_found(watched: Watched) -> None:
    game, _, key = watched.page.removeprefix("/g/").partition("-")
    other = ("a" if key[0] != "a" else "b") + key[1:]
    for path in (
        "/", "/g", "/g/", f"/g/{game}", f"/g/{game}-", f"/g/{game}-{other}", f"/g/{game}-{key.upper()}",
        f"/g/{game.lower()}-{key}", f"/g/AAAAAA-{key}", f"/g/{game}-{key}/", f"{watched.page}/0",
        f"{watched.page}/99", f"{watched.page}/04", f"{watched.page}/99.png", f"{watched.page}/3/live",
        f"{watched.page}/%2e%2e/%2e%2e/.env", "/g/../../etc/passwd", "/g/..%2f..%2fetc%2fpasswd",
        "/site.html", "/templates/site.css", "/favicon.ico", "/g/" + "A" * 3000, f"/g/{game}-{other}/live",
    ):  # fmt: skip
        answer = await watched.eve.get(path)
        assert answer.status == 404, path
        assert "There is no such page" in answer.text
        assert game not in answer.text


async def test_a_game_that_stays_out_has_no_page(watched: Watched) -> None:
    harbour = watched.harbour
    await switch_on(harbour, web=False)
    assert [(await watched.get(path)).status for path in PARTS] == [404] * len(PARTS)
    await switch_on(harbour)
    assert (await watched.get()).status == 200
    await harbour.gm(watched.crew[0], "lock", reason="a quiet game")
    assert (await watched.get()).status == 404
    await harbour.gm(watched.crew[0], "lock", reason="a loud game")
    assert (await watched.get()).status == 200
    await harbour.resign(watched.crew[1])
    await harbour.open_lobby(*watched.crew, spectators="no")
    assert await page_of(harbour) == ""
    await harbour.lobby_control(watched.crew[0], "start")
    assert await page_of(harbour) == ""


async def test_names_and_reasons_are_shown_and_not_obeyed(watched: Watched) -> None:
    harbour = watched.harbour
    evil, good = harbour.people("<script>alert(1)</script>", 'x" onerror="alert(2)')
    await harbour.resign(watched.crew[1])
    await harbour.start_race(evil, good)
    page = await page_of(harbour)
    await undo_and_say(watched, "</p><script>alert(3)</script> {{ 7 * 7 }} [x](javascript:alert(4)) <@1>")
    await harbour.gm(harbour.crew[0], "note", text='"><img src=x onerror=alert(5)> **{{ 8 * 8 }}**')
    for path in ("", "/2", "/2/part", "/story"):
        told = (await watched.eve.get(page + path)).text
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in told or "x&#34; onerror" in told
        scripts = re.findall("<script ?([^>]*)>", told)
        ours = [f'src="{asset(name)}" defer' for name in ("site.js", "dice.js")]
        assert scripts == (ours if path in {"", "/2"} else [])
        assert len(scripts) == told.count("<script")
        assert ' onerror="' not in told
        assert "javascript:" not in re.sub(r"[^<]*javascript:alert\(4\)[^<]*(?=<)", "", told)
        assert 'href="javascript' not in told
        assert "<img src=x" not in told
    story = (await watched.eve.get(page + "/story")).text
    assert "{{ 7 * 7 }}" in story
    assert "&lt;img src=x onerror=alert(5)&gt; **{{ 8 * 8 }}**" in (await watched.eve.get(page)).text


async def undo_and_say(watched: Watched, reason: str) -> None:
    """Let the host undo moves with a reason."""
    harbour = watched.harbour
    await harbour.skip()
    await undo(harbour, harbour.crew[0], "2", reason)


async def test_who_was_forgotten_is_nowhere_on_the_pages(watched: Watched) -> None:
    harbour = watched.harbour
    _, bo = watched.crew
    past = picture_in((await watched.get("/3")).text)
    await harbour.resign(bo)
    assert "Bo" in (await watched.get("/story")).text
    page = await own_page(harbour, bo)
    asked = await harbour.told(await bo.press(page, "Forget me…"))
    await harbour.told(await bo.press(asked.message, "Yes, forget me"))
    for path in ("", "/3", "/3/part", "/story"):
        told = (await watched.get(path)).text
        assert not re.search(r"\bBo\b", told)
        assert str(bo.id) not in told
    assert "somebody" in (await watched.get()).text
    # The old address shows the current picture, and must not be cached any more.
    renewed = await watched.eve.get(past)
    assert renewed.headers["Cache-Control"] == "private, no-cache"
    assert renewed.data == (await watched.eve.get(picture_in((await watched.get("/3")).text))).data


async def test_a_flood_of_wrong_addresses_is_held_off_and_others_go_on(
    watched: Watched, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    found = [
        (await watched.eve.get(f"/g/AAAAAA-{number:026}".replace("0", "a"))).status for number in range(FLOOD)
    ]
    assert found[:BURST] == [404] * BURST
    assert found.count(404) < BURST * 2
    assert found.count(404) + found.count(429) == FLOOD
    refused = await watched.get()
    assert refused.status == 429
    assert int(refused.headers["Retry-After"]) >= 1
    async with visitor(watched.port, "192.0.2.8") as fay:
        assert (await fay.get(watched.page)).status == 200
    assert "192.0.2" not in caplog.text
    assert watched.page not in caplog.text


async def test_an_undone_line_is_a_branch_that_can_be_opened(watched: Watched) -> None:
    await watched.sail("b N4@F2")
    await undo(watched.harbour, watched.crew[0], "4", "a slip")
    page = (await watched.get()).text
    assert "Moment 3" in page
    assert "took the game back" in page
    assert "<summary>↩️ Undone: 1 move</summary>" in page
    branch = (await watched.get("/4")).text
    assert re.search(r'<details class="undone" id="branch-\d+" open>', branch)
    assert "This was undone later" in branch
    assert "<s>" in branch
