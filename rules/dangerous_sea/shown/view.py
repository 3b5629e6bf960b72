"""What onlookers see of a game: everything but answers to the Ghost Ship (sections 11 and 13)."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from rules.dangerous_sea.board import CAPTAINS, FILE, NEIGHBOURS, Captain, Kind, Square
from rules.dangerous_sea.routes import routes
from rules.dangerous_sea.shown.traces import Traces, traces_of
from rules.dangerous_sea.state import (
    DealReply,
    DemandPolicy,
    LandingPolicy,
    SeaState,
    Spoils,
    Stance,
    Terms,
    Turn,
)
from rules.dangerous_sea.tables import Card, Season, penalty
from rules.engine.data import Data
from rules.engine.event import Event
from rules.engine.game import View
from rules.engine.options import changed
from rules.engine.rooms import questions

__all__ = ["BattleView", "SeaView", "Season", "ShipView", "view", "view_to_choose"]


class ShipView(Data):
    """A seat with its ship. `at` is `None` before the start and after resigning; `rank` before the end.

    `points` and `allowance` are what its turn has, now or as it would begin. `out`: the captain is
    incapacitated. `stopped`: no more sailing this turn.
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


class BattleView(Data):
    """A battle whose prize is open, and what is demanded, if anything is."""

    winner: int
    loser: int
    margin: int
    terms: Terms | None


class SeaView(View):
    """A game as an onlooker sees it.

    `season` is its number, 0 during the set-up, `max_seasons` 0 without a limit. `awaited` must decide
    `asked`. `ships` are in turn order. `tiles` are the revealed squares, `harvested` the islands without
    their marker, `loose` and `stones` what lies where. `bag`, `deck` and `discard` count what is left of
    each kind. `targets` are the squares next to the ship of the onlooker who is to choose: it may sail
    there, explore or look. `courses` are those it can sail to in one go, with their points. `traces` holds
    what the latest turn left to be seen.
    """

    game: Literal["dangerous_sea"] = "dangerous_sea"
    phase: Literal["setup", "hunt", "over"]
    season: int
    season_name: Season
    year: int
    max_seasons: int
    stones_to_win: int
    turn_seat: int | None
    awaited: list[int]
    asked: str
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
    options: dict[str, str]
    reason: str | None
    ranking: list[list[int]]


def view(state: SeaState, seat: int | None, told: Sequence[Event] = ()) -> SeaView:  # noqa: ARG001
    """The game as everybody sees it who was told that of the latest turns."""
    asked, turn, result = questions(state), state.turn, state.result
    return SeaView(
        phase="over" if result else "hunt" if state.season else "setup",
        season=state.season,
        season_name=state.season_name,
        year=state.year,
        max_seasons=state.options.max_seasons,
        stones_to_win=state.options.stones_to_win,
        turn_seat=turn.seat if turn else None,
        awaited=[question.whose(state) for question in asked],
        asked=asked[0].kind(state) if asked else "",
        ships=[_ship(state, seat) for seat in state.order],
        tiles=state.tiles,
        harvested=state.harvested,
        loose=state.loose,
        stones=state.stones,
        ghost=state.ghost,
        bag=state.bag,
        deck=state.draw,
        discard=state.discard,
        battle=_battle(state),
        targets=[],
        traces=traces_of(told),
        options=changed(state.options),
        reason=result.reason if result else None,
        ranking=[list(group) for group in result.ranking] if result else [],
    )


def view_to_choose(state: SeaState, seat: int, told: Sequence[Event] = ()) -> SeaView:
    """With the squares that the seat may sail to, explore or look at."""
    turn, at = state.agenda[-1] if state.agenda else None, state.ship(seat).at
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
    return ShipView(
        seat=seat,
        captain=captain,
        colour=style.name,
        shape=style.shape,
        at=ship.at,
        food=ship.food,
        water=ship.water,
        cargo=ship.cargo,
        penalty=penalty(ship.cargo),
        sailors=ship.sailors,
        stones=ship.stones,
        stance=ship.stance,
        demands=ship.demands,
        landings=ship.landings,
        active=active,
        points=state.points_left(turn) if turn is not None and active else state.allowance(seat),
        allowance=state.allowance(seat),
        stopped=turn is not None and active and turn.stopped,
        out=ship.out,
        resigned=seat in state.gone,
        rank=state.result.places().get(seat) if state.result else None,
    )


def _battle(state: SeaState) -> BattleView | None:
    spoils = next((task for task in state.agenda if isinstance(task, Spoils)), None)
    if spoils is None:
        return None
    reply = state.agenda[-1]
    terms = reply.terms if isinstance(reply, DealReply) else None
    return BattleView(winner=spoils.winner, loser=spoils.loser, margin=spoils.margin, terms=terms)
