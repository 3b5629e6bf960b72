"""The sentences behind the codes with which a movement is refused (section 7)."""

import importlib.resources
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal, TypeAlias

from pydantic import TypeAdapter

from rules.engine.action import Action, repeated, sentence_case
from rules.engine.errors import IllegalAction
from rules.engine.form import OneOf
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


def no_such_piece(name: str, pieces: Sequence[str]) -> IllegalAction:
    """The error for an order to something that does not sail here; section 7 has no other code for it."""
    there_are = OneOf(tuple(pieces)).meaning
    return IllegalAction("bad_route", f"There is no {repeated(name)} in this race. Choose {there_are}.")


def nothing_sails(order: Action) -> IllegalAction:
    """The error for an order to sail while something else is asked."""
    said = repeated(sentence_case(str(order)))
    told = f"Nothing can sail now, so {said} must wait. Choose one of the actions offered."
    return IllegalAction("not_allowed", told)


def not_your_turn() -> IllegalAction:
    """The error for a seat that would sail out of turn."""
    return IllegalAction("not_your_turn", _sentences()["not_your_turn"])
