"""The decision of a battle's winner (section 6.9)."""

from rules.dangerous_sea.actions import TakeSpoils
from rules.dangerous_sea.play import Play
from rules.dangerous_sea.prizes import BEST_FIRST, prizes
from rules.dangerous_sea.rooms import Choice
from rules.dangerous_sea.rooms.demanding import Demanding
from rules.dangerous_sea.rooms.taking_prize import TakingPrize, richest_cargo
from rules.dangerous_sea.state import SeaState, Spoils
from rules.dangerous_sea.tables import TABLES
from rules.engine.action import Action


class DividingSpoils(Spoils, Choice):
    """The winner takes a standard prize or nothing, or makes one demand (section 6.9)."""

    time = "short"

    offers = (TakingPrize(), Demanding())

    def whose(self, state: SeaState) -> int:
        return self.winner

    def asks(self, state: SeaState) -> str:
        return f"has beaten {state.called(self.loser)} by {self.margin} and chooses a prize"

    def outdone(self, state: SeaState, action: Action) -> bool:
        """Return whether `stop` is useless, because the loser's ship can sail no more in this turn anyway."""
        turn = state.turn
        if not isinstance(action, TakeSpoils) or action.prize != "stop" or turn is None:
            return False
        return TABLES.action_points[len(state.ships)] <= turn.spent

    def absent(self, state: SeaState) -> TakeSpoils:
        """Return the best prize: stone, cargo with the most food, kill, stop, nothing (section 12)."""
        there = prizes(state, self.winner, self.loser, self.margin)
        prize = next(prize for prize in BEST_FIRST if prize in there.available)
        return richest_cargo(there) if prize == "cargo" else TakeSpoils(prize=prize)

    def left(self, play: Play, seat: int) -> None:
        if seat in {self.winner, self.loser}:
            play.close(self)
