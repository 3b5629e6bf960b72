"""`pyproject.toml` requires all imported packages, so that the code works on a clean machine."""

import ast
import re
import sys
import tomllib
from collections.abc import Mapping
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot.service.config import PROJECT

OURS = {"rules", "render", "bot", "sandbox"}

# Each of these packages is a part of another package, which itself requires the only fitting version.
PART_OF = {"pydantic_core": "pydantic", "yarl": "aiohttp"}


def imported(folder: str) -> set[str]:
    """Return the other projects' packages that a folder's code imports."""
    files = (PROJECT / folder).rglob("*.py")
    found = {PART_OF.get(name, name) for file in files for name in named(file)}
    return found - OURS - sys.stdlib_module_names


def named(file: Path) -> set[str]:
    """Return the first part of every name that a file imports."""
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    plain = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    members = [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    return {name.partition(".")[0] for name in plain + members}


def names(requirements: list[str]) -> set[str]:
    return {canonicalize_name(Requirement(text).name) for text in requirements}


def project() -> Mapping[str, Any]:
    """Return the contents of `pyproject.toml`."""
    table: Mapping[str, Any] = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))[
        "project"
    ]
    return table


@pytest.mark.parametrize("folder", ["rules", "render", "bot", "sandbox"])
def test_every_package_that_is_imported_is_asked_for(folder: str) -> None:
    distributions = packages_distributions()
    wanted = {canonicalize_name(distributions[name][0]) for name in imported(folder)}
    asked = project()["dependencies"]
    if folder == "bot":
        asked = [*asked, *project()["optional-dependencies"]["postgresql"]]
    assert wanted <= names(asked)


def test_only_what_speaks_to_servers_needs_what_is_installed_for_them() -> None:
    [driver] = names(project()["optional-dependencies"]["postgresql"])
    files = [file for file in (PROJECT / "bot").rglob("*.py") if driver in named(file)]
    assert sorted(file.name for file in files) == ["postgresql.py", "spare.py"]


def test_every_package_that_is_asked_for_has_a_line_that_says_what_it_saves() -> None:
    page = (PROJECT / "docs/decisions/0001-dependencies.md").read_text(encoding="utf-8")
    cells = [row.split("|")[1] for row in page.splitlines() if row.startswith("| ")]
    explained = {canonicalize_name(name) for cell in cells for name in re.findall(r"[\w.-]+", cell)}
    extras = project()["optional-dependencies"].values()
    assert names([*project()["dependencies"], *chain.from_iterable(extras)]) <= explained
