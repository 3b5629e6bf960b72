"""The beginning, end and order of turns (sections 6.2 and 6.3)."""

from rules.acrana.dealing import deal
from rules.acrana.events import TurnStarted
from rules.acrana.race import Race
from rules.acrana.state import TakeTurn


def begin_turn(race: Race, seat: int) -> None:
    """T0: begin a seat's turn."""
    state = race.state
    state.active = seat
    state.turn += 1
    state.plays_left = state.options.cards_per_turn
    for ship in state.ships.values():
        ship.worked.clear()
    race.go_to(TakeTurn())
    race.tell(TurnStarted(seat=seat))


def end_turn(race: Race) -> None:
    """T4: begin the turn of the next seat that holds cards; if no seat does, deal new hands first."""
    state = race.state
    race.go_to()
    following = next((seat for seat in state.after(state.active) if state.seat(seat).hand), 0)
    if not following:
        deal(race)
        following = state.leader
    if not race.over:
        begin_turn(race, following)
