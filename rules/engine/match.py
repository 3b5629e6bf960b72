"""A match: an opening and a journal, and everything that follows from them.

A `Match` never changes: each verb (`act`, `undo`, `force`, ...) returns an `Advance`, which holds the match
as it is afterwards, the new journal entry and what happened. Whoever keeps matches stores the entry first and
then goes on with `advance.match`.

A match can live without its journal: `position` alone is enough to go on, so a long game costs no more than a
short one. Going back, looking at branches and verifying need the journal (`with_journal`).

What an entry does to the position is told in `settle`, the shape of the journal in `journal`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from pydantic import BaseModel, JsonValue

from rules.engine.action import Action
from rules.engine.chance import Roll, Value, commitment
from rules.engine.decision import Decision
from rules.engine.draft import Draft
from rules.engine.entry import Actor, Entry, EntryKind, Opening
from rules.engine.errors import IllegalAction, JournalDiffers, NotNow
from rules.engine.event import Event
from rules.engine.forcing import MOST_WAITING, Waiting, grouped, waiting, written
from rules.engine.game import AnyGame, State, View
from rules.engine.journal import Branch, branches, is_step, line, undone, unheard
from rules.engine.outcome import Outcome
from rules.engine.position import Awaited, Position, Status
from rules.engine.renewal import is_due, newest, renew
from rules.engine.replay import place_after
from rules.engine.settle import (
    SYSTEM,
    TIMEOUT,
    Ground,
    Step,
    begin,
    blank,
    go,
    must_allow,
    note,
    options_of,
    play,
)
from rules.engine.verify import Verification, Witness, verify

__all__ = [
    "SYSTEM",
    "TIMEOUT",
    "Advance",
    "Awaited",
    "Branch",
    "Match",
    "NotNow",
    "Position",
    "Status",
    "Verification",
    "open_match",
    "open_rolls",
    "options_data",
]


@dataclass(frozen=True)
class Match(Ground):
    """A game being played. `seed` is secret until the match is over."""

    journal: tuple[Entry, ...] | None = None

    # Looking

    @cached_property
    def shown(self) -> State:
        """The current state for looking only, read once: it is shared, so nobody may change it."""
        return self.state

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """Who must choose now, with legal actions that are found once however often they are shown."""
        return tuple(self.game.decisions(self.shown))

    def decision_of(self, seat: int) -> Decision | None:
        """What that seat must decide now, if anything."""
        return next((decision for decision in self.decisions if decision.seat == seat), None)

    def legal_actions(self, seat: int) -> tuple[Action, ...]:
        """Everything the seat may do now: its decision's actions, then its free ones."""
        decision = self.decision_of(seat)
        return (*(decision.actions if decision else ()), *self.game.free_actions(self.shown, seat))

    def view(self, seat: int | None, told: Sequence[Event] = ()) -> View:
        """What that seat may see now, or with `None` what everybody may, after what it was told lately."""
        seen: View = self.game.view(self.shown, seat, told)
        return seen.model_copy(update={"stopped": True}) if self.position.status == "ended" else seen

    @property
    def keeps_secrets(self) -> bool:
        """Whether somebody at the table can know now what others do not."""
        if any(decision.secret for decision in self.decisions):
            return True
        public = self.game.view(self.shown, None)
        return any(
            self.game.view(self.shown, seat) != public for seat in range(1, len(self.position.players) + 1)
        )

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or `None`."""
        return self.game.outcome(self.shown)

    @property
    def finished(self) -> bool:
        """Whether nothing can happen any more."""
        return self.position.status in {"over", "ended"}

    def awaits(self, seat: int) -> Awaited | None:
        """What is asked of that seat now."""
        return self.position.awaits(seat)

    @property
    def forced(self) -> tuple[Waiting, ...]:
        """What game masters set and what still waits for its roll, the earliest first."""
        return waiting(self.position.forced)

    def seats_of(self, player: str) -> tuple[int, ...]:
        """The seats that person plays."""
        return tuple(seat for seat, name in enumerate(self.position.players, 1) if name == player)

    def with_journal(self, journal: Sequence[Entry]) -> "Match":
        """The same match, able to go back and to verify. Raises JournalDiffers if it is not its journal."""
        if not journal or journal[-1].hash() != self.position.chain or journal[-1].number != len(journal):
            raise JournalDiffers(
                f"The journal of game {self.opening.match} does not end where its stored state stands, so the"
                " game cannot be taken back or checked."
            )
        return replace(self, journal=tuple(journal))

    def public_seed(self) -> bytes | None:
        """The seed once the match is over, for anyone who wants to check the dice."""
        return self.seed if self.finished else None

    # Playing

    def act(self, seat: int, action: Action, actor: Actor, at: int, reason: str = "") -> "Advance":
        """That seat does this. Raises IllegalAction or NotNow; then nothing has changed."""
        if not action.by_players:
            raise IllegalAction("not_allowed", "Only the clock does that. Choose one of the actions offered.")
        return self._advance(play(self, Draft("act", actor, at, reason, seat=seat, action=action)))

    def timeout(self, seat: int, actor: Actor, at: int, reason: str = "") -> "Advance":
        """What is done for a seat that did not answer. Raises NotNow when nothing is asked of it."""
        return self._advance(play(self, Draft("timeout", actor, at, reason, seat=seat)))

    def force(
        self, values: Sequence[Value], actor: Actor, at: int, reason: str, label: str = "", seat: int = 0
    ) -> "Advance":
        """Set the values of a coming roll, or of several of one label, narrowed down by label and seat.

        Raises NotNow with what is possible.
        """
        must_allow(self.position.status, "force")
        if len(self.forced) >= MOST_WAITING:
            raise NotNow(
                "As many forced rolls wait as may. /gm forced lists them, and cancels those not wanted."
            )
        what = written(grouped(self.game, self.shown, values, label, seat))
        return self._note("force", actor, at, reason, seat=seat, what=what, label=label)

    def unforce(self, deed: Waiting, actor: Actor, at: int, reason: str) -> "Advance":
        """Cancel what waits of a forced roll, one of `forced`. Raises NotNow when it waits no more."""
        return self._note("unforce", actor, at, reason, seat=deed.seat, what=deed.what, label=deed.label)

    def fresh(self, actor: Actor, at: int, reason: str) -> "Advance":
        """From here on other dice: what was seen before an undo does not come again."""
        return self._note("fresh", actor, at, reason)

    def undo(self, to: int, actor: Actor, at: int, reason: str = "") -> "Advance":
        """Go back to the position after entry `to`, a step of the line played. Raises NotNow otherwise."""
        must_allow(self.position.status, "undo")
        if to == self.position.head or to not in self.within_reach():
            raise NotNow("That point is not behind you. Choose one from the list.")
        return self._go(Draft("undo", actor, at, reason, goal=to))

    def redo(self, actor: Actor, at: int, to: int = 0, reason: str = "") -> "Advance":
        """Go to a position that was taken back: the one the last undo left, or after entry `to`.

        Raises NotNow when there is none.
        """
        must_allow(self.position.status, "redo")
        goal = to or undone(self._entries(), self.position.head)
        if not is_step(self._entries(), goal) or goal in self.line():
            raise NotNow("There is nothing to redo: since the last undo the game went on another way.")
        return self._go(Draft("redo", actor, at, reason, goal=goal))

    def take_back(self, seat: int, actor: Actor, at: int) -> "Advance":
        """That seat takes back its own last action.

        Raises NotNow when more than its own choice would be undone.
        """
        must_allow(self.position.status, "act")
        goal = self.position.back
        if not goal or self.position.back_seat != seat:
            raise NotNow(
                "You can take back only your own last action, and only until dice are rolled, something"
                " hidden is shown or somebody else decides. A game master can undo more with /gm undo."
            )
        secret = unheard(self._entries(), self.position.head, goal)
        return self._go(Draft("undo", actor, at, "taken back", seat=seat, goal=goal, secret=secret))

    def substitute(self, seat: int, player: str, actor: Actor, at: int, reason: str = "") -> "Advance":
        """A new player takes over a seat as it stands.

        Raises NotNow when the match is over or there is no such seat.
        """
        if not seat:
            raise NotNow("There is no seat 0 in this game.")
        return self._note("substitute", actor, at, reason, seat=seat, what=player)

    def propose(self, seat: int, player: str, actor: Actor, at: int, reason: str = "") -> "Advance":
        """The players are asked whether somebody may take over a seat. Raises NotNow."""
        return self._note("propose", actor, at, reason, seat=seat, what=player)

    def agree(self, seat: int, actor: Actor, at: int) -> "Advance":
        """The player of that seat agrees to what was proposed, but others are still to be heard."""
        return self._note("agree", actor, at, "", seat=seat)

    def refuse(self, seat: int, actor: Actor, at: int) -> "Advance":
        """The player of that seat does not agree; with seat 0, a game master withdraws the question."""
        return self._note("refuse", actor, at, "", seat=seat)

    def tried(self, seat: int, what: str, actor: Actor, at: int, reason: str = "") -> "Advance":
        """A game master tried in vain what is hidden: what a refusal tells of a seat must not go unseen."""
        return self._note("tried", actor, at, reason, seat=seat, what=what)

    def pause(self, actor: Actor, at: int, reason: str = "") -> "Advance":
        """Stop all play until `resume`; game masters may still set things right."""
        return self._note("pause", actor, at, reason)

    def resume(self, actor: Actor, at: int, reason: str = "") -> "Advance":
        """Go on after `pause`."""
        return self._note("resume", actor, at, reason)

    def renew(self, at: int) -> "Advance":
        """Go on under this program's rules (see `rules.engine.renewal`).

        Raises NotNow where these are older than the match's.
        """
        return self._advance(renew(self, at))

    @property
    def is_outdated(self) -> bool:
        """Whether the match stands under other rules than this program's, so that `renew` comes first."""
        return is_due(self)

    def end(self, actor: Actor, at: int, reason: str) -> "Advance":
        """A game master ends the match without a result."""
        return self._note("end", actor, at, reason)

    def restored(self, taken: int, at: int) -> "Advance":
        """A copy of the match was brought back: it goes on from where it stood when the copy was `taken`.

        Everybody is asked again, so that no control made since then fits. Raises NotNow when it is over.
        """
        return self._note("restored", SYSTEM, at, "", what=str(taken))

    # The journal as a tree

    def line(self, of: int = 0) -> tuple[int, ...]:
        """The entries of play that lead to entry `of` (0: to the current position), oldest first."""
        return line(self._entries(), of or self.position.head)

    def within_reach(self) -> tuple[int, ...]:
        """The entries of that line which one can go back to: none behind a change of the rules."""
        changed = newest(self._entries())
        return tuple(number for number in self.line() if changed is None or number >= changed.number)

    def branches(self) -> tuple[Branch, ...]:
        """The lines that were undone and not resumed, by their ends: `at` looks there, `redo` resumes one."""
        return branches(self._entries(), self.position.head)

    def at(self, number: int) -> "Match":
        """The match as it stood after that entry of play: for looking, not for playing.

        Raises NotNow when there is no such entry, JournalDiffers when the rules no longer lead there.
        """
        entries = self._entries()
        if not is_step(entries, number):
            raise NotNow("That point is not in the journal. Choose one from the list.")
        place = place_after(self, entries, number, before=number)
        state = self.game.load_state(place.state)
        at = entries[number - 1].at
        awaited = [Awaited(seat=d.seat, kind=d.kind, since=at, stamp=0) for d in self.game.decisions(state)]
        changes = {
            **dict(place),
            "awaited": tuple(awaited),
            "players": self._players_at(number),
            "status": "over" if self.game.outcome(state) is not None else "running",
        }
        return replace(self, position=self.position.model_copy(update=changes))

    def verify(self, witness: Witness | None = None) -> Verification:
        """Check the hash chain, every replayed state and every roll of the journal against the seed.

        The witness is asked of every entry that was played again.
        """
        return verify(self, self._entries(), witness)

    # How the verbs are done

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
        return self._advance(note(self, Draft(kind, actor, at, reason, seat=seat, what=what, label=label)))

    def _go(self, draft: Draft) -> "Advance":
        goal = place_after(self, self._entries(), draft.goal, before=self.position.last + 1)
        return self._advance(go(self, draft, goal))

    def _advance(self, step: Step) -> "Advance":
        journal = None if self.journal is None else (*self.journal, step.entry)
        return Advance(replace(self, position=step.position, journal=journal), step.entry, step.events)

    def _entries(self) -> tuple[Entry, ...]:
        if self.journal is None:
            raise JournalDiffers(
                "The journal of this game is not at hand.", "Match.with_journal was not called"
            )
        return self.journal

    def _players_at(self, number: int) -> tuple[str, ...]:
        players = list(self.opening.players)
        for entry in self._entries()[: number - 1]:
            if entry.kind == "substitute":
                players[entry.seat - 1] = entry.what
        return tuple(players)


@dataclass(frozen=True)
class Advance:
    """One more entry: the match after it, the entry itself and what happened."""

    match: Match
    entry: Entry
    events: tuple[Event, ...]


def open_match(game: AnyGame, opening: Opening, seed: bytes) -> Advance:
    """Start a match. Raises HarbourmasterError when options, seats or seed do not fit the opening."""
    if commitment(seed) != opening.commitment:
        raise JournalDiffers("The seed of this game is not the one its commitment was made for.")
    ground = blank(game, opening, seed)
    seats = len(opening.players)
    fewest, most = game.seat_range(options_of(ground))
    if not fewest <= seats <= most:
        who = f"{fewest} to {most}" if fewest < most else f"exactly {most}"
        raise NotNow(f"With these options {game.title} is for {who} players; {seats} have joined.")
    step = begin(ground)
    match = Match(game, opening, seed, step.position, (step.entry,))
    return Advance(match, step.entry, step.events)


def open_rolls(entry: Entry) -> tuple[Roll, ...]:
    """The rolls of an entry that everybody may see while the match goes on; once it is over, all are open."""
    return tuple(roll for roll in entry.rolls if not roll.secret)


def options_data(game: AnyGame, options: BaseModel) -> dict[str, JsonValue]:
    """A game's options as an opening stores them. Raises NotNow when they are another game's."""
    if type(options) is not game.options:
        raise NotNow(f"These are not the options of {game.title}.")
    data: dict[str, JsonValue] = options.model_dump(mode="json")
    return data
