"""A game as a file, which anyone can check: `/game export` and `./harbour verify`."""

import asyncio
import gzip
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.__main__ import main
from bot.service import export_files
from rules.engine.entries import End, Force, Undo
from rules.engine.export import export
from rules.engine.match import Match
from rules.engine.registry import game as find_game
from sandbox import Message, Permission
from tests.bot import voyages
from tests.bot.harbour import Harbour
from tests.engine.table import MASTER, cove, does, journal, nim, plays, stow
from tests.engine.test_verify_bot import bot_plays
from tests.fair_dice.test_whole_games import begun

PROGRAM = Path(__file__).parents[2] / "fair_dice" / "check.py"

Captured = pytest.CaptureFixture[str]


def file_of(message: Message) -> str:
    """Return the text of the file in a message."""
    (attachment,) = message.attachments
    assert attachment.filename.endswith(".jsonl")
    return attachment.data.decode()


def by_hand(file: Path) -> subprocess.CompletedProcess[str]:
    """Return the output of the program that was written from docs/fair-dice.md alone."""
    command = [sys.executable, "-I", str(PROGRAM), str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


async def test_a_game_that_is_over_is_exported_whole_and_anyone_can_check_it(
    harbour: Harbour, tmp_path: Path, capsys: Captured
) -> None:
    ann, bo = await harbour.race_of_two()
    await harbour.resign(bo)
    reply = await harbour.told(await ann.slash("/game export"))
    assert reply.ephemeral
    assert "checks every roll" in reply.text
    file = tmp_path / "game.jsonl"
    file.write_bytes(file_of(reply.message).encode())
    checked = await asyncio.to_thread(by_hand, file)
    assert checked.stdout.endswith("all as they must be\n")
    assert main(["verify", str(file)]) == 0
    told = capsys.readouterr().out
    assert (await harbour.table()).match.opening.commitment in told
    assert "rolls were computed again from the seed and agree" in told
    assert "game masters had set their values" in told


def test_what_the_bot_chose_is_chosen_again_where_somebody_asks_for_it(
    tmp_path: Path, capsys: Captured
) -> None:
    match = bot_plays(begun(find_game("acrana"), Random(1)), 5).enter(End(), MASTER, 300, "a test").match
    file = tmp_path / "game.jsonl"
    file.write_bytes(export(match.opening, journal(match), match.public_seed()).encode())
    assert main(["verify", str(file)]) == 0
    assert "choices again" not in capsys.readouterr().out
    assert main(["verify", "--bot", str(file)]) == 0
    assert re.search(r"the bot makes ([1-5]) of its \1 choices again", capsys.readouterr().out)


async def test_a_game_under_way_is_exported_without_its_secrets(harbour: Harbour) -> None:
    ann, _ = harbour.people("Ann", "Bo")
    await voyages.set_out(harbour, "acrana", people=2, seed=1)
    text = file_of((await harbour.told(await ann.slash("/game export"))).message)
    match = (await harbour.table()).match
    for secret in (
        match.seed.hex(),
        match.position.chain,
        '"state"',
        '"before"',
        '"secret"',
        '"label":"card"',
    ):
        assert secret not in text
    opening, *lines = text.splitlines()
    assert json.loads(opening)["commitment"] == match.opening.commitment
    assert [json.loads(line)["number"] for line in lines] == [*range(1, match.position.public + 1)]
    assert json.loads(lines[0])["rolls"][0]["label"] == "first_dealer"


async def test_a_file_for_everybody_is_posted_in_the_channel(harbour: Harbour) -> None:
    _, bo = await harbour.race_of_two()
    reply = await harbour.told(await bo.slash("/game export", everybody=True))
    assert reply.ephemeral
    assert not reply.message.attachments
    assert file_of(harbour.newest).startswith('{"at":')
    assert "Sailing Port Flower" in harbour.newest.text


async def test_who_may_attach_no_files_gives_none_to_everybody(harbour: Harbour) -> None:
    _, bo = await harbour.race_of_two()
    world = harbour.discord.world
    world.overwrite(harbour.place, bo.user, allow=Permission.NONE, deny=Permission.ATTACH_FILES)
    posts = len(harbour.posts())
    reply = await harbour.told(await bo.slash("/game export", everybody=True))
    assert "may not attach files" in reply.text
    assert len(harbour.posts()) == posts


async def test_a_lobby_has_nothing_to_export_yet(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann)
    assert "has not begun yet" in (await harbour.told(await ann.slash("/game export"))).text


async def test_a_file_that_would_be_too_large_is_packed(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Captured
) -> None:
    monkeypatch.setattr(export_files, "LARGEST", 1000)
    ann, bo = await harbour.race_of_two()
    await harbour.resign(bo)
    (attachment,) = (await harbour.told(await ann.slash("/game export"))).message.attachments
    assert attachment.filename.endswith(".jsonl.gz")
    assert gzip.decompress(attachment.data).startswith(b'{"at":')
    (tmp_path / "game").write_bytes(attachment.data)
    assert main(["verify", str(tmp_path / "game")]) == 0
    assert "unbroken" in capsys.readouterr().out


# What everybody may know


def test_secret_deeds_are_neither_told_nor_counted() -> None:
    match = does(cove(), 2, "order never")
    match = does(does(match, 1, "order always"), 1, "lantern")
    match = match.enter(Force([6], "watch"), MASTER, 1, "why").match
    # While others still choose, a chosen card is not noticeable.
    match = does(match, 1, stow(match, 1))
    lines = [json.loads(line) for line in export(match.opening, journal(match), None).splitlines()[1:]]
    assert [(line["number"], line["kind"], line.get("what", "")) for line in lines] == [
        (1, "start", ""), (2, "act", "lantern"), (3, "force", "6"),
    ]  # fmt: skip
    assert "rolls" not in lines[0]


def test_while_a_match_goes_on_nobody_reads_from_its_file_how_many_seconds_an_answer_took() -> None:
    match = does(does(nim(), 1, "take 1", at=1_000), 2, "take 1", at=1_007)
    match = does(match, 1, "take 1", at=1_079)

    def times(match: Match) -> list[int]:
        lines = export(match.opening, journal(match), match.public_seed()).splitlines()
        return [entry["at"] for entry in map(json.loads, lines[2:]) if "at" in entry]

    assert times(match) == [960, 960, 1_020]
    assert times(match.enter(End(), MASTER, 1_100, "why").match) == [1_000, 1_007, 1_079, 1_100]


def test_where_an_undo_led_is_told_by_public_numbers() -> None:
    match = does(cove(), 2, "order never")
    match = does(match, 1, "lantern").enter(Undo(1), MASTER, 1, "why").match
    last = json.loads(export(match.opening, journal(match), None).splitlines()[-1])
    assert (last["number"], last["kind"], last["to"]) == (3, "undo", 1)


def test_a_forced_roll_names_the_public_number_of_its_order() -> None:
    match = does(cove(), 2, "order never").enter(Force([2, 3], "lantern"), MASTER, 1, "why").match
    match = does(match, 1, "lantern")
    last = json.loads(export(match.opening, journal(match), None).splitlines()[-1])
    assert last["rolls"][0]["force"] == 2


def test_what_an_entry_about_new_rules_keeps_is_told_only_when_the_game_is_over() -> None:
    match = does(cove(), 1, "lantern")
    older = match.position.model_copy(update={"rules": 0})
    match = replace(match, position=older).renew(0).match
    kept = journal(match)[-1].kept
    assert match.position.state in json.loads(kept).values()
    running = export(match.opening, journal(match), match.public_seed())
    assert [json.loads(line)["kind"] for line in running.splitlines()[1:]] == ["start", "act", "rules"]
    assert "kept" not in running
    assert "state" not in running
    match = match.enter(End(), MASTER, 1, "why").match
    assert json.dumps(kept, ensure_ascii=False) in export(match.opening, journal(match), match.public_seed())


# ./harbour verify


def whole(tmp_path: Path, change: tuple[str, str] = ("", "")) -> Path:
    """Return the file of a short game with one of its texts changed."""
    match = plays(nim(), "1 take 3, 2 take 1").enter(End(), MASTER, 0, "why").match
    text = export(match.opening.model_copy(update={"game": "port_flower"}), journal(match), match.seed)
    file = tmp_path / "game.jsonl"
    file.write_text(text.replace(*change, 1), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (('"kind":"start"', '"kind":"start","kind":"start"'), "Line 2 is not written as the bot writes it"),
        (('"kind":"start"', '"kind":"stop"'), "Line 2 is no entry of a journal: kind"),
        (('{"at"', '{ "at"'), "Line 1 is not written as the bot writes it"),
        (('{"at"', "at"), "This is no game that /game export wrote"),
        (('{"seed":"00', '{"seed":"xx'), "is no number in hexadecimal digits"),
        (('{"seed":', '{"sea":'), "still going on when the file was made"),
        (('"game":"port_flower"', '"game":"chess"'), "chess"),
    ],
)
def test_a_file_that_is_none_is_refused_in_a_sentence(
    tmp_path: Path, capsys: Captured, change: tuple[str, str], told: str
) -> None:
    assert main(["verify", str(whole(tmp_path, change))]) == 1
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (('{"seed":"0001', '{"seed":"0002'), "NOT IN ORDER: the seed is not the one of that commitment."),
        (('"at":200,', '"at":201,'), "NOT IN ORDER: Entry"),
        (("", ""), "NOT IN ORDER: Entry 1"),
    ],
)
def test_what_is_not_in_order_is_told(
    tmp_path: Path, capsys: Captured, change: tuple[str, str], told: str
) -> None:
    assert main(["verify", str(whole(tmp_path, change))]) == 1
    assert told in capsys.readouterr().out


def test_a_file_that_is_not_there_is_told(tmp_path: Path, capsys: Captured) -> None:
    assert main(["verify", str(tmp_path / "none")]) == 1
    assert "cannot be read" in capsys.readouterr().err
    (tmp_path / "noise").write_bytes(b"\xff\xfe")
    assert main(["verify", str(tmp_path / "noise")]) == 1
    assert "no text in UTF-8" in capsys.readouterr().err
