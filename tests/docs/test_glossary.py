"""Each word of the glossary exists in the code, and no other thing has the same name."""

import ast
import importlib
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GLOSSARY = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ([^|]+) \| [^|]+ \| `([\w.]+)` \|$", GLOSSARY, re.MULTILINE)


def found(dotted: str) -> bool:
    """Return whether a module, or something in a module, has the name `dotted`. Fields of models count."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        try:
            thing: object = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for name in parts[length:]:
            fields = getattr(thing, "model_fields", {})
            if not hasattr(thing, name) and name not in fields:
                return False
            thing = getattr(thing, name, fields.get(name))
        return True
    return False


def test_every_word_of_the_glossary_is_in_the_code() -> None:
    assert len(ROWS) > 40
    assert [dotted for _, dotted in ROWS if not found(dotted)] == []


def test_a_word_has_one_line_in_the_glossary() -> None:
    words = [word for words, _ in ROWS for word in words.split(", ")]
    assert sorted(set(words)) == sorted(words)


def named(file: Path) -> Iterator[str]:
    """Return the public classes and types of a module."""
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        match node:
            case ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if not is_a_type_variable(value):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name


def is_a_type_variable(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "TypeVar"


@pytest.mark.parametrize("rooms", [("bot", "rules/engine", "render"), ("sandbox",)])
def test_no_two_things_in_the_house_have_the_same_name(rooms: tuple[str, ...]) -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for file in [file for room in rooms for file in sorted((ROOT / room).rglob("*.py"))]:
        for name in named(file):
            if name[0].isupper() and not name.isupper():
                places[name].append(str(file.relative_to(ROOT)))
    assert {name: files for name, files in places.items() if len(files) > 1} == {}
