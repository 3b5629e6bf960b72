"""Before the race: who starts, and where the buoys and islands lie (section 5)."""

from typing import Literal, NamedTuple

from rules.engine.chance import Chance
from rules.engine.options import changed
from rules.port_flower.board import board
from rules.port_flower.events import BuoyPlaced, GameStarted, IslandPlaced, IslandsLeftOut
from rules.port_flower.layout import legal_islands, legal_points
from rules.port_flower.options import RaceOptions
from rules.port_flower.race import Race
from rules.port_flower.state import BeginTurn, LayCourse, RaceState, SeatState


class Mark(NamedTuple):
    """The next thing to be placed, its number, and the legal places in the order of the list."""

    thing: Literal["buoy", "island"]
    number: int
    places: tuple[str, ...]


def new_race(options: RaceOptions, seats: int, chance: Chance) -> Race:
    """A race whose course is still to be laid; a printed one lies already."""
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
    race = Race(state, chance)
    if options.first_player == "random":
        state.first_seat = state.turn_seat = race.draw("first_seat", seats)
    race.tell(GameStarted(seats=seats, options=changed(options), first_seat=state.first_seat))
    first = state.first_seat
    state.agenda.append(BeginTurn(seat=first) if printed else LayCourse(seat=first))
    return race


def next_mark(state: RaceState) -> Mark | None:
    """What is placed next; `None` when the course is complete."""
    options = state.options
    if len(state.buoys) < options.buoys:
        points = legal_points(state.board, state.buoys, options.buoys, options.sharks)
        return Mark("buoy", len(state.buoys) + 1, points)
    if len(state.islands) < options.islands:
        squares = legal_islands(state.board, state.buoys, state.islands, options.sharks)
        return Mark("island", len(state.islands) + 1, squares)
    return None


def lay_course(race: Race, task: LayCourse) -> bool:
    """Go on with the course until a player must place something or the race can begin."""
    state = race.state
    mark = next_mark(state)
    if mark is None or not mark.places:
        if mark is not None:
            race.tell(IslandsLeftOut(number=state.options.islands - len(state.islands)))
        starts = state.first_seat
        state.agenda[:] = [BeginTurn(seat=starts if state.seat(starts).active else state.next_active(starts))]
        return True
    if state.options.layout == "players":
        if not state.seat(task.seat).active:
            task.seat = state.next_active(task.seat)
        return False
    place_by_lot(race)
    return True


def place_by_lot(race: Race) -> None:
    """Draw the place of the next buoy or island."""
    mark = next_mark(race.state)
    if mark is not None:
        result = race.draw(f"{mark.thing}_{mark.number}", len(mark.places))
        place(race, mark.places[result - 1], "draw")


def place(race: Race, at: str, by: int | Literal["draw"]) -> None:
    """Put the next buoy on that point, or the next island on that square."""
    state = race.state
    if len(state.buoys) < state.options.buoys:
        state.buoys.append(at)
        race.tell(BuoyPlaced(number=len(state.buoys), point=at, by=by))
    else:
        state.islands.append(at)
        race.tell(IslandPlaced(number=len(state.islands), square=at, by=by))


def may_draw(state: RaceState, purpose: str) -> bool:
    """Whether the place of that buoy or island (`buoy_2`) can still be drawn."""
    thing, _, number = purpose.partition("_")
    laid, wanted = len(state.islands), state.options.islands
    if thing == "buoy":
        laid, wanted = len(state.buoys), state.options.buoys
    return state.phase == "setup" and laid < int(number) <= wanted


def pass_on(race: Race, task: LayCourse) -> None:
    """The next seat in turn order places what comes next."""
    task.seat = race.state.next_active(task.seat)
