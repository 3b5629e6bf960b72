"""A match: an opening and a journal, and everything that follows from them.

A `Match` never changes. `act` and `enter` return an `Advance`: the new match, the new journal entry and the
events. The caller stores the entry first and then goes on with `advance.match`.

A match needs only its `position` to go on, so a long game costs no more than a short game. Undoing, looking
at branches and verifying need the journal (`with_journal`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pydantic import BaseModel, JsonValue

from rules.engine.action import Action
from rules.engine.amendments import Amendment, amendment
from rules.engine.apply_entry import (
    awaited_after,
    follow,
    position_after,
    reveals,
    status_after,
    stays_secret,
)
from rules.engine.chance import Roll, commitment
from rules.engine.decision import Awaited
from rules.engine.entries import Act, Amend, EntryDraft, NewRules, Start, kind_of
from rules.engine.entries.draft import Carried, must_allow
from rules.engine.entries.play import beginning, begun, options_of
from rules.engine.entry import Actor, Entry, EntryKind, Opening
from rules.engine.errors import JournalDiffers, NotNow
from rules.engine.event import Event
from rules.engine.game import AnyGame
from rules.engine.journal import is_step
from rules.engine.position import Place, Position, state_hash
from rules.engine.replay import place_after
from rules.engine.rules_migration import keeping, position_at
from rules.engine.situation import Situation

SYSTEM = Actor(role="system")
TIMEOUT = Actor(role="timeout")


class Match(Situation):
    """A match that can go on. `seed` is secret until the match is over."""

    def act(self, seat: int, action: Action, actor: Actor, at: int, reason: str = "") -> "Advance":
        """Carry out an action of `seat`. Raises IllegalAction or NotNow."""
        return self.enter(Act(seat, action), actor, at, reason)

    def enter(self, draft: EntryDraft, actor: Actor, at: int, reason: str = "") -> "Advance":
        """Make the entry that `draft` describes. Raises HarbourmasterError, mostly NotNow."""
        draft.must_be_possible(self, actor)
        return self._settle(draft.carry_out(self, self._blank(draft.kind, actor, at, reason)))

    def again(self, entry: Entry, goal: Place | None = None) -> "Advance":
        """Repeat an entry without `EntryDraft.check`. `goal` is the place to which an undo or redo goes.

        If `goal` is `None`, the place is found in the journal. Raises HarbourmasterError.
        """
        kind = kind_of(entry)
        must_allow(self.position.status, kind)
        blank = self._blank(entry.kind, entry.actor, entry.at, entry.reason)
        return self._settle(kind.repeated(self.game, entry).carry_out(self, blank), goal)

    def begin(self) -> "Advance":
        """Make the first entry. Raises JournalDiffers if the opening's options do not fit the game."""
        entry = self._blank(Start.kind, SYSTEM, self.opening.at, "")
        chance = self.chance(entry)
        return self._settle(Carried(entry, *begun(self.game, self.opening, chance), chance))

    def renew(self, at: int) -> "Advance":
        """Go on under this program's version of the rules. Raises NotNow if the match has a newer version."""
        after = self.enter(NewRules(), SYSTEM, at)
        entry = keeping(after.entry, after.match.position)
        return self._advance(entry, position_at(entry), ())

    def amendment(self, patch: str, onlooker: int | None, *, sees_all: bool) -> Amendment:
        """Return the effect of a JSON patch on the state. Raises BadPatch, NotNow."""
        must_allow(self.position.status, Amend)
        seats = len(self.position.players)
        return amendment(self.game, self.position.state, seats, patch, onlooker, sees_all=sees_all)

    def at(self, number: int) -> "Match":
        """Return the match after step `number`. Nobody can play on in the returned match.

        Raises NotNow if there is no such step, and JournalDiffers if the rules no longer lead to it.
        """
        entries = self.entries
        if not is_step(entries, number):
            raise NotNow("That point is not in the journal. Choose a point from the list.")
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

    def _blank(self, kind: EntryKind, actor: Actor, at: int, reason: str) -> Entry:
        """Return the next entry, with only the fields filled in that do not depend on its draft."""
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

    def _settle(self, carried: Carried, goal: Place | None = None) -> "Advance":
        """Complete an entry, and add the position after it. An undo or redo goes to the place `goal`."""
        draft, state, events, chance = carried
        if kind_of(draft).travels:
            goal = goal or self._place_after(draft.parent)
            state = self.game.load_state(goal.state)
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

    def _players_at(self, number: int) -> tuple[str, ...]:
        players = self.opening.players
        for entry in self.entries[: number - 1]:
            players = kind_of(entry).players(players, entry)
        return players


@dataclass(frozen=True)
class Advance:
    """The result of a new entry: the match after it, the entry itself and the events."""

    match: Match
    entry: Entry
    events: tuple[Event, ...]


def open_match(game: AnyGame, opening: Opening, seed: bytes) -> Advance:
    """Start a match. Raises HarbourmasterError if options, seats or seed do not fit the opening."""
    if commitment(seed) != opening.commitment:
        raise JournalDiffers("The seed of this game does not fit its commitment.")
    seats = len(opening.players)
    fewest, most = game.seat_range(options_of(game, opening))
    if not fewest <= seats <= most:
        who = f"{fewest} to {most}" if fewest < most else f"exactly {most}"
        raise NotNow(f"With these options {game.title} is for {who} players; {seats} have joined.")
    return Match(game, opening, seed, beginning(game, opening), ()).begin()


def open_rolls(entry: Entry) -> tuple[Roll, ...]:
    """Return the rolls of an entry that everybody may see during the match. All are public later."""
    return tuple(roll for roll in entry.rolls if not roll.secret)


def options_data(game: AnyGame, options: BaseModel) -> dict[str, JsonValue]:
    """Return a game's options as an opening stores them. Raises NotNow for another game's options."""
    if type(options) is not game.options:
        raise NotNow(f"These are not the options of {game.title}.")
    data: dict[str, JsonValue] = options.model_dump(mode="json")
    return data
