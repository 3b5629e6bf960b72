"""Looking back is possible for everybody, by buttons, words and links, in pictures and in words."""

import re

import pytest

from bot.handlers.responses import LIMIT
from bot.narration.look_back import STORY, PastMoment, moments_back
from bot.posts.pictures import board_in_words
from bot.store.rows import EntryRow, GameRow
from rules.engine.entries import Undo
from rules.engine.match import Match
from rules.engine.registry import games
from sandbox import Message, Persona
from tests.bot.handlers.test_game_masters import undo
from tests.bot.harbour import Harbour, labels
from tests.bot.narration.test_branches import PEOPLE
from tests.engine.table import MASTER, cove, does, journal, nim, plays, stow
from tests.laws import Table


def moments(match: Match) -> list[PastMoment]:
    """Return the moments of a match between Ann and Bo, oldest first."""
    row = GameRow("HM1", 1, 1, match.game.slug, "running", 1, 0, 0, members=PEOPLE, position=match.position)
    rows = [EntryRow(entry, (), "1") for entry in journal(match)]
    # The number of an entry would reveal the number of secret entries, so it is left out.
    return [one._replace(entry=0) for one in moments_back(row, match, reversed(rows))][::-1]


def head(message: Message) -> str:
    """Return the first line, which names the moment."""
    return message.text.splitlines()[0]


async def test_anybody_steps_through_a_game_and_sees_what_was_undone(harbour: Harbour) -> None:
    ann, bo = await harbour.race_of_two()
    (eve,) = harbour.people("Eve")
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    sailed = harbour.newest
    await undo(harbour, ann, "4", "a slip")
    await harbour.told(await bo.slash("/game do", action="b NW4@E1"))
    link = await steps(harbour, eve)
    assert link.endswith(f"/{harbour.place.id}/{sailed.id}")
    await finds(harbour, eve, link)
    await reads(harbour, eve, bo)
    await harbour.resign(bo)
    assert "moment 7 of 7" in head((await harbour.told(await eve.slash("/watch at"))).message)


async def steps(harbour: Harbour, eve: Persona) -> str:
    """The buttons lead through all moments. The link leads to the undone moment."""
    # The page begins with the latest moment, from which only going back is possible.
    page = (await harbour.told(await eve.slash("/watch at"))).message
    assert page.only_for is eve.user
    assert "Sailing Port Flower** · moment 6 of 6" in head(page)
    assert labels(page) == ["⏮ First", "◀ Back", "▶ On", "⏭ Last", "Follow"]
    assert [button.disabled for button in page.buttons] == [False, False, True, True, False]
    assert "took the game back" in page.text
    assert page.pictures[0].alt == harbour.newest.pictures[0].alt
    await harbour.told(await eve.press(page, "◀ Back"))
    assert "moment 4 of 6" in head(page)
    assert "This was undone later" in page.text
    link = re.search(r"\[its message\]\((\S+)\)", head(page))
    assert link is not None
    await harbour.told(await eve.press(page, "⏮ First"))
    assert "moment 1 of 6" in head(page)
    assert [button.disabled for button in page.buttons] == [True, True, False, False, False]
    await harbour.told(await eve.press(page, "⏭ Last"))
    assert "moment 6 of 6" in head(page)
    return link[1]


async def finds(harbour: Harbour, eve: Persona, link: str) -> None:
    """A message's link, and words, lead to a moment. The log links to the messages."""
    for meant in (link, "sailed N4", "4"):
        assert "moment 4 of 6" in head(
            (await harbour.told(await eve.slash("/watch at", moment=meant))).message
        )
    assert f"[↗]({link})" in (await harbour.told(await eve.slash("/game log"))).text
    offered = await eve.complete("/watch at", focused="moment", options={"moment": "undone"})
    assert [(name.endswith(", undone)"), value) for name, value in offered] == [(True, "4")]
    # The board of a moment shows the number by which it was requested, also after an undo.
    for name, value in await eve.complete("/watch at", focused="moment"):
        assert f"moment {value}" in name
        page = (await harbour.told(await eve.slash("/watch at", moment=str(value)))).message
        assert f"moment {value} of 6" in head(page)
    at_the_undo = (await harbour.told(await eve.slash("/watch at", moment="5"))).text
    assert "Nothing moved at 5, so there is no board of it. Choose 4 or 6." in at_the_undo
    for nothing in ("999", "no such words", "https://discord.com/channels/1/2/3"):
        assert (await harbour.told(await eve.slash("/watch at", moment=nothing))).text.startswith("⚓")


async def reads(harbour: Harbour, eve: Persona, bo: Persona) -> None:
    """The page can show the same moments in words alone. Its buttons then lead to moments in words, too."""
    page = (await harbour.told(await eve.slash("/watch at", text=True))).message
    for _ in range(2):
        assert not page.pictures
        assert "- Boats\\: " in page.text
        await harbour.told(await eve.press(page, "◀ Back"))
    assert "moment 3 of 6" in head(page)
    board = (await harbour.told(await bo.slash("/game board", text=True))).message
    assert not board.pictures
    assert "- Boats\\: " in board.text
    assert "Yours to decide" in board.text


async def test_a_lobby_has_nothing_to_look_back_at(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann)
    assert "has not begun yet" in (await harbour.told(await ann.slash("/watch at"))).text


def test_what_was_done_in_secret_makes_no_moment_and_is_not_counted() -> None:
    plain = does(cove(), 1, "lantern")
    secretly = does(does(cove(), 2, "order never"), 1, "lantern")
    assert journal(secretly)[1].secret
    assert moments(secretly) == moments(plain)
    match = cove()
    assert moments(does(match, 1, stow(match, 1))) == moments(match)


def test_undone_lines_lie_where_they_were_played() -> None:
    match = plays(nim(), "1 take 1, 2 take 1").enter(Undo(2), MASTER, 0).match
    match = does(match, 2, "take 2")
    assert [(one.place, one.undone) for one in moments(match)] == [
        (1, False), (2, False), (3, True), (5, False),
    ]  # fmt: skip


@pytest.mark.parametrize("slug", games())
def test_the_board_in_words_leaves_room_for_the_story(slug: str) -> None:
    game = games()[slug]
    names = dict.fromkeys(range(1, game.max_seats + 1), "*" * 40)
    table = Table(game, game.options(), game.seat_range(game.options())[1], luck=3)
    for match in table.some(4):
        text = board_in_words(match, [], names, None)
        assert text.count("\n") > 1
        assert len(text) + STORY + 300 < LIMIT
