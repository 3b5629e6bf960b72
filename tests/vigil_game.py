"""Vigil: all keep watch in secret at the same time for a few nights. In the end nobody has won."""

from typing import Literal, TypeAlias

from rules.engine.action import Action, Resign
from rules.engine.agenda import Task
from rules.engine.chance import Chance
from rules.engine.event import Event
from rules.engine.game import Game, Options, State, View
from rules.engine.outcome import Outcome
from rules.engine.rooms import Errand, Play, Question, Resigning
from rules.engine.seat import Seat

NIGHTS = 3


class Watch(Action):
    """Keep watch until morning."""

    secret = True


class Dawned(Event):
    night: int


class Gone(Event):
    seat: Seat


class Duty(Task, family=True):
    """A record of something that must still be done."""


class VigilState(State):
    seats: int
    night: int = 0
    agenda: list[Duty]


VigilPlay: TypeAlias = Play[VigilState]


class Watching(Duty, Question[VigilState, VigilPlay, Watch]):
    task: Literal["watching"] = "watching"
    seat: int
    together, secret = True, True

    def whose(self, state: VigilState) -> int:
        return self.seat

    def actions(self, state: VigilState) -> list[Watch]:
        return [Watch()]

    def absent(self, state: VigilState) -> Watch:
        return Watch()

    def answer(self, play: VigilPlay, action: Watch) -> None:
        play.close(self)


class Night(Duty, Errand[VigilState, VigilPlay]):
    task: Literal["night"] = "night"

    def carry_out(self, play: VigilPlay) -> None:
        state = play.state
        if state.night:
            play.tell(Dawned(night=state.night))
        if state.night == NIGHTS:
            play.close(self)
            return
        state.night += 1
        play.open(*(Watching(seat=seat) for seat in range(1, state.seats + 1)))


class GoingBelow(Resigning[VigilState, VigilPlay]):
    warning = "The watch ends for everybody."

    def plays(self, state: VigilState, seat: int) -> bool:
        return True

    def answer(self, play: VigilPlay, action: Resign) -> None:
        play.tell(Gone(seat=play.seat))
        play.go_to()


class Vigil(Game[VigilState, Options, View]):
    slug, command, title, credit = "vigil", "vigil", "Vigil", "Made for tests."
    pitch = "Keep watch."
    min_seats, max_seats, rounds = 2, 4, "nights"
    rooms, anytime = (Night, Watching), (GoingBelow(),)
    actions, events = (Watch, Resign), (Dawned, Gone)

    def start(self, options: Options, seats: int, chance: Chance) -> tuple[VigilState, list[Event]]:
        play = Play(VigilState(seats=seats, agenda=[Night()]), chance)
        play.proceed()
        return play.state, play.events

    def outcome(self, state: VigilState) -> Outcome | None:
        return None if state.agenda else Outcome(reason="morning", ranking=())

    def turn(self, state: VigilState) -> str:
        return str(state.night)
