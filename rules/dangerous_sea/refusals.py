"""The sentences behind the codes with which an action is refused (7.3)."""

import importlib.resources
import tomllib
from collections.abc import Mapping
from functools import cache

from pydantic import TypeAdapter

from rules.engine.errors import IllegalAction


@cache
def _sentences() -> Mapping[str, str]:
    source = importlib.resources.files("rules.dangerous_sea") / "refusals.toml"
    return TypeAdapter(dict[str, str]).validate_python(tomllib.loads(source.read_text(encoding="utf-8")))


def refusal(code: str, why: str = "", at: str = "", **gaps: object) -> IllegalAction:
    """The error that tells a player what is wrong and what to do instead.

    `why` chooses among several sentences of a code; `at` is the place it names.
    """
    key = f"{code}.{why}" if why else code
    return IllegalAction(code, _sentences()[key].format(at=at, **gaps), at)
