"""The game of `docs/first-game.md`, built step by step as the page says."""

import importlib
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import indent
from typing import NamedTuple

import render
import rules
from rules.engine.game import AnyGame

PAGE = Path(__file__).resolve().parents[2] / "docs" / "first-game.md"

_BLOCK = re.compile(
    r"^`([\w./]+)`(, (?:at the (?:top|end of its class)|instead of that line))?\n\n```\w+\n(.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_SHOWN = re.compile(r"^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Part(NamedTuple):
    """A piece of a file on the page: the complete file, its top, its end, or a changed line."""

    file: str
    where: str
    text: str


def steps() -> list[str]:
    """Return the sections of the page that build something."""
    return re.split(r"^## \d\. ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]


def parts(step: str) -> list[Part]:
    """Return the pieces of files that a step writes."""
    return [Part(*found) for found in _BLOCK.findall(step)]


def shown(step: str) -> list[str]:
    """Return the output of a step, as the page shows it."""
    return [text.rstrip("\n") for text in _SHOWN.findall(step)]


def build(folder: Path, count: int) -> None:
    """Write the files of the first steps into a folder."""
    for part in [part for step in steps()[:count] for part in parts(step)]:
        file = folder / part.file
        file.parent.mkdir(parents=True, exist_ok=True)
        before = file.read_text(encoding="utf-8") if part.where else ""
        file.write_text(_with(before, part), encoding="utf-8")


def _with(before: str, part: Part) -> str:
    """Return the file after one more piece."""
    match part.where.removeprefix(", "):
        case "at the top":
            docstring, _, rest = before.partition("\n\n")
            return f"{docstring}\n\n{part.text}{rest}"
        case "instead of that line":
            begins = part.text.split("[")[0]
            lines = before.splitlines(keepends=True)
            return "".join(part.text if line.startswith(begins) else line for line in lines)
        case "at the end of its class":
            return f"{before}\n{indent(part.text, '    ')}"
    return part.text


@contextmanager
def built(folder: Path, count: int) -> Iterator[AnyGame]:
    """Give the game after a number of steps, inside the context."""
    build(folder, count)
    ways = [(rules.__path__, folder / "rules"), (render.__path__, folder / "render")]
    for path, place in ways:
        path.append(str(place))
    importlib.invalidate_caches()
    render.offered.cache_clear()
    try:
        yield importlib.import_module("rules.salvage").GAME
    finally:
        for path, place in ways:
            path.remove(str(place))
        for name in [name for name in sys.modules if name.startswith(("rules.salvage", "render.salvage"))]:
            del sys.modules[name]
