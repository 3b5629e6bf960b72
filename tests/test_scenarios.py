"""Every scenario file is a test of its own. docs/scenarios.md explains how to write scenario files."""

from pathlib import Path

import pytest

from rules.engine.scenario import load
from rules.engine.scenario_runner import rehearse

FOLDER = Path(__file__).parent / "scenarios"


@pytest.mark.parametrize(
    "file", [pytest.param(file, id=str(file.relative_to(FOLDER))) for file in sorted(FOLDER.rglob("*.toml"))]
)
def test_the_game_goes_as_the_scenario_says(file: Path) -> None:
    failures = {scenario.name: str(failure) for scenario in load(file) if (failure := rehearse(scenario))}
    assert not failures, "\n".join(f"{name}\n{failure}" for name, failure in failures.items())


def test_a_scenario_lies_in_the_folder_of_its_game() -> None:
    assert all(
        scenario.game == file.parent.name for file in FOLDER.rglob("*.toml") for scenario in load(file)
    )
