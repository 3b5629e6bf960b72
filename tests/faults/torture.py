"""`./harbour torture` kills the bot during its games again and again, to find lost or doubled data.

It consists of voyages of a few dozen kills. Each voyage has a new simulated Discord and a new database. A
voyage's choices (who does what, when the bot dies) come from its seed. The timing depends on the machine.
"""

import argparse
import asyncio
import shutil
import sys
import tempfile
from collections import Counter
from contextlib import nullcontext
from pathlib import Path

from tests.faults.convoy import convoy
from tests.faults.voyage import Account, voyage
from tests.postgresql import server

KILLS_A_VOYAGE = 25


def main(arguments: list[str]) -> int:
    """Run voyages until there were enough kills. Returns 1 once a voyage goes wrong."""
    parser = argparse.ArgumentParser(
        prog="harbour torture", description="Kill the bot in the middle of its games and look what is lost."
    )
    parser.add_argument("--kills", type=int, default=1000, help="how often (default 1000)")
    parser.add_argument("--seed", type=int, default=1, help="the source of all choices (default 1)")
    parser.add_argument("--first", type=int, default=1, help="the number of the first voyage (default 1)")
    parser.add_argument(
        "--processes", type=int, default=1, help="how many share the server's database (default 1)"
    )
    parser.add_argument("--postgresql", action="store_true", help="on a server, which is killed as well")
    chosen = parser.parse_args(arguments)
    if chosen.processes > 1 and not chosen.postgresql:
        parser.error("several processes need --postgresql")
    there = server() if chosen.postgresql else None
    moments, games, deeds = Counter[str](), Counter[str](), Counter[str]()
    left, number = chosen.kills, chosen.first
    while left > 0:
        folder = Path(tempfile.mkdtemp(prefix="harbour-torture-"))
        seed, deaths = f"{chosen.seed}/{number}", min(left, KILLS_A_VOYAGE)
        with there.blank() if there else nullcontext():
            several = chosen.processes > 1 and there
            way = convoy(seed, deaths, folder, several, chosen.processes) if several else None
            account = asyncio.run(way or voyage(seed, deaths, folder, there))
        moments += account.moments
        games += account.games
        deeds += account.deeds
        left -= KILLS_A_VOYAGE
        print(f"voyage {number}: {_summary(account)}; {max(left, 0)} kills to go", flush=True)
        if account.problems:
            print("\n".join(account.problems), file=sys.stderr)
            print(f"The database, the log of the bot and people's deeds are in {folder}.", file=sys.stderr)
            again = f"--seed {chosen.seed} --first {number} --kills {KILLS_A_VOYAGE}"
            again += " --postgresql" if there else ""
            again += f" --processes {chosen.processes}" if several else ""
            print(f"The same choices again: ./harbour torture {again}", file=sys.stderr)
            return 1
        shutil.rmtree(folder)
        number += 1
    print(f"Nothing was lost and nothing doubled. Played: {_listed(games)}.")
    print(f"Beside moves: {_listed(deeds)}.")
    print("The bot was killed")
    print("\n".join(f"{times:6} times at {moment}" for moment, times in moments.most_common()))
    return 0


def _summary(account: Account) -> str:
    found = f"{len(account.problems)} problems" if account.problems else "all well"
    games = f"{account.games.total()} games, {account.actions} actions"
    return f"{account.kills} kills, {games}, {account.deeds.total()} other deeds, {found}"


def _listed(counted: Counter[str]) -> str:
    return ", ".join(f"{what} {times}" for what, times in counted.most_common())


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
