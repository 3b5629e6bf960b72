"""Everything that can be read from a match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from random import Random
from typing import Self

from rules.engine.action import Action, Resign
from rules.engine.chance import Chance, SeededStream, luck_of_player
from rules.engine.decision import Awaited, Decision
from rules.engine.entry import Actor, Entry, Opening
from rules.engine.errors import JournalDiffers, NotNow
from rules.engine.event import Event
from rules.engine.forced_rolls import Waiting, waiting
from rules.engine.game import AnyGame, State, View
from rules.engine.journal import Branch, branches, line
from rules.engine.outcome import Outcome
from rules.engine.position import Plan, Position
from rules.engine.rules_migration import newest
from rules.engine.time_control import UNSPOKEN, TimeControl

RIVALS_STAY = (
    "You play here yourself, so you cannot put others out of the game or end it by a change. Another game"
    " master can; /gm task:masters names one. If somebody is away, /gm task:kick lets the bot play the seat."
    " A substitute is also possible: another game master can seat one, or somebody can ask for the seat with"
    " /game join, and the players vote."
)
"""The reason why a game master who plays cannot resign for a rival."""


@dataclass(frozen=True)
class Situation:
    """A match that can only be read. `seed` is secret until the match is over."""

    game: AnyGame
    opening: Opening
    seed: bytes
    position: Position
    journal: tuple[Entry, ...] | None = None
    overtimes: tuple[tuple[int, int], ...] = ()
    """Pairs of a seat and the seconds of its time bank that an answer would use now. The caller sets them."""

    # Looking

    @property
    def state(self) -> State:
        """A private copy of the current state."""
        state: State = self.game.stored_state(self.position.state, self.position.rules)
        return state

    @cached_property
    def shown(self) -> State:
        """The current state for reading only, loaded once. The state is shared, so nobody may change it."""
        return self.state

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """The open decisions, cached so that legal actions are computed only once."""
        return tuple(self.game.decisions(self.shown))

    def decision_of(self, seat: int) -> Decision | None:
        """Return the open decision of the seat, or `None`."""
        return next((decision for decision in self.decisions if decision.seat == seat), None)

    def legal_actions(self, seat: int) -> tuple[Action, ...]:
        """Return the legal actions of the seat's decision, followed by its free actions."""
        decision = self.decision_of(seat)
        return (*(decision.actions if decision else ()), *self.game.free_actions(self.shown, seat))

    def offered(self, seat: int) -> tuple[Action, ...]:
        """Return the actions that the seat is offered (`Decision.distinct`), followed by its free actions."""
        decision = self.decision_of(seat)
        return (*(decision.distinct if decision else ()), *self.game.free_actions(self.shown, seat))

    def view(self, seat: int | None, told: Sequence[Event] = ()) -> View:
        """Return the view of `seat`; with `None`, the public view. `told` is as in `Game.view`."""
        seen: View = self.game.view(self.shown, seat, told)
        return seen.model_copy(update={"stopped": True}) if self.position.status == "ended" else seen

    def look(self, seat: int, told: Sequence[Event] = ()) -> View:
        """Return the seat's view for a private page, with the choices of an awaited seat."""
        if self.awaits(seat) is None:
            return self.view(seat, told)
        seen: View = self.game.view_to_choose(self.shown, seat, told)
        return seen

    @property
    def keeps_secrets(self) -> bool:
        """Whether any seat can know something that others do not know, or can give a secret order."""
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
        """The end of the game, or `None` while it goes on."""
        return self.game.outcome(self.shown)

    @property
    def places(self) -> Mapping[int, int]:
        """The final place of each seat, counting each team once; empty while the game goes on."""
        outcome = self.outcome
        return outcome.places(partial(self.game.team, self.shown)) if outcome else {}

    @property
    def finished(self) -> bool:
        """Whether the match is over or was ended by a game master."""
        return self.position.status in {"over", "ended"}

    def awaits(self, seat: int) -> Awaited | None:
        """Return the open question to the seat, or `None`."""
        return self.position.awaits(seat)

    def plays(self, seat: int) -> bool:
        """Return whether the seat is still in the game."""
        return Resign() in self.game.free_actions(self.shown, seat)

    @property
    def pace(self) -> TimeControl:
        """The time limits that apply now."""
        return self.position.pace or self.opening.pace or UNSPOKEN

    def deadline(self, seat: int) -> int:
        """Return when the seat's time is up, in seconds since 1970; 0 if there is no limit."""
        asked = self.awaits(seat)
        return self.pace.deadline(asked, self.position.bank(seat)) if asked else 0

    def luck_of(self, seat: int) -> Random:
        """Return the bot's luck for the seat. The luck depends only on the seed, the line and the seat."""
        return luck_of_player(self.seed, self.position.line, seat)

    @property
    def forced(self) -> tuple[Waiting, ...]:
        """The `force` entries with rolls that still wait, the earliest first."""
        return waiting(self.position.forced)

    def seats_of(self, player: str) -> tuple[int, ...]:
        """Return the seats that a person plays."""
        return tuple(seat for seat, name in enumerate(self.position.players, 1) if name == player)

    def with_journal(self, journal: Sequence[Entry]) -> Self:
        """Return the match with `journal`. Raises JournalDiffers if the journal does not fit the position."""
        if not journal or journal[-1].hash() != self.position.chain or journal[-1].number != len(journal):
            raise JournalDiffers(
                f"The journal of game {self.opening.match} does not lead to its stored state, so its moves"
                " cannot be shown, taken back or checked."
            )
        return replace(self, journal=tuple(journal))

    def public_seed(self) -> bytes | None:
        """Return the seed if the match is finished; otherwise `None`."""
        return self.seed if self.finished else None

    def rivals_of(self, actor: Actor) -> tuple[int, ...]:
        """Return the other seats if the actor is a game master who also plays; otherwise none."""
        own = self.seats_of(actor.player) if actor.role == "gm" else ()
        seats = range(1, len(self.position.players) + 1)
        return tuple(seat for seat in seats if seat not in own) if own else ()

    def must_have(self, seat: int) -> None:
        """Raise NotNow if there is no such seat."""
        if not 1 <= seat <= len(self.position.players):
            raise NotNow(f"There is no seat {seat} in this game.")

    # Plans

    def parts_of(self, plan: Plan) -> Sequence[Action]:
        """Return the actions into which a plan expands now. Raises IllegalAction, UnreadableAction."""
        return self.game.spelled(self.shown, plan.seat, self.game.read(plan.what))

    def plans_of(self, seat: int) -> tuple[Plan, ...]:
        """Return the seat's plans, the earliest first."""
        return tuple(plan for plan in self.position.plans if plan.seat == seat)

    def due_plan(self, seat: int) -> Plan | None:
        """Return the seat's plan for its open question, even if the rules refuse the plan."""
        decision = self.decision_of(seat)
        if decision is None:
            return None
        plans = self.plans_of(seat)
        return next((one for one in plans if not one.waits or decision.takes(self.game.read(one.what))), None)

    def misses(self, seat: int) -> bool:
        """Return whether the seat's player missed so many turns that the seat needs another player."""
        missed = self.position.missed[seat - 1] if self.position.missed else 0
        return seat not in self.position.absent and missed >= self.pace.missed > 0

    @property
    def is_outdated(self) -> bool:
        """Whether the match must `renew`, because it goes on under other rules than the program knows."""
        goes_on = self.position.status in {"running", "paused"}
        return goes_on and self.position.rules != self.game.rules_version

    # The journal as a tree

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The complete journal. Raises JournalDiffers if the journal is not loaded."""
        if self.journal is None:
            raise JournalDiffers(
                "The journal of this game is not at hand.", "Match.with_journal was not called"
            )
        return self.journal

    def line(self, of: int = 0) -> tuple[int, ...]:
        """Return the steps to the step numbered `of` (0: to the current position), oldest first."""
        return line(self.entries, of or self.position.head)

    def within_reach(self) -> tuple[int, ...]:
        """Return the steps that an undo can reach: the line's steps since the last change of the rules."""
        changed = newest(self.entries)
        return tuple(number for number in self.line() if changed is None or number >= changed.number)

    def branches(self) -> tuple[Branch, ...]:
        """Return the undone lines in the order of their last steps. A `redo` resumes a line."""
        return branches(self.entries, self.position.head)

    # Dice

    def chance(self, entry: Entry) -> Chance:
        """Return the source of the dice for `entry`, which is about to be made."""
        line = f"{self.position.line}+{self.position.free}" if entry.free else self.position.line
        stream = SeededStream(self.seed, line, entry.seat, entry.what or entry.kind)
        return Chance(stream, self.position.forced)
