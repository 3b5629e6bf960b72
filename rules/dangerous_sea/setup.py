"""The start of a game (section 5)."""

from rules.dangerous_sea import seeding
from rules.dangerous_sea.options import SeaOptions
from rules.dangerous_sea.play import Play
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
    seeding.set_order(play)
    match options.start_positions:
        case "corners_random":
            seeding.draw_corners(play)
        case "spread":
            seeding.spread_out(play)
        case _:
            pass
    waiting = [seat for seat in state.order if state.ship(seat).at is None]
    play.go_to(ChoosingStart(seats=waiting))
    return play
