"""The view of a game, in which nothing is hidden (sections 11 and 13)."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from rules.engine.event import Event
from rules.engine.shown import GameView, ViewPart, places_of
from rules.privateer.board import OPPOSITE, STARTS, Colour, Direction, Gambit, Hex, Level, Terrain
from rules.privateer.fleets import COLOUR_OF, FLEETS, Ship, number_of
from rules.privateer.gambits import dice_to_roll
from rules.privateer.shown.traces import AnyTrace, Traces
from rules.privateer.state import GambitStatus, NextTile, PrivateerState, PrizePolicy, Turn
from rules.privateer.tables import GAMBITS
from rules.privateer.weather import rounds_to_storm


class ShipView(ViewPart):
    """A ship afloat. `spent` has the ship's dice this turn, such as `SC`; `None` if the ship takes none."""

    id: Ship
    fleet: Colour
    number: int
    letter: str
    seat: int
    hex: Hex
    grudge: bool
    fogged: bool
    active: bool
    spent: str | None


class FleetView(ViewPart):
    """A fleet in play. `grudge` is true if the fleet has or had a grudge ship in this battle."""

    colour: Colour
    number: int
    shape: str
    letter: str
    seat: int
    start: Hex | None
    afloat: int
    gambit: Gambit
    gambit_title: str
    gambit_status: GambitStatus
    grudge: bool
    active: bool


class SeatView(ViewPart):
    """A player. `out` is true after elimination from this battle. `rank` is `None` until the game is over."""

    seat: int
    fleets: list[Colour]
    gold: int
    hulls: int
    out: bool
    resigned: bool
    prize_policy: PrizePolicy
    rank: int | None


class CircleView(ViewPart):
    """A start circle and the fleet that took it, if any."""

    hex: Hex
    fleet: Colour | None


class TrayView(ViewPart):
    """The dice of the turn. `spent` lists tokens (`S3`), and `to_roll` is 0 after the roll."""

    to_roll: int
    sail: list[int]
    cannon: list[int]
    spent: list[str]
    desperate: bool


class PrivateerView(GameView):
    """A game as an onlooker sees it.

    `fleets` and `seats` are in turn order. `edge` is the outermost ring of the sea. `storm_in` is the number
    of rounds until an announced storm. `tile` is the drawn tile, and `barrel` has the number of undrawn tiles
    of each type. `prize` is the beaten ship of an open prize. `traces` has the traces of the latest turn that
    left any, and `earlier` has those of the turns before it. `reach` lists the hexes that the onlooker can
    choose now.
    """

    game: Literal["privateer"] = "privateer"
    duel: bool
    battle: int
    battles: int
    round: int
    round_cap: int
    phase: Literal["setup", "battle", "over"]
    truce: bool
    turn_fleet: Colour | None
    turn_seat: int | None
    fleets: list[FleetView]
    seats: list[SeatView]
    ships: list[ShipView]
    merchant: Hex | None
    circles: list[CircleView]
    terrain: dict[Hex, Terrain]
    level: Level | None
    barrel: dict[Terrain, int]
    tile: Terrain | None
    edge: int
    storm_on: bool
    storm_in: int | None
    wind_from: Direction | None
    drift: Direction | None
    tray: TrayView | None
    prize: Ship | None
    traces: list[AnyTrace]
    earlier: list[AnyTrace]
    silent_dice: bool
    elimination: list[list[int]]
    day: int | None
    reach: list[Hex] = Field(default_factory=list)


def view(state: PrivateerState, seat: int | None, told: Sequence[Event] = ()) -> PrivateerView:  # noqa: ARG001
    """Return the public view of a game. `told` lists the events of the latest turns."""
    turn, task = state.turn, state.task
    active, lately = state.active_fleet, Traces().follow(told)
    taken = {state.fleets[colour].start: colour for colour in state.order}
    return PrivateerView.of(
        state,
        turn_fleet=active,
        turn_seat=state.fleets[active].seat if active else None,
        fleets=[_fleet(state, colour) for colour in state.order],
        seats=_seats(state),
        ships=[_ship(state, vessel, turn) for vessel in state.afloat()],
        circles=[CircleView(hex=start, fleet=taken.get(start)) for start in STARTS],
        tile=task.tile if isinstance(task, NextTile) else None,
        storm_in=rounds_to_storm(state),
        drift=OPPOSITE[state.wind_from] if state.wind_from else None,
        tray=_tray(state, turn),
        traces=lately.newest,
        earlier=lately.earlier,
    )


def _fleet(state: PrivateerState, colour: Colour) -> FleetView:
    card, fleet = FLEETS[colour], state.fleets[colour]
    return FleetView.of(
        card,
        fleet,
        colour=colour,
        afloat=len(state.ships_of(colour)),
        gambit_title=GAMBITS[card.gambit].title,
        gambit_status=fleet.gambit,
        grudge=fleet.grudge == "sails",
        active=colour == state.active_fleet,
    )


def _seats(state: PrivateerState) -> list[SeatView]:
    places = places_of(state)
    gone = set(state.eliminated())
    return [
        SeatView.of(
            state.seat(number),
            seat=number,
            fleets=state.fleets_of(number),
            out=number in gone,
            rank=places.get(number),
        )
        for number in dict.fromkeys((*state.seats_in_order(), *state.table))
    ]


def _ship(state: PrivateerState, vessel: Ship, turn: Turn | None) -> ShipView:
    colour = COLOUR_OF[vessel]
    fleet = state.fleets[colour]
    return ShipView(
        id=vessel,
        fleet=colour,
        number=number_of(vessel),
        letter=FLEETS[colour].letter,
        seat=fleet.seat,
        hex=state.ships[vessel],
        grudge=fleet.grudge == "sails",
        fogged=fleet.gambit == "active",
        active=turn is not None and turn.fleet == colour,
        spent=turn.slots.get(vessel) if turn else None,
    )


def _tray(state: PrivateerState, turn: Turn | None) -> TrayView | None:
    if turn is None:
        return None
    to_roll = 0 if turn.rolled else dice_to_roll(state, turn)
    return TrayView.of(turn, to_roll=to_roll)
