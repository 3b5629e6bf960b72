"""The sentences behind the codes with which an action is refused."""

import importlib.resources
import tomllib
from collections.abc import Mapping
from functools import cache

from pydantic import TypeAdapter

from rules.engine.errors import IllegalAction
from rules.kraken_bay.board import Space


@cache
def _sentences() -> Mapping[str, str]:
    source = importlib.resources.files("rules.kraken_bay") / "refusals.toml"
    return TypeAdapter(dict[str, str]).validate_python(tomllib.loads(source.read_text(encoding="utf-8")))


def refusal(code: str, at: Space = "", **gaps: object) -> IllegalAction:
    """The error that tells a player what is wrong and what to do instead; `at` is the space it names."""
    return IllegalAction(code, _sentences()[code].format(at=at, **gaps), at)
