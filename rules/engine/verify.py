"""Verification: a journal is replayed with dice from the seed and compared with its stored entries."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import ValidationError

from rules.engine.decision import Decision
from rules.engine.entries.draft import kind_of
from rules.engine.entries.play import beginning
from rules.engine.entry import Entry, Opening
from rules.engine.errors import HarbourmasterError, JournalDiffers, flaw
from rules.engine.game import AnyGame
from rules.engine.journal import Journal, lies_behind
from rules.engine.match import Advance, Match
from rules.engine.policy import Policy
from rules.engine.position import Position, state_hash
from rules.engine.replay import Landmarks
from rules.engine.rules_migration import newest, position_at


@dataclass(frozen=True)
class Verification:
    """The result of checking a complete journal. `problems` is empty if everything is in order.

    - `rolls` is the number of rolls, and `rolls_checked` the number of rolls that agree with the seed.
    - `forced` is the number of rolls that a game master forced.
    - `replayed_from` is the first entry that was replayed, or 0 if no entry could be replayed. Entries under
      another version of the rules cannot be replayed, so only their chain of hashes is checked.
    - `position` is the position at the end of the replay, or `None` if the replay stopped at a problem.
    """

    entries: int
    rolls: int
    rolls_checked: int
    forced: int
    problems: tuple[str, ...]
    replayed_from: int = 1
    position: Position | None = None


Witness = Callable[[Advance], str]
"""Returns what contradicts a replayed entry, or an empty text."""


def verify(match: Match, witness: Witness | None = None) -> Verification:
    """Check the chain of hashes, then every entry up to the first difference, then the stored position.

    The witness checks every replayed entry. Raises JournalDiffers if the journal is not loaded.
    """
    journal = match.entries
    found = verify_journal(match.game, match.opening, match.seed, journal, witness)
    problem = ""
    if journal[-1].hash() != match.position.chain:
        problem = "The journal does not lead to the stored position."
    elif found.position is not None and found.position != match.position:
        differs = _in_words(found.position, match.position)
        problem = f"The journal leads to another position than the stored one. They differ in {differs}."
    return found if found.problems or not problem else replace(found, problems=(problem,))


def verify_journal(
    game: AnyGame, opening: Opening, seed: bytes, journal: Journal, witness: Witness | None = None
) -> Verification:
    """Check a journal as `verify` does, but not the position to which it leads."""
    check = _Check(Match(game, opening, seed, beginning(game, opening)), journal, witness)
    known_from = _known_from(game, opening, journal)
    problem = _broken_chain(opening, journal) or (check.run(known_from) if known_from else "")
    rolls = [roll for entry in journal for roll in entry.rolls]
    return Verification(
        entries=len(journal),
        rolls=len(rolls),
        rolls_checked=check.rolls,
        forced=sum(roll.force is not None for roll in rolls),
        problems=(problem,) if problem else (),
        replayed_from=known_from,
        position=check.position,
    )


def _known_from(game: AnyGame, opening: Opening, journal: Journal) -> int:
    """Return the number of the first entry under this program's version of the rules, or 0."""
    changed = newest(journal)
    version = changed.what if changed else str(opening.rules_version)
    if version != str(game.rules_version):
        return 0
    return changed.number if changed else 1


_FIELDS: Mapping[str, str] = {
    "state": "the board",
    "back": "what may be taken back",
    "back_seat": "who may take back",
    "awaited": "who must decide",
    "stamps": "the numbers of controls",
    "forced": "the forced rolls that wait",
    "players": "who plays",
    "status": "whether it goes on",
    "missed": "the turns that were missed",
    "absent": "the seats that the bot plays",
    "banks": "the time banks",
    "plans": "the plans",
    "pace": "the pace",
    "office": "the game masters",
}
"""Words for fields of a position whose own names do not explain them."""


def _in_words(one: Position, other: Position) -> str:
    """List in words the fields in which two positions differ."""
    fields = [name for name in Position.model_fields if getattr(one, name) != getattr(other, name)]
    return ", ".join(_FIELDS.get(name, f"`{name}`") for name in fields)


def _broken_chain(opening: Opening, journal: Journal) -> str:
    before = opening.hash()
    for number, entry in enumerate(journal, 1):
        if entry.number != number or entry.before != before:
            return f"Entry {number} does not continue the previous entry."
        before = entry.hash()
    return ""


class _Check:
    """The replay of a journal. `rolls` is the number of rolls that agree with the seed."""

    def __init__(self, unopened: Match, journal: Journal, witness: Witness | None) -> None:
        self.match = unopened
        self.journal = journal
        self.witness = witness
        self.landmarks = Landmarks(unopened.game, unopened.opening, journal)
        self.rolls = 0
        self.position: Position | None = None

    def run(self, first: int) -> str:
        """Replay the journal from entry `first` on. Return the first problem, or an empty text."""
        if first > 1:
            try:
                kept = position_at(self.journal[first - 1])
            except ValueError:
                return f"Entry {first} keeps no position."
            if state_hash(self.match.seed, kept.state) != self.journal[first - 1].state:
                return f"Entry {first} keeps another state than it led to."
            self._go_on(kept, first)
        for entry in self.journal[first if first > 1 else 0 :]:
            try:
                advance = self._again(entry)
            except Exception as error:  # noqa: BLE001 - in a forged journal rules may stumble over anything
                return f"Entry {entry.number}: the rules no longer accept it ({_why(error)})."
            problem = _difference(entry, advance.entry)
            if problem := problem or (self.witness(advance) if self.witness else ""):
                return problem
            self.rolls += len(entry.rolls)
            self._go_on(advance.match.position, entry.number)
        self.position = self.match.position
        return ""

    def _go_on(self, position: Position, number: int) -> None:
        self.match = replace(self.match, position=position)
        self.landmarks.pass_by(position, number)

    def _again(self, entry: Entry) -> Advance:
        if entry.number == 1:
            return self.match.begin()
        if not kind_of(entry).travels:
            return self.match.again(entry)
        _must_lead(self.match.position, self.journal, entry)
        return self.match.again(entry, self.landmarks.place_after(entry.parent, entry.number))


def _why(error: Exception) -> str:
    """Return in one line why the rules refuse an entry."""
    if isinstance(error, HarbourmasterError):
        return error.detail or error.message
    if isinstance(error, ValidationError):
        return flaw(error)
    return str(error).partition("\n")[0] or type(error).__name__


def _must_lead(position: Position, journal: Journal, entry: Entry) -> None:
    """Raise JournalDiffers if an undo does not lead back on the line, or a seat alone undoes too much."""
    known = entry.kind == "redo" or lies_behind(journal, entry.parent, position.head)
    alone = entry.kind == "undo" and entry.seat > 0
    if not known or (alone and (entry.parent, entry.seat) != (position.back, position.back_seat)):
        raise JournalDiffers("", f"no {entry.kind} may lead to {entry.parent} from there")


def _difference(stored: Entry, again: Entry) -> str:
    if stored == again:
        return ""
    if stored.rolls != again.rolls:
        return f"Entry {stored.number}: the dice are not those of the seed."
    if stored.state != again.state:
        return f"Entry {stored.number}: the rules lead to another state."
    return f"Entry {stored.number} was altered."


class BotVerification:
    """A witness for `verify_journal` that repeats the bot's choices with its policies.

    `choices` is the number of choices that the bot had. `others` lists the entries with an action that none
    of `players` chooses now. Entries in `others` are not problems, because policies may have changed.
    """

    def __init__(self, players: Sequence[Policy]) -> None:
        self.choices = 0
        self.others: list[int] = []
        self._players = players
        self._before: Match | None = None

    def __call__(self, advance: Advance) -> str:
        """Check a replayed entry."""
        match, self._before, entry = self._before, advance.match, advance.entry
        decision = match.decision_of(entry.seat) if match is not None else None
        if match is not None and decision is not None and _was_chosen(entry, decision):
            self.choices += 1
            if not any(self._chooses(player, match, decision, entry.what) for player in self._players):
                self.others.append(entry.number)
        return ""

    @staticmethod
    def _chooses(player: Policy, match: Match, decision: Decision, what: str) -> bool:
        action = player(match.game, match.state, decision, match.luck_of(decision.seat))
        return str(match.game.canonical(match.state, decision.seat, action)) == what


def _was_chosen(entry: Entry, decision: Decision) -> bool:
    """Return whether the bot itself chose this answer among at least two answers."""
    if entry.kind != "act" or entry.actor.role != "system" or entry.free:
        return False
    answers = decision.distinct if decision.plays_itself else decision.actions
    return len(answers) + len(decision.forms) > 1
