"""A match: an opening and a journal, and everything that follows from them.

A `Match` never changes: each verb (`act`, `undo`, `force`, ...) returns an `Advance`, which holds the match as
it is afterwards, the new journal entry and what happened. Whoever keeps matches stores the entry first and then
goes on with `advance.match`.

The journal is a tree. Steps of play continue the position they were made in (`Entry.parent`); `undo` and
`redo` only say which position counts now, so nothing is ever deleted and an undone line stays as a branch.
Standing orders and changes of players are outside that tree: they stay when play is taken back.

A match can live without its journal: `position` alone is enough to go on, so a long game costs no more than a
short one. Going back, looking at branches and verifying need the journal (`with_journal`).
"""

import hashlib
import hmac
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue

from rules.engine.action import Action
from rules.engine.chance import Chance, Forced, Roll, SeededStream, commitment
from rules.engine.entry import Actor, Entry, EntryKind, Opening
from rules.engine.errors import HarbourmasterError, IllegalAction, JournalDiffers
from rules.engine.event import Event
from rules.engine.game import AnyGame, State
from rules.engine.outcome import Outcome

Status = Literal["running", "paused", "over", "ended"]

SYSTEM = Actor(role="system")
TIMEOUT = Actor(role="timeout")


class NotNow(HarbourmasterError):
    """Something that the match as a whole does not allow at this moment."""


class Awaited(BaseModel):
    """A seat that must decide: what, since when (seconds since 1970), and the stamp its controls carry.

    The stamp changes whenever the seat is asked anew, so a control made for an older question is recognised.
    """

    model_config = ConfigDict(frozen=True)

    seat: int
    kind: str
    since: int
    stamp: int


class Position(BaseModel):
    """Where a match stands after an entry: all that is needed to go on. This is what a snapshot stores.

    `head` is the step of play it continues, `last` and `chain` the number and hash of the last entry,
    `state` the
    game's state as JSON, `line` the digest of the decisions that led here, `forced` the values waiting for
    their
    roll, `back` the position to which the seat `back_seat` alone may take back its last action (0: nobody
    may),
    `public` the number of entries everybody knows of.
    """

    model_config = ConfigDict(frozen=True)

    head: int
    last: int
    chain: str
    state: str
    line: str
    forced: tuple[Forced, ...] = ()
    back: int = 0
    back_seat: int = 0
    public: int = 0
    players: tuple[str, ...]
    awaited: tuple[Awaited, ...] = ()
    status: Status = "running"


@dataclass(frozen=True)
class Verification:
    """What a check of the whole journal found. `problems` is empty when everything is in order."""

    entries: int
    rolls: int
    rolls_checked: int
    problems: tuple[str, ...]


@dataclass(frozen=True)
class Match:
    """A game being played. `seed` is secret until the match is over."""

    game: AnyGame
    opening: Opening
    seed: bytes
    position: Position
    journal: tuple[Entry, ...] | None = None

    # Looking

    @property
    def state(self) -> State:
        """A private copy of the current state."""
        state: State = self.game.load_state(self.position.state)
        return state

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or `None`."""
        return self.game.outcome(self.state)

    @property
    def finished(self) -> bool:
        """Whether nothing can happen any more."""
        return self.position.status in {"over", "ended"}

    def awaits(self, seat: int) -> Awaited | None:
        """What is asked of that seat now."""
        return next((awaited for awaited in self.position.awaited if awaited.seat == seat), None)

    def seats_of(self, player: str) -> tuple[int, ...]:
        """The seats that person plays."""
        return tuple(seat for seat, name in enumerate(self.position.players, 1) if name == player)

    def with_journal(self, journal: Sequence[Entry]) -> "Match":
        """The same match, able to go back and to verify. Raises JournalDiffers if it is not its journal."""
        if not journal or journal[-1].hash() != self.position.chain:
            raise JournalDiffers("The journal of this game does not end where its stored state stands.")
        return replace(self, journal=tuple(journal))

    def public_seed(self) -> bytes | None:
        """The seed once the match is over, for anyone who wants to check the dice."""
        return self.seed if self.finished else None

    # Playing

    def act(self, seat: int, action: Action, actor: Actor, at: int, reason: str = "") -> "Advance":
        """That seat does this. Raises IllegalAction or NotNow; then nothing has changed."""
        self._must_run()
        if not action.by_players:
            raise IllegalAction("not_allowed", "Only the clock does that. Choose one of the actions offered.")
        return self._play("act", seat, action, actor, at, reason)

    def timeout(self, seat: int, actor: Actor, at: int, reason: str = "") -> "Advance":
        """What is done for a seat that did not answer. Raises NotNow when nothing is asked of it."""
        self._must_run()
        state = self.state
        if self.game.decision_of(state, seat) is None:
            raise NotNow("Nothing is asked of that seat now, so there is nothing to skip.")
        return self._play("timeout", seat, self.game.timeout(state, seat), actor, at, reason)

    def force(
        self, values: Sequence[int], actor: Actor, at: int, reason: str, label: str = "", seat: int = 0
    ) -> "Advance":
        """Set the values of a coming roll, narrowed down by label and seat.

        Raises NotNow with what is possible.
        """
        self._must_run()
        self._must_be_possible(values, label, seat)
        return self._note("force", actor, at, reason, seat=seat, what=",".join(map(str, values)), label=label)

    def fresh(self, actor: Actor, at: int, reason: str) -> "Advance":
        """From here on other dice: what was seen before an undo does not come again."""
        self._must_run()
        return self._note("fresh", actor, at, reason)

    def undo(self, to: int, actor: Actor, at: int, reason: str = "") -> "Advance":
        """Go back to the position after entry `to`, a step of the line played. Raises NotNow otherwise."""
        self._must_run()
        if to == self.position.head or to not in self.line():
            raise NotNow("That point is not behind you. Choose one from the list.")
        return self._go("undo", to, actor, at, reason)

    def redo(self, actor: Actor, at: int, to: int = 0, reason: str = "") -> "Advance":
        """Go to a position that was taken back: the one the last undo left, or after entry `to`."""
        self._must_run()
        target = to or self._undone()
        steps = {entry.number for entry in self._entries() if entry.moves}
        if target not in steps or target == self.position.head:
            raise NotNow("There is nothing to redo: since the last undo the game went on another way.")
        return self._go("redo", target, actor, at, reason)

    def take_back(self, seat: int, actor: Actor, at: int) -> "Advance":
        """That seat takes back its own last action.

        Raises NotNow when more than its own choice would be undone.
        """
        self._must_run()
        if not self.position.back or self.position.back_seat != seat:
            raise NotNow(
                "You can take back only your own last action, and only until dice are rolled, something"
                " hidden is shown or somebody else decides. A game master can undo more with /gm undo."
            )
        return self._go("undo", self.position.back, actor, at, "taken back")

    def substitute(self, seat: int, player: str, actor: Actor, at: int, reason: str = "") -> "Advance":
        """A new player takes over a seat as it stands.

        Raises NotNow when the match is over or there is no such seat.
        """
        self._must_run()
        if not 1 <= seat <= len(self.position.players):
            raise NotNow(f"There is no seat {seat} in this game.")
        return self._note("substitute", actor, at, reason, seat=seat, what=player)

    def pause(self, actor: Actor, at: int, reason: str = "") -> "Advance":
        """Stop all play until `resume`."""
        self._must_run()
        return self._note("pause", actor, at, reason)

    def resume(self, actor: Actor, at: int, reason: str = "") -> "Advance":
        """Go on after `pause`."""
        if self.position.status != "paused":
            raise NotNow("This game is not paused.")
        return self._note("resume", actor, at, reason)

    def end(self, actor: Actor, at: int, reason: str) -> "Advance":
        """A game master ends the match without a result."""
        if self.finished:
            raise NotNow("This game is over already.")
        return self._note("end", actor, at, reason)

    # The journal as a tree

    def line(self, of: int = 0) -> tuple[int, ...]:
        """The entries of play that lead to entry `of` (0: to the current position), oldest first."""
        parents = {entry.number: entry.parent for entry in self._entries() if entry.moves}
        line = []
        number = of or self.position.head
        while number:
            line.append(number)
            number = parents[number]
        return tuple(reversed(line))

    def branches(self) -> tuple[int, ...]:
        """The last entries of the lines that were undone and not resumed, oldest first."""
        steps = [entry for entry in self._entries() if entry.moves]
        continued = {entry.parent for entry in steps}
        return tuple(e.number for e in steps if e.number not in continued and e.number != self.position.head)

    def at(self, number: int) -> "Match":
        """The match as it stood after that entry of play, with the dice as recorded: for looking, not for
        playing.

        Raises JournalDiffers when the rules no longer lead there.
        """
        position = self._position_of(number, before=len(self._entries()) + 1)
        return replace(self, position=position)

    def verify(self) -> Verification:
        """Check the hash chain, every replayed state and every roll of the journal against the seed."""
        return _Verifier(self).run()

    # How an entry comes to be

    def _must_run(self) -> None:
        if self.finished:
            raise NotNow("This game is over. Start a new one with /game new.")
        if self.position.status == "paused":
            raise NotNow("This game is paused. A game master can go on with /gm resume.")

    def _must_be_possible(self, values: Sequence[int], label: str, seat: int) -> None:
        kinds = [kind for kind in self.game.rolls if label in {"", kind.label}]
        if not kinds:
            known = ", ".join(kind.label for kind in self.game.rolls)
            raise NotNow(f"This game has no roll called “{label}”. Choose one of: {known}.")
        if not any(
            len(values) == kind.count and all(kind.low <= v <= kind.high for v in values) for kind in kinds
        ):
            wanted = "; ".join(f"{kind.label}: {kind.count} from {kind.low} to {kind.high}" for kind in kinds)
            raise NotNow(f"Those values fit no roll. Give as many numbers as are rolled ({wanted}).")
        if seat and seat > len(self.position.players):
            raise NotNow(f"There is no seat {seat} in this game.")

    def _play(
        self, kind: EntryKind, seat: int, action: Action, actor: Actor, at: int, reason: str
    ) -> "Advance":
        state = self.state
        meant = self.game.resolve(state, seat, action)
        draft = _Draft(kind, actor, at, reason, seat=seat, action=meant)
        return _carry_out(self, draft, state)

    def _note(
        self,
        kind: EntryKind,
        actor: Actor,
        at: int,
        reason: str,
        *,
        seat: int = 0,
        what: str = "",
        label: str = "",
    ) -> "Advance":
        draft = _Draft(kind, actor, at, reason, seat=seat, what=what, label=label)
        return _carry_out(self, draft, self.state)

    def _go(self, kind: EntryKind, target: int, actor: Actor, at: int, reason: str) -> "Advance":
        there = self._position_of(target, before=self.position.last + 1)
        draft = _Draft(kind, actor, at, reason, target=target)
        return _carry_out(self, draft, self.game.load_state(there.state), there)

    def _entries(self) -> tuple[Entry, ...]:
        if self.journal is None:
            raise JournalDiffers(
                "The journal of this game is not at hand.", "Match.with_journal was not called"
            )
        return self.journal

    def _undone(self) -> int:
        for entry in reversed(self._entries()):
            if entry.kind == "undo" and entry.parent == self.position.head:
                return entry.left
            if entry.moves:
                break
        return 0

    def _position_of(self, number: int, before: int) -> Position:
        """The position after step `number`, with what lies outside the tree and came before entry `before`."""
        line = set(self.line(number))
        walk = _Replay(self.game, self.opening, self.seed)
        for entry in self._entries():
            outside = entry.standing or entry.kind == "substitute"
            if entry.number in line or (outside and entry.number < before):
                walk.step(entry)
        return walk.position


@dataclass(frozen=True)
class Advance:
    """One more entry: the match after it, the entry itself and what happened."""

    match: Match
    entry: Entry
    events: tuple[Event, ...]


def open_match(game: AnyGame, opening: Opening, seed: bytes) -> Advance:
    """Start a match. Raises HarbourmasterError when options, seats or seed do not fit the opening."""
    _check_opening(game, opening, seed)
    chance = Chance(SeededStream(seed, opening.hash(), 0, "start"))
    state, events = game.start(game.options.model_validate(opening.options), len(opening.players), chance)
    blank = Position(
        head=0, last=0, chain=opening.hash(), state="", line=opening.hash(), players=opening.players
    )
    match = Match(game, opening, seed, blank, ())
    draft = _Draft("start", SYSTEM, opening.at, "")
    return _settle(match, draft, state, events, chance)


def _check_opening(game: AnyGame, opening: Opening, seed: bytes) -> None:
    seats = len(opening.players)
    if not game.min_seats <= seats <= game.max_seats:
        raise NotNow(
            f"{game.title} is for {game.min_seats} to {game.max_seats} players; {seats} have joined."
        )
    if commitment(seed) != opening.commitment:
        raise JournalDiffers("The seed of this game is not the one its commitment was made for.")


@dataclass(frozen=True)
class _Draft:
    """An entry before its effects are known."""

    kind: EntryKind
    actor: Actor
    at: int
    reason: str
    seat: int = 0
    action: Action | None = None
    what: str = ""
    label: str = ""
    target: int = 0

    @property
    def standing(self) -> bool:
        return self.action is not None and self.action.standing

    @property
    def moves(self) -> bool:
        return not self.standing and self.kind in {"start", "act", "timeout", "force", "fresh"}


def _carry_out(match: Match, draft: _Draft, state: State, origin: Position | None = None) -> Advance:
    """Do what the draft says to the private copy `state`, then settle.

    `origin` is where an undo or redo goes.
    """
    chance = _chance(match, draft)
    events: list[Event] = []
    if draft.action is not None:
        events = match.game.apply(state, draft.seat, draft.action, chance)
    elif draft.kind == "substitute":
        match.game.replace(state, draft.seat)
    return _settle(match, draft, state, events, chance, origin)


def _chance(match: Match, draft: _Draft) -> Chance:
    position = match.position
    # A free action must not meet the dice of the decision that is open, nor its own of another time.
    line = (
        f"{position.line}+{position.public}"
        if draft.action is not None and draft.action.free
        else position.line
    )
    stream = SeededStream(match.seed, line, draft.seat, str(draft.action) if draft.action else draft.kind)
    return Chance(stream, position.forced)


def _settle(
    match: Match,
    draft: _Draft,
    state: State,
    events: Sequence[Event],
    chance: Chance,
    origin: Position | None = None,
) -> Advance:
    """Make the entry and the position after it."""
    stored = state.model_dump_json()
    entry = _entry(match, draft, stored, chance)
    outlook = _Outlook(state, stored, match.game.outcome(state))
    position = _position(match, draft, entry, outlook, events, chance, origin)
    journal = None if match.journal is None else (*match.journal, entry)
    return Advance(replace(match, position=position, journal=journal), entry, tuple(events))


@dataclass(frozen=True)
class _Outlook:
    """The state an entry led to, as object and as JSON, and how the game stands in it."""

    state: State
    stored: str
    outcome: Outcome | None


def _entry(match: Match, draft: _Draft, stored: str, chance: Chance) -> Entry:
    position = match.position
    return Entry(
        number=position.last + 1,
        kind=draft.kind,
        actor=draft.actor,
        seat=draft.seat,
        what=str(draft.action) if draft.action is not None else draft.what,
        label=draft.label,
        parent=draft.target or position.head,
        left=position.head if draft.target else 0,
        rolls=tuple(chance.rolls),
        secret=draft.action is not None and draft.action.secret,
        standing=draft.standing,
        reason=draft.reason,
        at=draft.at,
        state=_state_hash(match.seed, stored),
        before=position.chain,
    )


def _position(
    match: Match,
    draft: _Draft,
    entry: Entry,
    outlook: _Outlook,
    events: Sequence[Event],
    chance: Chance,
    origin: Position | None,
) -> Position:
    old = match.position
    base = origin or old
    public = old.public + (not entry.secret)
    back, back_seat = _take_back(draft, entry, events, base)
    forced = tuple(force for force in base.forced if force not in chance.spent)
    if draft.kind == "force":
        values = tuple(int(value) for value in draft.what.split(","))
        forced += (Forced(values=values, label=draft.label, seat=draft.seat, entry=entry.number),)
    players = list(old.players)
    if draft.kind == "substitute":
        players[draft.seat - 1] = draft.what
    status = _status(draft, outlook.outcome, old)
    return Position(
        head=entry.number if draft.moves else base.head,
        last=entry.number,
        chain=entry.hash(),
        state=outlook.stored,
        line=_line(base.line, draft),
        forced=forced,
        back=back,
        back_seat=back_seat,
        public=public,
        players=tuple(players),
        awaited=_awaited(match, outlook.state, entry, public) if status in {"running", "paused"} else (),
        status=status,
    )


def _status(draft: _Draft, outcome: Outcome | None, old: Position) -> Status:
    if draft.kind == "end":
        return "ended"
    if outcome is not None:
        return "over"
    if draft.kind == "pause":
        return "paused"
    return "running" if draft.kind == "resume" else old.status


def _line(line: str, draft: _Draft) -> str:
    """The digest of the decisions: what the dice depend on. Free actions do not stir them."""
    if draft.kind == "fresh" or (draft.kind in {"act", "timeout"} and draft.action and not draft.action.free):
        return hashlib.sha256(f"{line}|{draft.seat}|{draft.action or draft.kind}".encode()).hexdigest()
    return line


def _take_back(draft: _Draft, entry: Entry, events: Sequence[Event], base: Position) -> tuple[int, int]:
    """To which position who may go back alone."""
    if not draft.moves:
        same_player = draft.kind != "substitute" or draft.seat != base.back_seat
        return (base.back, base.back_seat) if same_player else (0, 0)
    own = draft.kind == "act" and draft.actor.role == "seat"
    if own and not entry.rolls and not any(event.reveals for event in events):
        return entry.parent, draft.seat
    return 0, 0


def _awaited(match: Match, state: State, entry: Entry, public: int) -> tuple[Awaited, ...]:
    """Who is awaited now; a seat whose question has not changed keeps its stamp and its time."""
    awaited = []
    for decision in match.game.decisions(state):
        before = match.awaits(decision.seat)
        same = before is not None and before.kind == decision.kind and _untouched(entry, decision.seat)
        if same and before is not None and decision.actions == _actions_before(match, decision.seat):
            awaited.append(before)
        else:
            awaited.append(Awaited(seat=decision.seat, kind=decision.kind, since=entry.at, stamp=public))
    return tuple(awaited)


def _untouched(entry: Entry, seat: int) -> bool:
    """Whether the entry can have left that seat's open question as it was."""
    if entry.kind in {"undo", "redo", "start"}:
        return False
    return entry.standing or entry.seat != seat or entry.kind in {"force", "pause", "resume"}


def _actions_before(match: Match, seat: int) -> tuple[Action, ...]:
    decision = match.game.decision_of(match.state, seat)
    return decision.actions if decision else ()


def _state_hash(seed: bytes, state: str) -> str:
    # Keyed, so that a published hash does not let anyone guess what is hidden in the state.
    return hmac.digest(seed, state.encode(), "sha256").hex()


class _Replay:
    """Plays journal entries again with their recorded rolls."""

    def __init__(self, game: AnyGame, opening: Opening, seed: bytes) -> None:
        blank = Position(
            head=0, last=0, chain=opening.hash(), state="", line=opening.hash(), players=opening.players
        )
        self.match = Match(game, opening, seed, blank)

    @property
    def position(self) -> Position:
        return self.match.position

    def step(self, entry: Entry) -> None:
        """One more entry of the line, or one from outside the tree."""
        game, opening = self.match.game, self.match.opening
        # The numbers of the journal are kept, though other entries are left out here.
        base = self.position.model_copy(update={"last": entry.number - 1})
        match = replace(self.match, position=base)
        chance = Chance(SeededStream(b"", "", 0, ""), base.forced, recorded=entry.rolls)
        action = game.read(entry.what) if entry.kind in {"act", "timeout"} else None
        draft = _Draft(
            entry.kind, entry.actor, entry.at, entry.reason,
            seat=entry.seat, action=action, what=entry.what, label=entry.label,
        )  # fmt: skip
        events: list[Event] = []
        if entry.kind == "start":
            options = game.options.model_validate(opening.options)
            state, events = game.start(options, len(opening.players), chance)
        else:
            state = match.state
        if action is not None:
            try:
                events = game.apply(state, entry.seat, action, chance)
            except IllegalAction:
                if not entry.standing:
                    raise
                # A standing order given later than the position that counts again may have no place in it.
                state = match.state
        elif entry.kind == "substitute":
            game.replace(state, entry.seat)
        self.match = _settle(match, draft, state, events, chance).match


class _Verifier:
    """Plays the whole journal again and compares everything with what was stored."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.entries = match.journal or ()
        self.problems: list[str] = []
        self.checked = 0

    def run(self) -> Verification:
        self._chain()
        if not self.problems:
            self._states()
        rolls = sum(len(entry.rolls) for entry in self.entries)
        return Verification(len(self.entries), rolls, self.checked, tuple(self.problems))

    def _chain(self) -> None:
        before = self.match.opening.hash()
        for number, entry in enumerate(self.entries, 1):
            if entry.number != number or entry.before != before:
                self.problems.append(f"Entry {number} does not continue the one before it.")
                return
            before = entry.hash()
        if before != self.match.position.chain:
            self.problems.append("The journal does not end where the stored position stands.")

    def _states(self) -> None:
        try:
            live = self._walk()
        except HarbourmasterError as error:
            self.problems.append(f"The rules no longer accept the journal: {error.detail or error.message}")
            return
        if live.position != self.match.position:
            self.problems.append("The journal leads to another position than the stored one.")

    def _walk(self) -> Match:
        """Play every entry as it was made, dice from the seed; note each difference."""
        match = self.match
        first = self.entries[0]
        live = open_match(match.game, match.opening, match.seed)
        self._compare(first, live.entry)
        for entry in self.entries[1:]:
            live = self._repeat(live.match, entry)
            self._compare(entry, live.entry)
        return live.match

    def _repeat(self, match: Match, entry: Entry) -> Advance:
        """The verb that made this entry, once more."""
        actor, at, why = entry.actor, entry.at, entry.reason
        values = [int(value) for value in entry.what.split(",")] if entry.kind == "force" else []
        verbs: Mapping[EntryKind, Callable[[], Advance]] = {
            "act": lambda: match.act(entry.seat, match.game.read(entry.what), actor, at, why),
            "timeout": lambda: match.timeout(entry.seat, actor, at, why),
            "force": lambda: match.force(values, actor, at, why, entry.label, entry.seat),
            "fresh": lambda: match.fresh(actor, at, why),
            "undo": lambda: match._go("undo", entry.parent, actor, at, why),
            "redo": lambda: match._go("redo", entry.parent, actor, at, why),
            "substitute": lambda: match.substitute(entry.seat, entry.what, actor, at, why),
            "pause": lambda: match.pause(actor, at, why),
            "resume": lambda: match.resume(actor, at, why),
            "end": lambda: match.end(actor, at, why),
        }
        return verbs[entry.kind]()

    def _compare(self, stored: Entry, again: Entry) -> None:
        self.checked += len(stored.rolls)
        if stored.rolls != again.rolls:
            self.problems.append(f"Entry {stored.number}: the dice are not those of the seed.")
        elif stored.state != again.state:
            self.problems.append(f"Entry {stored.number}: the rules lead to another state.")
        elif stored != again:
            self.problems.append(f"Entry {stored.number} was altered.")


def rolls_of(entry: Entry, *, everything: bool) -> tuple[Roll, ...]:
    """The rolls of an entry that may be shown: all of them once the match is over, else the open ones."""
    return tuple(roll for roll in entry.rolls if everything or not roll.secret)


def options_data(game: AnyGame, options: BaseModel) -> dict[str, JsonValue]:
    """A game's options as an opening stores them. Raises NotNow when they are another game's."""
    if not isinstance(options, game.options):
        raise NotNow(f"These are not the options of {game.title}.")
    data: dict[str, JsonValue] = options.model_dump(mode="json")
    return data
