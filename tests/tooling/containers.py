"""The container image, built from Debian's packages, and the services that `compose.yaml` starts from it."""

import asyncio
import fcntl
import json
import os
import re
import shutil
import ssl
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.service.config import PROJECT

CONTAINERFILE = PROJECT / "Containerfile"
SERVICES: dict[str, dict[str, Any]] = yaml.safe_load((PROJECT / "compose.yaml").read_text(encoding="utf-8"))[
    "services"
]
IMAGE = "localhost/harbourmaster-tested"

TOOLS = ("podman", "runc", "mmdebstrap")
"""Programs that build and start an image. Debian's other runtime, crun, refuses some control groups."""

LIMITS = ("--ulimit=nofile=1024:1024", "--ulimit=nproc=1024:1024")
"""Limits below podman's defaults, which some root users cannot set."""


_PODMAN = ["podman", "--runtime=runc"]
_DEBIAN = ["mmdebstrap", "--quiet", "--variant=minbase"]


def podman(*arguments: str) -> str:
    """Run a command of podman, and return what it prints."""
    done = subprocess.run([*_PODMAN, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout[-2_000:]}\n{done.stderr[-2_000:]}"
    return done.stdout.strip()


def needs_builder() -> None:
    """Skip a test if containers cannot be started here."""
    trouble = _trouble()
    if trouble:
        pytest.skip(trouble)


@cache
def _trouble() -> str:
    missing = [tool for tool in TOOLS if shutil.which(tool, path=_path()) is None]
    if missing or os.geteuid() != 0:
        return f"images are built by root with {', '.join(TOOLS)} (Debian: apt install {' '.join(TOOLS)})"
    try:
        with _one_at_a_time():
            base = _base()
        podman("run", "--rm", "--network=host", *LIMITS, base, "true")
    except (AssertionError, subprocess.CalledProcessError) as error:
        return f"containers cannot be started here: {error}"
    return ""


@cache
def image() -> str:
    """Build the image if it was not built before. Returns its name."""
    with _one_at_a_time(), tempfile.TemporaryDirectory() as folder:
        before = podman("images", "--quiet", "--no-trunc", IMAGE)
        podman(
            "build", "--isolation=chroot", "--format=docker", "--network=host", *_certificates(Path(folder)),
            f"--build-arg=DEBIAN={_base()}", f"--file={CONTAINERFILE}", f"--tag={IMAGE}", str(PROJECT),
        )  # fmt: skip
        if before and before != podman("images", "--quiet", "--no-trunc", IMAGE):
            podman("rmi", "--force", before)
    return IMAGE


def described() -> dict[str, Any]:
    """Return podman's data about the image."""
    (told,) = json.loads(podman("image", "inspect", image()))
    return dict(told)


def as_service(name: str, *options: str, **environment: str) -> list[str]:
    """Return the arguments of `podman run` for a service of `compose.yaml`, with more options.

    The service uses this machine's network, where the tests' Discord and database are.
    """
    service = SERVICES[name]
    said = {name: value for name, value in service["environment"].items() if not value.startswith("${")}
    words = ["--network=host", "--no-healthcheck", *LIMITS, *options]
    words += [f"--env={name}={value}" for name, value in (said | environment).items()]
    if service["read_only"]:
        words += ["--read-only", "--read-only-tmpfs=false"]
    for option in ("tmpfs", "cap_drop", "security_opt"):
        words += [f"--{option.replace('_', '-')}={value}" for value in service[option]]
    if "entrypoint" in service:
        words.append(f"--entrypoint={json.dumps(service['entrypoint'])}")
    command: Sequence[str] = service.get("command", ())
    return [*words, image(), *(word.replace("$$", "$") for word in command)]


@asynccontextmanager
async def running(name: str, words: Sequence[str]) -> AsyncIterator[None]:
    """Keep a container called `name` running, and remove it afterwards."""
    await asyncio.to_thread(podman, "run", "--detach", f"--name={name}", *words)
    try:
        yield
    finally:
        await asyncio.to_thread(podman, "rm", "--force", name)


def _base() -> str:
    """Make the base image of the Containerfile if it does not exist. Returns its name."""
    text = CONTAINERFILE.read_text(encoding="utf-8")
    (suite,) = re.findall(r"^ARG DEBIAN=.*debian:(\w+)-slim$", text, re.MULTILINE)
    name = f"localhost/debian-tested:{suite}"
    if not podman("images", "--quiet", name):
        slim = [f"--dpkgopt=path-exclude=/usr/share/{part}/*" for part in ("doc", "man", "locale")]
        with tempfile.TemporaryDirectory() as folder:
            packed = Path(folder) / "base.tar"
            subprocess.run(
                [*_DEBIAN, *slim, suite, packed],
                check=True, env={**os.environ, "PATH": _path()}, capture_output=True,
            )  # fmt: skip
            podman("import", str(packed), name)
    return name


def _certificates(folder: Path) -> list[str]:
    """Let pip in the image trust the same registries as this machine."""
    trusted = ssl.get_default_verify_paths().cafile or "/etc/ssl/certs/ca-certificates.crt"
    settings = folder / "pip.conf"
    settings.write_text("[global]\ncert = /etc/trusted.pem\n", encoding="utf-8")
    return [f"--volume={trusted}:/etc/trusted.pem:ro", f"--volume={settings}:/etc/pip.conf:ro"]


def _path() -> str:
    """Return the search path for programs, including those of administrators."""
    return f"{os.environ['PATH']}:/usr/sbin:/sbin"


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Let processes that want the same image wait for each other."""
    with (Path(tempfile.gettempdir()) / "harbourmaster-image.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
