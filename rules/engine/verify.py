"""Verifying: the whole journal played again, dice from the seed, and compared with what was stored."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from rules.engine.draft import Draft
from rules.engine.entry import Entry
from rules.engine.errors import HarbourmasterError, JournalDiffers
from rules.engine.forcing import must_fit
from rules.engine.game import AnyGame
from rules.engine.journal import Journal, is_step, line
from rules.engine.position import Position
from rules.engine.renewal import newest, position_at
from rules.engine.replay import place_after
from rules.engine.settle import Ground, Step, begin, blank, go, note, play, state_hash


@dataclass(frozen=True)
class Verification:
    """What a check of the whole journal found. `problems` is empty when everything is in order.

    `rolls_checked` counts those of the `rolls` whose dice were found to come from the seed, `forced` those
    whose dice did not count, for a game master had set the values. What was played under another version of
    the rules cannot be played again, only its chain of hashes is checked: `replayed_from` is the first entry
    that was played again, 0 if none could be.
    """

    entries: int
    rolls: int
    rolls_checked: int
    forced: int
    problems: tuple[str, ...]
    replayed_from: int = 1


Witness = Callable[[Step], str]
"""Knows something more of an entry that was played again: what contradicts it, or an empty text."""


def verify(ground: Ground, journal: Journal, witness: Witness | None = None) -> Verification:
    """Check the chain of hashes, then every roll, state and detail, up to the first difference."""
    check = _Check(ground, journal, witness)
    known_from = _known_from(ground, journal)
    problem = _broken_chain(ground, journal) or (check.run(known_from) if known_from else "")
    rolls = [roll for entry in journal for roll in entry.rolls]
    return Verification(
        entries=len(journal),
        rolls=len(rolls),
        rolls_checked=check.rolls,
        forced=sum(roll.force is not None for roll in rolls),
        problems=(problem,) if problem else (),
        replayed_from=known_from,
    )


def _known_from(ground: Ground, journal: Journal) -> int:
    """The first entry that was made under this program's rules; 0 when there is none."""
    changed = newest(journal)
    version = int(changed.what) if changed else ground.opening.rules_version
    if version != ground.game.rules_version:
        return 0
    return changed.number if changed else 1


def _broken_chain(ground: Ground, journal: Journal) -> str:
    before = ground.opening.hash()
    for number, entry in enumerate(journal, 1):
        if entry.number != number or entry.before != before:
            return f"Entry {number} does not continue the one before it."
        before = entry.hash()
    if before != ground.position.chain:
        return "The journal does not end where the stored position stands."
    return ""


class _Check:
    """Plays the journal again from its opening. `rolls` counts what was found to be in order."""

    def __init__(self, ground: Ground, journal: Journal, witness: Witness | None) -> None:
        self.stored = ground
        self.journal = journal
        self.witness = witness
        self.rolls = 0

    def run(self, first: int) -> str:
        """The first problem from entry `first` on, or an empty text."""
        ground = blank(self.stored.game, self.stored.opening, self.stored.seed)
        if first > 1:
            kept = position_at(self.journal[first - 1])
            if state_hash(ground.seed, kept.state) != self.journal[first - 1].state:
                return f"Entry {first} keeps another state than it led to."
            ground = replace(ground, position=kept)
        for entry in self.journal[first if first > 1 else 0 :]:
            try:
                step = self._again(ground, entry)
            except (HarbourmasterError, ValueError) as error:
                why = error.detail or error.message if isinstance(error, HarbourmasterError) else str(error)
                return f"Entry {entry.number}: the rules no longer accept it ({why})."
            if problem := _difference(entry, step.entry) or (self.witness(step) if self.witness else ""):
                return problem
            self.rolls += len(entry.rolls)
            ground = Ground(ground.game, ground.opening, ground.seed, step.position)
        if ground.position != self.stored.position:
            return "The journal leads to another position than the stored one."
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
        earlier = self.journal[: entry.number - 1]
        _must_lead(ground.position, earlier, draft)
        return go(ground, draft, place_after(ground, earlier, draft.goal, entry.number))


def _must_lead(position: Position, earlier: Journal, draft: Draft) -> None:
    """Raise JournalDiffers when nobody could go there, or that seat not alone."""
    behind = line(earlier, position.head)[:-1]
    known = draft.goal in behind if draft.kind == "undo" else is_step(earlier, draft.goal)
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
