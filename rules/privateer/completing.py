"""Completes the state of a scenario file, which names only the round, ships and tiles."""

from rules.privateer.play import TILES
from rules.privateer.rooms.playing_round import PlayingRound
from rules.privateer.rooms.taking_turn import turn_of
from rules.privateer.state import PrivateerState


def complete(state: PrivateerState) -> None:
    """Record seats without ships as beaten, in turn order, and begin the first turn of a fleet with ships."""
    if state.round and not state.fighting:
        state.agenda[:] = [PlayingRound(fleets=list(state.order))]
    if not state.fighting:
        return
    state.level = state.level or "absurd"
    state.barrel = state.barrel or dict.fromkeys(TILES, 0)
    out = {*state.in_battle(), *state.eliminated()}
    state.elimination += [[seat] for seat in state.seats_in_order() if seat not in out]
    task = state.task
    while isinstance(task, PlayingRound) and task.fleets:
        fleet = task.fleets.pop(0)
        if state.ships_of(fleet):
            state.agenda.append(turn_of(state, fleet))
        task = state.task
