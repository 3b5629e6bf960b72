"""Players choose a corner to start from (section 5)."""

from collections.abc import Iterator
from typing import Literal

from rules.dangerous_sea.actions import ChooseStart
from rules.dangerous_sea.board import FILE, NEIGHBOURS, Square
from rules.dangerous_sea.play import Play
from rules.dangerous_sea.refusals import refusal
from rules.dangerous_sea.rooms import Question
from rules.dangerous_sea.rooms.playing_season import seed, start_season
from rules.dangerous_sea.state import SeaState
from rules.engine.label import Label
from rules.engine.wording import listed


class ChoosingStart(Question[ChooseStart]):
    """The seats without a start square choose in turn order (section 5.5)."""

    task: Literal["choose_start"] = "choose_start"
    seats: list[int]

    def whose(self, state: SeaState) -> int:
        return self.seats[0]

    def go_on(self, play: Play) -> bool:
        """Place the ship unasked if one corner is left, or begin the first season if all ships are placed."""
        if not self.seats:
            play.close(self)
            seed(play)
            start_season(play)
            return True
        left = free_corners(play.state)
        if len(left) > 1:
            return False
        play.place_ship(self.seats.pop(0), left[0])
        return True

    def asks(self, state: SeaState) -> str:
        return "chooses a corner to start from"

    def actions(self, state: SeaState) -> Iterator[ChooseStart]:
        return (ChooseStart(square=corner) for corner in free_corners(state))

    def labels(self, state: SeaState, action: ChooseStart) -> tuple[Label, ...]:
        beside = NEIGHBOURS[action.square].values()
        near = [state.called(seat) for at in beside for seat in state.at(at)]
        hint = f"Beside {listed(near)}, across the edge." if near else ""
        return Label("Start"), Label(f"Start at {action.square}", hint)

    def check(self, state: SeaState, action: ChooseStart) -> None:
        left = free_corners(state)
        if action.square not in left:
            raise refusal("bad_square", at=action.square, squares=", ".join(left))

    def absent(self, state: SeaState) -> ChooseStart:
        return ChooseStart(square=free_corners(state)[0])

    def answer(self, play: Play, action: ChooseStart) -> None:
        play.place_ship(self.seats.pop(0), action.square)

    def left(self, play: Play, seat: int) -> None:
        if seat in self.seats:
            self.seats.remove(seat)


def free_corners(state: SeaState) -> list[Square]:
    """Return the corners where no ship starts."""
    return [corner for corner in FILE.starts.corners if corner not in state.tiles]
