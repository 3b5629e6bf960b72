"""The set-up: buoys and islands are placed (section 5)."""

from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple

from rules.engine.label import Label
from rules.port_flower.actions import Absent, PlaceBuoy, PlaceIsland
from rules.port_flower.events import BuoyPlaced, IslandPlaced, IslandsLeftOut
from rules.port_flower.layout import legal_islands, legal_points
from rules.port_flower.play import Play
from rules.port_flower.rooms import Question
from rules.port_flower.state import BeginTurn, LayCourse, RaceState

Placing = PlaceBuoy | PlaceIsland | Absent

CORNER = "On the north-east corner of that square"
"""The meaning of the plus after a square."""


class LayingCourse(LayCourse, Question[Placing]):
    """Buoys and islands are placed one by one, by the seats in turn or at random (section 5)."""

    def whose(self, state: RaceState) -> int:
        return self.seat

    def kind(self, state: RaceState) -> str:
        return "place_buoy" if len(state.buoys) < state.options.buoys else "place_island"

    def go_on(self, play: Play) -> bool:
        """Place the next buoy or island at random, let a player place it, or begin the first turn."""
        state = play.state
        mark = next_mark(state)
        if mark is None or not mark.places:
            if mark is not None:
                play.tell(IslandsLeftOut(number=state.options.islands - len(state.islands)))
            first = state.first_seat
            play.go_to(BeginTurn(seat=first if state.seat(first).active else state.next_active(first)))
            return True
        if state.options.layout == "players":
            if not state.seat(self.seat).active:
                self.seat = state.next_active(self.seat)
            return False
        _place_at_random(play)
        return True

    def asks(self, state: RaceState) -> str:
        if len(state.buoys) < state.options.buoys:
            return f"places buoy {len(state.buoys) + 1} of {state.options.buoys}"
        return f"places island {len(state.islands) + 1} of {state.options.islands}"

    def actions(self, state: RaceState) -> Iterator[PlaceBuoy | PlaceIsland]:
        mark = next_mark(state)
        if mark is not None:
            yield from (_placing(mark.thing, at) for at in mark.places)

    def labels(self, state: RaceState, action: Placing) -> tuple[Label, ...]:
        if isinstance(action, Absent):
            return (Label("Absent"),)
        place = action.point if isinstance(action, PlaceBuoy) else action.square
        kind = action.kind.replace("_", " ").capitalize()
        hint = CORNER if isinstance(action, PlaceBuoy) else ""
        return Label(kind), Label(f"Column {place[0]}"), Label(place, hint)

    def check(self, state: RaceState, action: Placing) -> None:
        if not isinstance(action, Absent):
            super().check(state, action)

    def absent(self, state: RaceState) -> Absent:
        return Absent()

    def answer(self, play: Play, action: Placing) -> None:
        """Place the buoy or island: at random if the player did not answer (section 12)."""
        if isinstance(action, Absent):
            _place_at_random(play)
        else:
            _place(play, action.point if isinstance(action, PlaceBuoy) else action.square, play.seat)
        self.seat = play.state.next_active(self.seat)


class Mark(NamedTuple):
    """The next buoy or island, its number, and its legal places in order."""

    thing: Literal["buoy", "island"]
    number: int
    places: tuple[str, ...]


def next_mark(state: RaceState) -> Mark | None:
    """Return the next buoy or island to be placed, or `None` if the course is complete."""
    options = state.options
    if len(state.buoys) < options.buoys:
        points = legal_points(state.board, state.buoys, options.buoys, options.sharks)
        return Mark("buoy", len(state.buoys) + 1, points)
    if len(state.islands) < options.islands:
        squares = legal_islands(state.board, state.buoys, state.islands, options.sharks)
        return Mark("island", len(state.islands) + 1, squares)
    return None


def may_draw(state: RaceState, purpose: str) -> bool:
    """Return whether the place of a buoy or an island, such as `buoy_2`, can still be drawn."""
    thing, _, number = purpose.partition("_")
    laid, wanted = len(state.islands), state.options.islands
    if thing == "buoy":
        laid, wanted = len(state.buoys), state.options.buoys
    return state.phase == "setup" and laid < int(number) <= wanted


def _place_at_random(play: Play) -> None:
    mark = next_mark(play.state)
    if mark is not None:
        result = play.draw(f"{mark.thing}_{mark.number}", len(mark.places))
        _place(play, mark.places[result - 1], "draw")


def _place(play: Play, at: str, by: int | Literal["draw"]) -> None:
    state = play.state
    if len(state.buoys) < state.options.buoys:
        state.buoys.append(at)
        play.tell(BuoyPlaced(number=len(state.buoys), point=at, by=by))
    else:
        state.islands.append(at)
        play.tell(IslandPlaced(number=len(state.islands), square=at, by=by))


@cache
def _placing(thing: Literal["buoy", "island"], at: str) -> PlaceBuoy | PlaceIsland:
    """Return the action for a place, cached because most places are in every list of choices."""
    return PlaceBuoy(point=at) if thing == "buoy" else PlaceIsland(square=at)
