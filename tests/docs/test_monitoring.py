"""The alert rules and the dashboard for hosts use only existing metrics."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import REGISTRY

import bot.metrics  # noqa: F401 - it says what is counted
from bot.service.config import PROJECT

DOCS = PROJECT / "docs"
PAGE = DOCS / "hosting.md"

RULES: list[dict[str, Any]] = [
    rule
    for group in yaml.safe_load((DOCS / "alerts.yml").read_text(encoding="utf-8"))["groups"]
    for rule in group["rules"]
]
PANELS: list[dict[str, Any]] = json.loads((DOCS / "dashboard.json").read_text(encoding="utf-8"))["panels"]
QUERIES = [rule["expr"] for rule in RULES] + [
    target["expr"] for panel in PANELS for target in panel["targets"]
]


def shown() -> set[str]:
    """Return all names of metrics that Prometheus reads, even if nothing was counted yet."""
    found = set[str]()
    for family in REGISTRY.collect():
        suffixes = {"counter": ["_total"], "histogram": ["_bucket", "_sum", "_count"]}.get(family.type, [""])
        found |= {f"{family.name}{suffix}" for suffix in suffixes}
    return found


@pytest.mark.parametrize("query", QUERIES)
def test_what_is_asked_for_is_counted(query: str) -> None:
    named = set(re.findall(r"\b(?:harbourmaster|process)_\w+", query)) | {"up"}
    assert named - {"up"} or query.startswith("up{")
    assert named - {"up"} <= shown()
    assert query.count("(") == query.count(")")
    labels = {label for part in re.findall(r"\{([^}]*)\}", query) for label in re.findall(r"(\w+)[!=]", part)}
    assert labels <= {"job", "level", "kind"}


def test_the_page_for_hosts_lists_every_number_that_there_is() -> None:
    listed = re.findall(r"^\| `(harbourmaster_\w+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    ours = (family for family in REGISTRY.collect() if family.name.startswith("harbourmaster_"))
    names = [f"{family.name}_total" if family.type == "counter" else family.name for family in ours]
    assert sorted(listed) == sorted(names)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: str(rule["alert"]))
def test_an_alert_says_what_it_means_and_what_to_do(rule: dict[str, Any]) -> None:
    assert rule["labels"]["severity"] in {"warning", "critical"}
    for text in rule["annotations"].values():
        assert re.fullmatch(r"[A-Z].*\.", text)
    assert rule["annotations"].keys() == {"summary", "description"}


def test_panels_do_not_cover_each_other() -> None:
    places = {(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in PANELS}
    assert len(places) == len(PANELS) == len({panel["id"] for panel in PANELS})


@pytest.mark.parametrize("file", ["alerts.yml", "dashboard.json"])
def test_the_page_for_hosts_names_the_file(file: str) -> None:
    assert Path(DOCS / file).is_file()
    assert file in PAGE.read_text(encoding="utf-8")
