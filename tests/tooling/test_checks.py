"""The checks cover everything, and a new folder of code cannot be missed."""

import tomllib
from typing import Any

from bot.service.config import PROJECT

TOOLS: dict[str, Any] = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
FOLDERS = {path.parent.name for path in PROJECT.glob("*/__init__.py")}


def test_types_are_checked_in_every_folder_of_code_and_in_the_starter() -> None:
    assert set(TOOLS["mypy"]["files"]) == FOLDERS | {"harbour"}


def test_every_folder_that_is_shipped_has_its_place_in_the_import_rules() -> None:
    shipped = {pattern.rstrip("*") for pattern in TOOLS["setuptools"]["packages"]["find"]["include"]}
    assert set(TOOLS["importlinter"]["root_packages"]) == shipped
    assert shipped == FOLDERS - {"tests", "bench"}
