"""Programs in processes that start with the bot already imported. Each start takes a second less."""

import asyncio
import multiprocessing
import os
import runpy
import sys
from collections.abc import Mapping
from pathlib import Path

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["bot.cli.run"])


class Forked:
    """A program in a process of its own, as `asyncio.subprocess.Process` is."""

    def __init__(self, process: multiprocessing.process.BaseProcess) -> None:
        self._process = process
        self.pid = process.pid or 0
        self._ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().add_reader(process.sentinel, self._end)

    def _end(self) -> None:
        asyncio.get_running_loop().remove_reader(self._process.sentinel)
        self._process.join()
        self._ended.set_result(self._process.exitcode or 0)
        self._process.close()

    @property
    def returncode(self) -> int | None:
        """The exit code, or the negative number of the signal that ended the program; None while it runs."""
        return self._ended.result() if self._ended.done() else None

    async def wait(self) -> int:
        """Wait until the program has ended. Returns the exit code."""
        return await asyncio.shield(self._ended)

    def kill(self) -> None:
        """End the program with SIGKILL. Raises ProcessLookupError if the program has ended."""
        os.kill(self.pid, 9)

    def terminate(self) -> None:
        """Ask the program with SIGTERM to end. Raises ProcessLookupError if the program has ended."""
        os.kill(self.pid, 15)


async def fork(module: str, *arguments: str, env: Mapping[str, str], log: Path) -> Forked:
    """Start `python -m module arguments`. The program's standard error is added to the file `log`."""
    process = _CONTEXT.Process(target=_run, args=(module, arguments, dict(env), log), daemon=True)
    await asyncio.to_thread(_start, process, log)
    return Forked(process)


def _start(process: multiprocessing.process.BaseProcess, log: Path) -> None:
    log.touch()
    # The first start waits until the bot is imported.
    process.start()


def _run(module: str, arguments: tuple[str, ...], env: dict[str, str], log: Path) -> None:
    os.environ.clear()
    os.environ.update(env)
    with log.open("ab") as file:
        os.dup2(file.fileno(), sys.stderr.fileno())
    sys.argv[1:] = arguments
    runpy.run_module(module, run_name="__main__", alter_sys=True)
