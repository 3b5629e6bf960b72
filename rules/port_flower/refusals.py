"""The sentences behind the codes with which a movement is refused (section 7)."""

import importlib.resources
import tomllib
from typing import Literal

from pydantic import TypeAdapter

from rules.engine.errors import IllegalAction
from rules.port_flower.sea import Code, Refusal

_SOURCE = importlib.resources.files("rules.port_flower") / "refusals.toml"
_SENTENCES = TypeAdapter(dict[Code | Literal["not_your_turn"], str]).validate_python(
    tomllib.loads(_SOURCE.read_text(encoding="utf-8"))
)


def illegal(refusal: Refusal, why: str = "") -> IllegalAction:
    """The error that tells a player about a refusal; `why` is what could not be read in a `bad_route`."""
    sentence = _SENTENCES[refusal.code].format(at=refusal.at, why=why)
    return IllegalAction(refusal.code, sentence, refusal.at)


def not_your_turn() -> IllegalAction:
    """The error for a seat that would sail out of turn."""
    return IllegalAction("not_your_turn", _SENTENCES["not_your_turn"])
