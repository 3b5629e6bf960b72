"""A race laid out by hand with given pieces and wind, and the resulting events."""

from collections.abc import Iterator, Mapping

import pytest

from rules.engine.action import Action
from rules.engine.chance import Chance, Forced
from rules.engine.errors import IllegalAction
from rules.engine.event import Event, dump_event
from rules.port_flower import GAME
from rules.port_flower.actions import Move
from rules.port_flower.options import RaceOptions
from rules.port_flower.rooms.sharing_wind import SharingWind
from rules.port_flower.shown.view import PortFlowerView
from rules.port_flower.state import RaceState

LETTERS = "MCALSF"


class StillWater:
    """Dice that show the lowest face unless a test forces them."""

    def numbers(self, roll: int, size: int) -> Iterator[int]:
        while True:
            yield 0


def options(**chosen: object) -> RaceOptions:
    """Return options with a fixed first player, so that seat M starts."""
    return RaceOptions.model_validate({"first_player": "seat1", **chosen})


class Table:
    """A race in which the seat `mover` (a letter) has just rolled `wind` (N, E, S, W as `3402`).

    Boats are written `M="F6 2"`: square (or `port`), buoys reached.
    """

    def __init__(
        self,
        wind: str = "0000",
        sharks: str = "B6 L2",
        mover: str = "M",
        seats: int = 3,
        chosen: Mapping[str, object] | None = None,
        **boats: str,
    ) -> None:
        squares = sharks.split()
        wanted = options(**{"sharks": len(squares), **(chosen or {})})
        self.state, _ = GAME.start(wanted, seats, Chance(StillWater()))
        self.state.sharks = squares
        for letter, text in boats.items():
            position, reached = text.split()
            seat = self.state.seat(seat_of(letter))
            seat.position, seat.reached = position, int(reached)
        self.state.turn_seat = seat_of(mover)
        self.set_wind(wind)
        self.forced: list[Forced] = []
        self.log: list[str] = []
        self.told: list[Event] = []

    def set_wind(self, wind: str) -> None:
        self.state.dice = dict(zip("NESW", map(int, wind), strict=True))
        self.state.moved = {}
        self.state.agenda = [SharingWind()]

    def force(self, wind: str) -> None:
        """Force the next roll of the wind."""
        self.forced.append(Forced(values=tuple(map(int, wind)), label="wind", entry=len(self.forced) + 1))

    def does(self, letter: str, text: str) -> list[str]:
        """Carry out a seat's action. Returns the events, one short line each."""
        state = GAME.load_state(self.state.model_dump_json())
        action = GAME.resolve(state, seat_of(letter), GAME.read(text))
        events = self._apply(state, letter, action)
        GAME.check(state)
        return events

    def times_out(self, letter: str) -> list[str]:
        """Let a seat's time run out."""
        state = GAME.load_state(self.state.model_dump_json())
        return self._apply(state, letter, GAME.timeout(state, seat_of(letter)))

    def _apply(self, state: RaceState, letter: str, action: Action) -> list[str]:
        chance = Chance(StillWater(), self.forced)
        told = GAME.apply(state, seat_of(letter), action, chance)
        events = [line(event) for event in told]
        self.forced = [force for force in self.forced if force not in chance.spent]
        self.state = state
        self.log += events
        self.told += told
        return events

    def view(self) -> PortFlowerView:
        """Return everybody's view after the actions on this table."""
        return GAME.view(self.state, None, self.told)

    def refusal(self, letter: str, text: str) -> str:
        """Return the code of a refusal, and the place it names: `blocked_gap H6`."""
        before = self.state.model_dump_json()
        state = GAME.load_state(before)
        with pytest.raises(IllegalAction) as caught:
            GAME.apply(
                state,
                seat_of(letter),
                GAME.resolve(state, seat_of(letter), GAME.read(text)),
                Chance(StillWater()),
            )
        assert caught.value.message.endswith((".", "?"))
        return f"{caught.value.code} {caught.value.at}".strip()

    def choices(self, *pieces: str) -> list[str]:
        """Return the legal choices of the awaited seat: `boat NE3 from F2`."""
        (decision,) = GAME.decisions(self.state)
        return [
            str(action).removeprefix(f"{action.kind} ").replace('"', "")
            for action in decision.actions
            if not pieces or (isinstance(action, Move) and action.piece in pieces)
        ]

    def awaited(self) -> str:
        """Return who must decide what: `C place_boat`."""
        (decision,) = GAME.decisions(self.state)
        return f"{LETTERS[decision.seat - 1]} {decision.kind}"

    def boat(self, letter: str) -> str:
        """Return a boat's place and its number of buoys, such as `F6 2`."""
        seat = self.state.seat(seat_of(letter))
        return f"{seat.position} {seat.reached}"


def seat_of(letter: str) -> int:
    return LETTERS.index(letter) + 1


def line(event: Event) -> str:
    """Return an event as one line, seats by letter: `boat_hit M shark1 F6 by C`."""
    data = dump_event(event)
    words = [str(data.pop("event"))]
    by = data.pop("by", None)
    for name, value in data.items():
        if name == "seat" and isinstance(value, int):
            words.append(LETTERS[value - 1])
        elif isinstance(value, list):
            words.append(" ".join(map(str, value)))
        elif name not in {"route", "reroll"} or value is True:
            words.append("again" if value is True else str(value))
    if isinstance(by, int):
        words.append(f"by {LETTERS[by - 1]}")
    return " ".join(words)
