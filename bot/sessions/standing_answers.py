"""Standing answers: the standing orders with which a user begins every new match of a game.

Each kind of order has one field with a few values. The first value is the default.
"""

from collections.abc import Mapping, Sequence
from typing import get_args

from rules.engine.action import Action, build, fields_of, text_of
from rules.engine.game import AnyGame


def answers_of(game: AnyGame) -> dict[str, Sequence[Action]]:
    """Return a game's standing orders by kind. The first order of each kind means “ask each time”."""
    found = dict[str, Sequence[Action]]()
    for kind in (one for one in game.actions if one.standing):
        (name, field), *_ = fields_of(kind).items()
        found[kind.kind] = [build(kind, {name: text_of(word)}) for word in get_args(field.annotation)]
    return found


def with_answer(
    kept: Mapping[str, Sequence[str]], game: AnyGame, order: Action
) -> dict[str, tuple[str, ...]]:
    """Return the kept orders of each game after `order` was chosen. Default orders are not kept."""
    others = tuple(line for line in kept.get(game.slug, ()) if game.read(line).kind != order.kind)
    own = others if order == answers_of(game)[order.kind][0] else (*others, str(order))
    rest = {slug: tuple(lines) for slug, lines in kept.items() if slug != game.slug}
    return {**rest, **({game.slug: own} if own else {})}
