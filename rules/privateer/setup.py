"""The start of a game: seats and commodore cards (section 5.1)."""

from collections.abc import Sequence

from rules.engine.chance import Chance
from rules.privateer.events import CardDrawn
from rules.privateer.fleets import BY_NUMBER
from rules.privateer.options import PrivateerOptions
from rules.privateer.play import CARD, SEATING, Play
from rules.privateer.state import FleetState, NextBattle, PrivateerState, SeatState


def new_game(options: PrivateerOptions, seats: int, chance: Chance) -> Play:
    """Return a new game before the preparation of its first battle."""
    everybody = list(range(1, seats + 1))
    state = PrivateerState(
        options=options, table=everybody, seats=[SeatState() for _ in everybody], fleets={}
    )
    play = Play(state, chance)
    play.go_to(NextBattle())
    if options.seating == "shuffle":
        state.table = _seated(play, everybody)
    _draw_cards(play)
    return play


def _seated(play: Play, seats: Sequence[int]) -> list[int]:
    waiting, table = list(seats), []
    while waiting:
        (seat,) = play.chance.roll_faces(SEATING, 0, waiting)
        waiting.remove(seat)
        table.append(seat)
    return table


def _draw_cards(play: Play) -> None:
    """Let each player draw a commodore (two in The Duel) in seat order (sections 5.1 and 5.3)."""
    state = play.state
    cards = sorted(BY_NUMBER)
    for _ in range(2 if state.duel else 1):
        for seat in state.table:
            (number,) = play.chance.roll_faces(CARD, seat, cards)
            cards.remove(number)
            fleet = BY_NUMBER[number]
            state.fleets[fleet] = FleetState(seat=seat)
            play.tell(CardDrawn(seat=seat, fleet=fleet, number=number))
