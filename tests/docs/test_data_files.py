"""The page about data files shows each file that the engine reads, with the right contents."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from rules.engine import texts
from rules.engine.about import About
from rules.engine.options import OptionWords
from rules.engine.presets import Preset
from rules.engine.stats import Counting
from tests.owed import NEXT, PRESETS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "data-files.md"

FORMS: dict[str, Any] = {
    "game.toml": About,
    "options.toml": dict[str, OptionWords],
    "presets.toml": dict[str, dict[str, object]],
    "narration.toml": dict[str, texts.Lines],
    "tutorial.toml": texts.Tutorial,
    "figures.toml": Counting,
    "signs.toml": dict[texts.SignKey, str],
    "strengths.toml": texts.Skill,
    "pacing.toml": dict[str, dict[int, float]],
}


def examples() -> dict[str, dict[str, Any]]:
    """The files that the page shows."""
    text = PAGE.read_text(encoding="utf-8")
    found = re.findall(r"^## `(\w+\.toml)`\n(.*?)^```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return {name: tomllib.loads(example) for name, _, example in found}


@pytest.mark.parametrize("name", FORMS)
def test_an_example_is_read_as_a_game_s_own_file(name: str) -> None:
    assert TypeAdapter(FORMS[name]).validate_python(examples()[name])


def test_every_file_that_the_engine_reads_is_shown() -> None:
    code = Path(texts.__file__).read_text(encoding="utf-8")
    read = {
        *re.findall(r'optional_file\(_folder\(game\), "(\w+\.toml)",', code),
        "game.toml",
        "options.toml",
        "presets.toml",
    }
    assert read == set(FORMS) == set(examples())


def test_the_presets_and_the_last_lesson_are_what_a_game_owes() -> None:
    shown = examples()
    presets = [Preset.model_validate({"name": name, **one}) for name, one in shown["presets.toml"].items()]
    assert {preset.name: preset.title for preset in presets} == PRESETS
    assert all(words in shown["tutorial.toml"]["lessons"][-1] for words in NEXT)
