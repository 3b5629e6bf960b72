"""Files from strangers need little memory, and each mistake in them is reported in one sentence."""

import asyncio
import gzip
import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bot.__main__ import main
from bot.cli.exported import MOST, MOST_IN_ONE, MOST_PARTS, document_of, text_of
from bot.store.store import Store
from rules.engine.errors import HarbourmasterError
from tests.bot import strangers
from tests.bot.test_import import SERVER, played, written
from tests.bot.test_moving import NEW, OLD, Captured, Hosts, begun

SPOILT = 40
"""The number of files of each kind. `python -m tests.bot.hand_in` tries more."""

READERS = {
    "verify": lambda file: ["verify", str(file)],
    "import": lambda file: ["import", str(file), "--server", str(SERVER)],
    "page": lambda file: ["page", str(file), str(file.with_name("page.html"))],
    "replay": lambda file: ["replay", str(file), str(file.with_name("replay.gif"))],
    "picture": lambda file: ["picture", "acrana", str(file), str(file.with_name("picture.png"))],
}


@pytest.fixture
def hosts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hosts:
    return Hosts(tmp_path, monkeypatch)


async def moving(hosts: Hosts) -> str:
    """Return the file of a running game that the old bot has exported."""
    await begun(hosts.url(OLD), "port_flower")
    assert await hosts.run(OLD, "export", "FARHM7", str(hosts.file)) == 0
    return hosts.file.read_text(encoding="utf-8")


def packed(file: Path) -> None:
    file.write_bytes(gzip.compress(b"0" * (4 * MOST), 1))


def endless(file: Path) -> None:
    with file.open("wb") as out:
        out.truncate(1 << 40)


def crowded(file: Path) -> None:
    file.write_text("[]\n" * (MOST_PARTS + 1))


def keyed(file: Path) -> None:
    file.write_text(keys(MOST_IN_ONE + 1))


def keyed_in_a_text(file: Path) -> None:
    file.write_text(json.dumps([['say "ahoy"', keys(MOST_IN_ONE + 1)]]))


def keys(count: int) -> str:
    """Return an object with `count` keys that no model knows."""
    return json.dumps({f"{number:x}": 1 for number in range(count)}, separators=(",", ":"))


@pytest.mark.parametrize("make", [packed, endless, crowded, keyed, keyed_in_a_text])
def test_no_more_of_a_file_is_read_than_a_game_can_be_long(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    file = tmp_path / "game.jsonl"
    make(file)
    for read in (text_of, document_of):
        with pytest.raises(HarbourmasterError, match="is larger than any game"):
            read(file)


def test_what_many_texts_hold_together_is_not_too_much(tmp_path: Path) -> None:
    file = tmp_path / "game.moving"
    file.write_text(json.dumps([keys(MOST_IN_ONE // 2)] * 3))
    assert len(json.loads(text_of(file))) == 3
    assert document_of(file) == file.read_bytes()


MEASURED = """
import sys
from bot.__main__ import main
assert main(sys.argv[1:]) == 1
print(*(line for line in open("/proc/self/status") if line.startswith("VmHWM:")))
"""
"""A failing command of the bot, which prints its peak memory."""

MODEST = 400 << 10
"""The maximum memory, in kibibytes."""


@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="only Linux tells how much memory was taken"
)
@pytest.mark.parametrize("command", ["verify", "import", "picture"])
@pytest.mark.parametrize("count", [MOST_IN_ONE - 1, 1_500_000])
def test_a_file_in_which_nothing_fits_takes_little_memory(tmp_path: Path, command: str, count: int) -> None:
    """Each unknown key causes an error of about two kilobytes."""
    file = tmp_path / "game"
    file.write_text(keys(count))
    line = [sys.executable, "-c", MEASURED, *READERS[command](file)]
    done = subprocess.run(line, capture_output=True, text=True, check=True)
    assert int(done.stdout.split()[1]) < MODEST
    assert len(done.stderr.splitlines()) == 1


async def test_a_moving_file_is_one_line(hosts: Hosts, capsys: Captured) -> None:
    """If the file of a moving game could have several lines, each could be as long as the file may be."""
    whole = await moving(hosts)
    hosts.file.write_text(whole.replace(',"members":', ',\n"members":'))
    assert await hosts.run(NEW, "import", str(hosts.file)) == 1
    assert "was not written by ./harbour export" in capsys.readouterr().err


@pytest.mark.parametrize("command", READERS)
def test_what_is_nested_without_end_is_refused_in_a_sentence(
    tmp_path: Path, capsys: Captured, command: str
) -> None:
    file, deep = tmp_path / "deep", strangers.nested(100_000)
    first = written(played("port_flower"), tmp_path).read_text(encoding="utf-8").splitlines()
    for text in (
        deep,
        f'{{"moving":{deep}}}',
        f'{{"seed":{deep}}}',
        "\n".join([first[0], deep, first[-1]]),
        "\n".join([*first[:2], f'{{"seed":{deep}}}']),
    ):
        file.write_text(text, encoding="utf-8")
        assert main(READERS[command](file)) == 1
        assert len(capsys.readouterr().err.splitlines()) == 1


async def test_a_moving_file_that_lacks_something_is_refused_in_a_sentence(
    hosts: Hosts, capsys: Captured
) -> None:
    whole = json.loads(await moving(hosts))
    capsys.readouterr()
    for name, value in {
        "seed": "no number",
        "channel": "the quay",
        "created": 2**63,
        "position": None,
        "status": "over",
        "pending": 7,
    }.items():
        for game in (
            {**whole["game"], name: value},
            {other: kept for other, kept in whole["game"].items() if other != name},
        ):
            hosts.file.write_text(json.dumps({**whole, "game": game}, separators=(",", ":")))
            assert await hosts.run(NEW, "import", str(hosts.file)) == 1
            (told,) = capsys.readouterr().err.splitlines()
            assert told.startswith(("This game is not as it was written: ", "This game has not begun"))


@pytest.mark.parametrize("away", [-1, 2**63, 10**30, 1.5, "an hour"])
async def test_a_moving_file_in_which_nobody_could_answer_for_no_time_there_is_is_refused(
    hosts: Hosts, capsys: Captured, away: float | str
) -> None:
    whole = json.loads(await moving(hosts))
    capsys.readouterr()
    whole["entries"][-1][-1] = away
    hosts.file.write_text(json.dumps(whole, separators=(",", ":")))
    assert await hosts.run(NEW, "import", str(hosts.file)) == 1
    (told,) = capsys.readouterr().err.splitlines()
    assert "Nothing was changed." in told


async def test_whatever_is_spoilt_in_a_moving_file_is_refused_in_a_sentence_or_harmless(hosts: Hosts) -> None:
    whole, luck = await moving(hosts), Random(1)
    for _ in range(SPOILT):
        hosts.file.write_text(strangers.moving(whole, luck), encoding="utf-8")
        hosts.patch.setenv("DATABASE_URL", hosts.url(NEW))
        assert await asyncio.to_thread(strangers.broke, ["import", str(hosts.file)]) == ""


async def test_whatever_is_spoilt_in_an_exported_game_is_refused_in_a_sentence_or_harmless(
    hosts: Hosts,
) -> None:
    whole, luck = written(played("acrana"), hosts.folder).read_text(encoding="utf-8"), Random(1)
    hosts.patch.setenv("DATABASE_URL", hosts.url(NEW))
    for _ in range(SPOILT):
        hosts.file.write_text(strangers.exported(whole, luck), encoding="utf-8", newline="")
        for command in ("verify", "import"):
            arguments = READERS[command](hosts.file)
            assert await asyncio.to_thread(strangers.broke, arguments) == "", arguments


async def test_a_game_that_is_said_to_have_been_played_at_no_time_is_not_taken(
    hosts: Hosts, capsys: Captured
) -> None:
    text = written(played("port_flower"), hosts.folder).read_text(encoding="utf-8")
    file = hosts.folder / "late.jsonl"
    file.write_text(text.replace('"at":1100', f'"at":{10**30}'), encoding="utf-8", newline="")
    hosts.patch.setenv("DATABASE_URL", hosts.url(NEW))
    assert await asyncio.to_thread(main, READERS["import"](file)) == 1
    assert "times of this game's entries are impossible" in capsys.readouterr().err


# A host's own file


@pytest.mark.parametrize("lies_there", ["nothing", "a link that leads nowhere", "another file"])
async def test_an_exported_game_is_for_its_owner_alone_whatever_lies_there(
    hosts: Hosts, capsys: Captured, lies_there: str
) -> None:
    await begun(hosts.url(OLD), "port_flower")
    elsewhere = hosts.folder / "elsewhere"
    if lies_there == "another file":
        hosts.file.write_text("mine")
    elif lies_there != "nothing":
        hosts.file.symlink_to(elsewhere)
    usual = os.umask(0)
    try:
        code = await hosts.run(OLD, "export", "FARHM7", str(hosts.file))
    finally:
        os.umask(usual)
    assert code == (lies_there != "nothing")
    assert not elsewhere.exists()
    if code:
        assert "is there already. Name another file." in capsys.readouterr().err
        assert (await hosts.stored(OLD))[0].status == "running"
    else:
        assert stat.S_IMODE(hosts.file.stat().st_mode) == 0o600


async def test_a_game_for_which_there_is_no_room_is_not_let_go_and_leaves_no_part_of_a_file(
    hosts: Hosts, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    await begun(hosts.url(OLD), "port_flower")
    monkeypatch.setattr(os, "fsync", full)
    assert await hosts.run(OLD, "export", "FARHM7", str(hosts.file)) == 1
    told = capsys.readouterr().err
    assert "cannot be written: the disk is full. Make room, then try again. Nothing was changed." in told
    assert not hosts.file.exists()
    assert (await hosts.stored(OLD))[0].status == "running"


# A game that was exported


async def test_a_game_that_left_comes_back_by_its_old_file_only_where_the_host_says_so(
    hosts: Hosts, capsys: Captured
) -> None:
    await moving(hosts)
    capsys.readouterr()
    assert await hosts.run(OLD, "import", str(hosts.file)) == 1
    told = capsys.readouterr().err
    assert "If it still runs at the other bot" in told
    assert "add --come-back" in told
    assert (await hosts.stored(OLD))[0].status == "moved"
    assert await hosts.run(OLD, "import", str(hosts.file), "--come-back") == 0
    assert (await hosts.stored(OLD))[0].status == "running"


async def test_the_file_by_which_a_game_came_back_is_old_once_it_has_left_again(
    hosts: Hosts, capsys: Captured
) -> None:
    await moving(hosts)
    back, again = hosts.folder / "back", hosts.folder / "again"
    assert await hosts.run(NEW, "import", str(hosts.file)) == 0
    assert await hosts.run(NEW, "export", "FARHM7", str(back)) == 0
    assert await hosts.run(OLD, "import", str(back)) == 0
    assert await hosts.run(OLD, "export", "FARHM7", str(again)) == 0
    capsys.readouterr()
    assert await hosts.run(OLD, "import", str(back)) == 1
    assert "add --come-back" in capsys.readouterr().err
    assert await hosts.run(NEW, "import", str(again)) == 0
    store = await Store.open(hosts.url(NEW), lambda: 9_000)
    assert len(await store.open_games()) == 1
    await store.close()


def test_a_scenario_that_is_nested_without_end_is_no_scenario(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "deep.toml"
    file.write_text(f"a = {strangers.nested(100_000)}")
    assert main(["scenario", str(file)]) == 1
    assert "is not TOML" in capsys.readouterr().out
