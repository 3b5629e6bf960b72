"""Buoy Nim, which shows that a game needs nothing outside its own file."""

from pydantic import Field

from rules.engine.action import Action
from rules.engine.chance import Chance
from rules.engine.event import Event
from rules.engine.game import Game, Options, RollKind, State, View
from rules.engine.outcome import Outcome
from rules.engine.rooms import Play, Question
from rules.engine.seat import Seat


class Take(Action):
    """Take buoys from the water. The player who takes the last buoy wins."""

    buoys: int = Field(description="How many, 1 to 3.")


class Taken(Event):
    seat: Seat
    buoys: int
    drifted: int


class Taking(Question["NimState", "Play[NimState]", Take]):
    def whose(self, state: "NimState") -> int:
        return state.turn

    def actions(self, state: "NimState") -> list[Take]:
        return [Take(buoys=n) for n in (1, 2, 3) if n <= state.left]

    def absent(self, state: "NimState") -> Take:
        return Take(buoys=1)

    def answer(self, play: "Play[NimState]", action: Take) -> None:
        state, seat = play.state, play.seat
        drifted = play.chance.roll("tide", seat, low=0, high=1)[0] if action.buoys < min(3, state.left) else 0
        state.left, state.turn = state.left - action.buoys + drifted, seat % state.seats + 1
        play.tell(Taken(seat=seat, buoys=action.buoys, drifted=drifted))


class NimState(State):
    seats: int
    left: int = 12
    turn: int = 1
    agenda: list[Taking] = Field(default_factory=lambda: [Taking()])


class Nim(Game[NimState, Options, View]):
    slug, command, title, pitch, credit = "nim", "nim", "Buoy Nim", "Take the last buoy.", "Traditional."
    min_seats, max_seats, actions, events = 2, 4, (Take,), (Taken,)
    rooms, rolls = (Taking,), (RollKind("tide", "Buoys that drift in.", 1, 0, 1),)

    def start(self, options: Options, seats: int, chance: Chance) -> tuple[NimState, list[Event]]:
        return NimState(seats=seats), []

    def outcome(self, state: NimState) -> Outcome | None:
        winner = (state.turn - 2) % state.seats + 1
        return None if state.left else Outcome(reason="last_buoy", ranking=((winner,),))
