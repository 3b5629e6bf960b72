"""The cards that a seat may play, and their uses (section 6.4)."""

from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from rules.acrana.board import EDGE, FINISH, PORT, ROADS
from rules.acrana.cards import Card, CardId, PlayUse
from rules.acrana.legs import Leg, Voyage
from rules.acrana.state import PlayDecision, RaceState, ShipName, owner
from rules.acrana.waters import Waters


class Play(NamedTuple):
    """A card, its use, and the ship that it moves, if any. A card that sails also has a `leg`."""

    use: PlayUse
    card: CardId
    ship: ShipName = ""
    leg: Leg | None = None


class Plays:
    """The possible plays of the active seat in one position."""

    def __init__(self, state: RaceState, waters: Waters | None = None) -> None:
        """Find the active seat's cards and ships. `waters` may be passed if it is already computed."""
        self.state = state
        self._waters = waters
        self.seat = state.active
        self.candidates = candidates(state)
        self._ships = state.controlled(self.seat)

    def points(self, card: Card) -> int:
        """Return the number of squares that a number card sails or pushes, including silver."""
        return card.steps + self.state.seat(self.seat).silver

    def decision(self) -> PlayDecision:
        """Return the question: `play`, or `back_partner` or `discard` if the seat can play nothing."""
        if next(self._compulsory(), None) is not None or next(self._optional(), None) is not None:
            return "play"
        return "back_partner" if next(self.backings(), None) is not None else "discard"

    def choices(self) -> list[Play]:
        """Return every legal play. If there are only optional plays, add the discards (R11)."""
        must, may = list(self._compulsory()), list(self._optional())
        plays = [*must, *may]
        if may and not must:
            plays += self.discards()
        return sorted(plays, key=lambda play: _ORDER.index(play.use))

    def of(self, card: Card) -> Iterator[Play]:
        """Yield the legal plays of one card, except its discard."""
        yield from self._musts(card)
        yield from self._chances(card)

    def answers(self, asked: PlayDecision | None, card: Card) -> Iterator[Play]:
        """Yield legal answers to `asked`. To `play`, these are plays of `card` and any allowed discards."""
        if asked == "discard":
            yield from self.discards()
        elif asked == "back_partner":
            yield from self.backings()
        elif asked == "play":
            yield from self.of(card)
            if self.may_decline():
                yield from self.discards()

    def sails(self, card: Card) -> bool:
        """Return whether any ship can sail with a card."""
        return card.numbered and next(self.voyage.legs(self.points(card)), None) is not None

    def may_decline(self) -> bool:
        """Return whether there are legal plays and all of them are optional."""
        return next(self._compulsory(), None) is None and next(self._optional(), None) is not None

    def _compulsory(self) -> Iterator[Play]:
        """Yield plays that a seat must not decline: casting off, lying becalmed, sailing."""
        return chain.from_iterable(map(self._musts, self.candidates))

    def _optional(self) -> Iterator[Play]:
        """Yield plays that a seat may decline: going over the edge, pushing an enemy back."""
        return chain.from_iterable(map(self._chances, self.candidates))

    def _musts(self, card: Card) -> Iterator[Play]:
        if card.rank in {"A", "K"}:
            for name in self._ships:
                if self.state.ships[name].square == PORT:
                    yield Play("cast_off", card.id, name)
        if card.rank == "J" or (card.numbered and not self.points(card)):
            yield Play("becalm", card.id)
        elif card.numbered:
            for leg in self.voyage.legs(self.points(card)):
                yield Play("sail", card.id, leg.ship, leg)

    def _chances(self, card: Card) -> Iterator[Play]:
        if self.state.calm_cards:
            return
        if card.rank == "3":
            for name in self._ships:
                if self.state.ships[name].square in EDGE:
                    yield Play("over_edge", card.id, name)
        elif card.rank == "6" and self.points(card):
            own = self.state.letters(self.seat)
            for name, ship in self.state.ships.items():
                if ROADS < ship.square < FINISH and name[0] not in own:
                    yield Play("push_back", card.id, name)

    def discards(self) -> list[Play]:
        """Return a discard for each of the `candidates`."""
        return [Play("discard", card.id) for card in self.candidates]

    def backings(self) -> Iterator[Play]:
        """Yield the plays that sail a partner's ship back, in case the seat can play nothing else (R47)."""
        state = self.state
        if not state.options.partner_backing or state.finished(self.seat):
            return
        partners = state.partners(self.seat)
        for card in self.candidates:
            if card.steps:
                for name, ship in state.ships.items():
                    if ROADS < ship.square < FINISH and owner(name) in partners:
                        yield Play("back_partner", card.id, name)

    def only_discard(self) -> Play | None:
        """Return a stuck seat's automatic discard, no 6 if possible (R12), or `None` if the seat chooses."""
        idle = all(self.state.ships[name].square in {PORT, FINISH} for name in self._ships)
        if len(self.candidates) > 1 and not idle:
            return None
        worthless = (card for card in self.candidates if card.rank != "6")
        return Play("discard", next(worthless, self.candidates[0]).id)

    @cached_property
    def voyage(self) -> Voyage:
        """The legs that the seat may choose with a number card."""
        return Voyage(self._waters or Waters(self.state), self.seat, first=True)


_ORDER: tuple[PlayUse, ...] = ("cast_off", "sail", "over_edge", "push_back", "becalm", "discard")


def candidates(state: RaceState) -> list[Card]:
    """Return the cards that must be played this turn, or the hand if there are none (section 6.3, T2)."""
    cards = state.seat(state.active).cards
    return [card for card in cards if card.now] or cards
