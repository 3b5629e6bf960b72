"""Scenario files: examples of a game's rules that people can read and programs can check.

`docs/scenarios.md` describes the format.
"""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, JsonValue, ValidationError, model_validator

from rules.engine.chance import Value
from rules.engine.data import Data
from rules.engine.errors import HarbourmasterError
from rules.engine.partial_data import lay_over

Part = dict[str, JsonValue]
Values = Value | tuple[Value, ...]
Rest = Literal["none", "any"]


class BadScenario(HarbourmasterError):
    """A file that is not a scenario. The message says what is wrong, and where."""


class ListedRoll(Data):
    """A roll that must happen: `{ wind = [0, 5, 1, 0] }`, `{ card = "3h", seat = 2 }`. Seat 0 is any seat."""

    label: str
    values: tuple[Value, ...]
    seat: int = 0

    @model_validator(mode="before")
    @classmethod
    def _from_label(cls, written: dict[str, Values]) -> dict[str, Values | str]:
        labels = [key for key in written if key != "seat"]
        if len(labels) != 1:
            raise ValueError("write a roll as { label = [values] }, maybe with seat = n")
        values = written[labels[0]]
        return {
            "label": labels[0],
            "values": values if isinstance(values, tuple | list) else (values,),
            "seat": written.get("seat", 0),
        }


class ScenarioStep(Data):
    """One step: the action `do`, a `timeout` or neither, and what must be true afterwards."""

    seat: int = 0
    do: str = ""
    timeout: bool = False
    rolls: tuple[ListedRoll, ...] = ()
    rest: Rest | None = None
    refused: str | dict[str, str] = ""
    events: tuple[str | Part, ...] | None = None
    events_include: tuple[str | Part, ...] = ()
    state: Part = Field(default_factory=dict)
    absent: tuple[str, ...] = ()
    awaits: dict[int, str] | None = None
    legal: tuple[str, ...] | None = None
    legal_first: tuple[str, ...] = ()
    legal_include: tuple[str, ...] = ()
    legal_exclude: tuple[str, ...] = ()
    legal_count: int | None = None
    outcome: Part | None = None

    @property
    def looks_at_choices(self) -> bool:
        """Whether the step expects anything about the seat's choices."""
        listed = bool(self.legal_first or self.legal_include or self.legal_exclude)
        return listed or self.legal is not None or self.legal_count is not None

    @property
    def acts(self) -> bool:
        """Whether the step has an action or a timeout."""
        return bool(self.do) or self.timeout

    @property
    def must_fail(self) -> bool:
        """Whether the step's action must be refused."""
        return isinstance(self.refused, str) and bool(self.refused)

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        if self.do and self.timeout:
            raise ValueError("a step has either `do` or `timeout`")
        happens = bool(self.rolls) or self.events is not None or bool(self.events_include)
        if happens and (not self.acts or self.must_fail):
            raise ValueError("nothing happens in this step, so it has no rolls and no events")
        if self.must_fail and not self.do:
            raise ValueError('`refused = "code"` belongs to a step with `do`')
        return self


class Scenario(Data):
    """One worked example: the start of a game, the changes to its state, and the steps."""

    game: str
    name: str = ""
    about: str = ""
    seats: Annotated[int, Field(ge=1)]
    options: dict[str, str | int | bool] = Field(default_factory=dict)
    start_rolls: tuple[ListedRoll, ...] | None = None
    given: Part = Field(default_factory=dict)
    absent: tuple[str, ...] = ()
    rest: Rest = "none"
    steps: Annotated[tuple[ScenarioStep, ...], Field(alias="step", min_length=1)]


def load(file: Path) -> tuple[Scenario, ...]:
    """Load the scenarios of a file. Raises BadScenario."""
    try:
        written = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadScenario(f"{file} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadScenario(f"{file} is not TOML: {error}.") from error
    return tuple(_read(part, f"{file}{place}") for place, part in _split(written, file))


def _split(written: Mapping[str, JsonValue], file: Path) -> Iterator[tuple[str, Part]]:
    """Yield the file as one scenario, or each `[[scenario]]` combined with what all scenarios share."""
    shared = {key: value for key, value in written.items() if key != "scenario"}
    scenarios = written.get("scenario", [shared])
    if not isinstance(scenarios, list) or ("scenario" in written and "step" in written):
        raise BadScenario(f"{file}: write steps either in the file itself or in its [[scenario]] tables.")
    for number, own in enumerate(scenarios, 1):
        if not isinstance(own, dict):
            raise BadScenario(f"{file}: a [[scenario]] is a table.")
        whole = {**shared, **own}
        for key in ("options", "given"):
            if key in shared and key in own:
                whole[key] = lay_over(shared[key], own[key], key)
        yield (f", scenario {number}" if "scenario" in written else ""), whole


def _read(written: Part, place: str) -> Scenario:
    try:
        return Scenario.model_validate(written)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part + 1) if isinstance(part, int) else part for part in first["loc"])
        what = str(first["msg"]).removeprefix("Value error, ")
        if first["type"] == "extra_forbidden":
            what = "there is no such key"
        raise BadScenario(f"{place}: {where}: {what}.") from error
