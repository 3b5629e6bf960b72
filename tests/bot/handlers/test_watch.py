"""Looking back: for everybody, by a strip, by words and by links, in pictures and in words."""

import io
import re
from pathlib import Path

import pytest
from PIL import Image

from bot.__main__ import main
from bot.handlers.responses import LIMIT
from bot.narration.look_back import STORY, PastMoment, moments_back
from bot.posts.pictures import board_in_words
from bot.posts.replays import Reel, make
from bot.store.rows import EntryRow, GameRow
from render.replay import Film
from rules.engine.entries import End, Undo
from rules.engine.export import export
from rules.engine.match import Match
from rules.engine.registry import games
from sandbox import Message, Permission, Persona
from tests.bot.handlers.test_game_masters import undo
from tests.bot.harbour import Harbour, labels
from tests.bot.narration.test_branches import PEOPLE
from tests.engine.cove import COVE
from tests.engine.table import MASTER, cove, does, journal, nim, plays, stow
from tests.laws import Table


def moments(match: Match) -> list[PastMoment]:
    """The moments of a match between Ann and Bo, oldest first."""
    row = GameRow("HM1", 1, 1, match.game.slug, "running", 1, 0, 0, members=PEOPLE, position=match.position)
    rows = [EntryRow(entry, (), "1") for entry in journal(match)]
    # Which entry it is counts the secret ones, and is told to nobody.
    return [one._replace(entry=0) for one in moments_back(row, match, reversed(rows))][::-1]


def head(message: Message) -> str:
    """The first line: which moment it is."""
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
    """The strip leads through all moments; the link at the one that was undone."""
    # The latest first, from which one can only go back.
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
    """The link of a message, and words, lead to a moment; the log leads to the messages."""
    for meant in (link, "sailed N4", "4"):
        assert "moment 4 of 6" in head(
            (await harbour.told(await eve.slash("/watch at", moment=meant))).message
        )
    assert f"[↗]({link})" in (await harbour.told(await eve.slash("/game log"))).text
    offered = await eve.complete("/watch at", focused="moment", options={"moment": "undone"})
    assert [(name.endswith(", undone)"), value) for name, value in offered] == [(True, "4")]
    # The board that is asked for by its number bears that number, behind an undo too.
    for name, value in await eve.complete("/watch at", focused="moment"):
        assert f"moment {value}" in name
        page = (await harbour.told(await eve.slash("/watch at", moment=str(value)))).message
        assert f"moment {value} of 6" in head(page)
    at_the_undo = (await harbour.told(await eve.slash("/watch at", moment="5"))).text
    assert "Nothing moved at 5, so there is no board of it. Choose 4 or 6." in at_the_undo
    for nothing in ("999", "no such words", "https://discord.com/channels/1/2/3"):
        assert (await harbour.told(await eve.slash("/watch at", moment=nothing))).text.startswith("⚓")


async def reads(harbour: Harbour, eve: Persona, bo: Persona) -> None:
    """The same in words alone; the strip keeps to them."""
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


# Replays


def film(message: Message) -> Image.Image:
    """The animated picture in a message."""
    (picture,) = message.pictures
    assert picture.filename == "replay.gif"
    found = Image.open(io.BytesIO(picture.data))
    assert found.format == "GIF"
    return found


def still(replay: Image.Image) -> int:
    """How many frames show cards and boards; on the others pieces move."""
    shown = []
    for number in range(getattr(replay, "n_frames", 1)):
        replay.seek(number)
        shown.append(replay.info["duration"] > 1000)
    return sum(shown)


async def test_a_replay_shows_what_was_played_to_oneself_or_to_everybody(harbour: Harbour) -> None:
    ann, bo = await harbour.race_of_two()
    (eve,) = harbour.people("Eve")
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    reply = await harbour.told(await eve.slash("/watch replay"))
    assert reply.ephemeral
    assert "moments one after the other" in (reply.message.pictures[0].alt or "")
    # A card, two moments of Bo's turn, a card.
    assert still(film(reply.message)) == 4
    refused = await harbour.told(await eve.slash("/watch replay", part="game"))
    assert refused.text.startswith("⚓ A replay or a page was made for you just now. Ask again in ")
    between = (await harbour.told(await ann.slash("/watch replay", first="2", last="3"))).message
    assert still(film(between)) == 4
    wrong = await harbour.told(await bo.slash("/watch replay", first="3", last="2"))
    assert "the other way round" in wrong.text
    world, denied = harbour.discord.world, Permission.ATTACH_FILES
    world.overwrite(harbour.place, bo.user, allow=Permission.NONE, deny=denied)
    assert "may not attach" in (await harbour.told(await bo.slash("/watch replay", everybody=True))).text

    # At the end all of it is offered; for everybody it stands in the channel.
    await harbour.resign(bo)
    whole = (await harbour.told(await bo.press(harbour.newest, "Replay"))).message
    assert whole.only_for is bo.user
    assert still(film(whole)) == 7
    await harbour.told(await eve.slash("/watch replay", part="game", everybody=True))
    assert harbour.newest.pictures[0].data == whole.pictures[0].data


def test_a_replay_tells_nothing_of_what_was_done_in_secret() -> None:
    public = does(cove(), 1, "lantern")
    secret = does(does(cove(), 2, "order never"), 1, "lantern")
    assert len(journal(secret)) == len(journal(public)) + 1
    made = [
        make(Reel(COVE, one.opening, one.seed, journal(one), lambda _: {1: "Ann", 2: "Bo"}), lambda *_: None)
        for one in (public, secret)
    ]
    assert made[0] == made[1]
    assert made[0].frames == 2


def test_a_frame_of_what_differs_shows_the_whole_board() -> None:
    game = games()["port_flower"]
    table = Table(game, game.options(), 3, luck=4, steps=8)
    views = [match.view(None, table.told(match, None)) for match in table.matches]
    moving, still = Film(views[0], {}), Film(views[-1], {})
    for view in views:
        moving.add(view, {}, 1)
    still.add(views[-1], {}, 1)
    last, alone = (Image.open(io.BytesIO(one.data)) for one in (moving, still))
    last.seek(len(views) - 1)
    assert last.convert("RGB").tobytes() == alone.convert("RGB").tobytes()


def test_an_exported_game_is_replayed_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table(games()["port_flower"], games()["port_flower"].options(), 2, luck=5, steps=6)
    match = table.matches[-1].enter(End(), MASTER, 1, "enough").match
    file, out = tmp_path / "game.jsonl", tmp_path / "out.gif"
    file.write_text(export(match.opening, journal(match), match.seed), encoding="utf-8")
    assert main(["replay", str(file), str(out), "--names", "Ann, Bo"]) == 0
    assert "7 moments" in capsys.readouterr().out
    assert out.read_bytes().startswith(b"GIF89a")
