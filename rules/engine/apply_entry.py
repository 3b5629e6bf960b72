"""What an entry does to the position: who is awaited, who sits where, what anybody can have noticed."""

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
"""What may be done about the match while play is stopped."""

_KEEPS_QUESTIONS: frozenset[EntryKind] = frozenset(
    {
        "force", "unforce", "fresh", "substitute", "tried", "propose", "agree", "refuse", "pause", "resume",
        "end", "extend", "absent", "back", "plan", "unplan", "note", "announce",
        "appoint", "dismiss", "handover", "lock", "unlock", "clock", "look",
    }
)  # fmt: skip
"""What changes nothing that players are asked."""


_LOST, _MOST_LOST = 1_000, 10_000_000
"""Stamps left out when a copy is brought back: one for each second since it was made, within these bounds."""


# Before


def beginning(game: AnyGame, opening: Opening) -> Position:
    """The position before the first entry."""
    start = opening.hash()
    return Position(
        head=0, last=0, chain=start, state="", line=start, players=opening.players,
        stamps=(0,) * len(opening.players), rules=game.rules_version, office=opening.office,
    )  # fmt: skip


def options_of(game: AnyGame, opening: Opening) -> Options:
    """The options a match is played with. Raises JournalDiffers when the game does not know them."""
    try:
        options: Options = game.options.model_validate(opening.options)
    except ValidationError as error:
        raise JournalDiffers(
            f"The options of this match do not fit the rules of {game.title}.", flaw(error)
        ) from error
    return options


def must_allow(status: Status, kind: EntryKind) -> None:
    """Raise NotNow with the reason when a match in that state takes no such entry."""
    if status in {"over", "ended"}:
        raise NotNow("This game is over. Start a new one with /play.")
    if status == "paused" and kind not in _WHILE_PAUSED:
        raise NotNow("This game is paused. A game master can go on with /gm task:resume.")
    if status == "running" and kind == "resume":
        raise NotNow("This game is not paused.")


# After


def state_hash(seed: bytes, state: str) -> str:
    """What an entry keeps of the state it led to."""
    # Keyed, so that a published hash does not let anyone guess what is hidden in the state.
    return hmac.digest(seed, state.encode(), "sha256").hex()


def stays_secret(
    entry: Entry, events: Sequence[Event], before: Sequence[Awaited], after: Sequence[Awaited]
) -> bool:
    """Whether what was done in secret has no effect that anybody else learns of."""
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
    """The position after a whole entry, which led to that place. `host` opened the match."""
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
"""The labels of a `substitute` that takes a player out; with the second one the seat is offered to others."""


def _office(old: Position, entry: Entry, host: str) -> GameMasters:
    """What concerns game masters after the entry."""
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
    """What each seat has left in its time bank; no undo gives it back."""
    banks = [*(old.banks or (pace.bank,) * len(old.players))]
    asked = old.awaits(entry.seat) if entry.decides else None
    if asked is not None and asked.clock == "turn":
        banks[entry.seat - 1] = pace.bank_after(banks[entry.seat - 1], entry.overtime)
    return tuple(banks)


def _missed(old: Position, entry: Entry) -> tuple[int, ...]:
    """How often in a row each seat's time was up."""
    missed = [*(old.missed or (0,) * len(old.players))]
    if entry.kind == "resume":
        return (0,) * len(missed)
    if entry.kind == "timeout" and entry.actor.role == "timeout":
        missed[entry.seat - 1] += 1
    elif _is_there(entry):
        missed[entry.seat - 1] = 0
    return tuple(missed)


def _absent(old: Position, entry: Entry) -> tuple[int, ...]:
    """The seats that somebody else plays."""
    if entry.kind == "absent":
        return tuple(sorted({*old.absent, entry.seat}))
    return tuple(seat for seat in old.absent if not (_is_there(entry) and seat == entry.seat))


def _is_there(entry: Entry) -> bool:
    """Whether the entry shows that somebody is there to play its seat."""
    return entry.kind in {"back", "substitute"} or (entry.kind == "act" and entry.actor.role == "seat")


def _paused(old: Position, entry: Entry, status: Status) -> int:
    """When the pause began in which the match stands after the entry; 0 where it stands in none."""
    if status != "paused":
        return 0
    # A pause in which a clock begins counts from there on.
    return entry.at if entry.kind == "pause" else old.paused or (entry.at if entry.kind == "clock" else 0)


def status_after(old: Status, entry: Entry, *, over: bool) -> Status:
    """Whether play goes on after the entry."""
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
    """Who must decide now; a seat whose question has not changed keeps its stamp and its time.

    `before` finds the decisions that the entry met.
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
            # Of what was done in secret a stamp may tell its own seat alone.
            stamp = max(old.public, old.stamps[decision.seat - 1]) + _lost(entry) + 1
            seat, kind, clock = decision.seat, decision.kind, decision.clock
            awaited.append(Awaited(seat=seat, kind=kind, since=entry.at, stamp=stamp, clock=clock))
    return tuple(awaited)


def _in_time(asked: Awaited, old: Position, entry: Entry, pace: TimeControl) -> Awaited:
    """A question that stays, with what the entry adds to its time. Nobody loses the time of a pause."""
    if entry.kind == "resume":
        return pace.after_pause(asked, old.paused, entry.at, old.bank(asked.seat))
    if entry.kind == "extend" and entry.seat in {0, asked.seat} and pace.allows(asked.clock):
        return asked.model_copy(update={"extra": asked.extra + int(entry.what)})
    if entry.kind == "clock":
        # In a pause no time runs: what it takes is given back when it is over.
        return pace.anew(asked, old.paused or entry.at)
    return asked


def _may_keep(entry: Entry, seat: int) -> bool:
    """Whether such an entry can leave that seat's open question as it was."""
    if entry.kind in {"start", "redo", "rules", "restored", "amend"}:
        return False
    if entry.kind in {"act", "timeout"}:
        return entry.seat != seat or entry.free
    if entry.kind == "undo":
        # Somebody else's take-back; after a game master's undo everybody is asked anew.
        return entry.seat not in {0, seat}
    return entry.kind not in {"substitute", "back"} or entry.seat != seat


def _same(one: Decision, other: Decision) -> bool:
    return one.seat == other.seat and one.actions == other.actions and one.forms == other.forms


def _lost(entry: Entry) -> int:
    """How many stamps may have been given away since a copy was made that has now been brought back.

    What stands in the channel from that time must not fit a question of today.
    """
    return max(_LOST, min(entry.at - int(entry.what), _MOST_LOST)) if entry.kind == "restored" else 0


def _stamps(old: Position, entry: Entry, awaited: Sequence[Awaited]) -> tuple[int, ...]:
    lost = _lost(entry)
    stamps = [max(old.public, stamp) + lost if lost else stamp for stamp in old.stamps]
    for asked in awaited:
        stamps[asked.seat - 1] = asked.stamp
    return tuple(stamps)
