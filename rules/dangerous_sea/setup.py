"""The start of a game (section 5)."""

from rules.dangerous_sea.board import FILE
from rules.dangerous_sea.events import TurnOrderSet
from rules.dangerous_sea.options import SeaOptions
from rules.dangerous_sea.play import START, TURN_ORDER, Play
from rules.dangerous_sea.rooms.choosing_start import ChoosingStart
from rules.dangerous_sea.state import SeaState, ShipState
from rules.engine.chance import Chance


def new_game(options: SeaOptions, seats: int, chance: Chance) -> Play:
    """Return a new game, in which players may still have to choose their corners."""
    state = SeaState(
        options=options, order=list(range(1, seats + 1)), ships=[ShipState() for _ in range(seats)]
    )
    state.bag["sea"] -= seats
    if not options.ghost_ship:
        state.draw["ghost"] = 0
    play = Play(state, chance)
    _set_order(play)
    match options.start_positions:
        case "corners_random":
            _draw_corners(play)
        case "spread":
            for seat, square in zip(state.order, FILE.starts.spread, strict=False):
                play.place_ship(seat, square)
        case _:
            pass
    waiting = [seat for seat in state.order if state.ship(seat).at is None]
    play.go_to(ChoosingStart(seats=waiting))
    return play


def _set_order(play: Play) -> None:
    """Set the turn order, at random or in the order of joining (section 5.1)."""
    state = play.state
    waiting = list(state.order)
    if state.options.turn_order == "random":
        state.order.clear()
        while waiting:
            (seat,) = play.chance.roll_faces(TURN_ORDER, 0, waiting)
            waiting.remove(seat)
            state.order.append(seat)
    play.tell(TurnOrderSet(order=tuple(state.order), drawn=state.options.turn_order == "random"))


def _draw_corners(play: Play) -> None:
    """Place each ship in a random corner (section 5.5)."""
    left = list(FILE.starts.corners)
    for seat in play.state.order:
        corner = play.chance.draw_open(START, seat, left)
        left.remove(corner)
        play.place_ship(seat, corner)
