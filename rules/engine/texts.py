"""What belongs to a game as data files: narration, guide, practice game, signs, and what is counted of it."""

import importlib.resources
import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator

from rules.engine import guide
from rules.engine.game import AnyGame
from rules.engine.guide import Topic
from rules.engine.stats import Counting

Lines = Annotated[tuple[str, ...], Field(min_length=1)]

SignKey = Annotated[str, Field(pattern=r"^[a-z0-9]+(_[a-z0-9]+)*$", max_length=23)]
"""The name of a sign: with the eight digits and the stroke that the bot adds, Discord's 32 characters."""

COURSE_LIMIT = 2100
"""Characters that all lessons of a practice game have together."""


@cache
def narration(game: AnyGame) -> Mapping[str, tuple[str, ...]]:
    """`narration.toml` of the game: story key -> the sentences it may be told with. Empty without a file.

    The file holds `key = ["sentence with {gaps}", ...]`; gaps are the story's.
    """
    return TypeAdapter(dict[str, Lines]).validate_python(_load(game, "narration.toml"))


@cache
def topics(game: AnyGame) -> Mapping[str, Topic]:
    """`guide.md` of the game by topic, in reading order (see `rules.engine.guide`). Empty without a file."""
    return guide.topics(_read(game, "guide.md"))


class Tutorial(BaseModel):
    """A guided practice game against the bot: its options, and a lesson for each of the learner's turns.

    `rival` is the policy that the bot plays by (see `rules.engine.policy`).
    """

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    options: dict[str, str | int | bool]
    rival: str = "greedy"
    lessons: Annotated[tuple[Annotated[str, Field(max_length=600)], ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _fit_into_one_post(self) -> Self:
        """All of them may be left when a game ends, and then its post tells them."""
        if sum(map(len, self.lessons)) > COURSE_LIMIT:
            message = f"the lessons are longer than {COURSE_LIMIT} characters together"
            raise ValueError(message)
        return self


@cache
def tutorial(game: AnyGame) -> Tutorial | None:
    """`tutorial.toml` of the game, or `None` if it has none."""
    found = _load(game, "tutorial.toml")
    return Tutorial.model_validate(found) if found else None


@cache
def pacing(game: AnyGame) -> Mapping[str, Mapping[int, float]]:
    """`pacing.toml` of the game: preset -> seats -> measured turns of each seat. Empty without a file."""
    return TypeAdapter(dict[str, dict[int, float]]).validate_python(_load(game, "pacing.toml"))


@cache
def counting(game: AnyGame) -> Counting:
    """`figures.toml` of the game: what is counted of it (see `rules.engine.stats`); nothing without one."""
    return Counting.model_validate(_load(game, "figures.toml"))


@cache
def shared_signs() -> Mapping[str, str]:
    """The signs of `rules/engine/signs.toml`, which all games have: key -> what it is in plain text.

    They are drawn by `render/signs.py`.
    """
    file = importlib.resources.files("rules.engine") / "signs.toml"
    return TypeAdapter(dict[SignKey, str]).validate_python(tomllib.loads(file.read_text(encoding="utf-8")))


@cache
def own_signs(game: AnyGame) -> Mapping[str, str]:
    """`signs.toml` of the game: the signs that it alone has, or draws otherwise. Empty without a file.

    They are drawn by `render/<slug>/signs.py`.
    """
    return TypeAdapter(dict[SignKey, str]).validate_python(_load(game, "signs.toml"))


@cache
def signs(game: AnyGame) -> Mapping[str, str]:
    """The signs that the game's labels and stories may use: key (`die_4`) -> what it is in plain text."""
    return {**shared_signs(), **own_signs(game)}


def _load(game: AnyGame, name: str) -> dict[str, object]:
    return tomllib.loads(_read(game, name))


def _read(game: AnyGame, name: str) -> str:
    """A file of the game's folder; empty where there is none."""
    folder = importlib.import_module(type(game).__module__).__package__
    file = importlib.resources.files(folder or "rules") / name
    return file.read_text(encoding="utf-8") if file.is_file() else ""
