"""How an entry comes to be: what was asked for is checked, carried out, and settled in the journal.

A `Draft` says what somebody wants. `begin`, `play`, `note` and `go` carry it out; each returns a `Step`: the
entry, the position after it and what happened. They are the only way by which a match changes, also when a
stored journal is verified.
"""

import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import ValidationError

from rules.engine.action import Action
from rules.engine.chance import Chance, SeededStream
from rules.engine.decision import Decision
from rules.engine.draft import Draft
from rules.engine.entry import Actor, Entry, EntryKind, Opening
from rules.engine.errors import JournalDiffers, NotNow
from rules.engine.event import Event
from rules.engine.follow import follow
from rules.engine.game import AnyGame, Options, State
from rules.engine.position import Awaited, Place, Position, Status

SYSTEM = Actor(role="system")
TIMEOUT = Actor(role="timeout")

_WHILE_PAUSED: frozenset[EntryKind] = frozenset(
    {
        "force", "unforce", "fresh", "undo", "redo", "substitute", "propose", "agree", "refuse", "resume",
        "end", "restored",
    }
)  # fmt: skip
"""What may be done about the match while play is stopped."""

_KEEPS_QUESTIONS: frozenset[EntryKind] = frozenset(
    {
        "force", "unforce", "fresh", "substitute", "tried", "propose", "agree", "refuse", "pause", "resume",
        "end",
    }
)  # fmt: skip
"""What changes nothing that players are asked."""


_LOST, _MOST_LOST = 1_000, 10_000_000
"""Stamps left out when a copy is brought back: one for each second since it was made, within these bounds."""


@dataclass(frozen=True)
class Ground:
    """What play goes on from: the game, the opening, the secret seed and the position."""

    game: AnyGame
    opening: Opening
    seed: bytes
    position: Position

    @property
    def state(self) -> State:
        """A private copy of the current state."""
        state: State = self.game.stored_state(self.position.state, self.position.rules)
        return state


@dataclass(frozen=True)
class Step:
    """One more entry: the entry itself, the position after it, and what happened."""

    entry: Entry
    position: Position
    events: tuple[Event, ...]


# Carrying out


def blank(game: AnyGame, opening: Opening, seed: bytes) -> Ground:
    """The ground before the first entry."""
    start = opening.hash()
    position = Position(
        head=0, last=0, chain=start, state="", line=start, players=opening.players,
        stamps=(0,) * len(opening.players), rules=game.rules_version,
    )  # fmt: skip
    return Ground(game, opening, seed, position)


def begin(ground: Ground) -> Step:
    """The start of the match. Raises JournalDiffers when the opening's options do not fit the game."""
    draft = Draft("start", SYSTEM, ground.opening.at)
    chance = Chance(_stream(ground, draft))
    state, events = ground.game.start(options_of(ground), len(ground.opening.players), chance)
    return settle(ground, draft, state, events, chance)


def play(ground: Ground, draft: Draft) -> Step:
    """An `act` or a `timeout`. Raises NotNow or IllegalAction."""
    must_allow(ground.position.status, draft.kind)
    _must_exist(ground, draft.seat)
    state = ground.state
    action = draft.action or _timeout(ground.game, state, draft.seat)
    action = ground.game.resolve(state, draft.seat, action)
    draft = replace(draft, action=action, what=str(action), secret=action.secret)
    chance = Chance(_stream(ground, draft), ground.position.forced)
    events = ground.game.apply(state, draft.seat, action, chance)
    return settle(ground, draft, state, events, chance)


def note(ground: Ground, draft: Draft) -> Step:
    """What somebody did to the match rather than in the game. Raises NotNow."""
    must_allow(ground.position.status, draft.kind)
    if draft.seat:
        _must_exist(ground, draft.seat)
    chance = Chance(_stream(ground, draft))
    state = ground.state
    if draft.kind == "substitute":
        ground.game.replace(state, draft.seat)
    return settle(ground, draft, state, (), chance)


def go(ground: Ground, draft: Draft, goal: Place) -> Step:
    """An `undo` or a `redo` to that place. Raises NotNow."""
    must_allow(ground.position.status, draft.kind)
    state = ground.game.load_state(goal.state)
    return settle(ground, draft, state, (), Chance(_stream(ground, draft)), goal)


def options_of(ground: Ground) -> Options:
    """The options the match is played with. Raises JournalDiffers when the game does not know them."""
    try:
        options: Options = ground.game.options.model_validate(ground.opening.options)
    except ValidationError as error:
        raise JournalDiffers(
            f"The options of this match do not fit the rules of {ground.game.title}.", str(error)
        ) from error
    return options


def state_hash(seed: bytes, state: str) -> str:
    """What an entry keeps of the state it led to."""
    # Keyed, so that a published hash does not let anyone guess what is hidden in the state.
    return hmac.digest(seed, state.encode(), "sha256").hex()


def must_allow(status: Status, kind: EntryKind) -> None:
    """Raise NotNow with the reason when a match in that state takes no such entry."""
    if status in {"over", "ended"}:
        raise NotNow("This game is over. Start a new one with /game new.")
    if status == "paused" and kind not in _WHILE_PAUSED:
        raise NotNow("This game is paused. A game master can go on with /gm resume.")
    if status == "running" and kind == "resume":
        raise NotNow("This game is not paused.")


def _must_exist(ground: Ground, seat: int) -> None:
    if not 1 <= seat <= len(ground.position.players):
        raise NotNow(f"There is no seat {seat} in this game.")


def _timeout(game: AnyGame, state: State, seat: int) -> Action:
    if game.decision_of(state, seat) is None:
        raise NotNow("Nothing is asked of that seat now, so there is nothing to skip.")
    return game.timeout(state, seat)


def _stream(ground: Ground, draft: Draft) -> SeededStream:
    position = ground.position
    line = f"{position.line}+{position.free}" if draft.free else position.line
    return SeededStream(ground.seed, line, draft.seat, draft.what or draft.kind)


# Settling


def settle(
    ground: Ground,
    draft: Draft,
    state: State,
    events: Sequence[Event],
    chance: Chance,
    goal: Place | None = None,
) -> Step:
    """Make the entry and the position after it. `goal` is the place an undo or a redo goes to."""
    old = ground.position
    stored = state.model_dump_json()
    status = _status(draft, old.status, over=ground.game.outcome(state) is not None)
    awaited = _awaited(ground, draft, state) if status in {"running", "paused"} else ()
    secret = draft.secret and _stays_secret(draft, events, old.awaited, awaited)
    entry = _entry(ground, draft, stored, chance, secret=secret)
    place = follow(goal or old, draft, entry.number, events, chance)
    position = Position(
        head=place.head,
        state=stored,
        line=place.line,
        free=place.free,
        forced=place.forced,
        back=place.back,
        back_seat=place.back_seat,
        last=entry.number,
        chain=entry.hash(),
        public=old.public + (not secret),
        players=_players(old.players, draft),
        stamps=_stamps(old, draft, awaited),
        awaited=awaited,
        status=status,
        rules=old.rules,
    )
    return Step(entry, position, tuple(events))


def _entry(ground: Ground, draft: Draft, stored: str, chance: Chance, *, secret: bool) -> Entry:
    position = ground.position
    return Entry(
        number=position.last + 1,
        kind=draft.kind,
        actor=draft.actor,
        seat=draft.seat,
        what=draft.what,
        label=draft.label,
        parent=draft.goal or position.head,
        left=position.head if draft.goal else 0,
        rolls=tuple(chance.rolls),
        secret=secret,
        veiled=draft.secret,
        free=draft.free,
        standing=draft.standing,
        reason=draft.reason,
        at=draft.at,
        state=state_hash(ground.seed, stored),
        before=position.chain,
    )


def _stays_secret(
    draft: Draft, events: Sequence[Event], before: Sequence[Awaited], after: Sequence[Awaited]
) -> bool:
    """Whether what was done in secret has no effect that anybody else learns of."""
    own = all(event.private and getattr(event, "seat", 0) == draft.seat for event in events)
    others_before = [awaited for awaited in before if awaited.seat != draft.seat]
    others_after = [awaited for awaited in after if awaited.seat != draft.seat]
    return own and others_before == others_after


def _status(draft: Draft, old: Status, *, over: bool) -> Status:
    if draft.kind == "end":
        return "ended"
    if over:
        return "over"
    changes: Mapping[EntryKind, Status] = {"pause": "paused", "resume": "running"}
    return changes.get(draft.kind, old)


def _players(players: tuple[str, ...], draft: Draft) -> tuple[str, ...]:
    if draft.kind != "substitute":
        return players
    return (*players[: draft.seat - 1], draft.what, *players[draft.seat :])


# Who is awaited


def _awaited(ground: Ground, draft: Draft, state: State) -> tuple[Awaited, ...]:
    """Who must decide now; a seat whose question has not changed keeps its stamp and its time."""
    old = ground.position
    questions: list[Decision] | None = None
    awaited = []
    for decision in ground.game.decisions(state):
        before = old.awaits(decision.seat)
        kept = before is not None and before.kind == decision.kind and _may_keep(draft, decision.seat)
        if kept and not (draft.standing or draft.kind in _KEEPS_QUESTIONS):
            if questions is None:
                questions = list(ground.game.decisions(ground.state))
            kept = any(_same(decision, question) for question in questions)
        if kept and before is not None:
            # Nobody loses the time of a pause.
            anew = draft.kind == "resume" and before.clock == "short"
            awaited.append(before.model_copy(update={"since": draft.at}) if anew else before)
        else:
            # Of what was done in secret a stamp may tell its own seat alone.
            stamp = max(old.public, old.stamps[decision.seat - 1]) + _lost(draft) + 1
            seat, kind, clock = decision.seat, decision.kind, decision.clock
            awaited.append(Awaited(seat=seat, kind=kind, since=draft.at, stamp=stamp, clock=clock))
    return tuple(awaited)


def _may_keep(draft: Draft, seat: int) -> bool:
    """Whether such an entry can leave that seat's open question as it was."""
    if draft.kind in {"start", "redo", "rules", "restored"}:
        return False
    if draft.kind in {"act", "timeout"}:
        return draft.seat != seat or draft.free
    if draft.kind == "undo":
        # Somebody else's take-back; after a game master's undo everybody is asked anew.
        return draft.seat not in {0, seat}
    return draft.kind != "substitute" or draft.seat != seat


def _same(one: Decision, other: Decision) -> bool:
    return one.seat == other.seat and one.actions == other.actions and one.forms == other.forms


def _lost(draft: Draft) -> int:
    """How many stamps may have been given away since a copy was made that has now been brought back.

    What stands in the channel from that time must not fit a question of today.
    """
    return max(_LOST, min(draft.at - int(draft.what), _MOST_LOST)) if draft.kind == "restored" else 0


def _stamps(old: Position, draft: Draft, awaited: Sequence[Awaited]) -> tuple[int, ...]:
    lost = _lost(draft)
    stamps = [max(old.public, stamp) + lost if lost else stamp for stamp in old.stamps]
    for asked in awaited:
        stamps[asked.seat - 1] = asked.stamp
    return tuple(stamps)
