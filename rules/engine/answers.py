"""Functions in a game's modules that replace methods of `Game`."""

from collections.abc import Callable, Mapping
from importlib import import_module
from inspect import signature
from types import MappingProxyType, ModuleType
from typing import Any

ANSWERS: Mapping[str, str] = MappingProxyType(
    {
        "new_game": "setup.new_game",
        "read": "actions.parse",
        "split": "actions.split_line",
        "view": "shown.view.view",
        "view_to_choose": "shown.view.view_to_choose",
        "redraw": "shown.view.redraw",
        "describe": "shown.words.describe",
        "reach": "shown.words.reach",
        "standing": "shown.words.standing",
        "private_standing": "shown.words.private_standing",
        "tale": "shown.caption.lately",
        "turn": "shown.headings.turn_key",
        "turn_name": "shown.headings.turn_name",
        "headline": "shown.headings.headline",
        "comes_next": "shown.headings.comes_next",
        "seat_name": "shown.headings.seat_name",
        "seat_mark": "shown.headings.seat_mark",
        "pieces": "shown.headings.pieces",
        "value_name": "shown.naming.value_name",
        "leads_to": "shown.forecast.leads_to",
        "in_favour": "shown.reasons.in_favour",
        "befalls": "befalling.befalls",
        "share": "befalling.share",
        "account": "finish.account",
        "may_roll": "play.may_roll",
        "evaluate": "policy.evaluate",
        "considers": "policy.considers",
        "outlook": "quick.outlook",
        "quick": "quick.quick",
        "counts": "tally.counts",
        "complete": "completing.complete",
        "must_hold": "invariants.must_hold",
        "must_hold_at_last": "invariants.must_hold_at_last",
    }
)
"""The module and function, in a game's package, for each of these methods of `Game`."""


def answer_of(package: str, name: str, method: Callable[..., Any]) -> Callable[..., Any] | None:
    """Return the package's function for a method, or `None`. Raises TypeError if the parameters differ."""
    path, _, function = ANSWERS[name].rpartition(".")
    found: Callable[..., Any] | None = getattr(_module(f"{package}.{path}"), function, None)
    if found is None:
        return None
    (_, *wanted), given = signature(method).parameters, [*signature(found).parameters]
    if given != wanted:
        told = f"`{function}` in {package}.{path} takes ({', '.join(given)})"
        raise TypeError(f"{told}. Let it take ({', '.join(wanted)}), as `Game.{name}` does.")
    return found


def _module(name: str) -> ModuleType | None:
    """Return a module, or `None` if there is no such module. Errors inside the module are raised."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{name}.".startswith(f"{error.name}."):
            return None
        raise
