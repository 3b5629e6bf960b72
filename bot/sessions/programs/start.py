"""Starts a program of this package in another process."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
"""The folder of the project's packages."""


async def start(module: str, complaints: int) -> Process:
    """Start a module as a program, without the bot's environment, which contains the token. Raises OSError.

    `complaints` is the target of standard error, as in `subprocess`.
    """
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-X", "utf8", "-m", module),
        cwd=ROOT,
        env={},
        stdin=PIPE,
        stdout=PIPE,
        stderr=complaints,
    )
