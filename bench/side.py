"""One side of a comparison in its own process, so that sides do not share caches, memory or locks."""

import asyncio
import importlib
import multiprocessing
import os
import tempfile
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from bench.stage import Numbers, Stage

Kind = Literal["harbourmaster", "on_server", "cluster", "typical", "bare"]

STAGES: Mapping[Kind, tuple[str, str]] = {
    "harbourmaster": ("bench.harbourmaster_stage", "HarbourmasterStage"),
    "on_server": ("bench.postgresql_stages", "ServerStage"),
    "cluster": ("bench.postgresql_stages", "ClusterStage"),
    "typical": ("bench.typical_bot", "TypicalStage"),
    "bare": ("bench.bare_stage", "BareStage"),
}
"""The module and class of each stage. Only one module is imported, because imports need memory."""

Order: TypeAlias = tuple[str, tuple[int, ...]]

Asking: TypeAlias = "Connection[Order, Numbers | Exception]"
Answering: TypeAlias = "Connection[Numbers | Exception, Order]"
"""The two ends of the pipe between the processes."""


class Arrivals(NamedTuple):
    """The cost of presses at a steady rate: the load of a core, and the seconds until each answer."""

    load: float
    waits: Numbers


class Side:
    """A stage in another process. The methods return when the bot has nothing left to do."""

    def __init__(self, pipe: Asking) -> None:
        self._pipe = pipe
        self._answer()  # The bot has logged in.

    def turn(self, channel: int) -> float:
        """Use a control, and return the processor seconds until everything is stored and posted."""
        return self._ask("turn", channel)[0]

    def requests(self) -> int:
        """Return the number of requests so far that count for Discord's limit."""
        return int(self._ask("requests")[0])

    def arrivals(self, channels: int, rate: int, count: int, thinking: int = 0) -> Arrivals:
        """Press `count` times, `rate` times a second, in `channels` channels in turn.

        Meanwhile, the bot thinks for `thinking` of its strong seats.
        """
        load, *waits = self._ask("arrivals", channels, rate, count, thinking)
        return Arrivals(load, tuple(waits))

    def grow(self, channels: int) -> None:
        """Begin games until `channels` channels have games."""
        self._ask("grow", channels)

    def join(self, servers: int) -> float:
        """Let the bot join `servers` more servers, and return the processor seconds."""
        return self._ask("join", servers)[0]

    def memory(self) -> float:
        """Return the megabytes of memory in use."""
        return self._ask("memory")[0]

    def _ask(self, what: str, *numbers: int) -> Numbers:
        self._pipe.send((what, numbers))
        return self._answer()

    def _answer(self) -> Numbers:
        answer = self._pipe.recv()
        if isinstance(answer, Exception):
            raise answer
        return answer


@contextmanager
def side(kind: Kind, channels: int, **environment: str) -> Iterator[Side]:
    """Run a bot with games in `channels` channels, in a process with these environment variables."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, kind, channels, environment))
    process.start()
    try:
        yield Side(ours)
    finally:
        ours.close()
        process.join()


# In the other process


def _serve(pipe: Answering, kind: Kind, channels: int, environment: Mapping[str, str]) -> None:
    os.environ.update(environment)
    module, name = STAGES[kind]
    stage: type[Stage] = getattr(importlib.import_module(module), name)
    # The system's folder for temporary files may be in memory, where commits would cost nothing.
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        asyncio.run(_answer_all(pipe, stage(Path(folder)), channels))


async def _answer_all(pipe: Answering, stage: Stage, channels: int) -> None:
    try:
        await stage.begin(channels)
        pipe.send(())
        while True:
            # The bot has nothing to do between two orders, so this call may block the event loop.
            what, numbers = pipe.recv()
            pipe.send(await getattr(stage, what)(*numbers))
    except EOFError:
        await stage.close()
    except Exception as error:  # noqa: BLE001 - the other process raises it
        error.add_note(traceback.format_exc())
        pipe.send(error)
