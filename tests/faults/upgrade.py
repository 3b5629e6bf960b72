"""`python -m tests.faults.upgrade [COMMIT]` replaces an older version of the bot while people play.

The older version is COMMIT (default: the newest commit that is a day old), checked out in a temporary folder.
Older processes play on the clusters of one PostgreSQL server. The current version starts as a spare, brings
the tables up to date, and replaces the older version on one cluster after the other. Games go on throughout.
"""

import argparse
import asyncio
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from random import Random

from bot.store.spare import NONE_FREE
from sandbox import ManualClock, RateLimits, Sandbox
from sandbox.office.desk import SECONDS_TO_ANSWER
from tests.bot.databases import look
from tests.bot.fleet import has_guilds
from tests.bot.harbour import HURRY
from tests.bot.program import PROJECT, Program
from tests.faults.crew import Crew
from tests.faults.ledger import Ledger
from tests.faults.progress import StandstillError, as_long_as_stored, standing
from tests.faults.voyage import PLACES, all_delivered, complaints, crew_of, wrong_with
from tests.postgresql import Server, server
from tests.sandbox.checked import CheckedSandbox

ACTIONS = 60
"""The number of deeds between two steps."""

NOW_AND_THEN = 10.0
"""The timeout in seconds."""

STEPPED = "tests.bot.stepped"
"""The current version, with one more migration."""

PLAYS, WAITS = "plays on cluster", "It waits"
"""Words in the log of a process that takes a cluster, and of one that does not."""

WORDED = (" shows ", ", which is in no journal")
"""Words in complaints about texts. An older version has other words in its posts, and other emojis."""


def main(arguments: list[str]) -> int:
    """Upgrade from a commit. Returns 1 if anything was lost, doubled or wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults.upgrade", description="Run an older version beside the present one."
    )
    parser.add_argument("commit", nargs="?", default="", help="the older version (default: a day ago)")
    parser.add_argument("--seed", default="1", help="the source of all choices (default 1)")
    parser.add_argument(
        "--clusters",
        type=int,
        default=2,
        help="how many (default 2); the first versions for servers know 1",
    )
    parser.add_argument(
        "--step", action="store_true", help="let the present version know tables of a next version"
    )
    chosen = parser.parse_args(arguments)
    commit = chosen.commit or _git("log", "-1", "--until=1 day ago", "--format=%H")
    if not commit:
        print("There is no commit so old here: a shallow clone? Name one.", file=sys.stderr)
        return 1
    folder = Path(tempfile.mkdtemp(prefix="harbour-upgrade-"))
    print(f"From {_git('log', '-1', '--format=%h of %ci: %s', commit)}")
    print(f"to   {_git('log', '-1', '--format=%h of %ci: %s')}. Logs: {folder}", flush=True)
    with checked_out(commit, folder / "older") as older, server().fresh() as name:
        if chosen.step:
            # This process checks the tables, so it needs the additional migration, too.
            import_module(STEPPED)
        newer = STEPPED if chosen.step else PROJECT
        problems = asyncio.run(upgrade(older, newer, folder, server(), name, chosen.seed, chosen.clusters))
    print("\n".join(problems) or "Nothing was lost and nothing doubled.")
    return 1 if problems else 0


@contextmanager
def checked_out(commit: str, folder: Path) -> Iterator[Path]:
    """Give a folder with the files of a commit."""
    _git("worktree", "add", "--quiet", "--detach", str(folder), commit)
    try:
        yield folder
    finally:
        _git("worktree", "remove", "--force", str(folder))


async def upgrade(
    older: Path, newer: Path | str, folder: Path, there: Server, name: str, seed: str, clusters: int
) -> list[str]:
    """Play in the older version, upgrade in the middle of the games, and play on. Returns what went wrong.

    Each version is the folder of its project, or the name of a program in this project.
    """
    clock, database = ManualClock(datetime.now(UTC)), there.url(name)
    async with CheckedSandbox(clock=clock, limits=RateLimits(hurry=HURRY)) as discord:
        has_guilds(discord, clusters)
        discord.gateway.fewest_shards = clusters
        ledger, guilds = Ledger(discord), [*discord.world.guilds.values()]
        crews = [
            crew_of(discord, ledger, place, Random(f"{seed}/{place}"), guilds[number % clusters])
            for number, place in enumerate(PLACES)
        ]

        def process(log: str, version: Path | str) -> Program:
            return Program(discord, database, folder / f"{log}.log", None, version, CLUSTERS=str(clusters))

        old = [process(f"old-{number}", older) for number in range(clusters)]
        new = [process(f"new-{number}", newer) for number in range(clusters)]
        playing = asyncio.gather(*(crew.play() for crew in crews))
        learning = asyncio.create_task(_learn(clock))
        scene = Scene(discord, database, clock, crews, old, new)
        try:
            await scene.play()
            await as_long_as_stored(playing, database)
            await as_long_as_stored(all_delivered(database, lambda: datetime.now(UTC).timestamp()), database)
            codes = [await bot.stop_alone() for bot in new]
        except StandstillError as still:
            return [str(still), *await standing(database, discord, ledger)]
        finally:
            playing.cancel()
            learning.cancel()
            for bot in (*old, *new):
                bot.kill()
        found = [f"a process, told to stop, ended with exit code {code}" for code in codes if code]
        for bot in (*old, *new):
            found += complaints(bot.log)
        left = await wrong_with(database, discord, ledger)
        worded = [problem for problem in left if any(words in problem for words in WORDED)]
        print(f"{len(ledger.deeds)} deeds; {len(worded)} texts would be worded differently now.", flush=True)
        return [*scene.problems, *found, *(problem for problem in left if problem not in worded)]


@dataclass
class Scene:
    """The steps of an upgrade, which report their progress."""

    discord: Sandbox
    database: str
    clock: ManualClock
    crews: list[Crew]
    old: list[Program]
    new: list[Program]

    def __post_init__(self) -> None:
        self.problems: list[str] = []

    async def play(self) -> None:
        """Take all steps."""
        first, *others = self.old
        await first.launch()
        await first.said(PLAYS)
        for bot in others:
            await bot.launch()
            await bot.said(PLAYS)
        await self._go_on("The older version plays on all clusters")

        # The present version waits as a spare, with old or new tables. `migrate` upgrades the tables.
        spare, *more = self.new
        await spare.launch()
        await spare.said(WAITS)
        print(f"The present version, started beside it: {_last(spare, WAITS)}", flush=True)
        before = self._version()
        code, told = await spare.command("migrate")
        if code:
            self.problems.append(f"migrate ended with {code}: {told}")
        print(f"./harbour migrate: tables {before} -> {self._version()}", flush=True)
        await spare.said(NONE_FREE)
        await self._go_on("The older version plays on the newer tables")

        # The clusters are replaced one after the other. Until the last replacement, both versions play.
        await self._replace(self.old[0], spare)
        await self._go_on("The present version plays on a cluster")
        await self.old[0].launch()
        await self.old[0].said(WAITS)
        print(f"The older version, started again: {_last(self.old[0], WAITS)}", flush=True)
        self.old[0].kill()
        await self.old[0].ended()
        for old, new in zip(others, more, strict=True):
            await new.launch()
            await new.said(WAITS)
            await self._replace(old, new)
        await self._go_on("The present version plays on all clusters")
        for crew in self.crews:
            crew.finish()

    async def _replace(self, old: Program, new: Program) -> None:
        """Stop a process properly, and wait until the other process plays."""
        begun = time.monotonic()
        code = await old.stop_alone()
        if code:
            self.problems.append(f"the older version, told to stop, ended with exit code {code}")
        self.clock.advance(SECONDS_TO_ANSWER)
        await new.said(PLAYS)
        await self.discord.world.changes.until(
            lambda: len({session.shard for session in self.discord.gateway.sessions}) == len(self.old)
        )
        print(f"A cluster changes hands within {time.monotonic() - begun:.1f} s.", flush=True)

    async def _go_on(self, what: str) -> None:
        """Let people do something in all channels."""
        for crew in self.crews:
            await as_long_as_stored(_more(crew, ACTIONS // len(self.crews)), self.database)
        print(f"{what}: {sum(crew.actions for crew in self.crews)} actions so far.", flush=True)

    def _version(self) -> str:
        return str(look(self.database, "SELECT version_num FROM alembic_version")[0][0])


async def _learn(clock: ManualClock) -> None:
    """Sometimes let people see which requests are unanswered, because a busy bot drops late requests."""
    while True:
        await asyncio.sleep(NOW_AND_THEN)
        clock.advance(SECONDS_TO_ANSWER)


async def _more(crew: Crew, actions: int) -> None:
    """Wait until the people of a channel have done a number of further deeds."""
    goal = crew.actions + actions
    await crew.discord.world.changes.until(lambda: crew.actions >= goal)


def _last(bot: Program, words: str) -> str:
    """Return the text after the colon in the last log line that contains `words`."""
    said = [line for line in bot.log.read_text(encoding="utf-8").splitlines() if words in line]
    return said[-1].partition(": ")[2]


def _git(*arguments: str) -> str:
    program = shutil.which("git") or "git"
    done = subprocess.run([program, *arguments], cwd=PROJECT, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
