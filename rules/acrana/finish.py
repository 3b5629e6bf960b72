"""The end of the race and the ranking (section 10)."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal

from rules.acrana.board import FINISH, PORT, Square
from rules.acrana.effects import counted
from rules.acrana.events import GameEnded
from rules.acrana.race import Race
from rules.acrana.state import RaceState, ShipName
from rules.engine.outcome import Account, Merit, Outcome, ranked


def end_if_won(race: Race, seat: int) -> None:
    """End the race if a seat's fleet has won. Call this when a ship comes home or a partner resigns."""
    state = race.state
    fleet = state.fleet(seat)
    first_ship = state.options.win == "first_ship"
    if first_ship or all(state.finished(member) for member in members(state, fleet)):
        end_race(race, "finished", fleet)


def end_race(
    race: Race, reason: Literal["finished", "deck_limit", "last_left"], winner: int | None = None
) -> None:
    """End the race and rank all seats. `winner` is the number of the winning fleet, if there is one."""
    state = race.state
    race.go_to()
    ranking = rank(state, winner)
    state.result = Outcome(reason=reason, ranking=ranking)
    shared = len({state.fleet(seat) for seat in ranking[0]}) > 1
    race.tell(GameEnded(winners=ranking[0], reason=reason, ranking=ranking, shared=shared))


def members(state: RaceState, fleet: int) -> list[int]:
    """Return the seats of a fleet that have not resigned."""
    return [seat for seat in state.playing if state.fleet(seat) == fleet]


def account(state: RaceState, seat: int) -> Account:
    """Return the criteria for a seat's place. All seats of a fleet share their criteria (section 10)."""
    seats = members(state, state.fleet(seat))
    if not seats:
        return Account([Merit(-1, "gave up")])
    ships = _ships(state, seats)
    squares = [*ships.values()]
    if len(squares) == 1:
        return Account([Merit(squares[0], _where(squares[0]))])
    average, home, furthest = _standing(squares)
    return Account(
        [
            Merit(float(average), f"{sum(squares)} of {len(squares) * FINISH} squares"),
            Merit(home, f"{counted(home, 'ship')} home"),
            Merit(furthest, f"a ship {_where(furthest)}"),
        ],
        [f"{name} {_where(square)}" for name, square in ships.items()],
    )


def _ships(state: RaceState, seats: Iterable[int]) -> dict[ShipName, Square]:
    return {name: state.ships[name].square for seat in seats for name in state.flotilla(seat)}


def _standing(squares: Sequence[Square]) -> tuple[Fraction, int, int]:
    """Return a fleet's average square, its number of ships home, and its foremost square at sea."""
    furthest = max((square for square in squares if square < FINISH), default=0)
    return Fraction(sum(squares), len(squares)), squares.count(FINISH), furthest


def _where(square: Square) -> str:
    return {PORT: "in port", FINISH: "home"}.get(square, f"on {square}")


def rank(state: RaceState, winner: int | None) -> tuple[tuple[int, ...], ...]:
    """Return groups of equal rank: `winner`, fleets by `_standing`, then resigned fleets, latest first."""

    def order(fleet: int) -> tuple[object, ...]:
        seats = members(state, fleet)
        if not seats:
            return False, False, _left_last(state, fleet)
        return True, fleet == winner, *_standing([*_ships(state, seats).values()])

    groups = ranked(range(state.fleets), order)
    seats = range(1, len(state.seats) + 1)
    return tuple(tuple(seat for seat in seats if state.fleet(seat) in group) for group in groups)


def _left_last(state: RaceState, fleet: int) -> int:
    """Return the index in `resigned` of the fleet's last resignation."""
    return max(place for place, seat in enumerate(state.resigned) if state.fleet(seat) == fleet)
