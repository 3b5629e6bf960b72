"""The sentences behind the codes with which an action is refused."""

import importlib.resources
import tomllib
from collections.abc import Mapping
from functools import cache

from pydantic import TypeAdapter

from rules.engine.errors import IllegalAction
from rules.privateer.board import RING, Hex


@cache
def _sentences() -> Mapping[str, str]:
    source = importlib.resources.files("rules.privateer") / "refusals.toml"
    return TypeAdapter(dict[str, str]).validate_python(tomllib.loads(source.read_text(encoding="utf-8")))


def refusal(code: str, at: str = "", **gaps: object) -> IllegalAction:
    """The error that tells a player what is wrong and what to do instead; `at` is the hex it names."""
    return IllegalAction(code, _sentences()[code].format(at=at, **gaps), at)


def known(name: Hex) -> Hex:
    """The hex, if there is one of that name. Raises IllegalAction."""
    if name not in RING:
        raise refusal("not_a_hex", name)
    return name
