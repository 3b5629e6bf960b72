from rules.engine import rooms
from rules.engine.action import Resign
from rules.kraken_bay.entering import cast_off
from rules.kraken_bay.events import ShipResigned
from rules.kraken_bay.finish import end_game
from rules.kraken_bay.play import Play
from rules.kraken_bay.refusals import refusal
from rules.kraken_bay.state import BayState


class Resigning(rooms.Resigning[BayState, Play]):
    """Resigning: the ship leaves the board, its tow is set adrift, and its bombs stay (sections 5 and 12)."""

    warning = "Your ship leaves the bay with all its cargo, and you are out for good. Resign?"

    def plays(self, state: BayState, seat: int) -> bool:
        return seat in state.staying

    def check(self, state: BayState, seat: int, action: Resign) -> None:
        if seat not in state.staying:
            raise refusal("not_in_play")

    def answer(self, play: Play, action: Resign) -> None:
        state, seat = play.state, play.seat
        name = state.seat(seat).character
        play.leaving(seat)
        if name is not None and name in state.ships:
            cast_off(play, name)
            ship = state.ships[name]
            ship.status, ship.left, ship.at, ship.chained = "resigned", state.round, None, False
        else:
            state.seat(seat).resigned, state.seat(seat).character = True, None
        play.tell(ShipResigned(ship=name, seat=seat, round=state.round))
        play.left(seat)
        if len(state.staying) < min(2, len(state.seats)):
            end_game(play, "last_ship")
