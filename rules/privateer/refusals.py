"""The sentences behind the codes with which an action is refused."""

import importlib.resources
import tomllib

from pydantic import TypeAdapter

from rules.engine.errors import IllegalAction

_SOURCE = importlib.resources.files("rules.privateer") / "refusals.toml"
_SENTENCES = TypeAdapter(dict[str, str]).validate_python(tomllib.loads(_SOURCE.read_text(encoding="utf-8")))


def refusal(code: str, at: str = "", **gaps: object) -> IllegalAction:
    """The error that tells a player what is wrong and what to do instead; `at` is the hex it names."""
    return IllegalAction(code, _SENTENCES[code].format(at=at, **gaps), at)
