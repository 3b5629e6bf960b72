"""Every benchmark runs. The measured times are not judged here."""

import importlib
import json
import shutil
from pathlib import Path

import pytest

from bench import actions, page
from bench.budgets import budgets
from bench.command import BENCHMARKS
from bench.effort import TINY
from bench.findings import Finding, Findings

LOCK = Path(actions.FOLDER) / "package-lock.json"


@pytest.mark.long
@pytest.mark.parametrize("name", BENCHMARKS)
def test_a_benchmark_runs_and_finds_something_for_a_budget(name: str) -> None:
    found: Findings = importlib.import_module(f"bench.{name}").measure(TINY)
    assert found.rows
    assert {row.budget for row in found.rows} <= budgets().keys()


def test_without_node_the_actions_are_measured_and_the_peer_is_said_to_be_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    row = actions.measure(TINY).rows[0]
    assert row.value is None
    assert row.ours
    assert "Node.js" in row.peers


def test_a_value_at_its_budget_is_kept_and_one_beyond_it_missed() -> None:
    most, least = budgets()["turn"], budgets()["store"]
    assert [most.verdict(value) for value in (0.18, 0.3, 0.31)] == ["aim", "budget", "missed"]
    assert [least.verdict(value) for value in (0.18, 0.17, None)] == ["budget", "missed", "not measured"]


def test_a_missed_budget_is_said_to_be_missed() -> None:
    assert "missed" in page.tables([Finding("turn", 0.4, "40 ms", "100 ms")])


def test_a_budget_of_games_has_a_column_for_each() -> None:
    rows = [
        Finding("turn", 0.4, "40 ms", "100 ms", "Tag"),
        Finding("turn", 0.2, "20 ms", "100 ms", "Hide"),
        Finding("picture_size", 9, "9 kB", game="Hide"),
    ]
    head, _, size, turn = page.tables(rows).splitlines()
    assert head.endswith("| Tag | Hide |")
    assert size.endswith("| – | 🎯 9 kB |")
    assert turn.endswith("| ❌ 0.4<br>40 ms | ✅ 0.2<br>20 ms |")


def test_the_page_shows_every_budget() -> None:
    text = page.PAGE.read_text(encoding="utf-8")
    assert [budget.what for budget in budgets().values() if budget.what not in text] == []


def test_the_lock_file_of_the_peer_names_hashes_and_no_address() -> None:
    packages = json.loads(LOCK.read_text(encoding="utf-8"))["packages"]
    assert [name for name, package in packages.items() if name and "integrity" not in package] == []
    assert "://" not in LOCK.read_text(encoding="utf-8")
