"""Client libraries other than the bot's own, each in a separate folder with its lock file.

Downloads stay in `build/clients` as long as the lock file is the same.
"""

import hashlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parent
BUILD = Path(__file__).parents[3] / "build" / "clients"
PATIENCE = 200
"""The maximum seconds of one installation step."""

_INTERPRETER = "Scripts/python.exe" if sys.platform == "win32" else "bin/python"
_BROKEN_LOCK = ("EINTEGRITY", "EUSAGE", "HASH")
"""Words in errors of pip and npm that are caused by the request and not by the network."""


class NotAtHandError(Exception):
    """A client cannot be installed on this machine now. The message gives the reason."""


def of_this_environment(name: str) -> list[str]:
    """Return the command that starts the bot in the folder `name` with the tests' own packages."""
    return [sys.executable, str(HERE / name / "bot.py")]


def python_bot(name: str) -> list[str]:
    """Return the command that starts the bot in the folder `name`, which has its own environment.

    Raises:
        NotAtHandError: if its packages cannot be downloaded.
    """
    lock = HERE / name / "requirements.txt"
    with _made(name, lock) as place:
        if place:
            _run([sys.executable, "-m", "venv", "--without-pip", str(place)])
            pip = [
                sys.executable,
                "-m",
                "pip",
                "--python",
                str(place / _INTERPRETER),
                "--no-input",
                "--quiet",
            ]
            fetch = ["install", "--require-hashes", "--no-compile", "--retries=1", "--timeout=15"]
            _run([*pip, *fetch, f"--requirement={lock}"])
    return [str(_home(name, lock) / _INTERPRETER), str(HERE / name / "bot.py")]


def node_bot(name: str) -> list[str]:
    """Return the command that starts the bot in the folder `name` on Node.js.

    Raises:
        NotAtHandError: if there is no Node.js, or its packages cannot be downloaded.
    """
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise NotAtHandError("Node.js (node and npm) is not on this machine")
    lock = HERE / name / "package-lock.json"
    with _made(name, lock) as place:
        if place:
            for part in (lock, lock.with_name("package.json")):
                shutil.copy(part, place)
            fetch = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-timeout=15000"]
            _run([npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", *fetch], place)
    # Node.js looks for packages only next to the program.
    return [node, str(shutil.copy(HERE / name / "bot.mjs", _home(name, lock)))]


def _home(name: str, lock: Path) -> Path:
    return BUILD / f"{name}-{hashlib.sha256(lock.read_bytes()).hexdigest()[:12]}"


@contextmanager
def _made(name: str, lock: Path) -> Iterator[Path | None]:
    """Yield an empty folder that becomes the client's home on success. Yield None if a home exists."""
    home = _home(name, lock)
    if home.exists():
        yield None
        return
    BUILD.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILD, ignore_cleanup_errors=True) as folder:
        place = Path(folder) / name
        place.mkdir()
        yield place
        for outdated in BUILD.glob(f"{name}-*"):
            shutil.rmtree(outdated, ignore_errors=True)
        place.rename(home)


def _run(command: Sequence[str], folder: Path = HERE) -> None:
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        raise NotAtHandError(f"{Path(command[0]).name} took longer than {PATIENCE} s") from None
    if done.returncode:
        told = f"{done.stdout}\n{done.stderr}".strip()
        if any(word in told for word in _BROKEN_LOCK):
            raise RuntimeError(told)
        lines = [line for line in told.splitlines() if "error" in line.lower()] or ["it says nothing"]
        raise NotAtHandError(f"its packages could not be fetched: {lines[0]}")
