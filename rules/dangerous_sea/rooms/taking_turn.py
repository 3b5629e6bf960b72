"""A player turn (section 6.3)."""

from rules.dangerous_sea.actions import TimeOut
from rules.dangerous_sea.events import CaptainRecovered, TurnEnded, TurnStarted
from rules.dangerous_sea.play import Play
from rules.dangerous_sea.rooms import Choice
from rules.dangerous_sea.rooms.attacking import Attacking
from rules.dangerous_sea.rooms.ending_turn import EndingTurn
from rules.dangerous_sea.rooms.gathering import Gathering
from rules.dangerous_sea.rooms.loading import Loading
from rules.dangerous_sea.rooms.sailing import Sailing
from rules.dangerous_sea.rooms.scuttling import Scuttling
from rules.dangerous_sea.state import SeaState, Turn


class TakingTurn(Turn, Choice):
    """6.3: until it is ended, the captain falls ill, or the game is over."""

    offers = (Sailing(), Gathering(), Loading(), Scuttling(), Attacking(), EndingTurn())

    def whose(self, state: SeaState) -> int:
        return self.seat

    def kind(self, state: SeaState) -> str:
        return "main"

    def asks(self, state: SeaState) -> str:
        left = state.points_left(self)
        return f"is to act at {state.ship(self.seat).at}, {left} of {state.allowance(self.seat)} points left"

    def absent(self, state: SeaState) -> TimeOut:
        return TimeOut()

    def left(self, play: Play, seat: int) -> None:
        """Section 12: the turn ends without feeding."""
        if seat == self.seat:
            play.close(self)
            play.tell(TurnEnded(seat=seat, reason="resigned"))


def take_turn(play: Play, seat: int) -> None:
    """6.3: the captain recovers, and the turn begins."""
    state, ship = play.state, play.state.ship(seat)
    if ship.out:
        ship.out = False
        play.tell(CaptainRecovered(seat=seat))
    play.tell(TurnStarted(seat=seat, captain=state.captain(seat), allowance=state.allowance(seat)))
    play.open(TakingTurn(seat=seat))
