"""Calculating what many servers need: the arithmetic, the simulated hour, and the tables for hosts."""

import re
from collections.abc import Callable
from itertools import repeat
from random import Random

import pytest

from bench import page, scale
from bench.budgets import budgets
from bench.scale import Figures, Need, figures, waits
from bot.posts.pacing import RATE
from bot.sessions.timekeeper import AWAY

ROUND = Figures.model_validate(
    {
        "server": {"games": 3, "turns": 36, "busiest_hour": 0.1},
        "measured": {"turn": 0.02, "requests": 0.5, "changes": 2, "bot": 200, "game": 0.01, "server": 0.05},
        "discord": {"servers": 1000, "login": 5, "logins": 1, "large": 150_000, "logins_of_large": 16},
        "limits": {
            "processor": {"what": "a core", "of": "processor", "most": 0.5, "do": "more"},
            "login": {"what": "time", "of": "login", "most": 180, "do": "wait"},
        },
    }
)
"""Figures that are easy to calculate with: a thousand servers together have one turn per second."""


def test_a_thousand_servers_with_a_turn_a_second() -> None:
    assert ROUND.turns(1_000) == pytest.approx(1)
    assert ROUND.needs(1_000) == pytest.approx(
        {"servers": 1_000, "login": 0, "requests": 0.5, "processor": 0.02, "changes": 2, "memory": 280}
    )


def test_connections_log_in_one_after_the_other_and_those_of_large_bots_sixteen_at_a_time() -> None:
    assert [ROUND.connections(servers) for servers in (1, 1_000, 1_001)] == [1, 1, 2]
    assert [ROUND.needs(servers)["login"] for servers in (1_001, 100_000, 160_000)] == [5, 495, 45]


def test_turns_of_more_than_a_process_can_do_are_shared_and_each_process_takes_memory() -> None:
    assert [ROUND.processes(servers) for servers in (1, 25_000, 25_001, 100_000)] == [1, 1, 2, 4]
    assert ROUND.needs(100_000)["memory"] == pytest.approx(4 * 200 + 100_000 * 0.08)


def test_a_limit_is_reached_with_the_first_server_that_is_too_many() -> None:
    reached = {name: ROUND.reached(limit) for name, limit in ROUND.limits.items()}
    assert reached == {"processor": 25_001, "login": 37_001}


def test_whoever_comes_seldom_waits_for_nobody() -> None:
    assert set(waits(0.01, repeat(0.001), 3_600, Random(1))) == {0.0}


def test_who_waits_behind_others_waits_as_the_books_say() -> None:
    # The mean wait in a queue with random arrivals and constant service time s: s * load / (2 (1 - load)).
    found = waits(8, repeat(0.1), 20_000, Random(1))
    assert sum(found) / len(found) == pytest.approx(0.1 * 0.8 / (2 * 0.2), rel=0.05)


def test_when_more_comes_than_can_be_done_the_last_wait_longest() -> None:
    found = waits(50, repeat(1 / 40), 3_600, Random(1))
    assert max(found) == pytest.approx(3_600 * (50 - 40) / 40, rel=0.1)
    assert found[-1] > found[len(found) // 2] > found[100]


# The figures of bench/scale.toml agree with the measurements


@pytest.mark.parametrize(("need", "most"), [("requests", RATE), ("login", AWAY)])
def test_a_limit_is_the_one_that_the_bot_keeps(need: Need, most: float) -> None:
    assert [limit.most for limit in figures().limits.values() if limit.of == need] == [most]


def of_games(budget: str) -> list[float]:
    """Return the figures of all games in a budget's row of docs/performance.md."""
    lines = page.PAGE.read_text(encoding="utf-8").splitlines()
    (row,) = [line for line in lines if line.startswith(f"| {budgets()[budget].what} |")]
    _what, _budget, *games = row.strip("| ").split(" | ")
    return [float(cell.split()[1]) for cell in games]


def words(budget: str) -> str:
    """Return the text of the column “here” in a budget's row of docs/performance.md."""
    text = page.PAGE.read_text(encoding="utf-8")
    (row,) = re.findall(rf"^\| {re.escape(budgets()[budget].what)} \| ([^|]*)", text, re.MULTILINE)
    return str(row)


def number(text: str, unit: str) -> float:
    """Return the only number before `unit` in a text."""
    (found,) = re.findall(rf"([\d,.]+) ?{unit}", text)
    return float(found.replace(",", ""))


MEASURED: dict[str, Callable[[], float]] = {
    "turn": lambda: number(words("load"), "of a core") / 25,
    "requests": lambda: sum(of_games("requests")) / len(of_games("requests")),
    "bot": lambda: number(words("memory"), "MB"),
    "game": lambda: (number(words("memory_growth"), "MB") - number(words("memory"), "MB")) / 9_000,
    "server": lambda: number(words("discord_server"), "kB") / 1_000,
}


@pytest.mark.parametrize("name", MEASURED)
def test_a_figure_is_near_the_last_measurement(name: str) -> None:
    assert 0.5 <= getattr(figures().measured, name) / MEASURED[name]() <= 2


def test_a_database_takes_about_as_much_as_was_measured() -> None:
    assert 0.5 <= figures().limits["database"].most / number(words("server"), "/s") <= 2


def test_hosts_read_what_was_reckoned() -> None:
    assert scale.tables() in scale.PAGE.read_text(encoding="utf-8")
