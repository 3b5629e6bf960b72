"""Lock files pin all packages for every system, and name no source of packages."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot.service.config import PROJECT

LOCKS = (
    "requirements.txt",
    "requirements-postgresql.txt",
    "requirements-dev.txt",
    "requirements-bench.txt",
)
OUTSIDE = PROJECT / "tests/sandbox/clients"
"""Bots on other client libraries, each with its own lock file."""

ALL = (*LOCKS, *(str(lock.relative_to(PROJECT)) for lock in sorted(OUTSIDE.glob("*/requirements.txt"))))
OF_NODE = sorted([*OUTSIDE.glob("*/package-lock.json"), PROJECT / "bench/boardgame/package-lock.json"])


def read(name: str) -> str:
    return (PROJECT / name).read_text(encoding="utf-8")


def pins(name: str) -> dict[str, Requirement]:
    """Return the requirements of a lock file by name, each without its hashes."""
    lines = re.findall(r"^[^\s#].*?(?= \\$)", read(name), re.MULTILINE)
    return {canonicalize_name(pin.name): pin for pin in map(Requirement, lines)}


def asked() -> dict[str, list[Requirement]]:
    """Return the requirements of `pyproject.toml`, by the lock file that must contain them."""
    project = tomllib.loads(read("pyproject.toml"))["project"]
    runtime = [Requirement(text) for text in project["dependencies"]]
    extras = project["optional-dependencies"]
    server = runtime + [Requirement(text) for text in extras["postgresql"]]
    development = server + [Requirement(text) for text in extras["dev"]]
    measuring = development + [Requirement(text) for text in extras["bench"]]
    return dict(zip(LOCKS, (runtime, server, development, measuring), strict=True))


@pytest.mark.parametrize("lock", ALL)
def test_every_package_has_one_version_and_a_hash(lock: str) -> None:
    packages = re.split(r"\n(?=[^\s#])", re.sub(r"^#.*\n", "", read(lock), flags=re.MULTILINE))
    for package in packages:
        assert re.match(r"[a-z0-9-]+==[^\s=]+ .*\\\n", package), package
        assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", package), package


@pytest.mark.parametrize("lock", ALL)
def test_no_address_stands_in_a_lock_file(lock: str) -> None:
    assert re.findall(r"\S*://\S*|index-url|find-links|trusted-host", read(lock)) == []


@pytest.mark.parametrize("lock", LOCKS)
def test_what_the_project_asks_for_is_locked_in_a_version_it_accepts(lock: str) -> None:
    locked = pins(lock)
    for requirement in asked()[lock]:
        [pinned] = locked[canonicalize_name(requirement.name)].specifier
        assert requirement.specifier.contains(pinned.version), requirement


@pytest.mark.parametrize("lock", OF_NODE, ids=lambda lock: lock.parent.name)
def test_packages_of_node_have_a_hash_and_no_address(lock: Path) -> None:
    packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    for name, package in packages.items():
        assert "resolved" not in package, name
        assert not name or package["integrity"].startswith("sha512-"), name


@pytest.mark.parametrize("larger", LOCKS[1:])
def test_tests_and_measurements_run_with_the_versions_that_hosts_get(larger: str) -> None:
    found = pins(larger)
    assert {name: found.get(name) for name in pins("requirements.txt")} == pins("requirements.txt")


def test_pythons_without_the_audio_module_get_it_as_a_package() -> None:
    marker = pins("requirements.txt")["audioop-lts"].marker
    assert marker is not None
    wanted = {python: marker.evaluate({"python_full_version": python}) for python in ("3.12.9", "3.13.0")}
    assert wanted == {"3.12.9": False, "3.13.0": True}
