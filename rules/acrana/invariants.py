"""Invariants of every state, which tests, simulations and amendments check."""

from collections import Counter

from rules.acrana.board import BOARD, FINISH, KINDS, OUT, PIRATE_WATERS
from rules.acrana.cards import card, full_deck, sorted_deck
from rules.acrana.state import RaceState, Ship, owner
from rules.acrana.waters import Waters
from rules.engine.errors import demand
from rules.engine.outcome import demand_places


def must_hold(state: RaceState) -> None:
    """Raise AssertionError for the first invariant that does not hold."""
    _ships_add_up(state)
    _squares_hold_friends(state)
    _pirates_add_up(state)
    _cards_add_up(state)
    _seats_add_up(state)


def _ships_add_up(state: RaceState) -> None:
    expected = [name for seat in range(1, len(state.seats) + 1) for name in state.flotilla(seat)]
    demand(list(state.ships) == expected, "ships are missing or out of order")
    for name, ship in state.ships.items():
        gone = state.seat(owner(name)).resigned
        demand((ship.square == OUT) == gone, f"{name} is half resigned")
        demand(OUT <= ship.square <= FINISH, f"{name} is off the track")
        if not ship.at_sea:
            idle = Ship(square=ship.square, worked=ship.worked)
            demand(ship == idle, f"{name} keeps marks or tokens off the sea")
        if ship.pending == "square":
            demand(KINDS[ship.square] not in {"open", "roads"}, f"{name} waits for nothing")
    resigned = [seat for seat in range(1, len(state.seats) + 1) if state.seat(seat).resigned]
    demand(sorted(state.resigned) == resigned, "somebody resigned unnoticed")


def _squares_hold_friends(state: RaceState) -> None:
    if state.result is not None and state.result.reason == "finished":
        return  # Section 6.6: once a race is won, ships on one square are not moved apart.
    for square, names in Waters(state).shared():
        demand(len(names) <= 2, f"{square} is too crowded")  # noqa: PLR2004 - a pair at most
        demand(len({state.fleet(owner(name)) for name in names}) == 1, f"enemies share {square}")


def _pirates_add_up(state: RaceState) -> None:
    zone = BOARD.pirate_zone
    demand(len(state.pirates) <= zone.max_vessels, "too many pirates")
    numbers = [vessel.number for vessel in state.pirates]
    demand(numbers == sorted(set(numbers) & set(range(1, zone.max_vessels + 1))), "a vessel has no number")
    engaged = [name for vessel in state.pirates for name in vessel.engages]
    demand(len(set(engaged)) == len(engaged), "two vessels engage one ship")
    demand(set(engaged) <= set(state.ships), "a vessel engages a ship that there is not")
    for name, ship in state.ships.items():
        inside = ship.square in PIRATE_WATERS
        demand(inside or name not in engaged, f"{name} is engaged outside pirate waters")
        demand(inside or not ship.undetected, f"{name} is undetected outside pirate waters")
        demand(not (ship.undetected and name in engaged), f"{name} is engaged and undetected")


def _cards_add_up(state: RaceState) -> None:
    held = [card(text) for seat in state.seats for text in seat.hand]
    everything = Counter([*state.deck, *state.discards, *(one.id for one in held)])
    demand(everything == Counter(full_deck(len(state.seats))), "a card is missing or double")
    demand(state.deck == sorted_deck(state.deck), "the deck is not in hand order")
    for one in held:
        demand(one.numbered or not (one.plus or one.minus), f"{one.id} cannot be changed")
        demand(one.text in state.seat(state.active).hand or not one.now, f"{one.id} waits for its turn")
    for seat in state.seats:
        demand(seat.silver >= 0, "somebody owes silver")
        bare = seat.hand or seat.silver or seat.one_card_next_deal
        demand(not seat.resigned or not bare, "somebody resigned and holds something")


def _seats_add_up(state: RaceState) -> None:
    seats = range(1, len(state.seats) + 1)
    demand({state.dealer, state.leader, state.active} <= {*seats}, "a seat is named that does not exist")
    if state.result is not None:
        demand(not state.agenda, "something is still to be done, yet the race is over")
        demand_places(state.result, len(state.seats))
        return
    demand(not state.seat(state.active).resigned, "a resigned seat has the turn")
