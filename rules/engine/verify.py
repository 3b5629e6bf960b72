"""Verifying: the whole journal played again, dice from the seed, and compared with what was stored."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from rules.engine.draft import Draft
from rules.engine.entry import Entry, Opening
from rules.engine.errors import HarbourmasterError, JournalDiffers
from rules.engine.forcing import must_fit
from rules.engine.game import AnyGame
from rules.engine.journal import Journal, lies_behind
from rules.engine.position import Position
from rules.engine.renewal import newest, position_at
from rules.engine.replay import Landmarks
from rules.engine.settle import Ground, Step, begin, blank, go, note, play, state_hash


@dataclass(frozen=True)
class Verification:
    """What a check of the whole journal found. `problems` is empty when everything is in order.

    `rolls_checked` counts those of the `rolls` whose dice were found to come from the seed, `forced` those
    whose dice did not count, for a game master had set the values. What was played under another version of
    the rules cannot be played again, only its chain of hashes is checked: `replayed_from` is the first entry
    that was played again, 0 if none could be. `position` is where playing again led, if it did not stop.
    """

    entries: int
    rolls: int
    rolls_checked: int
    forced: int
    problems: tuple[str, ...]
    replayed_from: int = 1
    position: Position | None = None


Witness = Callable[[Step], str]
"""Knows something more of an entry that was played again: what contradicts it, or an empty text."""


def verify(ground: Ground, journal: Journal, witness: Witness | None = None) -> Verification:
    """Check the chain of hashes, then every roll, state and detail, up to the first difference.

    The journal must lead to the ground's position. Costs about what playing the journal cost: where it goes
    back, the line that is left is not played again.
    """
    found = verify_journal(ground.game, ground.opening, ground.seed, journal, witness)
    problem = ""
    if journal[-1].hash() != ground.position.chain:
        problem = "The journal does not end where the stored position stands."
    elif found.position not in {None, ground.position}:
        problem = "The journal leads to another position than the stored one."
    return found if found.problems or not problem else replace(found, problems=(problem,))


def verify_journal(
    game: AnyGame, opening: Opening, seed: bytes, journal: Journal, witness: Witness | None = None
) -> Verification:
    """Check a journal by itself: wherever it leads is right."""
    ground = blank(game, opening, seed)
    check = _Check(ground, journal, witness)
    known_from = _known_from(ground, journal)
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


def _known_from(ground: Ground, journal: Journal) -> int:
    """The first entry that was made under this program's rules; 0 when there is none."""
    changed = newest(journal)
    version = changed.what if changed else str(ground.opening.rules_version)
    if version != str(ground.game.rules_version):
        return 0
    return changed.number if changed else 1


def _broken_chain(opening: Opening, journal: Journal) -> str:
    before = opening.hash()
    for number, entry in enumerate(journal, 1):
        if entry.number != number or entry.before != before:
            return f"Entry {number} does not continue the one before it."
        before = entry.hash()
    return ""


class _Check:
    """Plays the journal again from its opening. `rolls` counts what was found to be in order."""

    def __init__(self, ground: Ground, journal: Journal, witness: Witness | None) -> None:
        self.ground = ground
        self.journal = journal
        self.witness = witness
        self.landmarks = Landmarks(ground, journal)
        self.rolls = 0
        self.position: Position | None = None

    def run(self, first: int) -> str:
        """The first problem from entry `first` on, or an empty text."""
        ground = self.ground
        if first > 1:
            try:
                kept = position_at(self.journal[first - 1])
            except ValueError:
                return f"Entry {first} keeps no position."
            if state_hash(ground.seed, kept.state) != self.journal[first - 1].state:
                return f"Entry {first} keeps another state than it led to."
            ground = replace(ground, position=kept)
            self.landmarks.pass_by(kept, first)
        for entry in self.journal[first if first > 1 else 0 :]:
            try:
                step = self._again(ground, entry)
            except (HarbourmasterError, ValueError) as error:
                why = error.detail or error.message if isinstance(error, HarbourmasterError) else str(error)
                return f"Entry {entry.number}: the rules no longer accept it ({why})."
            if problem := _difference(entry, step.entry) or (self.witness(step) if self.witness else ""):
                return problem
            self.rolls += len(entry.rolls)
            ground = replace(ground, position=step.position)
            self.landmarks.pass_by(step.position, entry.number)
        self.position = ground.position
        return ""

    def _again(self, ground: Ground, entry: Entry) -> Step:
        """What was asked for then, once more."""
        if entry.number == 1:
            return begin(ground)
        draft = _draft(ground.game, entry)
        if draft.kind == "force":
            must_fit(ground.game, draft.what, draft.label)
        if draft.kind in {"act", "timeout"}:
            return play(ground, draft)
        if draft.kind not in {"undo", "redo"}:
            return note(ground, draft)
        _must_lead(ground.position, self.journal, draft)
        return go(ground, draft, self.landmarks.place_after(draft.goal, entry.number))


def _must_lead(position: Position, journal: Journal, draft: Draft) -> None:
    """Raise JournalDiffers when nobody could go there, or that seat not alone."""
    known = draft.kind == "redo" or lies_behind(journal, draft.goal, position.head)
    alone = draft.kind == "undo" and draft.seat > 0
    if not known or (alone and (draft.goal, draft.seat) != (position.back, position.back_seat)):
        raise JournalDiffers("", f"no {draft.kind} may lead to {draft.goal} from there")


def _draft(game: AnyGame, entry: Entry) -> Draft:
    return Draft(
        entry.kind,
        entry.actor,
        entry.at,
        entry.reason,
        seat=entry.seat,
        # What a timeout does is asked anew, so that a journal cannot claim another default.
        action=game.read(entry.what) if entry.kind == "act" else None,
        what=entry.what,
        label=entry.label,
        goal=entry.parent if entry.kind in {"undo", "redo"} else 0,
        secret=entry.veiled,
    )


def _difference(stored: Entry, again: Entry) -> str:
    if stored == again:
        return ""
    if stored.rolls != again.rolls:
        return f"Entry {stored.number}: the dice are not those of the seed."
    if stored.state != again.state:
        return f"Entry {stored.number}: the rules lead to another state."
    return f"Entry {stored.number} was altered."
