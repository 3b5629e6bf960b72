"""The contents of replays, and who may see them."""

import io
from pathlib import Path

import pytest
from PIL import Image

from bot.__main__ import main
from bot.replays.animation import Reel, make
from render.replay import Film
from rules.engine.entries import End
from rules.engine.export import export
from rules.engine.registry import games
from sandbox import Message, Permission
from tests.bot.harbour import Harbour
from tests.engine.cove import COVE
from tests.engine.table import MASTER, cove, does, journal
from tests.laws import Table


def film(message: Message) -> Image.Image:
    """Return the animated picture in a message."""
    (picture,) = message.pictures
    assert picture.filename == "replay.gif"
    found = Image.open(io.BytesIO(picture.data))
    assert found.format == "GIF"
    return found


def still(replay: Image.Image) -> int:
    """Return the number of frames with cards and boards. The other frames show moving pieces."""
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
    # The frames are a card, two moments of Bo's turn, and a card.
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

    # At the end a replay of the complete game is offered. A public replay is in the channel.
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
