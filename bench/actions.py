"""The cost of one action, compared with boardgame.io's reducer on a state of the same size."""

import fcntl
import json
import shutil
import statistics
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from bench.effort import Effort
from bench.findings import Finding, Findings, NoPeer
from bench.positions import PLAYER, Act, acts
from bench.series import Series, cpu, in_turns
from rules.engine.chance import Chance, QuickStream
from rules.engine.game import AnyGame
from rules.engine.registry import games

FOLDER = Path(__file__).with_name("boardgame")

BATCH = 400
"""The maximum number of actions that are timed together."""


def measure(effort: Effort) -> Findings:
    """Measure an action of each game (load, check, apply, serialize), with and without its journal entry."""
    found = Findings()
    for game in games().values():
        _measure(game, effort, found)
    return found


def _measure(game: AnyGame, effort: Effort, found: Findings) -> None:
    luck = Random(1)
    every = acts(game, effort.games // 2, luck)
    some = luck.sample(every, min(BATCH, len(every)))
    size = round(statistics.median(len(act.match.position.state) for act in some))
    try:
        with reducer(size) as race:
            bare, whole, peers = in_turns(
                effort.rounds, lambda: _bare(game, some), lambda: _whole(some), lambda: race(BATCH)
            )
    except NoPeer as why:
        bare, whole = in_turns(effort.rounds, lambda: _bare(game, some), lambda: _whole(some))
        rate, theirs = None, str(why)
    else:
        rate, theirs = peers.median / bare.median, _told(peers)
    ours = f"{_told(bare)}, `Match.act` {whole.median * 1e6:.0f} µs"
    found.rows.append(Finding("action", rate, ours, theirs, game.title))


def _bare(game: AnyGame, some: list[Act]) -> float:
    """Return the processor seconds of one action: load, check, apply and serialize."""
    dice = QuickStream(Random(1))

    def work() -> None:
        for act in some:
            state = game.load_state(act.match.position.state)
            action = game.resolve(state, act.seat, act.action)
            game.apply(state, act.seat, action, Chance(dice))
            state.model_dump_json()

    return cpu(work) / len(some)


def _whole(some: list[Act]) -> float:
    """Return the processor seconds of one action with its journal entry."""

    def work() -> None:
        for act in some:
            act.match.act(act.seat, act.action, PLAYER, 0)

    return cpu(work) / len(some)


def _told(series: Series) -> str:
    took = f"{series.median * 1e6:.0f} µs; {series.low * 1e6:.0f}–{series.high * 1e6:.0f}"
    return f"{1 / series.median:,.0f}/s ({took})"


@contextmanager
def reducer(size: int) -> Iterator[Callable[[int], float]]:
    """Start the peer with a state of `size` bytes. Raises NoPeer if the peer cannot run.

    The yielded function measures a given number of actions, and returns the processor seconds of one action.
    The yielded function raises NoPeer if the peer does not answer.
    """
    command = [_installed(), str(FOLDER / "race.mjs"), str(size)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:

        def race(count: int) -> float:
            if program.stdin is None or program.stdout is None:
                raise NoPeer("node was started without pipes")
            print(count, file=program.stdin, flush=True)
            told = program.stdout.readline()
            if not told:
                raise NoPeer("boardgame.io did not answer")
            return float(json.loads(told)["seconds"]) / count

        try:
            yield race
        finally:
            program.terminate()


def _installed() -> str:
    """Return the path of node, after installing boardgame.io if it is missing. Raises NoPeer."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise NoPeer("not measured: Node.js (node and npm) is not on this machine")
    with (FOLDER / "package.json").open() as lock:
        # Only one process installs the package. Other processes wait.
        fcntl.flock(lock, fcntl.LOCK_EX)
        # npm writes this file last, so the file is missing after an interrupted installation.
        if not (FOLDER / "node_modules" / ".package-lock.json").exists():
            fetch = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
            if subprocess.run(fetch, cwd=FOLDER, capture_output=True, check=False).returncode:
                raise NoPeer("not measured: npm could not fetch boardgame.io")
    return node
