"""Who must decide, and among what (sections 6 and 7)."""

from collections.abc import Sequence
from functools import cache
from typing import get_args

from rules.engine.action import Action, Resign
from rules.engine.decision import Decision
from rules.port_flower.actions import (
    Move,
    PlaceBoat,
    PlaceBuoy,
    PlaceIsland,
    Repel,
    RestockRepellent,
    RollWind,
    SetRepelPolicy,
)
from rules.port_flower.board import Point, Square
from rules.port_flower.sailing import choosable
from rules.port_flower.setup import next_mark
from rules.port_flower.state import (
    LayCourse,
    PlaceBoats,
    RaceState,
    RepelPolicy,
    Restock,
    ShareWind,
    SharkUnderWay,
)


def decision(state: RaceState) -> Decision | None:
    """What is to be decided now; in this game it is one seat at a time."""
    match state.task:
        case LayCourse(seat=seat):
            kind = "place_buoy" if len(state.buoys) < state.options.buoys else "place_island"
            return Decision(seat, kind, lambda: _places(state))
        case Restock():
            return Decision(state.turn_seat, "start_turn", lambda: (RollWind(), RestockRepellent()))
        case ShareWind():
            return Decision(
                state.turn_seat, "move", lambda: map(Move.of, state.plans().choices()), plays_itself=True
            )
        case SharkUnderWay(asked=seat):
            return Decision(seat, "repel", lambda: (Repel(use=True), Repel(use=False)), clock="short")
        case PlaceBoats():
            seat = state.tow[0]
            return Decision(seat, "place_boat", lambda: _berths(state, seat), clock="short")
        case _:
            return None


def free_actions(state: RaceState, seat: int) -> Sequence[Action]:
    """What a seat may do at any time."""
    if state.result is not None or not state.seat(seat).active:
        return ()
    if state.options.repellent == "off":
        return (Resign(),)
    return (*(SetRepelPolicy(policy=policy) for policy in get_args(RepelPolicy)), Resign())


def _places(state: RaceState) -> tuple[Action, ...]:
    mark = next_mark(state)
    if mark is None:
        return ()
    return tuple(map(_buoy_at if mark.thing == "buoy" else _island_at, mark.places))


@cache
def _buoy_at(point: Point) -> Action:
    """The action; there is one for each place, since every look at the choices asks for nearly all."""
    return PlaceBuoy(point=point)


@cache
def _island_at(square: Square) -> Action:
    """The action, as with buoys."""
    return PlaceIsland(square=square)


def _berths(state: RaceState, seat: int) -> tuple[Action, ...]:
    return tuple(PlaceBoat(square=square) for square in choosable(state.situation(), seat))
