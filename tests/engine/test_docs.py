"""What the documents say about the engine, tried out."""

import re
from pathlib import Path

from rules.engine.rehearse import rehearse
from rules.engine.scenario import load

DOCS = Path(__file__).parents[2] / "docs"


def blocks(document: str, language: str) -> list[str]:
    text = (DOCS / document).read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def test_the_example_of_a_scenario_is_a_scenario_that_passes(tmp_path: Path) -> None:
    (example,) = blocks("scenarios.md", "toml")
    file = tmp_path / "example.toml"
    file.write_text(example, encoding="utf-8")
    (scenario,) = load(file)
    assert rehearse(scenario) is None
