"""Installing other client libraries, and the messages if they are unavailable."""

import sys
from pathlib import Path

import pytest

from tests.sandbox.clients import installing
from tests.sandbox.clients.installing import NotAtHandError, _made, _run, node_bot


@pytest.fixture(autouse=True)
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(installing, "BUILD", tmp_path / "clients")
    return tmp_path / "clients"


def failing(*words: str) -> list[str]:
    return [
        sys.executable,
        "-c",
        f"import sys; print({'; '.join(words)!r}.replace('; ', chr(10))); sys.exit(1)",
    ]


def test_without_node_a_client_is_not_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    with pytest.raises(NotAtHandError, match="not on this machine"):
        node_bot("discord_js")


def test_without_a_network_a_client_is_not_at_hand() -> None:
    told = failing("warn: slow", "npm error code ECONNREFUSED", "npm error a log was kept")
    with pytest.raises(NotAtHandError, match="could not be fetched: npm error code ECONNREFUSED"):
        _run(told)


@pytest.mark.parametrize("told", ["npm error code EINTEGRITY", "THESE PACKAGES DO NOT MATCH THE HASHES"])
def test_packages_that_are_not_those_of_the_lock_file_are_an_error(told: str) -> None:
    with pytest.raises(RuntimeError, match=told):
        _run(failing(told))


def test_an_installation_that_failed_leaves_nothing_behind(build: Path, tmp_path: Path) -> None:
    lock = tmp_path / "requirements.txt"
    lock.write_text("disnake==2.12.2", encoding="utf-8")

    def get_half() -> None:
        with _made("disnake", lock) as place:
            assert place is not None
            (place / "half").touch()
            raise NotAtHandError

    with pytest.raises(NotAtHandError):
        get_half()
    assert list(build.iterdir()) == []


def test_a_new_lock_file_takes_the_place_of_what_the_old_one_brought(build: Path, tmp_path: Path) -> None:
    lock = tmp_path / "requirements.txt"
    for version in ("1", "2", "2"):
        lock.write_text(f"disnake=={version}", encoding="utf-8")
        with _made("disnake", lock) as place:
            if place:
                (place / version).touch()
    (home,) = build.iterdir()
    assert [part.name for part in home.iterdir()] == ["2"]
