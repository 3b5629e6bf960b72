"""The end of the race and the ranking (section 10)."""

from typing import Literal

from rules.engine.outcome import Account, Merit, Outcome, ranked
from rules.engine.wording import counted
from rules.port_flower.board import PORT
from rules.port_flower.events import RaceOver
from rules.port_flower.play import Play
from rules.port_flower.sailing import refuge
from rules.port_flower.state import RaceState


def end_race(play: Play, reason: Literal["finished", "round_limit", "last_boat"], winner: int = 0) -> None:
    """End the race: place boats in tow, and rank all seats."""
    state = play.state
    place_towed(play)
    play.go_to()
    ranking = _ranking(state, winner)
    state.result = Outcome(reason=reason, ranking=ranking)
    play.tell(RaceOver(reason=reason, ranking=ranking))


def place_towed(play: Play) -> None:
    """Put every boat in tow back without asking its owner."""
    tow, play.state.tow = play.state.tow, []
    for seat in tow:
        play.put(seat, refuge(play.state.situation(), seat))


def distance_to_go(state: RaceState, seat: int) -> int | None:
    """Return the number of steps to the next buoy or home (section 10); `None` for a boat in tow or out."""
    boat = state.seat(seat)
    due = boat.reached + 1
    if due > len(state.buoys) and boat.position == PORT:
        return 0
    on_chart = boat.position == PORT or boat.position in state.board
    return state.sea.to_go(boat.position, due) if on_chart else None


def is_cut_off(state: RaceState, seat: int) -> bool:
    """Return whether no path leads from a boat's square to its next buoy or home (section 10)."""
    boat = state.seat(seat)
    return boat.position in state.board and state.sea.is_cut_off(boat.position, boat.reached + 1)


def account(state: RaceState, seat: int) -> Account:
    """Return the criteria for the seat's place: the buoys, then the distance left (section 10)."""
    boat, buoys = state.seat(seat), len(state.buoys)
    if seat in state.resigned:
        return Account([Merit(-1, "gave up")], [f"{boat.reached} of {buoys} buoys"])
    left = distance_to_go(state, seat)
    if boat.reached == buoys and boat.position == PORT:
        return Account([Merit(buoys + 1, f"home with all {buoys} buoys")])
    rounded = Merit(boat.reached, f"{boat.reached} of {buoys} buoys")
    if left is None:
        return Account([rounded])
    to_go = counted(left, "square")
    goal = "port" if boat.reached == buoys else f"buoy {boat.reached + 1}"
    return Account([rounded, Merit(-left, f"{to_go} to go")], [f"{to_go} to {goal}"])


def _ranking(state: RaceState, winner: int) -> tuple[tuple[int, ...], ...]:
    """Return the ranking: the winner, other boats by `account`, then resigned boats, the latest first."""
    others = (seat for seat in state.active if seat != winner)
    groups = ranked(others, lambda seat: account(state, seat).order)
    first = [(winner,)] if winner else []
    return (*first, *groups, *((seat,) for seat in reversed(state.resigned)))
