"""Which values a game master may set for a coming roll."""

from collections.abc import Sequence

from rules.engine.chance import Value
from rules.engine.errors import NotNow
from rules.engine.game import AnyGame, RollKind


def must_be_possible(game: AnyGame, values: Sequence[Value], label: str) -> None:
    """Raise NotNow with what is possible when no roll of that label, or with "" none at all, shows that."""
    kinds = [kind for kind in game.rolls if label in {"", kind.label}]
    if not kinds:
        known = ", ".join(kind.label for kind in game.rolls)
        raise NotNow(f"This game has no roll called “{label}”. Choose one of: {known}.")
    if not any(len(values) == kind.count and all(map(kind.may_show, values)) for kind in kinds):
        raise NotNow(f"Those values fit no roll. Give as many values as are rolled ({_shapes(kinds)}).")


def _shapes(kinds: Sequence[RollKind]) -> str:
    """How many values each roll has and from where to where; many alike are named by the first two."""
    alike: dict[str, list[str]] = {}
    for kind in kinds:
        alike.setdefault(f"{kind.count} from {kind.span}", []).append(kind.label)
    named = {shape: [*labels[:2], *(["…"] if labels[2:] else [])] for shape, labels in alike.items()}
    return "; ".join(f"{', '.join(labels)}: {shape}" for shape, labels in named.items())
