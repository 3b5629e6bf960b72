"""The views of a game (sections 11 and 13). A view omits other seats' secrets about the Ghost Ship."""

from collections.abc import Sequence
from typing import Literal, get_args

from pydantic import Field

from rules.dangerous_sea.board import CAPTAINS, FILE, NEIGHBOURS, Captain, Kind, Square
from rules.dangerous_sea.routes import routes
from rules.dangerous_sea.shown.traces import Traces, traces_of
from rules.dangerous_sea.state import (
    DealReply,
    DemandPolicy,
    GhostPolicy,
    LandingPolicy,
    SeaState,
    Stance,
    Terms,
    Turn,
)
from rules.dangerous_sea.tables import Card, Season, penalty
from rules.engine.chance import Luck
from rules.engine.event import Event
from rules.engine.shown import GameView, ViewPart, places_of

__all__ = ["BattleView", "SeaView", "Season", "ShipView", "view", "view_to_choose"]


class ShipView(ViewPart):
    """A seat and its ship. `at` is `None` before the start and after resigning. `rank` is set at the end.

    `allowance` is the number of points of a turn with the current cargo. `points` are the points left in the
    seat's turn. Between the seat's turns, `points` equals `allowance`. `out` is true if the captain is
    incapacitated, and `stopped` is true if the ship can sail no more in this turn.
    """

    seat: int
    captain: Captain
    colour: str
    shape: str
    at: Square | None
    food: int
    water: int
    cargo: int
    penalty: int
    sailors: int
    stones: int
    stance: Stance
    demands: DemandPolicy
    landings: LandingPolicy
    active: bool
    points: int
    allowance: int
    stopped: bool
    out: bool
    resigned: bool
    rank: int | None


class BattleView(ViewPart):
    """A battle whose prize is open, with the terms of an open demand."""

    winner: int
    loser: int
    margin: int
    terms: Terms | None


class SeaView(GameView):
    """A game as an onlooker sees it.

    `season` is 0 during the set-up, and `max_seasons` is 0 without a limit. `ships` are in turn order.
    `harvested` are the islands that cannot be harvested before spring. `loose` and `stones` count goods and
    rune stones on squares. `bag`, `deck` and `discard` count tiles and cards of each kind. In the onlooker's
    own turn, `targets` are the neighbouring squares where the ship may sail, explore or look. `courses` has
    the cost in points of each farther square that one action can reach. Otherwise both are empty.
    """

    game: Literal["dangerous_sea"] = "dangerous_sea"
    phase: Literal["setup", "hunt", "over"]
    season: int
    season_name: Season
    year: int
    max_seasons: int
    stones_to_win: int
    turn_seat: int | None
    ships: list[ShipView]
    tiles: dict[Square, Kind]
    harvested: list[Square]
    loose: dict[Square, int]
    stones: dict[Square, int]
    ghost: Square | None
    bag: dict[Kind, int]
    deck: dict[Card, int]
    discard: dict[Card, int]
    battle: BattleView | None
    targets: list[Square]
    courses: dict[Square, int] = Field(default_factory=dict)
    traces: Traces


def view(state: SeaState, seat: int | None, told: Sequence[Event] = ()) -> SeaView:  # noqa: ARG001
    """Return the public view of a game, with the traces of the public events `told`."""
    turn = state.turn
    terms = state.task.terms if isinstance(state.task, DealReply) else None
    return SeaView.of(
        state,
        phase="over" if state.result else "hunt" if state.season else "setup",
        turn_seat=turn.seat if turn else None,
        ships=[_ship(state, seat) for seat in state.order],
        deck=state.draw,
        battle=BattleView.of(state.spoils, terms=terms) if state.spoils else None,
        targets=[],
        traces=traces_of(told),
    )


def view_to_choose(state: SeaState, seat: int, told: Sequence[Event] = ()) -> SeaView:
    """Return the view of the choosing seat, with `targets` and `courses`."""
    turn, at = state.task, state.ship(seat).at
    if not isinstance(turn, Turn) or turn.seat != seat or at is None or not state.points_left(turn):
        return view(state, seat, told)
    beside = NEIGHBOURS[at].values()
    targets = [square for square in beside if not turn.stopped or square not in state.tiles]
    courses = {to: len(route) for to, route in routes(state, turn).items() if len(route) > 1}
    return view(state, seat, told).model_copy(update={"targets": targets, "courses": courses})


def _ship(state: SeaState, seat: int) -> ShipView:
    ship, turn = state.ship(seat), state.turn
    captain = state.captain(seat)
    style = FILE.captains[CAPTAINS.index(captain)]
    active = turn is not None and turn.seat == seat
    return ShipView.of(
        ship,
        style,
        seat=seat,
        captain=captain,
        colour=style.name,
        penalty=penalty(ship.cargo),
        active=active,
        points=state.points_left(turn) if turn is not None and active else state.allowance(seat),
        allowance=state.allowance(seat),
        stopped=turn is not None and active and turn.stopped,
        resigned=seat in state.gone,
        rank=places_of(state).get(seat),
    )


def redraw(state: SeaState, seat: int | None, luck: Luck) -> None:
    """Replace other seats' answers and standing orders about the Ghost Ship with random ones."""
    for other in state.order:
        if other != seat:
            state.ship(other).ghost = luck.choice(get_args(GhostPolicy))
    if attack := state.ghost_attack:
        for other in attack.seats:
            if other != seat and other in attack.answers:
                attack.answers[other] = luck.choice(("face", "wait"))
