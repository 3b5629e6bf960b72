"""The value of a race for a seat, in squares, as the steady player estimates it (section 17)."""

from collections.abc import Callable

from rules.acrana.board import BOARD, EDGE, FINISH, OUT, PIRATE_WATERS, PORT, Square
from rules.acrana.cards import Card
from rules.acrana.state import RaceState, Ship

VICTORY = 1000.0

PORT_BOUND = -12.0
"""The value of a ship that waits in port for an ace or a king."""

HELD = 0.8
"""The value of one step of a card in hand. It is below 1 because a card may lead to a bad square."""

LAUNCH = 6.0
"""The value of an ace or a king while a ship is in port."""

AT_THE_EDGE, OFF_THE_EDGE = 0.7, 0.25
"""The values of a three per square of its average gain, for a ship at the edge and for any other ship."""

AVERAGE_RETURN = sum(EDGE) / len(EDGE)

PENDING = -3.0
"""The average value of a pending roll."""

ATTACKED = -6.0
"""The average value of a pending pirate attack."""

TOKENS = {"escort": 3.0, "flag": 1.0, "reef_map": 4.0}
SILVER = 0.9

RIVALRY = 0.5
"""The weight of the best rival's value relative to the seat's own value."""

_LAST_REEF = max(BOARD.special["reef"])
_LAST_GUARD = max(BOARD.special["coast_guard"])
_LAST_PIRATES = max(PIRATE_WATERS)
_USEFUL_UNTIL = {"escort": _LAST_PIRATES, "flag": _LAST_GUARD, "reef_map": _LAST_REEF}


def evaluate(state: RaceState, seat: int) -> float:
    """Return the value of the position for the seat, in squares."""
    if state.result is not None:
        return VICTORY if seat in state.result.winners else -VICTORY
    own = state.fleet(seat)
    rivals = [of_fleet(state, fleet, _ship_worth) for fleet in range(state.fleets) if fleet != own]
    return of_fleet(state, own, _ship_worth) + _hand_worth(state, seat) - RIVALRY * max(rivals)


def of_fleet(state: RaceState, fleet: int, of_ship: Callable[[Ship], float]) -> float:
    """Return the value of a fleet's ships. If the first ship home wins, the best ship counts most."""
    letters = state.letters(fleet + 1)
    ships = [ship for name, ship in state.ships.items() if name[0] in letters and ship.square != OUT]
    worths = sorted(map(of_ship, ships), reverse=True)
    if not worths:
        return 0.0
    if state.options.win == "first_ship":
        return worths[0] + sum(worths[1:]) / len(worths) / 4
    return sum(worths)


def _ship_worth(ship: Ship) -> float:
    if ship.square == PORT:
        return PORT_BOUND
    if ship.square == FINISH:
        return float(FINISH)
    return ship.square + belongings(ship)


def belongings(ship: Ship) -> float:
    """Return the value of a ship's tokens and of its pending effect."""
    worth = 0.0
    if ship.pending is not None:
        worth += ATTACKED if ship.square in PIRATE_WATERS else PENDING
    for token, last in _USEFUL_UNTIL.items():
        if getattr(ship, token) and ship.square < last:
            worth += TOKENS[token]
    return worth


def _hand_worth(state: RaceState, seat: int) -> float:
    names = state.controlled(seat)
    squares = [state.ships[name].square for name in names]
    crossing = max(map(_crossing_worth, squares), default=0.0)
    cards = sum(
        _card_worth(card, crossing, waiting=PORT in squares) for card in state.seat(seat).cards
    )  # fmt: skip
    return cards + SILVER * state.seat(seat).silver


def _card_worth(card: Card, crossing: float, *, waiting: bool) -> float:
    if waiting and card.rank in {"A", "K"}:
        return LAUNCH
    return crossing if card.rank == "3" else HELD * card.steps


def _crossing_worth(square: Square) -> float:
    """Return the value of a three for a ship on `square`. It is a share of the average gain over the edge."""
    if not PORT < square < FINISH:
        return 0.0
    chance = AT_THE_EDGE if square in EDGE else OFF_THE_EDGE
    return chance * max(0.0, AVERAGE_RETURN - square)
