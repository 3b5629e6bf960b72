"""The set-up: the first seat, and the printed course (section 5)."""

from rules.engine.chance import Chance
from rules.engine.options import changed
from rules.port_flower.board import board
from rules.port_flower.events import GameStarted
from rules.port_flower.options import RaceOptions
from rules.port_flower.play import Play
from rules.port_flower.state import BeginTurn, LayCourse, RaceState, SeatState


def new_game(options: RaceOptions, seats: int, chance: Chance) -> Play:
    """Return a new race, whose course is complete only if it is printed on the chart."""
    chart = board(options.board).chart
    printed = options.layout == "chart"
    state = RaceState(
        options=options,
        seats=[SeatState(repellents=options.repellents_each(seats)) for _ in range(seats)],
        first_seat=1,
        turn_seat=1,
        sharks=list(chart.shark_starts[: options.sharks]),
        buoys=list(chart.buoys[: options.buoys]) if printed else [],
        islands=list(chart.islands) if printed else [],
    )
    play = Play(state, chance)
    if options.first_player == "random":
        state.first_seat = state.turn_seat = play.draw("first_seat", seats)
    play.tell(GameStarted(seats=seats, options=changed(options), first_seat=state.first_seat))
    first = state.first_seat
    play.open(BeginTurn(seat=first) if printed else LayCourse(seat=first))
    return play
