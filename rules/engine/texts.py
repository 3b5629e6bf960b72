"""The texts and figures in the data files of a game."""

import importlib.resources
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Self

from pydantic import Field, model_validator

from rules.engine import guide
from rules.engine.data import Data, data_file, optional_file
from rules.engine.easy import Haste
from rules.engine.game import AnyGame
from rules.engine.guide import Topic
from rules.engine.stats import Counting
from rules.engine.strong import Search

Lines = Annotated[tuple[str, ...], Field(min_length=1)]

SignKey = Annotated[str, Field(pattern=r"^[a-z0-9]+(_[a-z0-9]+)*$", max_length=23)]
"""The name of a sign. The bot adds an underscore and eight digits; Discord allows 32 characters."""

COURSE_LIMIT = 2100
"""The maximum total number of characters in a practice game's lessons."""


@cache
def narration(game: AnyGame) -> Mapping[str, tuple[str, ...]]:
    """Return the sentences for each story key from the game's `narration.toml`; empty without a file."""
    return optional_file(_folder(game), "narration.toml", dict[str, Lines])


@cache
def topics(game: AnyGame) -> Mapping[str, Topic]:
    """Return the topics of the game's `guide.md` in reading order (see `rules.engine.guide`)."""
    file = importlib.resources.files(_folder(game)) / "guide.md"
    return guide.topics(file.read_text(encoding="utf-8") if file.is_file() else "")


class Tutorial(Data):
    """A practice game: its options, a lesson for each turn of the learner, and the bot's policy `rival`."""

    options: dict[str, str | int | bool]
    rival: str = "easy"
    lessons: Annotated[tuple[Annotated[str, Field(max_length=600)], ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _fit_into_one_post(self) -> Self:
        """Check that all lessons fit into one post, because one post may show all lessons."""
        if sum(map(len, self.lessons)) > COURSE_LIMIT:
            message = f"the lessons are longer than {COURSE_LIMIT} characters together"
            raise ValueError(message)
        return self


@cache
def tutorial(game: AnyGame) -> Tutorial | None:
    """Return the game's `tutorial.toml`, or `None` if it has none."""
    found = optional_file(_folder(game), "tutorial.toml", dict[str, object])
    return Tutorial.model_validate(found) if found else None


class Skill(Data):
    """The bot's skill in a game: the weaknesses of its easy player, and the search of its strong player."""

    easy: Haste = Haste()
    strong: Search = Search()


@cache
def skill(game: AnyGame) -> Skill:
    """Return the game's `strengths.toml`. Without such a file, strong is not offered."""
    return optional_file(_folder(game), "strengths.toml", Skill)


@cache
def pacing(game: AnyGame) -> Mapping[str, Mapping[int, float]]:
    """Return the measured number of turns per seat, by preset and number of seats; empty without a file."""
    return optional_file(_folder(game), "pacing.toml", dict[str, dict[int, float]])


@cache
def counting(game: AnyGame) -> Counting:
    """Return the game's `figures.toml` (see `rules.engine.stats`); empty without a file."""
    return optional_file(_folder(game), "figures.toml", Counting)


@cache
def shared_signs() -> Mapping[str, str]:
    """Return the plain text of each sign that all games share. `render/signs.py` draws them."""
    return data_file("rules.engine", "signs.toml", dict[SignKey, str])


@cache
def own_signs(game: AnyGame) -> Mapping[str, str]:
    """Return the plain text of each sign that only this game has. `render/<slug>/signs.py` draws them."""
    return optional_file(_folder(game), "signs.toml", dict[SignKey, str])


@cache
def signs(game: AnyGame) -> Mapping[str, str]:
    """Return the plain text of each sign that the game's labels and stories may use, such as `die_4`."""
    return {**shared_signs(), **own_signs(game)}


def _folder(game: AnyGame) -> str:
    return importlib.import_module(type(game).__module__).__package__ or "rules"
