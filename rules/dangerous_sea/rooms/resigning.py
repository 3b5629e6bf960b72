"""A captain gives up (section 12)."""

from collections.abc import Iterator

from rules.dangerous_sea.events import SeatResigned
from rules.dangerous_sea.finish import end_game
from rules.dangerous_sea.play import Play
from rules.dangerous_sea.rooms import Anytime, must_play
from rules.dangerous_sea.state import SeaState
from rules.engine.action import Resign
from rules.engine.label import Label

WARNING = "Your ship leaves the sea, its stones drop where it lies, and you are out for good. Resign?"


class Resigning(Anytime[Resign]):
    """The ship leaves the board, its stones stay; the seat is skipped from now on."""

    def actions(self, state: SeaState, seat: int) -> Iterator[Resign]:
        if seat not in state.gone:
            yield Resign()

    def labels(self, state: SeaState, seat: int, action: Resign) -> tuple[Label, ...]:
        return (Label("Resign", warning=WARNING),)

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
