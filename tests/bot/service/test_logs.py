"""The log has one line for each event, for people or programs, with the related ids."""

import json
import logging
import sys
import threading
from collections.abc import Iterator
from unittest.mock import Mock

import aiohttp
import discord
import pytest

from bot.service import logs
from bot.service.config import Settings

ABOUT = {"interaction": 11, "channel": 22, "user": 33, "game": "ABCDEF", "entry": 7}
FORGERY = "sail\n2026-01-01 00:00:00 INFO    bot.tables: end by gm"


@pytest.fixture(autouse=True)
def kept_as_it_was() -> Iterator[None]:
    """Restore the program's logging after a test has changed it."""
    loggers = [logging.getLogger(name) for name in (None, "aiosqlite", "alembic", "discord")]
    before = [(logger, logger.handlers[:], logger.level) for logger in loggers]
    hooks = sys.excepthook, threading.excepthook
    yield
    sys.excepthook, threading.excepthook = hooks
    logging.captureWarnings(capture=False)
    for logger, handlers, level in before:
        logger.handlers[:] = handlers
        logger.setLevel(level)


def said(capsys: pytest.CaptureFixture[str], form: str, level: str = "INFO") -> list[str]:
    """Return the log lines of a refusal, a detail and an error."""
    logs.begin(Settings.model_validate({"log_format": form, "log_level": level}))
    log = logging.getLogger("bot.test")
    log.info("refused: %s", FORGERY, extra=ABOUT)
    log.debug("a detail")
    try:
        int("on the rocks")
    except ValueError:
        log.exception("unexpected error %s", "c0ffee", extra={"interaction": 11})
    return capsys.readouterr().err.splitlines()


def test_a_line_for_people_ends_with_the_ids_it_is_about(capsys: pytest.CaptureFixture[str]) -> None:
    first, *_ = said(capsys, "text")
    assert first.endswith("end by gm interaction=11 channel=22 user=33 game=ABCDEF entry=7")


def test_nobody_writes_a_line_into_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "text")
    assert [line for line in lines if line.startswith("2026-01-01")] == []
    assert "refused: sail 2026-01-01" in lines[0]


def test_a_stack_follows_the_line_of_its_mishap(capsys: pytest.CaptureFixture[str]) -> None:
    _, second, third, *_, last = said(capsys, "text")
    assert second.endswith("unexpected error c0ffee interaction=11")
    assert third.startswith("Traceback")
    assert last.startswith("ValueError: ")


@pytest.mark.parametrize(
    "error",
    [
        ConnectionResetError("reset by peer"),
        TimeoutError(),
        aiohttp.ClientError("gone"),
        discord.ConnectionClosed(Mock(close_code=1000), shard_id=0),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_ordinary_reconnect_is_a_line_and_no_error(
    capsys: pytest.CaptureFixture[str], error: Exception
) -> None:
    logs.begin(Settings.model_validate({"log_level": "WARNING"}))
    library = logging.getLogger("discord.shard")
    library.error("Attempting a reconnect for shard ID %s in %.2fs", 0, 1.5, exc_info=error)
    (line,) = capsys.readouterr().err.splitlines()
    assert " WARNING discord.shard: Attempting a reconnect for shard ID 0 in 1.50s (" in line
    assert (str(error) or type(error).__name__) in line


def test_a_reconnect_for_another_reason_keeps_its_stack(capsys: pytest.CaptureFixture[str]) -> None:
    logs.begin(Settings.model_validate({}))
    logging.getLogger("discord.shard").error("Failed to connect", exc_info=KeyError("d"))
    first, *_, last = capsys.readouterr().err.splitlines()
    assert " ERROR " in first
    assert last == "KeyError: 'd'"


def test_every_line_for_programs_is_an_object(capsys: pytest.CaptureFixture[str]) -> None:
    refused, mishap = map(json.loads, said(capsys, "json"))
    assert {name: refused[name] for name in ABOUT} == ABOUT
    assert (refused["level"], refused["in"]) == ("info", "bot.test")
    assert refused["message"] == f"refused: {FORGERY}"
    assert "on the rocks" in mishap["stack"]


@pytest.mark.parametrize("form", ["text", "json"])
def test_what_breaks_the_program_stands_in_the_log(capsys: pytest.CaptureFixture[str], form: str) -> None:
    logs.begin(Settings.model_validate({"log_format": form}))
    for hook in (sys.excepthook, lambda *died: threading.excepthook(threading.ExceptHookArgs([*died, None]))):
        try:
            int("on the rocks")
        except ValueError as error:
            hook(type(error), error, error.__traceback__)
        told = capsys.readouterr().err
        assert "the program broke" in told.splitlines()[0]
        assert "on the rocks" in told


def test_the_level_says_how_much_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(said(capsys, "json", "DEBUG")) == 3
    assert len(said(capsys, "json", "ERROR")) == 1
