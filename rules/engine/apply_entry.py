"""How an entry changes a position: the place, the seats that must decide, and what others may notice.

Dice depend on the line, a digest of the decisions that led to them:

- At the start the line is the hash of the opening.
- A decision changes the line to SHA-256("LINE|SEAT|NOTATION") in hex, and a `fresh` with the entry number n
  to SHA-256("LINE|0|fresh n").
- An undo brings back the line of the position to which it goes.
- A free action does not change the line, so that nobody can influence the dice of somebody else's turn. The
  dice of the free action use "LINE+f" instead, where f is the number of free actions since the last decision.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence

from rules.engine.action import Resign
from rules.engine.chance import Chance
from rules.engine.decision import Awaited, Decision
from rules.engine.entries.draft import counted, kind_of
from rules.engine.entry import Entry
from rules.engine.event import Event
from rules.engine.position import Place, Position, Status
from rules.engine.time_control import TimeControl


def stays_secret(
    entry: Entry, events: Sequence[Event], before: Sequence[Awaited], after: Sequence[Awaited]
) -> bool:
    """Return whether others learn only that the acting seat is not asked any more."""
    if entry.kind == "amend":
        return False
    own = all(event.private and getattr(event, "seat", 0) == entry.seat for event in events)
    others_before = [awaited for awaited in before if awaited.seat != entry.seat]
    others_after = [awaited for awaited in after if awaited.seat != entry.seat]
    return own and others_before == others_after


def position_after(
    old: Position,
    entry: Entry,
    place: Place,
    awaited: tuple[Awaited, ...],
    status: Status,
    pace: TimeControl,
    host: str,
) -> Position:
    """Return the position after a complete entry that led to `place`. `host` opened the match."""
    kind, timed = kind_of(entry), pace.turn > 0
    return Position(
        head=place.head,
        state=place.state,
        line=place.line,
        free=place.free,
        forced=place.forced,
        amended=place.amended,
        back=place.back,
        back_seat=place.back_seat,
        last=entry.number,
        chain=entry.hash(),
        public=old.public + (not entry.secret),
        players=kind.players(old.players, entry),
        stamps=_stamps(old, entry, awaited),
        awaited=awaited,
        status=status,
        rules=old.rules,
        paused=old.paused or entry.at if timed and status == "paused" else 0,
        missed=kind.missed(old.missed or (0,) * len(old.players), entry) if timed else (),
        absent=kind.absent(old.absent, entry),
        banks=_banks(old, entry, pace) if timed and pace.bank else (),
        plans=kind.plans(old.plans, entry),
        pace=entry.pace or old.pace,
        office=kind.office(old, entry, host),
    )


def _banks(old: Position, entry: Entry, pace: TimeControl) -> tuple[int, ...]:
    """Return the seconds left in each seat's time bank. An undo does not refill time banks."""
    banks = old.banks or (pace.bank,) * len(old.players)
    asked = old.awaits(entry.seat) if entry.decides else None
    if asked is None or asked.clock != "turn":
        return banks
    return counted(banks, entry.seat, pace.bank_after(banks[entry.seat - 1], entry.overtime))


def status_after(old: Status, entry: Entry, *, over: bool) -> Status:
    """Return the status of the match after the entry."""
    status = kind_of(entry).leads_to or old
    return "over" if over and status != "ended" else status


# Who is awaited


def awaited_after(
    old: Position,
    entry: Entry,
    decisions: Sequence[Decision],
    before: Callable[[], Sequence[Decision]],
    pace: TimeControl,
) -> tuple[Awaited, ...]:
    """Return who must decide now. A question that has not changed keeps its stamp and its time.

    `before` returns the decisions that were open before the entry.
    """
    awaited, kind = [], kind_of(entry)
    for decision in decisions:
        asked = old.awaits(decision.seat)
        kept = asked is not None and asked.kind == decision.kind and kind.keeps(decision.seat, entry)
        if kept and kind.plays_on and not entry.standing:
            kept = any(_same(decision, question) for question in before())
        if kept and asked is not None:
            awaited.append(kind.in_time(asked, old, entry, pace))
        else:
            # Stamps count only public entries, so that stamps of other seats do not reveal a secret action.
            stamp = max(old.public, old.stamps[decision.seat - 1]) + kind.lost(entry) + 1
            seat, question, clock = decision.seat, decision.kind, decision.clock
            awaited.append(Awaited(seat=seat, kind=question, since=entry.at, stamp=stamp, clock=clock))
    return tuple(awaited)


def _same(one: Decision, other: Decision) -> bool:
    return one.seat == other.seat and one.actions == other.actions and one.forms == other.forms


def _stamps(old: Position, entry: Entry, awaited: Sequence[Awaited]) -> tuple[int, ...]:
    lost = kind_of(entry).lost(entry)
    stamps = [max(old.public, stamp) + lost if lost else stamp for stamp in old.stamps]
    for asked in awaited:
        stamps[asked.seat - 1] = asked.stamp
    return tuple(stamps)


# The place to which an entry leads


def follow(place: Place, entry: Entry, chance: Chance, *, revealed: bool) -> Place:
    """Return the place to which an entry made in `place` leads, with an empty `state`."""
    back, back_seat = _take_back(place, entry, revealed=revealed or bool(chance.rolls))
    forced = place.forced
    if chance.spent:
        forced = tuple(force for force in forced if force not in chance.spent)
    return Place(
        head=entry.number if entry.moves else place.head,
        state="",
        line=_line(place.line, entry),
        free=0 if entry.decides else place.free + (entry.free and entry.moves),
        forced=kind_of(entry).forced(forced, entry),
        amended=place.amended + (entry.kind == "amend"),
        back=back,
        back_seat=back_seat,
    )


def reveals(events: Iterable[Event], decisions: Iterable[Decision]) -> bool:
    """Return whether the events, or the questions that are open after them, reveal something hidden."""
    return any(event.reveals for event in events) or any(decision.reveals for decision in decisions)


def _line(line: str, entry: Entry) -> str:
    if entry.decides:
        told = f"{line}|{entry.seat}|{entry.what}"
    elif entry.kind == "fresh":
        # Without the entry's number, a `fresh` in another branch could lead to the same dice.
        told = f"{line}|0|fresh {entry.number}"
    else:
        return line
    return hashlib.sha256(told.encode()).hexdigest()


def _take_back(place: Place, entry: Entry, *, revealed: bool) -> tuple[int, int]:
    """Return the position to which one seat can return alone, and this seat; (0, 0) if there is none."""
    nobody = 0, 0
    if entry.kind == "act" and entry.moves:
        final = revealed or entry.what == Resign.kind
        return (place.head, entry.seat) if entry.actor.role == "seat" and not final else nobody
    own = entry.seat == place.back_seat
    # A seat may take back alone repeatedly, until an undo or redo by others, which may have shown too much.
    keeps = own if entry.kind in {"undo", "redo"} else not own if entry.kind == "substitute" else True
    return (place.back, place.back_seat) if keeps and not entry.moves else nobody
