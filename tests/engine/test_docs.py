"""The documents' statements about the engine, checked on the code, and the examples in docstrings."""

import doctest
import importlib
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from rules.engine.chance import Chance, SeededStream
from rules.engine.scenario import load
from rules.engine.scenario_runner import rehearse

DOCS = Path(__file__).parents[2] / "docs"


def modules_with_examples() -> Iterator[str]:
    """Yield the names of modules with examples in docstrings."""
    for package in ("rules", "render", "bot", "sandbox", "bench"):
        for file in sorted((DOCS.parent / package).rglob("*.py")):
            if ">>> " in file.read_text(encoding="utf-8"):
                yield ".".join(file.relative_to(DOCS.parent).with_suffix("").parts).removesuffix(".__init__")


def blocks(document: str, language: str) -> list[str]:
    text = (DOCS / document).read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def test_the_example_of_a_scenario_is_a_scenario_that_passes(tmp_path: Path) -> None:
    (example,) = blocks("scenarios.md", "toml")
    file = tmp_path / "example.toml"
    file.write_text(example, encoding="utf-8")
    (scenario,) = load(file)
    assert rehearse(scenario) is None


def test_the_worked_example_of_fair_dice_prints_what_the_page_says(
    capsys: pytest.CaptureFixture[str],
) -> None:
    (example,) = blocks("fair-dice.md", "python")
    (printed,) = blocks("fair-dice.md", "text")
    exec(compile(example, "fair-dice.md", "exec"), {})  # noqa: S102 - it is our own page
    assert capsys.readouterr().out == printed


def test_the_engine_rolls_the_worked_example_of_fair_dice() -> None:
    line = sha256(b"an opening").hexdigest()
    line = sha256(f"{line}|1|move boat NE3 from F2".encode()).hexdigest()
    chance = Chance(SeededStream(bytes(range(32)), line, 1, "move shark1 S0"))
    assert chance.roll("wind", 2, 4, 0, 5) == (3, 5, 3, 0)


def test_the_example_of_a_room_is_one_of_the_game() -> None:
    (example,) = blocks("rooms.md", "python")
    room = DOCS.parent / "rules" / "privateer" / "rooms" / "choosing_density.py"
    assert example in room.read_text(encoding="utf-8")


def test_a_whole_game_needs_no_more_than_sixty_lines() -> None:
    toy = DOCS.parent / "tests" / "toy_game.py"
    assert len(toy.read_text(encoding="utf-8").splitlines()) <= 60


@pytest.mark.parametrize("module", [*modules_with_examples()])
def test_the_examples_in_docstrings_run(module: str) -> None:
    found = doctest.testmod(importlib.import_module(module))
    assert (found.failed, found.attempted > 0) == (0, True)
