"""The view of a game, which hides nothing (section 11)."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from rules.engine.event import Event
from rules.engine.shown import GameView, ViewPart, places_of
from rules.kraken_bay.board import AHEAD, DRIFT_PATHS, MOUTH, PIERS, RING, Character, Heading, Space, Step
from rules.kraken_bay.course import single_steps, step_to, suggested_courses
from rules.kraken_bay.finish import score_of
from rules.kraken_bay.gunnery import target_space
from rules.kraken_bay.numbering import numbers, targets
from rules.kraken_bay.shown.traces import AnyTrace, Pick, traces_of
from rules.kraken_bay.state import BayState, Rolled, ShipStatus
from rules.kraken_bay.tables import CARDS, STRAY_CARDS, STRAYS, TRACKS, BombKind, Chit, Stray

_DANGEROUS = 6
"""The first ring that is dangerous at the end of a drift: lane F."""


class ShipView(ViewPart):
    """A player's ship.

    `at` is `None` if the ship is gone, and `left` is the round in which it left. `ahead` is the space in
    front of the ship. `drifts_to` is the end of the ship's next drift if the path is free. `danger` is true
    if `drifts_to` is the mouth or in lanes F to H. `rank` is `None` before the end of the game.
    """

    id: Character
    title: str
    letter: str
    shape: str
    colour: str
    seat: int
    home: Space
    at: Space | None
    heading: Heading
    ahead: Space | None
    crew: int
    ration: int
    treasure: int
    trophies: int
    tow: Stray | None
    saved: list[Stray]
    damage: int
    slayer: bool
    hungry: bool
    chained: bool
    status: ShipStatus
    left: int | None
    score: int
    active: bool
    drifts_to: Space | None
    danger: bool
    rank: int | None


class StrayView(ViewPart):
    """An off-course ship. `enters` is the time at which it enters. `by` is the ship that tows or saved it."""

    id: Stray
    title: str
    status: Literal["waiting", "adrift", "towed", "saved", "eaten"]
    at: Space | None
    by: Character | None
    enters: int


class BombView(ViewPart):
    """A barrel or a cloud of smoke on the board."""

    at: Space
    bomb: BombKind
    owner: Character
    fused: bool


class TurnView(ViewPart):
    """The current turn."""

    ship: Character
    rolled: Rolled
    move_left: int
    actions_used: int
    actions_left: int
    turned: bool
    secondary_used: bool
    greed_credit: int


class TargetView(ViewPart):
    """A possible target: its name in typed actions, and its space."""

    name: str
    at: Space


class BayView(GameView):
    """A game as an onlooker sees it.

    `ships` are in turn order. `picked` maps seats to characters, and `free` lists the characters that nobody
    has picked. Only the view of the choosing seat has `steps`, `courses`, `targets` and `numbers`. `steps`
    maps single steps to their spaces. `courses` has the suggested course to each space, and `numbers` has the
    numbers of spaces and targets in menus. `Traces` describes the fields after `numbers`.
    """

    game: Literal["kraken_bay"] = "kraken_bay"
    phase: Literal["setup", "sailing", "over"]
    round: int
    rounds: int
    time: int
    full_time: int
    health: int
    full_health: int
    turn_ship: Character | None
    turn_seat: int | None
    picked: dict[int, Character]
    free: list[Character]
    resigned: list[int]
    ships: list[ShipView]
    strays: list[StrayView]
    tentacles: list[Space]
    chits: dict[Space, Chit]
    bombs: list[BombView]
    turn: TurnView | None
    steps: dict[Step, Space] = Field(default_factory=dict)
    courses: dict[Space, str] = Field(default_factory=dict)
    targets: list[TargetView] = Field(default_factory=list)
    numbers: dict[Space, int] = Field(default_factory=dict)
    traces: list[AnyTrace]
    earlier: list[AnyTrace] = Field(default_factory=list)
    dice: list[int] = Field(default_factory=list)
    picks: list[Pick] = Field(default_factory=list)
    first: int = 0


def view(state: BayState, seat: int | None, told: Sequence[Event] = ()) -> BayView:  # noqa: ARG001
    """Return the public view of a game. `told` lists the events of the latest turns."""
    track, turn, told_of = TRACKS[state.options.length], state.turn, traces_of(told)
    picking = state.phase == "setup"
    return BayView.of(
        state,
        rounds=track.time,
        full_time=track.time,
        full_health=track.health,
        turn_ship=turn.ship if turn else None,
        turn_seat=state.ships[turn.ship].seat if turn else None,
        picked={number: seat.character for number, seat in enumerate(state.seats, 1) if seat.character},
        free=state.free_characters if picking else [],
        resigned=[number for number, seat in enumerate(state.seats, 1) if seat.resigned],
        ships=_ships(state),
        strays=[_stray(state, name) for name in STRAYS],
        bombs=[BombView.of(bomb, at=at, bomb=bomb.kind) for at, bomb in state.bombs.items()],
        turn=TurnView.of(turn, actions_left=state.actions_left(turn)) if turn else None,
        traces=told_of.newest,
        earlier=told_of.earlier,
        picks=told_of.picks,
        first=told_of.first,
        dice=told_of.dice if turn is not None and turn.rolled != "no" else [],
    )


def view_to_choose(state: BayState, seat: int, told: Sequence[Event] = ()) -> BayView:
    """Return the view of the choosing seat, with the spaces and targets in reach (section 13)."""
    seen, turn = view(state, seat, told), state.turn
    if turn is None or state.ships[turn.ship].seat != seat:
        return seen
    ship = state.ships[turn.ship]
    at = state.here(turn.ship)
    steps = {step: step_to(at, ship.heading, step)[0] for step in single_steps(state, turn)}
    aims = [TargetView(name=name, at=target_space(state, name) or "") for name in targets(state, turn)]
    return seen.model_copy(
        update={
            "steps": {step: to for step, to in steps.items() if to is not None},
            "courses": dict(suggested_courses(state, turn).to),
            "targets": aims,
            "numbers": dict(numbers(state, turn)),
        }
    )


def _ships(state: BayState) -> list[ShipView]:
    places = places_of(state)
    return [_ship(state, name, places.get(state.ships[name].seat)) for name in state.order]


def _ship(state: BayState, name: Character, rank: int | None) -> ShipView:
    ship, card = state.ships[name], CARDS[name]
    drifts_to = _drifts_to(state, ship.at)
    turn = state.turn
    return ShipView.of(
        ship,
        card,
        id=name,
        home=PIERS[name],
        ahead=AHEAD[ship.heading][ship.at] if ship.at else None,
        hungry=not ship.ration,
        score=score_of(state, ship),
        active=turn is not None and turn.ship == name,
        drifts_to=drifts_to,
        danger=drifts_to is not None and (drifts_to == MOUTH or RING[drifts_to] >= _DANGEROUS),
        rank=rank,
    )


def _drifts_to(state: BayState, at: Space | None) -> Space | None:
    """Return the end of the next drift from a space, or `None` if no drift follows (R47)."""
    if at is None or state.time <= 1 or state.result is not None:
        return None
    return DRIFT_PATHS[at][-1]


def _stray(state: BayState, name: Stray) -> StrayView:
    stray = state.strays[name]
    savers = (ship for ship, own in state.ships.items() if name in own.saved)
    return StrayView.of(
        stray,
        STRAY_CARDS[name],
        id=name,
        by=state.tower_of(name) or next(savers, None),
        enters=TRACKS[state.options.length].enters[name],
    )
