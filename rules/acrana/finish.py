"""The end of the race and the ranking (section 10)."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby
from typing import Literal

from rules.acrana.board import FINISH, PORT, Square
from rules.acrana.effects import counted
from rules.acrana.events import GameEnded
from rules.acrana.race import Race
from rules.acrana.state import RaceState
from rules.engine.outcome import Account, Merit, Outcome

Standing = tuple[bool, Fraction, int, int]
"""Whether a fleet has won, its progress, its ships home, and the square of its foremost other ship."""


def end_if_won(race: Race, seat: int) -> None:
    """End the race if a seat's fleet has won, after a ship came home or a partner resigned."""
    state = race.state
    fleet = state.fleet(seat)
    first_ship = state.options.win == "first_ship"
    if first_ship or all(state.finished(member) for member in members(state, fleet)):
        end_race(race, "finished", fleet)


def end_race(
    race: Race, reason: Literal["finished", "deck_limit", "last_left"], winner: int | None = None
) -> None:
    """End the race and rank everybody; `winner` is a fleet."""
    state = race.state
    race.go_to()
    ranking = rank(state, winner)
    state.result = Outcome(reason=reason, ranking=ranking)
    shared = len({state.fleet(seat) for seat in ranking[0]}) > 1
    race.tell(GameEnded(winners=ranking[0], reason=reason, ranking=ranking, shared=shared))


def members(state: RaceState, fleet: int) -> list[int]:
    """Return the seats of a fleet that have not resigned."""
    return [seat for seat in state.playing if state.fleet(seat) == fleet]


def progress(state: RaceState, seats: Iterable[int]) -> Fraction:
    """Return the average square of the seats' ships."""
    squares = [state.ships[name].square for seat in seats for name in state.flotilla(seat)]
    return Fraction(sum(squares), len(squares))


def account(state: RaceState, seat: int) -> Account:
    """Return the reasons for a seat's place: its fleet's progress, ships home, and foremost other ship."""
    seats = members(state, state.fleet(seat))
    if not seats:
        return Account([Merit(-1, "gave up")])
    ships = {name: state.ships[name].square for one in seats for name in state.flotilla(one)}
    squares = [*ships.values()]
    if len(squares) == 1:
        return Account([Merit(squares[0], _where(squares[0]))])
    home, most = squares.count(FINISH), len(squares) * FINISH
    furthest = max((square for square in squares if square < FINISH), default=0)
    return Account(
        [
            Merit(float(progress(state, seats)), f"{sum(squares)} of {most} squares"),
            Merit(home, f"{counted(home, 'ship')} home"),
            Merit(furthest, f"a ship {_where(furthest)}"),
        ],
        [f"{name} {_where(square)}" for name, square in ships.items()],
    )


def _where(square: Square) -> str:
    return {PORT: "in port", FINISH: "home"}.get(square, f"on {square}")


def rank(state: RaceState, winner: int | None) -> tuple[tuple[int, ...], ...]:
    """Return groups of seats of equal rank: fleets by merit, then resigned fleets, the latest first."""

    def standing(fleet: int) -> Standing:
        seats = members(state, fleet)
        squares = [state.ships[name].square for seat in seats for name in state.flotilla(seat)]
        furthest = max((square for square in squares if square < FINISH), default=0)
        return fleet == winner, progress(state, seats), squares.count(FINISH), furthest

    fleets = range(state.fleets)
    racing = sorted((fleet for fleet in fleets if members(state, fleet)), key=standing, reverse=True)
    gone = sorted(
        (fleet for fleet in fleets if not members(state, fleet)),
        key=lambda f: _left_last(state, f),
        reverse=True,
    )
    groups = [list(group) for _, group in groupby(racing, key=standing)] + [[fleet] for fleet in gone]
    seats = range(1, len(state.seats) + 1)
    return tuple(tuple(seat for seat in seats if state.fleet(seat) in group) for group in groups)


def _left_last(state: RaceState, fleet: int) -> int:
    """Return the position of a fleet's last seat among all resignations."""
    return max(place for place, seat in enumerate(state.resigned) if state.fleet(seat) == fleet)
