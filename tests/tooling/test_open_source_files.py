"""The usual files of open-source repositories exist, and their statements are true."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
FORMS = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))
PAGES = ["CONTRIBUTING.md", "SECURITY.md", ".github/pull_request_template.md"]


def test_ci_runs_the_whole_script_on_every_python_that_is_promised() -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))["jobs"]
    assert {"run": "bash .ci/run"} in jobs["test"]["steps"]
    pythons = jobs["test"]["strategy"]["matrix"]["python"]
    assert pythons == ["3.11", "3.12", "3.13", "3.14"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["requires-python"] == f">={pythons[0]}"


@pytest.mark.parametrize("form", [form.name for form in FORMS if form.name != "config.yml"])
def test_an_issue_form_asks_for_something(form: str) -> None:
    asked = yaml.safe_load((ROOT / ".github/ISSUE_TEMPLATE" / form).read_text(encoding="utf-8"))
    assert {"name", "description", "labels", "body"} <= asked.keys()
    fields = [field for field in asked["body"] if "id" in field]
    assert fields
    assert len({field["id"] for field in fields}) == len(fields)
    assert all(field["attributes"]["label"] for field in fields)


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", (ROOT / page).read_text(encoding="utf-8"))
    assert [link for link in links if not ((ROOT / page).parent / link).exists()] == []


def test_hooks_run_the_checks_that_the_tests_run() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"][0][
        "hooks"
    ]
    assert [hook["entry"].split()[2] for hook in hooks] == ["ruff", "ruff", "mypy"]
