"""`pyproject.toml` asks for what the code imports: a clean machine has nothing else."""

import ast
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot.config import PROJECT

OURS = {"rules", "render", "bot", "sandbox"}

# Loaded only where Discord's own description is at hand to check against, which is on a developer's machine.
FOR_DEVELOPERS = PROJECT / "sandbox" / "openapi.py"

# What a library hands out as a part of itself comes in the one version that fits, so nobody asks for it.
PART_OF = {"pydantic_core": "pydantic", "yarl": "aiohttp"}


def imported(folder: str) -> set[str]:
    """The packages from elsewhere that a folder's code imports."""
    files = set((PROJECT / folder).rglob("*.py")) - {FOR_DEVELOPERS}
    found = {PART_OF.get(name, name) for file in files for name in named(file)}
    return found - OURS - sys.stdlib_module_names


def named(file: Path) -> set[str]:
    """The first part of every name that a file imports."""
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    plain = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    members = [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    return {name.partition(".")[0] for name in plain + members}


def names(requirements: list[str]) -> set[str]:
    return {canonicalize_name(Requirement(text).name) for text in requirements}


@pytest.mark.parametrize("folder", ["rules", "render", "bot", "sandbox"])
def test_every_package_that_is_imported_is_asked_for(folder: str) -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    distributions = packages_distributions()
    wanted = {canonicalize_name(distributions[name][0]) for name in imported(folder)}
    assert wanted <= names(project["dependencies"])
