"""The sentences behind the codes with which a movement is refused (section 7)."""

import importlib.resources
import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias

from pydantic import TypeAdapter

from rules.engine.errors import IllegalAction
from rules.port_flower.sea import Code, Refusal

_Told: TypeAlias = Code | Literal["not_your_turn"]


@cache
def _sentences() -> Mapping[_Told, str]:
    source = importlib.resources.files("rules.port_flower") / "refusals.toml"
    return TypeAdapter(dict[_Told, str]).validate_python(tomllib.loads(source.read_text(encoding="utf-8")))


def illegal(refusal: Refusal, why: str = "") -> IllegalAction:
    """The error that tells a player about a refusal; `why` is what could not be read, or the dice left."""
    sentence = _sentences()[refusal.code].format(at=refusal.at, why=why)
    return IllegalAction(refusal.code, sentence, refusal.at)


def nothing_sails() -> IllegalAction:
    """The error for an order to sail while something else is asked."""
    return IllegalAction("not_allowed", "Nothing can sail now. Choose one of the actions offered.")


def not_your_turn() -> IllegalAction:
    """The error for a seat that would sail out of turn."""
    return IllegalAction("not_your_turn", _sentences()["not_your_turn"])
