"""The return to a place in the tree of play: its line is replayed with the recorded dice."""

import zlib
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter

from rules.engine.apply_entry import follow, reveals
from rules.engine.chance import Chance, SeededStream
from rules.engine.entries.draft import kind_of
from rules.engine.entries.play import beginning, begun
from rules.engine.entry import Entry, Opening
from rules.engine.errors import IllegalAction, JournalDiffers
from rules.engine.event import Event
from rules.engine.game import AnyGame, State
from rules.engine.journal import Journal, line
from rules.engine.position import Place, state_hash
from rules.engine.rules_migration import newest, position_at

_NO_STREAM = SeededStream(b"", "", 0, "")


def place_after(
    game: AnyGame, opening: Opening, seed: bytes, journal: Journal, number: int, before: int
) -> Place:
    """Return the place after step `number`, including entries outside the tree with numbers below `before`.

    Raises JournalDiffers if the rules no longer lead to this place.
    """
    steps = set(line(journal, number))
    changed = newest(journal)
    if changed is not None and changed.number > number:
        raise JournalDiffers(
            "That point was played under older rules of this game, so nobody can go back to it any more."
        )
    walk = _Walk(game, opening, position_at(changed) if changed else None)
    first = changed.number if changed else 0
    for entry in journal[first : max(number, before - 1)]:
        if entry.number in steps:
            walk.step(entry)
        elif entry.number < before and _is_aside(entry):
            walk.aside(entry)
        if entry.number == number and state_hash(seed, walk.stored()) != entry.state:
            raise _differs(entry, "another state than was stored")
    return walk.here()


def steps_before(
    game: AnyGame, opening: Opening, journal: Journal, head: int
) -> Iterator[tuple[Entry, State]]:
    """Yield each step of the line to `head`, except the start, with the state before it, oldest first.

    A state is valid only until the next step is yielded, and must not be changed. Steps under older rules
    are left out. Raises JournalDiffers.
    """
    steps = set(line(journal, head))
    changed = newest(journal)
    walk = _Walk(game, opening, position_at(changed) if changed else None)
    for entry in journal[changed.number if changed else 0 :]:
        if entry.number in steps:
            if entry.kind != "start":
                yield entry, walk.state
            walk.step(entry)
        elif _is_aside(entry):
            walk.aside(entry)


def _is_aside(entry: Entry) -> bool:
    """Return whether an entry lies outside the tree of play and so survives an undo."""
    return entry.standing or entry.kind == "substitute"


@dataclass
class _Landmark:
    """A place with its compressed state, which includes entries outside the tree up to number `until`."""

    place: Place
    packed: bytes
    until: int


class Landmarks:
    """The places to which later entries return, kept so that no line must be replayed twice."""

    def __init__(self, game: AnyGame, opening: Opening, journal: Journal) -> None:
        self._game = game
        self._opening = opening
        self._goals = {entry.parent for entry in journal if kind_of(entry).travels}
        self._asides = [entry for entry in journal if _is_aside(entry)]
        self._found: dict[int, _Landmark] = {}

    def pass_by(self, place: Place, number: int) -> None:
        """Keep the place to which entry `number` led, if a later entry returns to it."""
        if number == place.head and number in self._goals:
            self._keep(number, place, number)

    def place_after(self, number: int, before: int) -> Place:
        """Return the kept place after step `number`. Raises JournalDiffers if the place was not kept.

        The place includes entries outside the tree with numbers below `before`.
        """
        mark = self._found.get(number)
        if mark is None:
            raise JournalDiffers("", f"nobody can go back to entry {number}")
        state = zlib.decompress(mark.packed).decode()
        walk = _Walk(self._game, self._opening, mark.place.model_copy(update={"state": state}))
        for entry in self._asides_between(mark.until, before):
            walk.aside(entry)
        place = walk.here()
        self._keep(number, place, before - 1)
        return place

    def _keep(self, number: int, place: Place, until: int) -> None:
        bare = Place.model_validate(dict(place) | {"state": ""})
        self._found[number] = _Landmark(bare, zlib.compress(place.state.encode(), 1), until)

    def _asides_between(self, after: int, before: int) -> Sequence[Entry]:
        number = attrgetter("number")
        first = bisect_right(self._asides, after, key=number)
        return self._asides[first : bisect_right(self._asides, before - 1, key=number)]


class _Walk:
    """Replays entries one after the other on one state."""

    def __init__(self, game: AnyGame, opening: Opening, begin: Place | None) -> None:
        """Begin at the place `begin` or, if it is `None`, before the first entry."""
        self.game = game
        self.opening = opening
        self.place: Place = begin or beginning(game, opening)
        self.state: State
        if begin is not None:
            self.state = self.game.load_state(begin.state)

    def here(self) -> Place:
        return self.place.model_copy(update={"state": self.stored()})

    def stored(self) -> str:
        return self.state.model_dump_json()

    def step(self, entry: Entry) -> None:
        """Replay a step of the line. Raises JournalDiffers if the rules refuse the step or its rolls."""
        chance = Chance(_NO_STREAM, self.place.forced, recorded=entry.rolls)
        try:
            events = self._carry_out(entry, chance)
        except IllegalAction as refusal:
            raise _differs(entry, f"a refusal: {refusal.detail}") from refusal
        chance.close()
        revealed = reveals(events, self.game.decisions(self.state))
        self.place = follow(self.place, entry, chance, revealed=revealed)

    def aside(self, entry: Entry) -> None:
        """Replay a standing order or a change of players. An order that the rules refuse here is ignored."""
        kept = self.stored()
        chance = Chance(_NO_STREAM, recorded=())
        try:
            self._carry_out(entry, chance)
        except IllegalAction:
            self.state = self.game.load_state(kept)
            return
        # `revealed` makes no difference for entries outside the tree.
        self.place = follow(self.place, entry, chance, revealed=False)

    def _carry_out(self, entry: Entry, chance: Chance) -> Sequence[Event]:
        if entry.kind == "start":
            self.state, events = begun(self.game, self.opening, chance)
            return events
        self.state, events = kind_of(entry).change(self.game, self.state, entry, chance)
        return events


def _differs(entry: Entry, found: str) -> JournalDiffers:
    return JournalDiffers(
        "The rules of this game no longer lead to what its journal records, so nobody can go back there.",
        f"entry {entry.number} ({entry.what or entry.kind}) leads to {found}",
    )
