"""Starts a program of this package in a process of its own."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
"""The folder of the project's packages."""


async def start(module: str, complaints: int) -> Process:
    """Start a module as a program, without the bot's environment: its token stays here.

    `complaints` is where its standard error goes. Raises OSError.
    """
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-X", "utf8", "-m", module),
        cwd=ROOT,
        env={},
        stdin=PIPE,
        stdout=PIPE,
        stderr=complaints,
    )
