"""Refusals: the sentences for the codes with which a game refuses actions."""

from functools import cached_property

from rules.engine.data import data_file
from rules.engine.errors import IllegalAction


class Refusals:
    """The refusals of a game, from the file `refusals.toml` of its package.

    A key is the specification's code. A code with several sentences has a suffix for each: `no_route.steps`.
    """

    def __init__(self, package: str) -> None:
        self._package = package

    def __call__(self, key: str, at: str = "", **gaps: object) -> IllegalAction:
        """Return the refusal for a key. `gaps` fill its sentence, and `at` is the place that it names."""
        return IllegalAction(key.partition(".")[0], self._sentences[key].format(at=at, **gaps), at)

    @cached_property
    def _sentences(self) -> dict[str, str]:
        return data_file(self._package, "refusals.toml", dict[str, str])
