"""Buoy Nim: a game needs nothing outside its own file."""

from pydantic import Field

from rules.engine.action import Action
from rules.engine.chance import Chance
from rules.engine.decision import Decision
from rules.engine.event import Event
from rules.engine.game import Game, Options, RollKind, State, View
from rules.engine.outcome import Outcome
from rules.engine.seat import Seat


class Take(Action):
    kind, summary = "take", "Take buoys from the water; who takes the last one wins."
    buoys: int = Field(description="How many, 1 to 3.")


class Taken(Event):
    kind = "taken"
    seat: Seat
    buoys: int
    drifted: int


class NimState(State):
    seats: int
    left: int = 12
    turn: int = 1


class Nim(Game[NimState, Options, View]):
    slug, command, title, pitch, credit = "nim", "nim", "Buoy Nim", "Take the last buoy.", "Traditional."
    min_seats, max_seats, options, state, actions, events = 2, 4, Options, NimState, (Take,), (Taken,)
    rolls = (RollKind("tide", "Buoys that drift in.", 1, 0, 1),)

    def start(self, options: Options, seats: int, chance: Chance) -> tuple[NimState, list[Event]]:
        return NimState(seats=seats), []

    def decisions(self, state: NimState) -> list[Decision]:
        actions = [Take(buoys=n) for n in (1, 2, 3) if n <= state.left]
        return [Decision(state.turn, "take", lambda: actions)] if actions else []

    def apply(self, state: NimState, seat: int, action: Action, chance: Chance) -> list[Event]:
        take = self.among(action, self.legal_actions(state, seat), Take)
        state.left, state.turn = state.left - take.buoys, seat % state.seats + 1
        drifted = chance.roll("tide", seat, low=0, high=1)[0] if take.buoys < 3 and state.left else 0
        state.left += drifted
        return [Taken(seat=seat, buoys=take.buoys, drifted=drifted)]

    def view(self, state: NimState, seat: int | None, told: object = ()) -> View:
        return View(game="nim")

    def outcome(self, state: NimState) -> Outcome | None:
        winner = (state.turn - 2) % state.seats + 1
        return None if state.left else Outcome(reason="last_buoy", ranking=((winner,),))

    def timeout(self, state: NimState, seat: int) -> Action:
        return Take(buoys=1)
