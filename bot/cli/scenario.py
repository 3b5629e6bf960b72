"""`./harbour scenario FILE...`: check worked examples of the rules."""

from pathlib import Path

from bot.cli import parser_of
from rules.engine.errors import HarbourmasterError
from rules.engine.scenario import Scenario, load
from rules.engine.scenario_runner import rehearse
from rules.engine.wording import counted


def run(arguments: list[str]) -> int:
    """Play the scenarios of all files and print differences. Return 1 if there are differences, else 0."""
    parser = parser_of("scenario", "Check scenario files. docs/scenarios.md describes them.")
    parser.add_argument("file", type=Path, nargs="+", help="a scenario file (.toml)")
    files: list[Path] = parser.parse_args(arguments).file
    played = failed = 0
    for file in files:
        for name, problem in _check(file):
            played += 1
            failed += bool(problem)
            print(f"{'FAILED' if problem else 'ok':6}  {name}")
            if problem:
                print("\n".join(f"        {line}" for line in problem.splitlines()))
    print(f"{counted(played, 'scenario')}, {failed} failed.")
    return 1 if failed else 0


def _check(file: Path) -> list[tuple[str, str]]:
    """Return pairs of a scenario's name and its differences (or empty); or the file's name and its error."""
    try:
        return [(_name(file, scenario), _problem(scenario)) for scenario in load(file)]
    except HarbourmasterError as bad:
        return [(str(file), bad.message)]


def _problem(scenario: Scenario) -> str:
    try:
        return str(rehearse(scenario) or "")
    except HarbourmasterError as unknown:
        return unknown.message


def _name(file: Path, scenario: Scenario) -> str:
    return f"{file}: {scenario.name}" if scenario.name else str(file)
