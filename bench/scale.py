"""The needs of a bot on many servers. `python -m bench.scale` writes the tables of docs/hosting.md.

The figures in `scale.toml` are measurements, Discord's limits, and assumptions about an average server.
"""

import math
from collections.abc import Iterator
from functools import cache
from itertools import repeat
from pathlib import Path
from random import Random
from typing import Literal

from bench.series import Series
from rules.engine.data import Data, data_file

PAGE = Path(__file__).resolve().parent.parent / "docs" / "hosting.md"
BEGIN, END = "<!-- bench/scale.py -->", "<!-- bench/scale.py ends -->"

SIZES = (10, 1_000, 10_000, 100_000)
"""The numbers of servers in the table."""

HOUR = 3_600

COLUMNS = ("servers", "login", "of a core", "processes", "a turn waits", "a post waits", "memory")

LIMITS = ("| limit | reached at servers | what to do |", "| --- | --- | --- |")

Need = Literal["servers", "login", "requests", "processor", "changes", "memory"]


class Server(Data):
    """An average server: its running games, its turns a day, and the busiest hour's share of these turns."""

    games: float
    turns: float
    busiest_hour: float


class Measured(Data):
    """The costs of a turn (`turn` is in processor seconds), and the MB of the bot, a game and a server."""

    turn: float
    requests: float
    changes: float
    bot: float
    game: float
    server: float


class Discord(Data):
    """Discord's limits: servers on a connection, seconds between logins, and simultaneous logins.

    A bot on `large` servers may have `logins_of_large` simultaneous logins.
    """

    servers: int
    login: float
    logins: int
    large: int
    logins_of_large: int


class Limit(Data):
    """A limit on the need that `of` names. If the need exceeds `most`, hosts must do what `do` states."""

    what: str
    of: Need
    most: float
    do: str


class Figures(Data):
    """The contents of `scale.toml`."""

    server: Server
    measured: Measured
    discord: Discord
    limits: dict[str, Limit]

    def connections(self, servers: int) -> int:
        """Return the number of connections (shards) to Discord."""
        return math.ceil(servers / self.discord.servers)

    def turns(self, servers: int) -> float:
        """Return the turns a second in the busiest hour."""
        return servers * self.server.turns * self.server.busiest_hour / HOUR

    def processes(self, servers: int) -> int:
        """Return the number of processes that share the turns."""
        return math.ceil(self.turns(servers) * self.measured.turn / self.limits["processor"].most)

    def needs(self, servers: int) -> dict[Need, float]:
        """Return the needs of a bot on `servers` servers, in the busiest hour.

        `login` is in seconds, `memory` in MB, `processor` in cores, `requests` and `changes` per second.
        """
        discord, each, turns = self.discord, self.measured, self.turns(servers)
        logins = discord.logins_of_large if servers >= discord.large else discord.logins
        theirs = servers * (each.server + self.server.games * each.game)
        return {
            "servers": servers,
            "login": (math.ceil(self.connections(servers) / logins) - 1) * discord.login,
            "requests": turns * each.requests,
            "processor": turns * each.turn,
            "changes": turns * each.changes,
            "memory": self.processes(servers) * each.bot + theirs,
        }

    def reached(self, limit: Limit) -> int:
        """Return the smallest number of servers with which a bot exceeds a limit."""
        few, many = 0, 1
        while self.needs(many)[limit.of] <= limit.most:
            few, many = many, 2 * many
        while many - few > 1:
            middle = (few + many) // 2
            few, many = (middle, many) if self.needs(middle)[limit.of] <= limit.most else (few, middle)
        return many


@cache
def figures() -> Figures:
    """Return the figures from `scale.toml`."""
    return data_file("bench", "scale.toml", Figures)


def waits(rate: float, times: Iterator[float], seconds: int, luck: Random) -> list[float]:
    """Simulate a queue for `seconds` seconds. Return the waiting time of each arrival in seconds.

    `rate` is the average number of random arrivals a second. `times` are the seconds to handle each arrival.
    """
    found, free, now = list[float](), 0.0, 0.0
    while (now := now + luck.expovariate(rate)) < seconds:
        found.append(max(0.0, free - now))
        free = max(free, now) + next(times)
    return found


def busiest_hour(servers: int, luck: Random) -> tuple[float, float]:
    """Return two p99 waits in seconds: turns wait for the processor, requests wait for Discord's limit."""
    our = figures()
    needs, share = our.needs(servers), our.turns(servers) / our.processes(servers)
    long = iter(lambda: luck.expovariate(1 / our.measured.turn), None)
    turns = Series(tuple(waits(share, long, HOUR, luck)))
    pace = repeat(1 / our.limits["requests"].most)
    requests = Series(tuple(waits(needs["requests"], pace, HOUR, luck)))
    return turns.share(0.99), requests.share(0.99)


def tables() -> str:
    """Return two Markdown tables: the needs for each number of servers, and the limits."""
    our = figures()
    said = (
        f"The table assumes that an average server has {our.server.games:g} running games and"
        f" {our.server.turns:g} turns a day, {100 * our.server.busiest_hour:g} % of them in the busiest hour."
    )
    head = [f"| {' | '.join(COLUMNS)} |", f"|{' --- |' * len(COLUMNS)}"]
    limits = sorted(our.limits.values(), key=our.reached)
    rows = [f"| {limit.what} | {_round(our.reached(limit))} | {limit.do} |" for limit in limits]
    return "\n".join([said, "", *head, *map(_row, SIZES), "", *LIMITS, *rows])


def write() -> None:
    """Replace the tables on the page."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n\n{tables()}\n\n{END}{after}", encoding="utf-8")


def _row(servers: int) -> str:
    our = figures()
    needs = our.needs(servers)
    turns, requests = busiest_hour(servers, Random(servers))
    cells = (
        f"{servers:,}",
        f"{needs['login']:.0f} s",
        f"{_round(100 * needs['processor'])} %",
        f"{our.processes(servers)}",
        _seconds(turns),
        _seconds(requests),
        f"{_round(needs['memory'] / 1000)} GB",
    )
    return f"| {' | '.join(cells)} |"


def _seconds(number: float) -> str:
    return f"{_round(number)} s" if number >= 0.1 else "under 0.1 s"


def _round(number: float) -> str:
    """Return a number with two significant digits."""
    digits = 1 - math.floor(math.log10(number)) if number > 0 else 0
    return f"{round(number, digits):,.{max(0, digits)}f}"


if __name__ == "__main__":
    write()
