"""Cheap checks of a game's data whenever the game is loaded, without the replay of `/game check`."""

from collections.abc import Sequence

from bot.store.rows import EntryRow, GameRow
from rules.engine.chance import commitment
from rules.engine.entry import Entry, EntryKind, Opening
from rules.engine.match import Match
from rules.engine.position import Position, Status, state_hash
from rules.engine.registry import game as find_game

_LEADS_TO: dict[EntryKind, frozenset[Status]] = {
    "start": frozenset({"running", "over"}),
    "act": frozenset({"running", "over"}),
    "timeout": frozenset({"running", "over"}),
    "tried": frozenset({"running"}),
    "pause": frozenset({"paused"}),
    "resume": frozenset({"running"}),
    "end": frozenset({"ended"}),
}
"""The statuses that a game can have after each kind of entry. All other kinds lead to `_GOES_ON`."""

_GOES_ON = frozenset[Status]({"running", "paused", "over"})


def contradictions(row: GameRow, newest: Sequence[EntryRow]) -> list[str]:
    """Return the parts of a game that contradict each other or the game's journal, in words without secrets.

    `newest` are all stored entries with the number `row.position.last` or a greater number.
    """
    if row.opening is None or row.position is None:
        begun = row.opening is not None or row.position is not None
        return ["its status"] if begun or row.status not in {"lobby", "cancelled"} else []
    found = [
        *_with_the_opening(row, row.opening),
        *_with_the_entry(row, row.position, [line.entry for line in newest]),
    ]
    return found or _with_the_rules(Match(find_game(row.slug), row.opening, row.seed, row.position))


def _with_the_opening(row: GameRow, opening: Opening) -> list[str]:
    checks = {
        "its id": opening.match == row.id,
        "which game it is": opening.game == row.slug,
        "its seed": commitment(row.seed) == opening.commitment,
        "its creator": opening.host in {"", row.player_of(row.creator)},
        "its people": _knows_all(row),
    }
    return [what for what, fits in checks.items() if not fits]


def _knows_all(row: GameRow) -> bool:
    """Return whether each person has one name in the journal, or the game is too old to have names."""
    seen = {one.user for one in row.members} | {one.user for one in row.former}
    return not row.people or (seen <= {*row.people} and len({*row.people}) == len(row.people))


def _with_the_entry(row: GameRow, position: Position, newest: Sequence[Entry]) -> list[str]:
    if len(newest) != 1 or newest[0].hash() != position.chain or newest[0].number != position.last:
        return ["the end of its journal"]
    (last,) = newest
    seated = {member.seat: row.player_of(member.user) for member in row.members}
    checks = {
        "its state": state_hash(row.seed, position.state) == last.state,
        "its place in the journal": position.head == (last.number if last.moves else last.parent),
        "its status": row.status in {position.status, "moved"}
        and position.status in _LEADS_TO.get(last.kind, _GOES_ON),
        "its players": seated == dict(enumerate(position.players, 1)),
    }
    return [what for what, fits in checks.items() if not fits]


def _with_the_rules(match: Match) -> list[str]:
    """Return the parts that contradict the rules; none if the position has another version of the rules."""
    position = match.position
    if position.rules != match.game.rules_version:
        return []
    under_way = position.status in {"running", "paused"}
    asked = {(one.seat, one.kind, one.clock) for one in match.decisions} if under_way else set()
    checks = {
        "whether it is over": position.status == "ended" or (match.outcome is None) == under_way,
        "whom it waits for": {(one.seat, one.kind, one.clock) for one in position.awaited} == asked,
    }
    return [what for what, fits in checks.items() if not fits]
