"""Completes the states of scenario files, which leave out most values."""

from rules.kraken_bay.board import CHARACTERS, PIERS
from rules.kraken_bay.rooms.playing_round import PlayingRound
from rules.kraken_bay.rooms.taking_turn import TakingTurn
from rules.kraken_bay.state import BayState, PickCharacter


def complete(state: BayState) -> None:
    """Fill in seats, spaces, tows and saved ships, and begin the first turn if no turn is active."""
    if not state.ships:
        return
    state.ships = {name: state.ships[name] for name in CHARACTERS if name in state.ships}
    state.order = state.order or list(state.ships)
    state.round = state.round or 1
    for number, (name, ship) in enumerate(state.ships.items(), 1):
        ship.seat = ship.seat or number
        state.seat(ship.seat).character = name
        if ship.status == "in" and ship.at is None:
            ship.at = PIERS[name]
        if ship.tow is not None:
            stray = state.strays[ship.tow]
            stray.status, stray.at = "towed", ship.at
        for saved in ship.saved:
            state.strays[saved].status = "saved"
    if isinstance(state.task, PickCharacter):
        state.agenda[:] = [TakingTurn(ship=state.order[0])]
    turn = state.turn
    if turn is not None and len(state.agenda) == 1:
        place = state.order.index(turn.ship)
        state.agenda[:] = [PlayingRound(ships=state.order[place + 1 :]), turn]
