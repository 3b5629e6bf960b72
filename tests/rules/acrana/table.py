"""A race that is laid out like a worked example, and played by notation with given dice."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from pydantic import JsonValue

from rules.acrana import GAME
from rules.acrana.board import LETTERS
from rules.acrana.cards import card, full_deck, sorted_deck
from rules.acrana.race import Race
from rules.acrana.rooms.taking_turn import TakingTurn
from rules.acrana.state import SeatState, Vessel
from rules.engine.chance import Chance, Forced, Roll
from rules.engine.errors import IllegalAction
from rules.engine.event import Decided, Event, dump_event
from rules.engine.seat import SeatMark


class StillWater:
    """Dice that show the lowest face unless a value is given."""

    def numbers(self, roll: int, size: int) -> Iterator[int]:
        while True:
            yield 0


class Table:
    """A race in progress: `Table("A1@16 B1@81", A="6a 9a", B="3b")`.

    Unnamed ships are in port, unnamed hands are empty, vessels 1 and 2 are free, and `autoplay` is off. The
    `mover` has all plays left. `deck` is what is left in the deck, and all other cards are discards. Without
    `deck`, the deck holds every card that is in no hand. The deck is in hand order.
    """

    def __init__(
        self,
        ships: str = "",
        *,
        seats: int = 2,
        mover: str = "A",
        chosen: Mapping[str, str | int | bool] | None = None,
        pirates: str = "1 2",
        tokens: Mapping[str, str] | None = None,
        pending: Mapping[str, str] | None = None,
        undetected: str = "",
        silver: Mapping[str, int] | None = None,
        deck: str | None = None,
        **hands: str,
    ) -> None:
        self.log: list[str] = []
        self.rolls: list[Roll] = []
        self.told: list[Event] = []
        options = GAME.options.model_validate({"autoplay": False, **(chosen or {})})
        self.state, _ = GAME.start(options, seats, Chance(StillWater()))
        self._put_ships(ships, tokens or {}, pending or {}, undetected.split())
        self._give_cards(hands, deck)
        self.state.pirates = [_vessel(text) for text in pirates.split()]
        for letter, amount in (silver or {}).items():
            self.seat(letter).silver = amount
        self.start_turn(mover)

    def start_turn(self, letter: str, dice: str = "") -> list[str]:
        """Begin the seat's turn, up to the first decision."""
        self.state.active = LETTERS.index(letter) + 1
        self.state.plays_left = self.state.options.cards_per_turn
        self.state.agenda = [TakingTurn()]
        chance = _chance(dice)
        race = Race(self.state, chance)
        race.proceed()
        return self._tell(race.events, chance)

    def does(self, letter: str, text: str, dice: str = "") -> list[str]:
        """Return the events of a seat's action with the given dice, such as `"table 1 edge 6 edge 2"`.

        Every die rolled must be given, and every given die must be rolled.
        """
        seat = LETTERS.index(letter) + 1
        self.state = GAME.load_state(self.state.model_dump_json())
        action = GAME.resolve(self.state, seat, GAME.read(text))
        if not any(one.plays_itself and len(one.actions) == 1 for one in GAME.decisions(self.state)):
            self.told.append(Decided())
        chance = _chance(dice)
        return self._tell(GAME.apply(self.state, seat, action, chance), chance)

    def times_out(self, dice: str = "") -> str:
        """Carry out the awaited seat's automatic action. Returns its notation."""
        seat = self.state.active
        action = GAME.timeout(self.state, seat)
        self.does(LETTERS[seat - 1], str(action), dice)
        return str(action)

    def refusal(self, letter: str, text: str) -> str:
        """Return the code of the refusal. The race does not change."""
        before = self.state.model_dump_json()
        seat = LETTERS.index(letter) + 1
        try:
            GAME.apply(
                GAME.load_state(before),
                seat,
                GAME.resolve(self.state, seat, GAME.read(text)),
                Chance(StillWater()),
            )
        except IllegalAction as refusal:
            assert self.state.model_dump_json() == before
            return refusal.code
        return "accepted"

    def awaited(self) -> str:
        """Return the awaited seat, and the kind of its decision."""
        return ", ".join(f"{LETTERS[d.seat - 1]} {d.kind}" for d in GAME.decisions(self.state))

    def choices(self) -> list[str]:
        """Return the possible decisions, in short: `sail 7a A1 7`."""
        (decision,) = GAME.decisions(self.state)
        return [str(action).replace("squares ", "") for action in decision.actions]

    def seat(self, letter: str) -> SeatState:
        return self.state.seat(LETTERS.index(letter) + 1)

    def hand(self, letter: str) -> str:
        return " ".join(held.text for held in self.seat(letter).cards)

    def at(self, *names: str) -> list[int]:
        """Return the squares of the given ships."""
        return [self.state.ships[name].square for name in names]

    def pirates(self) -> str:
        """Return the vessels as `1:B1,C1 2`."""
        return " ".join(
            f"{vessel.number}:{','.join(vessel.engages)}" if vessel.engages else str(vessel.number)
            for vessel in self.state.pirates
        )

    def marks(self, name: str) -> str:
        """Return the marks of a ship: tokens, pending effects, whether it is undetected or engaged."""
        ship = self.state.ships[name]
        words = [token for token in ("escort", "flag", "reef_map", "undetected") if getattr(ship, token)]
        if ship.pending:
            words.append(f"pending={ship.pending}")
        if vessel := self.state.vessel_of(name):
            words.append(f"vessel={vessel}")
        return " ".join(words)

    def outcome(self) -> str:
        """Return `finished A | B | C D`: the reason of the end, and the ranking."""
        outcome = GAME.outcome(self.state)
        assert outcome is not None
        groups = [" ".join(LETTERS[seat - 1] for seat in group) for group in outcome.ranking]
        return f"{outcome.reason} {' | '.join(groups)}"

    def _put_ships(
        self, ships: str, tokens: Mapping[str, str], pending: Mapping[str, str], undetected: Sequence[str]
    ) -> None:
        for position in ships.split():
            name, _, square = position.partition("@")
            self.state.ships[name].square = int(square)
        for name, token in tokens.items():
            for word in token.split():
                setattr(self.state.ships[name], word, True)
        for name, mark in pending.items():
            self.state.ships[name].pending = "pirates" if mark == "pirates" else "square"
        for name in undetected:
            self.state.ships[name].undetected = True

    def _give_cards(self, hands: Mapping[str, str], deck: str | None) -> None:
        for seat in self.state.seats:
            seat.hand.clear()
        for letter, hand in hands.items():
            self.seat(letter).hand = hand.split()
        held = {card(text).id for seat in self.state.seats for text in seat.hand}
        rest = [one for one in full_deck(len(self.state.seats)) if one not in held]
        self.state.deck = sorted_deck(rest if deck is None else deck.split())
        self.state.discards = [one for one in rest if one not in self.state.deck]

    def _tell(self, events: Sequence[Event], chance: Chance) -> list[str]:
        GAME.check(self.state)
        unexpected = [roll.label for roll in chance.rolls if roll.force is None and not roll.secret]
        assert not unexpected, f"rolled, but not given: {unexpected}"
        assert len(chance.spent) == len(chance.forced), f"given, but not rolled: {chance.forced}"
        self.told += events
        lines = [line(event) for event in events]
        self.log += lines
        return lines


def _vessel(text: str) -> Vessel:
    """Parse `1:B1,C1`: the vessel and the ships it engages."""
    number, _, engaged = text.partition(":")
    return Vessel(number=int(number), engages=engaged.split(",") if engaged else [])


def _chance(dice: str) -> Chance:
    words = dice.split()
    forced = [
        Forced(values=(int(value),), label=label, entry=number)
        for number, (label, value) in enumerate(zip(words[::2], words[1::2], strict=True), 1)
    ]
    return Chance(StillWater(), forced)


def line(event: Event) -> str:
    """Return an event in one line, seats by letter, lists joined by commas: `ship_sailed A1 16 22 6`."""
    words = [event.kind]
    fields = type(event).model_fields
    for name, value in dump_event(event).items():
        if name == "event" or value is None or value is False or value in ("", []):
            continue
        if any(isinstance(mark, SeatMark) for mark in fields[name].metadata):
            words.append(LETTERS[cast("int", value) - 1])
        elif value is True:
            words.append(name)
        elif isinstance(value, list):
            words.append(_joined(value))
        else:
            words.append(str(value))
    return " ".join(words)


def _joined(values: Sequence[JsonValue]) -> str:
    return ",".join(_joined(value) if isinstance(value, list) else str(value) for value in values)


def in_order(lines: Sequence[str], *expected: str) -> None:
    """Assert that the given events happened in this order, perhaps with other events between them."""
    rest = iter(lines)
    for wanted in expected:
        assert any(told == wanted for told in rest), f"{wanted!r} did not happen, or not here: {list(lines)}"


def until_next_turn(lines: Sequence[str]) -> list[str]:
    """Return the events before the next turn."""
    end = next((place for place, told in enumerate(lines) if told.startswith("turn_started")), len(lines))
    return list(lines[:end])
