"""A match: an opening and a journal, and everything that follows from them.

A `Match` never changes. Each verb (`act`, `undo`, `force`, ...) returns an `Advance`: the match after it, the
new journal entry and the events. The caller stores the entry first and then goes on with `advance.match`.

A match can do without its journal: `position` is enough to go on, so a long game costs no more than a short
one. Undoing, looking at branches and verifying need the journal (`with_journal`).

`apply_entry` defines what an entry does to the position, `journal` defines the shape of the journal, and
`verify` replays it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from random import Random
from typing import TypedDict, Unpack

from pydantic import BaseModel, JsonValue

from rules.engine.action import Action, Resign
from rules.engine.amendments import HIDDEN, Amendment, amended, amendment
from rules.engine.apply_entry import (
    KICKED,
    KICKED_OFFERED,
    awaited_after,
    beginning,
    must_allow,
    options_of,
    position_after,
    state_hash,
    status_after,
    stays_secret,
)
from rules.engine.awaited import Awaited
from rules.engine.chance import Chance, Roll, SeededStream, Value, commitment, luck_of_player
from rules.engine.decision import Decision
from rules.engine.entry import Actor, Entry, EntryKind, Matter, Opening
from rules.engine.errors import IllegalAction, JournalDiffers, NotNow
from rules.engine.event import Event
from rules.engine.forced_rolls import MOST_WAITING, Waiting, grouped, waiting, written
from rules.engine.game import AnyGame, State, View
from rules.engine.journal import Branch, branches, has_seen_dice, is_step, line, undone, unheard
from rules.engine.outcome import Outcome
from rules.engine.patch import read_patch
from rules.engine.plans import MOST_PLANS, WAIT, takes
from rules.engine.position import Place, Plan, Position, Status
from rules.engine.replay import place_after
from rules.engine.rules_migration import is_due, keeping, must_be_newer, newest, position_at
from rules.engine.time_control import SHORTER, UNSPOKEN, TimeControl
from rules.engine.tree_links import follow, reveals

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
    "open_match",
    "open_rolls",
    "options_data",
]


SYSTEM = Actor(role="system")
TIMEOUT = Actor(role="timeout")

OFFERED = "offered"
"""The label of an `absent` whose seat is offered to anybody who wants it."""


RIVALS_STAY = (
    "You play here yourself, so you cannot put others out of the game or end it by a change. Another game"
    " master can; /gm task:masters names one. If somebody is away, /gm task:kick lets the bot play the seat."
    " A substitute is also possible: another game master can seat one, or somebody can ask for the seat with"
    " /game join, and the players vote."
)
"""The reason why a game master who plays cannot resign for a rival."""


class _About(TypedDict, total=False):
    """The fields of an entry other than its kind, its actor and its reason."""

    seat: int
    what: str
    label: str
    asked: tuple[int, ...]
    left: int
    plan: int
    veiled: bool
    ahead: int
    pace: TimeControl | None


class _Claims(TypedDict, total=False):
    """What an answer uses up: seconds of time banks by seat, and the plan that it carries out."""

    taken: Mapping[int, int]
    plan: int


@dataclass(frozen=True)
class Match:
    """A game being played. `seed` is secret until the match is over."""

    game: AnyGame
    opening: Opening
    seed: bytes
    position: Position
    journal: tuple[Entry, ...] | None = None
    overtimes: tuple[tuple[int, int], ...] = ()
    """Seats with the seconds of time banks that an answer takes now. Only a clock outside knows them."""

    # Looking

    @property
    def state(self) -> State:
        """A private copy of the current state."""
        state: State = self.game.stored_state(self.position.state, self.position.rules)
        return state

    @cached_property
    def shown(self) -> State:
        """The current state for reading only, loaded once. It is shared, so nobody may change it."""
        return self.state

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """The open decisions. Their legal actions are found once, however often they are shown."""
        return tuple(self.game.decisions(self.shown))

    def decision_of(self, seat: int) -> Decision | None:
        """Return what that seat must decide now, or `None`."""
        return next((decision for decision in self.decisions if decision.seat == seat), None)

    def legal_actions(self, seat: int) -> tuple[Action, ...]:
        """Return everything the seat may do now: its decision's actions, then its free ones."""
        decision = self.decision_of(seat)
        return (*(decision.actions if decision else ()), *self.game.free_actions(self.shown, seat))

    def offered(self, seat: int) -> tuple[Action, ...]:
        """Return the same actions without those that have the same result as an earlier one."""
        decision = self.decision_of(seat)
        return (*(decision.distinct if decision else ()), *self.game.free_actions(self.shown, seat))

    def view(self, seat: int | None, told: Sequence[Event] = ()) -> View:
        """Return what that seat (`None`: everybody) may see now, given what it was told lately."""
        seen: View = self.game.view(self.shown, seat, told)
        return seen.model_copy(update={"stopped": True}) if self.position.status == "ended" else seen

    def look(self, seat: int, told: Sequence[Event] = ()) -> View:
        """Return what that seat sees when it looks for itself, with its choices while it is awaited."""
        if self.awaits(seat) is None:
            return self.view(seat, told)
        seen: View = self.game.view_to_choose(self.shown, seat, told)
        return seen

    @property
    def keeps_secrets(self) -> bool:
        """Whether somebody can know, or have ordered in secret, what others at the table do not know."""
        if any(decision.secret for decision in self.decisions):
            return True
        shown, public = self.shown, self.game.view(self.shown, None)
        return any(
            self.game.view(shown, seat) != public
            or any(action.secret for action in self.game.free_actions(shown, seat))
            for seat in range(1, len(self.position.players) + 1)
        )

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or `None`."""
        return self.game.outcome(self.shown)

    @property
    def places(self) -> Mapping[int, int]:
        """Final places by seat, with teams as one; empty while the game goes on."""
        outcome = self.outcome
        return outcome.places(partial(self.game.team, self.shown)) if outcome else {}

    @property
    def finished(self) -> bool:
        """Whether nothing can happen any more."""
        return self.position.status in {"over", "ended"}

    def awaits(self, seat: int) -> Awaited | None:
        """Return what that seat is asked now."""
        return self.position.awaits(seat)

    def plays(self, seat: int) -> bool:
        """Return whether that seat is still in the game."""
        return Resign() in self.game.free_actions(self.shown, seat)

    @property
    def pace(self) -> TimeControl:
        """How long players may take."""
        return self.position.pace or self.opening.pace or UNSPOKEN

    def deadline(self, seat: int) -> int:
        """Return when that seat's time is up, in seconds since 1970; 0 if it has no limit."""
        asked = self.awaits(seat)
        return self.pace.deadline(asked, self.position.bank(seat)) if asked else 0

    def luck_of(self, seat: int) -> Random:
        """Return the bot's source of luck when it plays that seat here. It reveals nothing of future dice.

        The same position has the same luck, even after an undo. Free actions do not change it.
        """
        return luck_of_player(self.seed, self.position.line, seat)

    @property
    def forced(self) -> tuple[Waiting, ...]:
        """The deeds of game masters that still wait for their rolls, the earliest first."""
        return waiting(self.position.forced)

    def seats_of(self, player: str) -> tuple[int, ...]:
        """Return the seats which that person plays."""
        return tuple(seat for seat, name in enumerate(self.position.players, 1) if name == player)

    def with_journal(self, journal: Sequence[Entry]) -> "Match":
        """Return the same match with its journal, for undo and verification.

        Raises JournalDiffers if the journal is not that of the match.
        """
        if not journal or journal[-1].hash() != self.position.chain or journal[-1].number != len(journal):
            raise JournalDiffers(
                f"The journal of game {self.opening.match} does not lead to its stored state, so the"
                " game cannot be taken back or checked."
            )
        return replace(self, journal=tuple(journal))

    def public_seed(self) -> bytes | None:
        """Return the seed once the match is over, so that anyone can check the dice; `None` before that."""
        return self.seed if self.finished else None

    # Playing

    def act(self, seat: int, action: Action, actor: Actor, at: int, reason: str = "") -> "Advance":
        """Carry out an action of that seat. Raises IllegalAction or NotNow; then nothing has changed."""
        if not action.by_players:
            raise IllegalAction("not_allowed", "Only the clock does that. Choose one of the actions offered.")
        if isinstance(action, Resign) and seat in self._rivals_of(actor):
            raise NotNow(RIVALS_STAY)
        return self._play("act", seat, action, actor, at, reason, taken=dict(self.overtimes))

    def timeout(self, seat: int, actor: Actor, at: int, reason: str = "") -> "Advance":
        """Answer for a seat that did not. Raises NotNow if nothing is asked of it."""
        return self._play("timeout", seat, None, actor, at, reason, taken=dict(self.overtimes))

    def force(
        self, values: Sequence[Value], actor: Actor, at: int, reason: str, label: str = "", seat: int = 0
    ) -> "Advance":
        """Set the values of a future roll, or of several with one label, limited by label and seat.

        Raises NotNow with what is possible.
        """
        must_allow(self.position.status, "force")
        if len(self.forced) >= MOST_WAITING:
            raise NotNow(
                "Too many forced rolls are waiting. /gm task:forced lists them, and cancels those not wanted."
            )
        what = written(grouped(self.game, self.shown, values, label, seat))
        ahead = sum((force.label, force.seat) == (label, seat) for force in self.position.forced)
        return self._note("force", actor, at, reason, seat=seat, what=what, label=label, ahead=ahead)

    def unforce(self, deed: Waiting, actor: Actor, at: int, reason: str) -> "Advance":
        """Cancel what still waits of a deed in `forced`. Raises NotNow if nothing of it does."""
        return self._note("unforce", actor, at, reason, seat=deed.seat, what=deed.what, label=deed.label)

    def fresh(self, actor: Actor, at: int, reason: str) -> "Advance":
        """Change the dice from here on: those seen before an undo do not come again.

        Raises NotNow if no dice were seen that could come again.
        """
        must_allow(self.position.status, "fresh")
        self._must_have_seen_dice()
        return self._note("fresh", actor, at, reason)

    def undo(self, to: int, actor: Actor, at: int, reason: str = "") -> "Advance":
        """Go back to the position after entry `to` of the current line. Raises NotNow for any other."""
        must_allow(self.position.status, "undo")
        if to == self.position.head or to not in self.within_reach():
            raise NotNow("That point is not behind you. Choose one from the list.")
        return self._go("undo", self._place_after(to), actor, at, reason)

    def redo(self, actor: Actor, at: int, to: int = 0, reason: str = "") -> "Advance":
        """Go to an undone position: the one that the last undo left, or the one after entry `to`.

        Raises NotNow if there is none.
        """
        must_allow(self.position.status, "redo")
        goal = to or undone(self.entries, self.position.head)
        if not is_step(self.entries, goal) or goal in self.line():
            raise NotNow("There is nothing to redo: the game has moved on since the last undo.")
        return self._go("redo", self._place_after(goal), actor, at, reason)

    def take_back(self, seat: int, actor: Actor, at: int) -> "Advance":
        """Take back that seat's own last action.

        Raises NotNow if more than its own choice would be undone.
        """
        must_allow(self.position.status, "act")
        goal = self.position.back
        if not goal or self.position.back_seat != seat:
            raise NotNow(
                "You can take back only your own last action, and only until dice are rolled, something"
                " hidden is shown or somebody else decides. A game master can undo more with /gm task:undo."
            )
        unseen = unheard(self.entries, self.position.head, goal)
        place = self._place_after(goal)
        return self._go("undo", place, actor, at, "taken back", seat=seat, veiled=unseen)

    def substitute(self, seat: int, player: str, actor: Actor, at: int, reason: str = "") -> "Advance":
        """Give a seat to a new player, who continues in its present situation.

        Raises NotNow if the match is over or there is no such seat.
        """
        if not seat:
            raise NotNow("There is no seat 0 in this game.")
        return self._note("substitute", actor, at, reason, seat=seat, what=player)

    def kick(self, seat: int, machine: str, actor: Actor, at: int, reason: str) -> "Advance":
        """Remove a player from the match. The bot (`machine`) takes over the seat.

        Raises NotNow for a seat that is no longer in the game.
        """
        self._must_exist(seat)
        must_allow(self.position.status, "substitute")
        if not self.plays(seat):
            raise NotNow("The player of that seat has left the game already, so there is nobody to take out.")
        label = KICKED_OFFERED if self.pace.offers else KICKED
        return self._note("substitute", actor, at, reason, seat=seat, what=machine, label=label)

    def appoint(self, player: str, actor: Actor, at: int) -> "Advance":
        """Make somebody an additional game master."""
        return self._note("appoint", actor, at, "", what=player)

    def dismiss(self, player: str, actor: Actor, at: int, reason: str) -> "Advance":
        """Remove somebody from the named game masters of this match."""
        return self._note("dismiss", actor, at, reason, what=player)

    def hand_over(self, player: str, actor: Actor, at: int) -> "Advance":
        """Pass a game master's office to somebody else."""
        return self._note("handover", actor, at, "", what=player)

    def lock(self, actor: Actor, at: int, reason: str) -> "Advance":
        """Let nobody new join. If the match is locked, unlock it."""
        return self._note("unlock" if self.position.office.locked else "lock", actor, at, reason)

    def retime(self, pace: TimeControl, actor: Actor, at: int, reason: str) -> "Advance":
        """Change the pace from here on. Open questions get the whole of their new time.

        Raises NotNow if the pace is the same.
        """
        if pace == self.pace:
            raise NotNow("The clock is set like that already. Nothing was changed.")
        label = SHORTER if pace.is_shorter_than(self.pace) else ""
        return self._note("clock", actor, at, reason, pace=pace, label=label)

    def look_at(self, seat: int, actor: Actor, at: int, reason: str) -> "Advance":
        """Record that a game master looks at what that seat hides (0: all seats)."""
        return self._note("look", actor, at, reason, seat=seat)

    def propose(
        self, seat: int, player: str, actor: Actor, at: int, reason: str = "", asked: Sequence[int] = ()
    ) -> "Advance":
        """Ask the players of the seats `asked` whether somebody may take over a seat. Raises NotNow."""
        return self._note("propose", actor, at, reason, seat=seat, what=player, asked=tuple(asked))

    def put(
        self,
        matter: Matter,
        seat: int,
        actor: Actor,
        at: int,
        reason: str = "",
        *,
        asked: Sequence[int] = (),
        to: int = 0,
    ) -> "Advance":
        """Ask the players of the seats `asked` whether that is to be done. `seat` is who asks.

        For an undo, `to` is the step to go back to. Raises NotNow for what could not be done now anyway.
        """
        kind: Mapping[Matter, EntryKind] = {
            "undo": "undo", "fresh": "fresh", "pause": "pause", "resume": "resume", "end": "end",
        }  # fmt: skip
        must_allow(self.position.status, kind[matter])
        if matter == "undo" and (to == self.position.head or to not in self.within_reach()):
            raise NotNow("That point is not behind you. Choose one from the list.")
        if matter == "fresh":
            self._must_have_seen_dice()
        return self._note("propose", actor, at, reason, seat=seat, label=matter, asked=tuple(asked), left=to)

    def agree(self, seat: int, actor: Actor, at: int, about: str = "") -> "Advance":
        """Record that the player of that seat agrees, while others have yet to answer.

        `about` is the label of the question.
        """
        return self._note("agree", actor, at, "", seat=seat, label=about)

    def refuse(self, seat: int, actor: Actor, at: int, about: str = "", how: str = "") -> "Advance":
        """Record that the player of that seat disagrees. With seat 0, end the question for the reason `how`.

        `how` is empty if the question is withdrawn, `decided` if a game master says no, and `moot` if the
        match has moved on.
        """
        return self._note("refuse", actor, at, "", seat=seat, label=about, what=how)

    def tried(self, seat: int, what: str, actor: Actor, at: int, reason: str = "") -> "Advance":
        """Record a game master's refused attempt, because a refusal can reveal what a seat hides."""
        return self._note("tried", actor, at, reason, seat=seat, what=what)

    def note(self, text: str, actor: Actor, at: int) -> "Advance":
        """Record a game master's note. It changes nothing."""
        return self._note("note", actor, at, text)

    def announce(self, text: str, actor: Actor, at: int) -> "Advance":
        """Record a game master's announcement to all players. It changes nothing."""
        return self._note("announce", actor, at, text)

    def amendment(self, patch: str, onlooker: int | None, *, sees_all: bool) -> Amendment:
        """Return what that JSON patch would change in the state; see `rules.engine.amendments`.

        Raises BadPatch, NotNow.
        """
        must_allow(self.position.status, "amend")
        seats = len(self.position.players)
        return amendment(self.game, self.position.state, seats, patch, onlooker, sees_all=sees_all)

    def amend(self, wanted: Amendment, actor: Actor, at: int, reason: str) -> "Advance":
        """Change the state by an amendment of this match, where no rule helps.

        Raises NotNow if a game master who plays would eliminate somebody else with it, or end the match.
        """
        advance = self._amend(
            Entry(
                number=0,
                kind="amend",
                actor=actor,
                what=wanted.patch,
                label=HIDDEN if wanted.hides else "",
                asked=wanted.of,
                changes=wanted.told,
                parent=0,
                reason=reason,
                at=at,
                state="",
                before="",
            )
        )
        if any(self.plays(seat) and not advance.match.plays(seat) for seat in self._rivals_of(actor)):
            raise NotNow(RIVALS_STAY)
        return advance

    def pause(self, actor: Actor, at: int, reason: str = "") -> "Advance":
        """Stop all play until `resume`. Game masters may still correct things."""
        return self._note("pause", actor, at, reason)

    def resume(self, actor: Actor, at: int, reason: str = "") -> "Advance":
        """Go on after `pause`."""
        return self._note("resume", actor, at, reason)

    def renew(self, at: int) -> "Advance":
        """Go on under this program's rules (see `rules.engine.rules_migration`).

        Raises NotNow if they are older than the match's.
        """
        must_be_newer(self.game, self.position)
        draft = self._draft("rules", SYSTEM, at, "")
        draft = draft.model_copy(update={"what": str(self.game.rules_version)})
        after = self._settle(draft, self.state, (), Chance(self._stream(draft)))
        entry = keeping(after.entry, after.match.position)
        return self._advance(entry, position_at(entry), ())

    @property
    def is_outdated(self) -> bool:
        """Whether the match is played under other rules than this program's. Then `renew` comes first."""
        return is_due(self.game, self.position)

    def extend(self, seat: int, seconds: int, actor: Actor, at: int, reason: str = "") -> "Advance":
        """Give that seat more time for its open question, or with seat 0 everybody who is asked.

        Raises NotNow if nobody's time is running.
        """
        asked = [one for one in self.position.awaited if seat in {0, one.seat} and self.deadline(one.seat)]
        if not asked:
            raise NotNow("No clock is running there: the open question has no time limit.")
        return self._note("extend", actor, at, reason, seat=seat, what=str(seconds))

    def leave_to_others(self, seat: int, at: int) -> "Advance":
        """Hand over a seat until `come_back`, because its player missed too many turns in a row."""
        missed, label = str(self.position.missed[seat - 1]), OFFERED if self.pace.offers else ""
        return self._note("absent", TIMEOUT, at, "", seat=seat, what=missed, label=label)

    def come_back(self, seat: int, actor: Actor, at: int) -> "Advance":
        """Return a seat to its player. Raises NotNow if nobody else plays it."""
        if seat not in self.position.absent:
            raise NotNow("You play your seat yourself. The bot only plays for people who missed many turns.")
        return self._note("back", actor, at, "", seat=seat)

    def plan(self, seat: int, what: str, actor: Actor, at: int, *, waits: bool = False) -> "Advance":
        """Plan what that seat does when it is next asked or, if the plan `waits`, when it is asked for that.

        Nobody else learns of it. Raises NotNow if there are too many waiting plans.
        """
        if len(self.plans_of(seat)) >= MOST_PLANS:
            raise NotNow("You have too many waiting plans. /game plan gives one up.")
        label = WAIT if waits else ""
        return self._note("plan", actor, at, "", seat=seat, what=what, label=label, veiled=True)

    def unplan(self, plan: Plan, actor: Actor, at: int, what: str = "") -> "Advance":
        """Give up a plan. The system gives up what the rules refuse, and all that the seat planned after it.

        `what` are the actions left undone, if others of that plan were done.
        """
        return self._note("unplan", actor, at, "", seat=plan.seat, what=what, plan=plan.entry, veiled=True)

    def parts_of(self, plan: Plan) -> Sequence[Action]:
        """Return the actions that a plan means now. Raises IllegalAction, UnreadableAction."""
        return self.game.spelled(self.shown, plan.seat, self.game.read(plan.what))

    def carry_out(self, plan: Plan, action: Action, actor: Actor, at: int) -> "Advance":
        """Carry out one of the actions that a plan means. Raises IllegalAction, NotNow."""
        claims = _Claims(taken=dict(self.overtimes), plan=plan.entry)
        return self._play("act", plan.seat, action, actor, at, "", **claims)

    def plans_of(self, seat: int) -> tuple[Plan, ...]:
        """Return that seat's plans, the earliest first."""
        return tuple(plan for plan in self.position.plans if plan.seat == seat)

    def due_plan(self, seat: int) -> Plan | None:
        """Return that seat's plan for its open question, even if the rules refuse it."""
        decision = self.decision_of(seat)
        if decision is None:
            return None
        plans = self.plans_of(seat)
        return next(
            (one for one in plans if not one.waits or takes(decision, self.game.read(one.what))), None
        )

    def misses(self, seat: int) -> bool:
        """Return whether the seat's player missed so many turns that somebody else should play it."""
        missed = self.position.missed[seat - 1] if self.position.missed else 0
        return seat not in self.position.absent and missed >= self.pace.missed > 0

    def end(self, actor: Actor, at: int, reason: str) -> "Advance":
        """End the match without a result, as a game master."""
        return self._note("end", actor, at, reason)

    def restored(self, taken: int, at: int) -> "Advance":
        """Record that the match goes on from a restored copy, which was `taken` at that time.

        Everybody is asked again, so that no control made since then is valid. Raises NotNow if it is over.
        """
        return self._note("restored", SYSTEM, at, "", what=str(taken))

    # The journal as a tree

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The whole journal. Raises JournalDiffers if it is not loaded."""
        if self.journal is None:
            raise JournalDiffers(
                "The journal of this game is not at hand.", "Match.with_journal was not called"
            )
        return self.journal

    def line(self, of: int = 0) -> tuple[int, ...]:
        """Return the entries of play that lead to entry `of` (0: to the current position), oldest first."""
        return line(self.entries, of or self.position.head)

    def within_reach(self) -> tuple[int, ...]:
        """Return the entries of the line that an undo can reach: none before a change of the rules."""
        changed = newest(self.entries)
        return tuple(number for number in self.line() if changed is None or number >= changed.number)

    def branches(self) -> tuple[Branch, ...]:
        """Return the undone lines, by their ends, oldest first. `at` looks at one, `redo` resumes it."""
        return branches(self.entries, self.position.head)

    def at(self, number: int) -> "Match":
        """Return the match after that entry of play: for looking, not for playing.

        Raises NotNow if there is no such entry, JournalDiffers if the rules no longer lead there.
        """
        entries = self.entries
        if not is_step(entries, number):
            raise NotNow("That point is not in the journal. Choose one from the list.")
        place = place_after(self.game, self.opening, self.seed, entries, number, before=number)
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

    # How the verbs work: an entry is drafted, carried out and applied

    def begin(self) -> "Advance":
        """Make the first entry of a match that has none yet.

        Raises JournalDiffers if the opening's options do not fit the game.
        """
        draft = self._draft("start", SYSTEM, self.opening.at, "")
        chance = Chance(self._stream(draft))
        seats = len(self.opening.players)
        state, events = self.game.start(options_of(self.game, self.opening), seats, chance)
        return self._settle(draft, state, events, chance)

    def again(self, entry: Entry, goal: Place | None = None) -> "Advance":
        """Repeat what that entry of a journal asked for, from here. An undo or redo goes to `goal`.

        The action of a timeout is computed again, so that a journal cannot claim another default.
        """
        if entry.kind in {"act", "timeout"}:
            action = self.game.read(entry.what) if entry.kind == "act" else None
            claims = _Claims(taken={entry.seat: entry.overtime}, plan=entry.plan)
            return self._play(entry.kind, entry.seat, action, entry.actor, entry.at, entry.reason, **claims)
        if entry.kind == "amend":
            return self._amend(entry)
        if goal is not None:
            return self._go(
                entry.kind, goal, entry.actor, entry.at, entry.reason, seat=entry.seat, veiled=entry.veiled
            )
        return self._note(
            entry.kind,
            entry.actor,
            entry.at,
            entry.reason,
            seat=entry.seat,
            what=entry.what,
            label=entry.label,
            asked=entry.asked,
            left=entry.left,
            plan=entry.plan,
            veiled=entry.veiled,
            ahead=entry.ahead,
            pace=entry.pace,
        )

    def _play(
        self,
        kind: EntryKind,
        seat: int,
        action: Action | None,
        actor: Actor,
        at: int,
        reason: str,
        **claims: Unpack[_Claims],
    ) -> "Advance":
        """Carry out an `act`, or without an action a `timeout`. Raises NotNow or IllegalAction."""
        must_allow(self.position.status, kind)
        self._must_exist(seat)
        state = self.state
        action = self.game.resolve(state, seat, action or self._timeout(state, seat))
        draft = self._draft(kind, actor, at, reason).model_copy(
            update={
                "seat": seat,
                "what": str(action),
                "veiled": action.secret,
                "free": action.free,
                "standing": action.standing,
                "overtime": 0 if action.free else claims.get("taken", {}).get(seat, 0),
                "plan": claims.get("plan", 0),
            }
        )
        chance = Chance(self._stream(draft), self.position.forced)
        events = self.game.apply(state, seat, action, chance)
        return self._settle(draft, state, events, chance)

    def _note(
        self,
        kind: EntryKind,
        actor: Actor,
        at: int,
        reason: str,
        **about: Unpack[_About],
    ) -> "Advance":
        """Record what somebody did to the match, not in the game. Raises NotNow."""
        must_allow(self.position.status, kind)
        seat = about.get("seat", 0)
        if seat:
            self._must_exist(seat)
        state = self.state
        events = self.game.replace(state, seat) if kind == "substitute" else ()
        draft = self._draft(kind, actor, at, reason).model_copy(update={**about})
        return self._settle(draft, state, events, Chance(self._stream(draft)))

    def _amend(self, wanted: Entry) -> "Advance":
        """Carry out an `amend` as that entry asks for it. Raises NotNow, BadPatch."""
        must_allow(self.position.status, "amend")
        draft = self._draft("amend", wanted.actor, wanted.at, wanted.reason).model_copy(
            update={
                "what": wanted.what,
                "label": wanted.label,
                "veiled": wanted.label == HIDDEN,
                "asked": wanted.asked,
                "changes": wanted.changes,
                "stood": state_hash(self.seed, self.position.state),
            }
        )
        state = amended(self.game, self.position.state, read_patch(wanted.what))
        return self._settle(draft, state, (), Chance(self._stream(draft)))

    def _go(
        self,
        kind: EntryKind,
        goal: Place,
        actor: Actor,
        at: int,
        reason: str,
        *,
        seat: int = 0,
        veiled: bool = False,
    ) -> "Advance":
        """Carry out an `undo` or a `redo` to that place. Raises NotNow."""
        must_allow(self.position.status, kind)
        left = {"parent": goal.head, "left": self.position.head}
        draft = self._draft(kind, actor, at, reason)
        draft = draft.model_copy(update={"seat": seat, "veiled": veiled, **left})
        return self._settle(draft, self.game.load_state(goal.state), (), Chance(self._stream(draft)), goal)

    def _draft(self, kind: EntryKind, actor: Actor, at: int, reason: str) -> Entry:
        """Draft the next entry, before its effect is known."""
        old = self.position
        return Entry(
            number=old.last + 1,
            kind=kind,
            actor=actor,
            parent=old.head,
            reason=reason,
            at=at,
            state="",
            before=old.chain,
        )

    def _stream(self, draft: Entry) -> SeededStream:
        line = f"{self.position.line}+{self.position.free}" if draft.free else self.position.line
        return SeededStream(self.seed, line, draft.seat, draft.what or draft.kind)

    def _settle(
        self,
        draft: Entry,
        state: State,
        events: Sequence[Event],
        chance: Chance,
        goal: Place | None = None,
    ) -> "Advance":
        """Complete the entry and the position after it. `goal` is the place an undo or a redo goes to."""
        old = self.position
        stored = state.model_dump_json()
        status = status_after(old.status, draft, over=self.game.outcome(state) is not None)
        decisions, pace = self.game.decisions(state), draft.pace or self.pace
        awaited: tuple[Awaited, ...] = ()
        if status in {"running", "paused"}:
            awaited = awaited_after(old, draft, decisions, lambda: self.decisions, pace)
        results = {
            "rolls": tuple(chance.rolls),
            "secret": draft.veiled and stays_secret(draft, events, old.awaited, awaited),
            "state": state_hash(self.seed, stored),
        }
        entry = draft.model_copy(update=results)
        place = follow(goal or old, entry, chance, revealed=reveals(events, decisions))
        place = place.model_copy(update={"state": stored})
        after = position_after(old, entry, place, awaited, status, pace, self.opening.host)
        return self._advance(entry, after, events)

    def _advance(self, entry: Entry, position: Position, events: Sequence[Event]) -> "Advance":
        journal = None if self.journal is None else (*self.journal, entry)
        return Advance(replace(self, position=position, journal=journal, overtimes=()), entry, tuple(events))

    def _place_after(self, number: int) -> Place:
        before = self.position.last + 1
        return place_after(self.game, self.opening, self.seed, self.entries, number, before)

    def _must_have_seen_dice(self) -> None:
        if not has_seen_dice(self.entries, self.position.head):
            raise NotNow(
                "No dice were seen that could come again: nothing was undone, or the game has moved on since."
                " Nobody knows the coming dice anyway."
            )

    def _rivals_of(self, actor: Actor) -> tuple[int, ...]:
        """Return the seats of others than a game master who plays; none for anybody else."""
        own = self.seats_of(actor.player) if actor.role == "gm" else ()
        seats = range(1, len(self.position.players) + 1)
        return tuple(seat for seat in seats if seat not in own) if own else ()

    def _must_exist(self, seat: int) -> None:
        if not 1 <= seat <= len(self.position.players):
            raise NotNow(f"There is no seat {seat} in this game.")

    def _timeout(self, state: State, seat: int) -> Action:
        if self.game.decision_of(state, seat) is None:
            raise NotNow("Nothing is asked of that seat now, so there is nothing to skip.")
        return self.game.timeout(state, seat)

    def _players_at(self, number: int) -> tuple[str, ...]:
        players = list(self.opening.players)
        for entry in self.entries[: number - 1]:
            if entry.kind == "substitute":
                players[entry.seat - 1] = entry.what
        return tuple(players)


@dataclass(frozen=True)
class Advance:
    """One more entry: the match after it, the entry itself and the events."""

    match: Match
    entry: Entry
    events: tuple[Event, ...]


def open_match(game: AnyGame, opening: Opening, seed: bytes) -> Advance:
    """Start a match. Raises HarbourmasterError if options, seats or seed do not fit the opening."""
    if commitment(seed) != opening.commitment:
        raise JournalDiffers("The seed of this game is not the one its commitment was made for.")
    seats = len(opening.players)
    fewest, most = game.seat_range(options_of(game, opening))
    if not fewest <= seats <= most:
        who = f"{fewest} to {most}" if fewest < most else f"exactly {most}"
        raise NotNow(f"With these options {game.title} is for {who} players; {seats} have joined.")
    return Match(game, opening, seed, beginning(game, opening), ()).begin()


def open_rolls(entry: Entry) -> tuple[Roll, ...]:
    """Return the rolls of an entry that everybody may see during the match. After its end, all are open."""
    return tuple(roll for roll in entry.rolls if not roll.secret)


def options_data(game: AnyGame, options: BaseModel) -> dict[str, JsonValue]:
    """Return a game's options as an opening stores them. Raises NotNow if they belong to another game."""
    if type(options) is not game.options:
        raise NotNow(f"These are not the options of {game.title}.")
    data: dict[str, JsonValue] = options.model_dump(mode="json")
    return data
