"""The refusals of movements: a sentence for each code (section 7)."""

from collections.abc import Sequence

from rules.engine.action import Action, repeated, sentence_case
from rules.engine.errors import IllegalAction, Refusals
from rules.engine.form import OneOf
from rules.port_flower.sea import Refusal

_refusal = Refusals("rules.port_flower")


def illegal(refusal: Refusal, why: str = "") -> IllegalAction:
    """Return the error for a refusal. `why` fills a gap: the fault of a route, or the unused dice."""
    return _refusal(refusal.code, refusal.at, why=why)


def no_such_piece(name: str, pieces: Sequence[str]) -> IllegalAction:
    """Return the error for an unknown piece, for which section 7 has no special code."""
    there_are = OneOf(tuple(pieces)).meaning
    return IllegalAction("bad_route", f"There is no {repeated(name)} in this race. Choose {there_are}.")


def no_port_square(name: str, port: Sequence[str]) -> IllegalAction:
    """Return the error for a boat that was to leave the port by a square outside it (section 7)."""
    there_are = OneOf(tuple(port)).meaning
    told = f"{repeated(name)} is no square of the port. Your boat leaves it by {there_are}."
    return IllegalAction("bad_departure", told, name)


def nothing_sails(order: Action) -> IllegalAction:
    """Return the error for an order to sail when a seat must answer another question."""
    said = repeated(sentence_case(str(order)))
    told = f"Nothing can sail now, so {said} must wait. Choose one of the actions offered."
    return IllegalAction("not_allowed", told)


def not_your_turn() -> IllegalAction:
    """Return the error for a seat that tries to sail out of turn."""
    return _refusal("not_your_turn")
