"""`./harbour` finds or makes its environment, and then replaces itself by the program."""

import ast
import json
import os
import shutil
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

from bot.__main__ import COMMANDS
from bot.service.config import PROJECT

SCRIPT = PROJECT / "harbour"

# This program replaces the bot, and prints how it was started.
BOT = """
import json, os, sys
print(json.dumps({"arguments": sys.argv[1:], "folder": os.getcwd(), "environment": sys.prefix}))
sys.exit(7 if "fail" in sys.argv else 0)
"""


LOCKS = (
    "requirements.txt",
    "requirements-postgresql.txt",
    "requirements-dev.txt",
    "requirements-bench.txt",
)
"""The lock files, each larger than the one before."""


class Checkout:
    """A checkout with the real script, a lock file that needs no network, and a bot of three lines."""

    def __init__(self, root: Path, *dependencies: str, dev: tuple[str, ...] = ()) -> None:
        self.root = root
        self.venv = root / ".venv"
        self.lock = root / "requirements.txt"
        (root / "bot").mkdir(parents=True)
        (root / "bot" / "__main__.py").write_text(BOT, encoding="utf-8")
        for name in LOCKS:
            (root / name).write_text(f"# {name}\n--no-index\n", encoding="utf-8")
        (root / "pyproject.toml").write_text(
            f'[project]\nversion = "3.2.1"\ndependencies = {json.dumps(dependencies)}\n'
            "optional-dependencies.postgresql = []\n"
            f"optional-dependencies.dev = {json.dumps(dev)}\noptional-dependencies.bench = []\n",
            encoding="utf-8",
        )
        shutil.copy(SCRIPT, root)

    def run(self, *arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, str(self.root / "harbour"), *arguments],
            cwd=folder or self.root,
            capture_output=True,
            text=True,
            check=False,
        )

    def module(self) -> ModuleType:
        """Load the script as a module whose checkout is this one."""
        loader = SourceFileLoader("harbour_script", str(self.root / "harbour"))
        spec = spec_from_loader("harbour_script", loader)
        assert spec is not None
        module = module_from_spec(spec)
        loader.exec_module(module)
        return module


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """Return a checkout in a folder with a blank in its name. The first command has made its environment."""
    checkout = Checkout(tmp_path_factory.mktemp("old harbour"), "no-such-package>=1")
    first = checkout.run("play")
    assert first.returncode == 0, first.stderr
    assert "Installing" in first.stderr
    return checkout


# --- making the environment ----------------------------------------------------------------------------


def test_the_bot_runs_in_the_environment_made_for_it(installed: Checkout) -> None:
    assert json.loads(installed.run("play").stdout)["environment"] == str(installed.venv)


def test_a_second_start_installs_nothing_and_says_nothing(installed: Checkout) -> None:
    assert installed.run("play").stderr == ""


def test_a_changed_lock_file_is_installed_at_the_next_start(installed: Checkout) -> None:
    installed.lock.write_text("# changed\n--no-index\n", encoding="utf-8")
    assert ["Installing" in installed.run("play").stderr for _ in range(2)] == [True, False]


def test_an_interrupted_installation_is_done_again(installed: Checkout) -> None:
    (installed.venv / "installed.txt").unlink()
    assert ["Installing" in installed.run("play").stderr for _ in range(2)] == [True, False]


def test_a_package_that_cannot_be_fetched_is_told_without_a_stack(installed: Checkout) -> None:
    lock = installed.lock.read_text(encoding="utf-8")
    installed.lock.write_text(f"--no-index\nno-such-package==1 --hash=sha256:{'0' * 64}\n", encoding="utf-8")
    failed = installed.run("play")
    installed.lock.write_text(lock, encoding="utf-8")
    assert installed.run("play").returncode == 0
    assert failed.returncode == 1
    assert failed.stdout == ""
    assert "The packages could not be installed." in failed.stderr
    assert "Traceback" not in failed.stderr


def test_the_command_and_its_folder_reach_the_bot_unchanged(installed: Checkout, tmp_path: Path) -> None:
    told = json.loads(installed.run("picture", "a b", "--seed=1", folder=tmp_path).stdout)
    assert told["arguments"] == ["picture", "a b", "--seed=1"]
    assert told["folder"] == str(tmp_path)


def test_a_folder_that_is_called_bot_is_not_taken_for_the_bot(installed: Checkout, tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "__main__.py").write_text("raise SystemExit('a stranger')", encoding="utf-8")
    assert installed.run("play", folder=tmp_path).returncode == 0


def test_the_exit_code_is_the_bots(installed: Checkout) -> None:
    assert installed.run("fail").returncode == 7


# --- choosing an environment -----------------------------------------------------------------------------


def test_an_interpreter_with_every_package_is_used_as_it_is(tmp_path: Path) -> None:
    harbour = Checkout(
        tmp_path / "app", "pytest>=7.0", "discord.py>=2", "SQLAlchemy[asyncio]>=2.0.36"
    ).module()
    assert harbour.python_with(harbour.RUNTIME) == sys.executable
    assert not harbour.VENV.exists()


@pytest.mark.parametrize("requirement", ["no-such-package>=1", "pytest>=999", "pytest>=9999.1"])
def test_a_package_that_is_missing_or_too_old_does_not_serve(tmp_path: Path, requirement: str) -> None:
    assert not Checkout(tmp_path / "app").module().is_present(requirement)


def test_tests_need_the_packages_of_developers_too(tmp_path: Path) -> None:
    harbour = Checkout(tmp_path / "app", "pytest>=7", dev=("no-such-package>=1",)).module()
    assert all(map(harbour.is_present, harbour.wanted(harbour.RUNTIME)))
    assert not all(map(harbour.is_present, harbour.wanted(harbour.DEVELOPMENT)))


@pytest.mark.parametrize(
    ("holds", "needs", "enough"),
    [
        ("requirements.txt", "requirements.txt", True),
        ("requirements-postgresql.txt", "requirements.txt", True),
        ("requirements.txt", "requirements-postgresql.txt", False),
        ("requirements-dev.txt", "requirements-postgresql.txt", True),
        ("requirements-dev.txt", "requirements.txt", True),
        ("requirements.txt", "requirements-dev.txt", False),
        ("requirements-bench.txt", "requirements.txt", True),
        ("requirements-bench.txt", "requirements-dev.txt", True),
        ("requirements-dev.txt", "requirements-bench.txt", False),
    ],
)
def test_a_larger_environment_serves_for_a_smaller_one_and_not_the_other_way_round(
    tmp_path: Path, holds: str, needs: str, *, enough: bool
) -> None:
    checkout = Checkout(tmp_path / "app")
    harbour = checkout.module()
    harbour.VENV_PYTHON.parent.mkdir(parents=True)
    harbour.VENV_PYTHON.touch()
    shutil.copy(checkout.root / holds, harbour.INSTALLED)
    assert harbour.is_installed(checkout.root / needs) == enough


@pytest.mark.parametrize(
    ("written", "said", "arguments", "wanted"),
    [
        ("", "", (), False),
        ("DATABASE_URL=sqlite:///games.db\n", "", (), False),
        ("DATABASE_URL=postgresql://host/games\n", "", (), True),
        ('LOG_LEVEL=INFO\nexport database_url = "postgres://host/games"\n', "", (), True),
        ("# DATABASE_URL=postgresql://host/games\n", "", (), False),
        ("DATABASE_URL=sqlite:///games.db\n", "postgresql://host/games", (), True),
        ("DATABASE_URL=postgresql://host/games\n", "sqlite:///games.db", (), False),
        ("", "", ("sqlite:///games.db", "postgresql://host/games"), True),
        ("", "", ("postgresql.jsonl",), False),
    ],
)
def test_what_a_server_needs_is_installed_where_an_address_asks_for_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str, said: str, arguments: tuple[str, ...],
    *, wanted: bool,
) -> None:  # fmt: skip
    checkout = Checkout(tmp_path / "app")
    (checkout.root / ".env").write_text(written, encoding="utf-8")
    monkeypatch.setenv("DATABASE_URL", said)
    assert checkout.module().uses_server(arguments) == wanted


def test_an_environment_whose_python_is_gone_is_not_sound(tmp_path: Path) -> None:
    harbour = Checkout(tmp_path / "app").module()
    harbour.VENV_PYTHON.parent.mkdir(parents=True)
    harbour.VENV_PYTHON.symlink_to(tmp_path / "uninstalled")
    assert not harbour.is_sound()


def test_a_python_that_cannot_make_environments_is_told_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    harbour = Checkout(tmp_path / "app").module()
    monkeypatch.setattr(harbour, "find_spec", lambda name: None if name == "ensurepip" else object())
    with pytest.raises(harbour.Trouble, match="python3-venv"):
        harbour.make_venv()


# --- old Pythons -----------------------------------------------------------------------------------------


def test_an_old_python_can_read_the_script_and_so_say_what_is_missing() -> None:
    ast.parse(SCRIPT.read_text(encoding="utf-8"), feature_version=(3, 6))


def test_a_newer_python_is_looked_for_and_one_that_does_not_start_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "python3.13"
    broken.write_text("#!/bin/sh\nexit 127\n", encoding="utf-8")
    broken.chmod(0o755)
    (tmp_path / "python3.12").symlink_to(sys.executable)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert Checkout(tmp_path / "app").module().newer_python() == str(tmp_path / "python3.12")


def test_a_machine_may_have_no_newer_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert Checkout(tmp_path / "app").module().newer_python() == ""


# --- its own commands ------------------------------------------------------------------------------------


@pytest.mark.parametrize("asked", [[], ["--help"], ["-h"], ["help"]])
def test_the_commands_are_listed_before_anything_is_installed(tmp_path: Path, asked: list[str]) -> None:
    checkout = Checkout(tmp_path / "app", "no-such-package>=1")
    told = checkout.run(*asked)
    assert told.returncode == 0
    for command in (*COMMANDS, "test", "bench", "lock"):
        assert f"./harbour {command} " in told.stdout
    assert not checkout.venv.exists()


def test_the_version_is_told_before_anything_is_installed(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path / "app", "no-such-package>=1")
    assert checkout.run("--version").stdout == "Harbourmaster 3.2.1\n"
    assert not checkout.venv.exists()


@pytest.mark.parametrize(
    ("command", "program"), [("torture", "tests/faults/torture.py"), ("bench", "bench/__main__.py")]
)
def test_a_command_that_is_a_program_of_its_own_gets_what_follows_it(
    tmp_path: Path, command: str, program: str
) -> None:
    checkout = Checkout(tmp_path / "app")
    (checkout.root / program).parent.mkdir(parents=True)
    (checkout.root / program).write_text(BOT, encoding="utf-8")
    assert json.loads(checkout.run(command, "--kills", "3").stdout)["arguments"] == ["--kills", "3"]


def test_a_check_that_fails_shows_what_it_said(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    harbour = Checkout(tmp_path / "app").module()
    assert not harbour.passes("lint", [sys.executable, "-c", "print('rocks ahead'); raise SystemExit(1)"])
    assert "rocks ahead" in capfd.readouterr().out


def test_a_check_that_passes_takes_one_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    harbour = Checkout(tmp_path / "app").module()
    assert harbour.passes("lint", [sys.executable, "-c", "print('all is well')"])
    assert capfd.readouterr().out.count("\n") == 1


def test_the_tests_run_even_when_a_check_failed_and_the_whole_has_failed(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    checkout = Checkout(tmp_path / "app")
    (checkout.root / "test_nothing.py").write_text("def test_nothing(): pass\n", encoding="utf-8")
    harbour = checkout.module()
    monkeypatch.setattr(harbour, "CHECKS", {"lint": ["-c", "raise SystemExit(1)"], "types": ["-c", ""]})
    assert harbour.check_and_test(sys.executable) != 0
    told = capfd.readouterr().out
    assert "1 passed" in told
    assert told.endswith("Failed: lint.\n")


SAYS_WHO_READS_IT = """\
import os

with open("readers", "a") as readers:
    readers.write(os.environ.get("PYTEST_XDIST_WORKER", "alone") + "\\n")

def test_nothing(): pass
"""


def test_tests_are_compiled_once_before_several_processes_read_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkout = Checkout(tmp_path / "app")
    (checkout.root / "test_nothing.py").write_text(SAYS_WHO_READS_IT, encoding="utf-8")
    harbour = checkout.module()
    monkeypatch.setattr(harbour, "CHECKS", {})
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    # This test may run in one of several test processes itself.
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    assert harbour.check_and_test(sys.executable) == 0
    first, *others = (checkout.root / "readers").read_text(encoding="utf-8").split()
    assert (first, {*others}) == ("alone", {"gw0", "gw1", "gw2", "gw3"})
    assert [*checkout.root.glob("__pycache__/test_nothing.*.pyc")]


SAYS_WHERE_ITS_FILES_ARE = """\
import tempfile

def test_nothing(): open("folder", "w").write(tempfile.gettempdir())
"""


@pytest.mark.parametrize("needed", [0, 1 << 60])
def test_files_of_tests_are_in_memory_if_it_is_large_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, needed: int
) -> None:
    checkout = Checkout(tmp_path / "app")
    (checkout.root / "test_nothing.py").write_text(SAYS_WHERE_ITS_FILES_ARE, encoding="utf-8")
    harbour = checkout.module()
    (memory := tmp_path / "memory").mkdir()
    monkeypatch.setattr(harbour, "CHECKS", {})
    monkeypatch.setattr(harbour, "MEMORY", memory)
    monkeypatch.setattr(harbour, "NEEDED_MEMORY", needed)
    assert harbour.check_and_test(sys.executable) == 0
    folder = Path((checkout.root / "folder").read_text(encoding="utf-8"))
    assert (folder.parent == memory) == (needed == 0)
    assert not folder.exists()


def test_locking_needs_a_tool_and_says_which(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    harbour = Checkout(tmp_path / "app").module()
    monkeypatch.setenv("PATH", os.devnull)
    with pytest.raises(harbour.Trouble, match="pip install uv"):
        harbour.lock_packages([])
