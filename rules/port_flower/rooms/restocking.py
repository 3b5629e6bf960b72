"""A seat may take back a shark repellent instead of its turn (section 6, phase 2)."""

from typing import Literal

from rules.engine.label import Label
from rules.port_flower.actions import Absent, RestockRepellent, RollWind
from rules.port_flower.events import Restocked, TurnSkipped
from rules.port_flower.play import Play
from rules.port_flower.rooms import Question
from rules.port_flower.state import RaceState
from rules.port_flower.turn import end_turn, roll


class Restocking(Question[RollWind | RestockRepellent | Absent]):
    """A seat without a repellent may take one back instead of the turn (section 6)."""

    task: Literal["restock"] = "restock"

    def kind(self, state: RaceState) -> str:
        return "start_turn"

    def asks(self, state: RaceState) -> str:
        return "rolls the wind, or takes back a shark repellent instead"

    def actions(self, state: RaceState) -> tuple[RollWind, RestockRepellent]:
        return RollWind(), RestockRepellent()

    def labels(self, state: RaceState, action: RollWind | RestockRepellent | Absent) -> tuple[Label, ...]:
        if isinstance(action, RollWind):
            return (Label("Roll the wind"),)
        return (Label("Take back a repellent", "It costs this turn."),)

    def check(self, state: RaceState, action: RollWind | RestockRepellent | Absent) -> None:
        """Accept every answer."""

    def absent(self, state: RaceState) -> Absent:
        return Absent()

    def answer(self, play: Play, action: RollWind | RestockRepellent | Absent) -> None:
        seat = play.state.turn_seat
        if isinstance(action, RollWind):
            roll(play)
            return
        if isinstance(action, RestockRepellent):
            play.state.seat(seat).repellents += 1
            play.tell(Restocked(seat=seat))
        else:
            play.tell(TurnSkipped(seat=seat, reason="timeout"))
        end_turn(play)
