"""A captain gives up (section 12)."""

from rules.dangerous_sea.events import SeatResigned
from rules.dangerous_sea.finish import end_game
from rules.dangerous_sea.play import Play
from rules.dangerous_sea.rooms import must_play
from rules.dangerous_sea.state import SeaState
from rules.engine import rooms
from rules.engine.action import Resign


class Resigning(rooms.Resigning[SeaState, Play]):
    """The ship leaves the board, its stones stay on its square, and its seat gets no more turns."""

    warning = "Your ship leaves the sea, its stones drop where it lies, and you are out for good. Resign?"

    def plays(self, state: SeaState, seat: int) -> bool:
        return seat not in state.gone

    def check(self, state: SeaState, seat: int, action: Resign) -> None:
        must_play(state, seat)

    def answer(self, play: Play, action: Resign) -> None:
        state, seat, ship = play.state, play.seat, play.state.ship(play.seat)
        at, stones = ship.at, ship.stones
        state.gone.append(seat)
        ship.at, ship.out = None, False
        ship.food = ship.water = ship.sailors = ship.stones = 0
        if at is None:
            state.bag["sea"] += 1
        elif stones:
            state.stones[at] = state.stones.get(at, 0) + stones
        play.tell(SeatResigned(seat=seat, at=at, stones_dropped=stones))
        if len(state.staying) == 1:
            end_game(play, "last_ship", state.staying[0])
        else:
            play.left(seat)
