"""What an entry changes in the position: who is awaited, who plays each seat, and what others may notice."""

import hmac
from collections.abc import Callable, Mapping, Sequence

from pydantic import ValidationError

from rules.engine.awaited import Awaited
from rules.engine.decision import Decision
from rules.engine.entry import Entry, EntryKind, Opening
from rules.engine.errors import JournalDiffers, NotNow, flaw
from rules.engine.event import Event
from rules.engine.game import AnyGame, Options
from rules.engine.game_masters import GameMasters
from rules.engine.plans import plans_after
from rules.engine.position import Place, Position, Status
from rules.engine.time_control import TimeControl

_WHILE_PAUSED: frozenset[EntryKind] = frozenset(
    {
        "force", "unforce", "fresh", "undo", "redo", "substitute", "propose", "agree", "refuse", "resume",
        "end", "restored", "extend", "back", "plan", "unplan", "note", "announce", "amend",
        "appoint", "dismiss", "handover", "lock", "unlock", "clock", "look",
    }
)  # fmt: skip
"""The kinds of entry that are allowed while the match is paused."""

_KEEPS_QUESTIONS: frozenset[EntryKind] = frozenset(
    {
        "force", "unforce", "fresh", "substitute", "tried", "propose", "agree", "refuse", "pause", "resume",
        "end", "extend", "absent", "back", "plan", "unplan", "note", "announce",
        "appoint", "dismiss", "handover", "lock", "unlock", "clock", "look",
    }
)  # fmt: skip
"""The kinds of entry that change nothing players are asked."""


_LOST, _MOST_LOST = 1_000, 10_000_000
"""The stamps skipped when a copy is restored: one for each second of its age, within these bounds."""


# Before


def beginning(game: AnyGame, opening: Opening) -> Position:
    """Return the position before the first entry."""
    start = opening.hash()
    return Position(
        head=0, last=0, chain=start, state="", line=start, players=opening.players,
        stamps=(0,) * len(opening.players), rules=game.rules_version, office=opening.office,
    )  # fmt: skip


def options_of(game: AnyGame, opening: Opening) -> Options:
    """Return the options of a match. Raises JournalDiffers if the game does not know them."""
    try:
        options: Options = game.options.model_validate(opening.options)
    except ValidationError as error:
        raise JournalDiffers(
            f"The options of this match do not fit the rules of {game.title}.", flaw(error)
        ) from error
    return options


def must_allow(status: Status, kind: EntryKind) -> None:
    """Raise NotNow with the reason if a match with that status takes no such entry."""
    if status in {"over", "ended"}:
        raise NotNow("This game is over. Start a new one with /play.")
    if status == "paused" and kind not in _WHILE_PAUSED:
        raise NotNow("This game is paused. A game master can go on with /gm task:resume.")
    if status == "running" and kind == "resume":
        raise NotNow("This game is not paused.")


# After


def state_hash(seed: bytes, state: str) -> str:
    """Return the keyed hash of a state that an entry stores."""
    # The key prevents anybody from guessing hidden parts of the state from a published hash.
    return hmac.digest(seed, state.encode(), "sha256").hex()


def stays_secret(
    entry: Entry, events: Sequence[Event], before: Sequence[Awaited], after: Sequence[Awaited]
) -> bool:
    """Return whether a secret action has no effect that anybody else learns of."""
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
    timed = pace.turn > 0
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
        players=_players(old.players, entry),
        stamps=_stamps(old, entry, awaited),
        awaited=awaited,
        status=status,
        rules=old.rules,
        paused=_paused(old, entry, status) if timed else 0,
        missed=_missed(old, entry) if timed else (),
        absent=_absent(old, entry),
        banks=_banks(old, entry, pace) if timed and pace.bank else (),
        plans=plans_after(old.plans, entry),
        pace=entry.pace or old.pace,
        office=_office(old, entry, host),
    )


KICKED, KICKED_OFFERED = "kicked", "kicked, offered"
"""The labels of a `substitute` that removes a player. With the second one, the seat is offered to others."""


def _office(old: Position, entry: Entry, host: str) -> GameMasters:
    """Return the data about game masters after the entry."""
    office, who, what = old.office, entry.actor.player, entry.what
    masters = office.masters or ((host,) if host else ())
    match entry.kind:
        case "appoint":
            return office.model_copy(update={"masters": (*masters, what)})
        case "dismiss":
            return office.model_copy(update={"masters": _without(masters, what)})
        case "handover":
            return office.model_copy(update={"masters": (*_without(masters, who), what)})
        case "lock" | "unlock":
            return office.model_copy(update={"locked": entry.kind == "lock"})
        case "look":
            return office.model_copy(update={"looked": (*_without(office.looked, who), who)})
        case "substitute":
            gone = (old.players[entry.seat - 1],) if entry.label in {KICKED, KICKED_OFFERED} else ()
            barred = (*_without(office.barred, what), *gone)
            return office if barred == office.barred else office.model_copy(update={"barred": barred})
        case _:
            return office


def _without(people: tuple[str, ...], one: str) -> tuple[str, ...]:
    return tuple(person for person in people if person != one)


def _banks(old: Position, entry: Entry, pace: TimeControl) -> tuple[int, ...]:
    """Return the seconds left in each seat's time bank. No undo gives them back."""
    banks = [*(old.banks or (pace.bank,) * len(old.players))]
    asked = old.awaits(entry.seat) if entry.decides else None
    if asked is not None and asked.clock == "turn":
        banks[entry.seat - 1] = pace.bank_after(banks[entry.seat - 1], entry.overtime)
    return tuple(banks)


def _missed(old: Position, entry: Entry) -> tuple[int, ...]:
    """Return how many times in a row each seat has run out of time."""
    missed = [*(old.missed or (0,) * len(old.players))]
    if entry.kind == "resume":
        return (0,) * len(missed)
    if entry.kind == "timeout" and entry.actor.role == "timeout":
        missed[entry.seat - 1] += 1
    elif _is_there(entry):
        missed[entry.seat - 1] = 0
    return tuple(missed)


def _absent(old: Position, entry: Entry) -> tuple[int, ...]:
    """Return the seats that somebody else plays for an absent player."""
    if entry.kind == "absent":
        return tuple(sorted({*old.absent, entry.seat}))
    return tuple(seat for seat in old.absent if not (_is_there(entry) and seat == entry.seat))


def _is_there(entry: Entry) -> bool:
    """Return whether the entry shows that somebody is there to play its seat."""
    return entry.kind in {"back", "substitute"} or (entry.kind == "act" and entry.actor.role == "seat")


def _paused(old: Position, entry: Entry, status: Status) -> int:
    """Return when the current pause began (seconds since 1970); 0 if the match is not paused."""
    if status != "paused":
        return 0
    # If a clock is set during a pause, the pause counts from that entry on.
    return entry.at if entry.kind == "pause" else old.paused or (entry.at if entry.kind == "clock" else 0)


def status_after(old: Status, entry: Entry, *, over: bool) -> Status:
    """Return the status of the match after the entry."""
    if entry.kind == "end":
        return "ended"
    if over:
        return "over"
    changes: Mapping[EntryKind, Status] = {"pause": "paused", "resume": "running"}
    return changes.get(entry.kind, old)


def _players(players: tuple[str, ...], entry: Entry) -> tuple[str, ...]:
    if entry.kind != "substitute":
        return players
    return (*players[: entry.seat - 1], entry.what, *players[entry.seat :])


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
    awaited = []
    for decision in decisions:
        asked = old.awaits(decision.seat)
        kept = asked is not None and asked.kind == decision.kind and _may_keep(entry, decision.seat)
        if kept and not (entry.standing or entry.kind in _KEEPS_QUESTIONS):
            kept = any(_same(decision, question) for question in before())
        if kept and asked is not None:
            awaited.append(_in_time(asked, old, entry, pace))
        else:
            # Only the seat itself may learn about a secret action from its stamp.
            stamp = max(old.public, old.stamps[decision.seat - 1]) + _lost(entry) + 1
            seat, kind, clock = decision.seat, decision.kind, decision.clock
            awaited.append(Awaited(seat=seat, kind=kind, since=entry.at, stamp=stamp, clock=clock))
    return tuple(awaited)


def _in_time(asked: Awaited, old: Position, entry: Entry, pace: TimeControl) -> Awaited:
    """Return an unchanged question with the time that the entry adds. Nobody loses the time of a pause."""
    if entry.kind == "resume":
        return pace.after_pause(asked, old.paused, entry.at, old.bank(asked.seat))
    if entry.kind == "extend" and entry.seat in {0, asked.seat} and pace.allows(asked.clock):
        return asked.model_copy(update={"extra": asked.extra + int(entry.what)})
    if entry.kind == "clock":
        # No time runs in a pause: the time it takes is given back at its end.
        return pace.anew(asked, old.paused or entry.at)
    return asked


def _may_keep(entry: Entry, seat: int) -> bool:
    """Return whether such an entry can leave that seat's open question unchanged."""
    if entry.kind in {"start", "redo", "rules", "restored", "amend"}:
        return False
    if entry.kind in {"act", "timeout"}:
        return entry.seat != seat or entry.free
    if entry.kind == "undo":
        # Somebody else's take-back. After a game master's undo everybody is asked again.
        return entry.seat not in {0, seat}
    return entry.kind not in {"substitute", "back"} or entry.seat != seat


def _same(one: Decision, other: Decision) -> bool:
    return one.seat == other.seat and one.actions == other.actions and one.forms == other.forms


def _lost(entry: Entry) -> int:
    """Return how many stamps may have been used between a copy's making and its restoring.

    No control left in the channel from that time may fit a new question.
    """
    return max(_LOST, min(entry.at - int(entry.what), _MOST_LOST)) if entry.kind == "restored" else 0


def _stamps(old: Position, entry: Entry, awaited: Sequence[Awaited]) -> tuple[int, ...]:
    lost = _lost(entry)
    stamps = [max(old.public, stamp) + lost if lost else stamp for stamp in old.stamps]
    for asked in awaited:
        stamps[asked.seat - 1] = asked.stamp
    return tuple(stamps)
