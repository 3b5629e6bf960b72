"""Going back: a place in the tree of play, found by playing its line again with the recorded dice."""

from rules.engine.chance import Chance, SeededStream
from rules.engine.draft import Draft
from rules.engine.entry import Entry
from rules.engine.errors import IllegalAction, JournalDiffers
from rules.engine.event import Event
from rules.engine.follow import follow
from rules.engine.game import State
from rules.engine.journal import Journal, line
from rules.engine.position import Place
from rules.engine.renewal import newest, position_at
from rules.engine.settle import Ground, blank, options_of, state_hash

_NO_STREAM = SeededStream(b"", "", 0, "")


def place_after(ground: Ground, journal: Journal, number: int, before: int) -> Place:
    """The place after step `number`, with what lies outside the tree and was done before entry `before`.

    Raises JournalDiffers when the rules no longer lead there.
    """
    steps = set(line(journal, number))
    changed = newest(journal)
    if changed is not None and changed.number > number:
        raise JournalDiffers(
            "That moment was played under older rules of this game; nobody can go back behind their change."
        )
    walk = _Walk(ground, changed)
    first = changed.number if changed else 0
    for entry in journal[first : max(number, before - 1)]:
        if entry.number in steps:
            walk.step(entry)
        elif entry.number < before and (entry.standing or entry.kind == "substitute"):
            walk.aside(entry)
        if entry.number == number and state_hash(ground.seed, walk.stored()) != entry.state:
            raise _differs(entry, "another state than was stored")
    return walk.place.model_copy(update={"state": walk.stored()})


class _Walk:
    """Plays entries one after the other on one state."""

    def __init__(self, ground: Ground, changed: Entry | None) -> None:
        """Begin at the start, or at the entry that changed the rules."""
        self.game = ground.game
        self.start = blank(ground.game, ground.opening, ground.seed)
        self.place: Place = self.start.position
        self.state: State
        if changed is not None:
            self.place = Place.model_validate(dict(position_at(changed)))
            self.state = self.game.load_state(self.place.state)

    def stored(self) -> str:
        """The state as JSON."""
        return self.state.model_dump_json()

    def step(self, entry: Entry) -> None:
        """A step of the line. Raises JournalDiffers when the rules refuse it or ask for other rolls."""
        draft = self._draft(entry)
        chance = Chance(_NO_STREAM, self.place.forced, recorded=entry.rolls)
        try:
            events = self._carry_out(draft, chance)
        except IllegalAction as refusal:
            raise _differs(entry, f"a refusal: {refusal.detail}") from refusal
        chance.close()
        self.place = follow(self.place, draft, entry.number, events, chance)

    def aside(self, entry: Entry) -> None:
        """A standing order or a change of players, at whatever place it was made."""
        kept = self.stored()
        draft = self._draft(entry)
        chance = Chance(_NO_STREAM, recorded=())
        try:
            events = self._carry_out(draft, chance)
        except IllegalAction:
            # An order given later than the place that counts again may have no meaning in it.
            self.state = self.game.load_state(kept)
            return
        self.place = follow(self.place, draft, entry.number, events, chance)

    def _draft(self, entry: Entry) -> Draft:
        action = self.game.read(entry.what) if entry.kind in {"act", "timeout"} else None
        return Draft(
            entry.kind,
            entry.actor,
            entry.at,
            seat=entry.seat,
            action=action,
            what=entry.what,
            label=entry.label,
        )

    def _carry_out(self, draft: Draft, chance: Chance) -> list[Event]:
        if draft.kind == "start":
            ground = self.start
            seats = len(ground.opening.players)
            self.state, events = self.game.start(options_of(ground), seats, chance)
            return events
        if draft.action is not None:
            return self.game.apply(self.state, draft.seat, draft.action, chance)
        if draft.kind == "substitute":
            self.game.replace(self.state, draft.seat)
        return []


def _differs(entry: Entry, found: str) -> JournalDiffers:
    return JournalDiffers(
        "The rules of this game no longer lead where its journal says, so it cannot be taken back there.",
        f"entry {entry.number} ({entry.what or entry.kind}) leads to {found}",
    )
