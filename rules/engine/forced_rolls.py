"""Forced rolls: the rolls that game masters can force, and the forced rolls that are still to happen."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules.engine.action import Resign
from rules.engine.chance import Forced, Value, read_values
from rules.engine.errors import NotNow
from rules.engine.game import AnyGame, RollKind, State

MOST_IN_A_ROW = 12
"""The maximum number of rolls of one kind that a single `force` entry may set."""

MOST_WAITING = 25
"""The maximum number of `force` entries that may wait for their rolls at the same time."""

_NEXT = ";"
"""Separates the rolls of a `force` entry in the journal: `3;5` are two rolls, one after the other."""

Group = tuple[Value, ...]
"""The values of one roll."""


class Waiting(NamedTuple):
    """The waiting rolls of one `force` entry. `entry` is the entry's number, and `what` has the values."""

    entry: int
    label: str
    seat: int
    what: str


def kinds_to_come(game: AnyGame, state: State) -> tuple[RollKind, ...]:
    """Return the kinds of rolls that can still happen in a game with this state."""
    return tuple(kind for kind in game.rolls if not kind.opening and game.may_roll(state, kind))


def grouped(game: AnyGame, state: State, values: Sequence[Value], label: str, seat: int) -> tuple[Group, ...]:
    """Return the values grouped by roll, in order.

    Without a label, the values must be for a single roll. Raises NotNow if values, label or seat fit no roll.
    """
    coming = kinds_to_come(game, state)
    kinds = [kind for kind in coming if label in {"", kind.label}]
    if not kinds:
        raise NotNow(_cannot_come(game, label, coming))
    if seat and Resign in game.actions and Resign() not in game.free_actions(state, seat):
        raise NotNow("That player has left the game and no longer rolls. Choose somebody else.")
    if seat and all(kind.table for kind in kinds):
        raise NotNow(f"A roll of {label or 'that kind'} belongs to nobody. Leave the player out.")
    groups = _fitting(kinds, values, label)
    if not groups:
        raise NotNow(f"Those values fit no roll. Give as many values as are rolled ({_shapes(kinds)}).")
    return groups


def must_fit(game: AnyGame, what: str, label: str) -> None:
    """Raise NotNow if `what` has too many rolls or fits no roll with this label (empty: any label)."""
    kinds = [kind for kind in game.rolls if label in {"", kind.label}]
    groups = read_groups(what)
    if len(groups) > MOST_IN_A_ROW or not all(any(_fits(kind, group) for kind in kinds) for group in groups):
        raise NotNow(f"Those values fit no roll. Give as many values as are rolled ({_shapes(kinds)}).")


def written(groups: Iterable[Group]) -> str:
    """Return the values of a `force` as the journal stores them."""
    return _NEXT.join(",".join(map(str, group)) for group in groups)


def read_groups(what: str) -> tuple[Group, ...]:
    """Return the values of a `force`, grouped by roll."""
    return tuple(map(read_values, what.split(_NEXT)))


def in_order(what: str) -> str:
    """Return the values of a `force` as people read them: `3, then 5`."""
    return ", then ".join(" ".join(map(str, group)) for group in read_groups(what))


def set_by(entry: int, what: str, label: str, seat: int) -> tuple[Forced, ...]:
    """Return the forced values that a new `force` entry sets."""
    return tuple(
        Forced(values=group, label=label, seat=seat, entry=entry, part=part)
        for part, group in enumerate(read_groups(what))
    )


def waiting(forced: Sequence[Forced]) -> tuple[Waiting, ...]:
    """Return the `force` entries with rolls that still wait, the earliest first."""
    deeds = dict.fromkeys(force.entry for force in forced)
    return tuple(_deed([force for force in forced if force.entry == entry]) for entry in deeds)


def without(forced: Sequence[Forced], what: str, label: str, seat: int) -> tuple[Forced, ...]:
    """Remove the values of the earliest matching `force`. Raises NotNow if no matching `force` waits."""
    meant = next((deed for deed in waiting(forced) if deed[1:] == (label, seat, what)), None)
    if meant is None:
        raise NotNow("That roll is no longer waiting. /gm task:forced lists those that are.")
    return tuple(force for force in forced if force.entry != meant.entry)


def _deed(parts: Sequence[Forced]) -> Waiting:
    first = parts[0]
    return Waiting(first.entry, first.label, first.seat, written(part.values for part in parts))


def _fitting(kinds: Sequence[RollKind], values: Sequence[Value], label: str) -> tuple[Group, ...]:
    if any(_fits(kind, values) for kind in kinds):
        return (tuple(values),)
    for kind in kinds if label else ():
        starts = range(0, len(values), kind.count)
        groups = tuple(tuple(values[start : start + kind.count]) for start in starts)
        if len(groups) <= MOST_IN_A_ROW and all(_fits(kind, group) for group in groups):
            return groups
    return ()


def _fits(kind: RollKind, values: Sequence[Value]) -> bool:
    return len(values) == kind.count and all(map(kind.may_show, values))


def _cannot_come(game: AnyGame, label: str, coming: Sequence[RollKind]) -> str:
    possible = ", ".join(dict.fromkeys(kind.label for kind in coming)) or "none"
    if any(kind.label == label for kind in game.rolls):
        return f"No roll of {label} can come in this game any more. Choose one of: {possible}."
    return f"This game has no roll called “{label}”. Choose one of: {possible}."


def _shapes(kinds: Sequence[RollKind]) -> str:
    """Describe each roll's number and range of values. A text for rolls that are alike names at most two."""
    counts: dict[tuple[str, str], list[int]] = {}
    for kind in kinds:
        counts.setdefault((kind.label.replace("_", " "), kind.span), []).append(kind.count)
    alike: dict[str, list[str]] = {}
    for (label, span), found in counts.items():
        many = f"{min(found)} to {max(found)}" if len({*found}) > 1 else f"{found[0]}"
        alike.setdefault(f"{many} from {span}", []).append(label)
    named = {shape: [*labels[:2], *(["…"] if labels[2:] else [])] for shape, labels in alike.items()}
    return "; ".join(f"{', '.join(labels)}: {shape}" for shape, labels in named.items())
