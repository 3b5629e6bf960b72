"""The views of a race: everything except other seats' standing orders (section 11)."""

from collections.abc import Sequence
from string import ascii_uppercase
from typing import Literal, get_args

from pydantic import Field

from rules.engine.chance import Luck
from rules.engine.event import Event
from rules.engine.shown import GameView, ViewPart, places_of
from rules.port_flower.board import Point, Position, Square
from rules.port_flower.finish import distance_to_go, is_cut_off
from rules.port_flower.landings import landings
from rules.port_flower.shown.traces import Hit, Missed, Placed, Trace, traces_of
from rules.port_flower.state import RaceState, RepelPolicy

__all__ = ["Hit", "Missed", "PortFlowerView", "SeatView", "Trace", "redraw", "view", "view_to_choose"]


class SeatView(ViewPart):
    """One seat.

    `repellents` and `policy` are `None` in a race without repellents, `policy` also for other onlookers, and
    `rank` until the end. `to_go` is the number of steps to the next buoy or home. It is `None` before all
    buoys are placed, and for a boat that is in tow or has resigned; it is very large if `cut_off` is true.
    """

    seat: int
    letter: str
    reached: int
    position: Position
    repellents: int | None
    skip: bool
    active: bool
    to_go: int | None
    cut_off: bool
    rank: int | None
    policy: RepelPolicy | None


class PortFlowerView(GameView):
    """A race as an onlooker sees it.

    `missing` are the squares of the bounding rectangle that do not exist. `due` is the next buoy of the
    turn's seat, or `None` if it heads home. `can_end` lists the squares where the choosing seat's boat could
    end, in menu order. `traces`, `earlier`, `missed` and `placed` come from `Traces`.
    """

    game: Literal["port_flower"] = "port_flower"
    board: str
    columns: int
    rows: int
    missing: list[Square]
    port: list[Square]
    buoys: list[Point]
    islands: list[Square]
    sharks: list[Square]
    n_buoys: int
    round: int
    round_limit: int
    phase: Literal["setup", "racing", "over"]
    turn_seat: int | None
    due: int | None
    dice: dict[str, int] | None
    dice_left: list[str]
    moved: list[str]
    can_end: list[Square] = Field(default_factory=list)
    traces: list[Trace]
    earlier: list[Trace] = Field(default_factory=list)
    missed: list[Missed] = Field(default_factory=list)
    placed: list[Placed] = Field(default_factory=list)
    seats: list[SeatView]


def view(state: RaceState, seat: int | None, told: Sequence[Event] = ()) -> PortFlowerView:
    """Return the view of `seat` (`None`: the public) with the traces of the events in `told`."""
    racing = state.phase == "racing"
    due = state.seat(state.turn_seat).reached + 1
    chart, lately = state.board.chart, traces_of(state, told)
    return PortFlowerView.of(
        state,
        board=state.options.board,
        columns=chart.columns,
        rows=chart.rows,
        missing=list(state.board.missing),
        port=list(chart.port_squares),
        n_buoys=state.options.buoys,
        turn_seat=state.turn_seat if racing else None,
        due=due if racing and due <= state.options.buoys else None,
        dice=state.dice or None,
        dice_left=list(state.dice_left),
        moved=list(state.moved),
        traces=lately.newest,
        earlier=lately.earlier,
        missed=lately.missed,
        placed=lately.placed,
        seats=_seats(state, seat),
    )


def view_to_choose(state: RaceState, seat: int, told: Sequence[Event] = ()) -> PortFlowerView:
    """Return the view of the choosing seat, with the squares where its boat could end (section 13)."""
    return view(state, seat, told).model_copy(update={"can_end": list(landings(state))})


def redraw(state: RaceState, seat: int | None, luck: Luck) -> None:
    """Draw the standing orders of other seats at random."""
    for number, other in enumerate(state.seats, 1):
        if number != seat:
            other.repel_policy = luck.choice(get_args(RepelPolicy))


def _seats(state: RaceState, onlooker: int | None) -> list[SeatView]:
    places = places_of(state)
    laid = len(state.buoys) == state.options.buoys
    stocked = state.options.repellent != "off"
    return [
        SeatView.of(
            seat,
            seat=number,
            letter=ascii_uppercase[number - 1],
            repellents=seat.repellents if stocked else None,
            to_go=distance_to_go(state, number) if laid else None,
            cut_off=laid and is_cut_off(state, number),
            rank=places.get(number),
            policy=seat.repel_policy if stocked and onlooker == number else None,
        )
        for number, seat in enumerate(state.seats, 1)
    ]
