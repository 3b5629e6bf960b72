"""Errors of the command line are one sentence and an exit code, never a traceback."""

import asyncio
import json
import socket
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import render
from bot.__main__ import main
from bot.cli.output_files import write
from bot.service import logs
from bot.service.config import Settings
from rules.engine.action import Resign
from rules.engine.chance import Chance, SeededStream
from rules.engine.errors import HarbourmasterError
from rules.engine.event import Decided
from rules.engine.export import export
from rules.engine.match import Advance, Match, open_match
from rules.engine.verify import verify
from rules.port_flower import GAME
from rules.port_flower.options import RaceOptions
from tests.bot.databases import address
from tests.bot.program import PROJECT, Program, environment
from tests.engine.table import SEED, does, journal, opening
from tests.pictures import seen
from tests.sandbox.checked import CheckedSandbox

Captured = pytest.CaptureFixture[str]


def nobody_listens() -> str:
    """Return an address of this machine that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return f"http://127.0.0.1:{listener.getsockname()[1]}/api/v10"


def one_sentence(text: str) -> str:
    """Return the error of a program, which must be one line without a traceback."""
    (line,) = [line for line in text.splitlines() if not line.startswith("20")]  # so the log's lines begin
    assert "Traceback" not in text
    return line


def run(**settings: str) -> subprocess.CompletedProcess[str]:
    """Run `python -m bot run` with these settings until it ends."""
    return subprocess.run(
        [sys.executable, "-m", "bot", "run"],
        cwd=PROJECT, env=environment(**settings), capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


# ./harbour run


def test_without_a_token_the_bot_says_where_one_goes(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setitem(Settings.model_config, "env_file", None)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.setattr(logs, "begin", lambda _: None)
    assert main(["run"]) == 1
    assert "DISCORD_TOKEN is missing" in one_sentence(capsys.readouterr().err)


async def test_a_token_that_discord_refuses_is_told_in_a_sentence(tmp_path: Path) -> None:
    async with CheckedSandbox() as discord:
        ended = await asyncio.to_thread(
            run,
            DISCORD_TOKEN="wrong",
            DISCORD_API_URL=discord.api_url,
            DISCORD_GATEWAY_URL=discord.gateway_url,
            DATABASE_URL=address(tmp_path / "games.db"),
        )
    assert ended.returncode == 1
    assert "does not accept this DISCORD_TOKEN" in one_sentence(ended.stderr)
    assert "wrong" not in ended.stderr


@pytest.mark.parametrize("place", ["no such folder/games.db", "text.db", ""])
def test_a_database_that_cannot_be_used_is_told_in_a_sentence(tmp_path: Path, place: str) -> None:
    (tmp_path / "text.db").write_text("Dear diary, " * 100, encoding="utf-8")
    database = address(tmp_path / place)
    ended = run(DISCORD_TOKEN="any", DISCORD_API_URL=nobody_listens(), DATABASE_URL=database)
    assert ended.returncode == 1
    assert "database" in one_sentence(ended.stderr).lower()


def test_a_port_for_metrics_that_is_taken_is_told_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = str(listener.getsockname()[1])
        ended = run(
            DISCORD_TOKEN="any",
            DISCORD_API_URL=nobody_listens(),
            DATABASE_URL=address(tmp_path / "games.db"),
            METRICS_PORT=port,
        )
    assert ended.returncode == 1
    assert f"METRICS_PORT {port} cannot be used" in one_sentence(ended.stderr)


async def test_a_bot_that_is_told_to_stop_ends_well(tmp_path: Path) -> None:
    async with CheckedSandbox() as discord:
        program = Program(discord, tmp_path / "games.db", tmp_path / "log")
        await program.start()
        assert await program.stop() == 0
    *_, stopping, stopped = (tmp_path / "log").read_text(encoding="utf-8").splitlines()
    assert stopping.endswith(" INFO    bot.cli.run: stopping")
    assert stopped.endswith(" INFO    bot.cli.run: stopped")


async def test_every_line_for_programs_is_an_object_from_the_first(tmp_path: Path) -> None:
    log = tmp_path / "log"
    async with CheckedSandbox() as discord:
        program = Program(discord, tmp_path / "games.db", log, LOG_FORMAT="json", LOG_LEVEL="DEBUG")
        await program.start()
        assert await program.stop() == 0
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert lines[-1]["message"] == "stopped"


@pytest.mark.parametrize(
    "wrong",
    [{"LOG_LEVEL": "loud"}, {"DISCORD_TOKEN": ""}, {"DATABASE_URL": "golf"}],
    ids=lambda it: next(iter(it)),
)
def test_what_keeps_the_bot_from_starting_is_an_object_too(tmp_path: Path, wrong: dict[str, str]) -> None:
    said = {"DATABASE_URL": address(tmp_path / "games.db"), "DISCORD_TOKEN": "any", "LOG_FORMAT": "json"}
    ended = run(**said | wrong, METRIC_PORT="9464")
    *_, last = map(json.loads, ended.stderr.splitlines())
    assert (ended.returncode, last["level"]) == (1, "error")
    assert next(iter(wrong)) in last["message"]


def test_a_name_that_is_nearly_a_setting_is_told_in_the_log(tmp_path: Path) -> None:
    ended = run(DATABASE_URL=address(tmp_path / "games.db"), METRIC_PORT="9464")
    assert "There is no setting METRIC_PORT. Is METRICS_PORT meant?" in ended.stderr


# The commands themselves


@pytest.mark.parametrize("arguments", [[], ["sail"], ["--version"]])
def test_an_unknown_command_names_those_there_are(arguments: list[str], capsys: Captured) -> None:
    assert main(arguments) == 2
    assert "play" in one_sentence(capsys.readouterr().err)


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.delitem(sys.modules, "bot.cli.picture", raising=False)
    monkeypatch.setitem(sys.modules, "pydantic", None)
    assert main(["picture"]) == 1
    assert "The package pydantic is missing" in one_sentence(capsys.readouterr().err)


# ./harbour picture


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """Store a race at its start."""
    race, _ = GAME.start(RaceOptions(), 2, Chance(SeededStream(b"seed", "", 0, "start")))
    file = tmp_path / "state.json"
    file.write_text(race.model_dump_json(), encoding="utf-8")
    return file


def test_a_stored_state_is_drawn(state: Path, tmp_path: Path) -> None:
    out = tmp_path / "board.png"
    assert main(["picture", "port_flower", str(state), str(out), "--names", "Ann, Bo"]) == 0
    assert out.read_bytes().startswith(b"\x89PNG")


@pytest.fixture(scope="module")
def race() -> Match:
    """Return a finished race of two players with its journal. After some moves, player 2 resigns."""
    begun = opening(GAME).model_copy(update={"rules_version": GAME.rules_version})
    match, luck = open_match(GAME, begun, SEED).match, Random(1)
    for _ in range(20):
        decision = match.decisions[0]
        match = does(match, decision.seat, luck.choice(decision.actions))
    return does(match, 2, Resign())


@pytest.fixture
def exported(race: Match, tmp_path: Path) -> Path:
    """Write the finished race to a file, as `/game export` does."""
    file = tmp_path / "race.jsonl"
    file.write_text(export(race.opening, journal(race), race.seed), encoding="utf-8")
    return file


def test_an_exported_game_is_drawn_after_any_entry_with_its_last_move(exported: Path, race: Match) -> None:
    moved = next(entry.number for entry in journal(race) if entry.what.startswith("move boat"))
    out, bare = exported.with_name("out.png"), exported.with_name("bare.png")
    assert main(["picture", "port_flower", str(exported), str(out), "--entry", str(moved)]) == 0
    there = match_at(race, moved)
    told = [Decided(), *there.events]
    assert seen(out.read_bytes()) == seen(render.draw(there.match.view(None, told), {}).data)
    state = exported.with_name("state.json")
    state.write_text(there.match.position.state, encoding="utf-8")
    assert main(["picture", "port_flower", str(state), str(bare)]) == 0
    assert seen(bare.read_bytes()) == seen(render.draw(there.match.view(None), {}).data)
    assert seen(bare.read_bytes()) != seen(out.read_bytes())


def match_at(race: Match, number: int) -> Advance:
    """Return the advance of an entry."""
    found: dict[int, Advance] = {}

    def keep(advance: Advance) -> str:
        found[advance.entry.number] = advance
        return ""

    assert not verify(race, keep).problems
    return found[number]


def test_an_exported_game_is_drawn_at_its_end_if_no_entry_is_named(exported: Path, race: Match) -> None:
    out, last = exported.with_name("out.png"), exported.with_name("last.png")
    assert main(["picture", "port_flower", str(exported), str(out), "--names", "Ann, Bo"]) == 0
    entry = str(len(journal(race)))
    named = ["--names", "Ann, Bo", "--entry", entry]
    assert main(["picture", "port_flower", str(exported), str(last), *named]) == 0
    assert seen(out.read_bytes()) == seen(last.read_bytes())


@pytest.mark.parametrize(
    ("game", "entry", "told"),
    [("port_flower", 0, "no entry 0"), ("port_flower", 999, "no entry 999"), ("acrana", 1, "of port_flower")],
    ids=["before the first", "after the last", "another game"],
)
def test_an_entry_that_an_exported_game_has_not_is_refused(
    exported: Path, game: str, entry: int, told: str, capsys: Captured
) -> None:
    out = exported.with_name("out.png")
    assert main(["picture", game, str(exported), str(out), "--entry", str(entry)]) == 1
    assert told in one_sentence(capsys.readouterr().err)
    assert not out.exists()


def test_a_bare_state_has_no_entries(state: Path, capsys: Captured) -> None:
    assert main(["picture", "port_flower", str(state), str(state.with_name("out.png")), "--entry", "1"]) == 1
    assert "leave out --entry" in one_sentence(capsys.readouterr().err)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is no state"),
        ("[1, 2]", "is no state"),
        ('{"round": 1}', "is no state"),
        ("\x00\xff", "is no state"),
    ],
    ids=["nothing", "a list", "a part", "rubbish"],
)
def test_a_file_that_holds_no_state_is_refused(
    tmp_path: Path, text: str, told: str, capsys: Captured
) -> None:
    file = tmp_path / "state.json"
    file.write_text(text, encoding="latin-1")
    assert main(["picture", "port_flower", str(file), str(tmp_path / "out.png")]) == 1
    assert told in one_sentence(capsys.readouterr().err)
    assert not (tmp_path / "out.png").exists()


@pytest.mark.parametrize(
    ("was", "becomes"),
    [('"B6"', '"J6"'), ('"B6"', '"Z99"'), ('"B6"', '"\N{SHARK}"'), ('"round":1', '"round":99')],
    ids=["two on a square", "off the chart", "no square", "a late round"],
)
def test_a_state_that_cannot_be_is_refused(
    state: Path, tmp_path: Path, was: str, becomes: str, capsys: Captured
) -> None:
    text = state.read_text(encoding="utf-8")
    assert was in text
    state.write_text(text.replace(was, becomes), encoding="utf-8")
    assert main(["picture", "port_flower", str(state), str(tmp_path / "out.png")]) == 1
    assert one_sentence(capsys.readouterr().err)
    assert not (tmp_path / "out.png").exists()


@pytest.mark.parametrize(
    ("game", "file", "out"),
    [
        ("golf", "state.json", "out.png"),
        ("port_flower", "none.json", "out.png"),
        ("port_flower", "state.json", "."),
    ],
    ids=["unknown game", "no such file", "not a file"],
)
def test_what_cannot_be_drawn_or_written_is_told(
    state: Path, tmp_path: Path, game: str, file: str, out: str, capsys: Captured
) -> None:
    assert main(["picture", game, str(tmp_path / file), str(tmp_path / out)]) == 1
    assert one_sentence(capsys.readouterr().err)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a file that finds no room")
def test_a_file_for_which_there_is_no_room_is_told_with_what_to_do() -> None:
    with pytest.raises(HarbourmasterError, match="cannot be written: the disk is full"):
        write(Path("/dev/full"), b"ahoy")
