"""A player's turn (section 6.3)."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import ClassVar

from rules.dangerous_sea.actions import Explore, Route, Sail, Scuttle, TimeOut, parse, steps_of
from rules.dangerous_sea.board import NEIGHBOURS
from rules.dangerous_sea.events import CaptainRecovered, TurnEnded, TurnStarted
from rules.dangerous_sea.play import Play
from rules.dangerous_sea.refusals import refusal
from rules.dangerous_sea.rooms import Choice
from rules.dangerous_sea.rooms.attacking import Attacking
from rules.dangerous_sea.rooms.ending_turn import EndingTurn
from rules.dangerous_sea.rooms.gathering import Gathering
from rules.dangerous_sea.rooms.loading import Loading
from rules.dangerous_sea.rooms.sailing import Sailing
from rules.dangerous_sea.rooms.scuttling import Scuttling, serves
from rules.dangerous_sea.routes import goes_and_takes, nearest_to_take, routes, taken_at
from rules.dangerous_sea.shown.forecast import ON, STEP, route_label, take_label
from rules.dangerous_sea.state import SeaState, Turn
from rules.engine.action import Action
from rules.engine.decision import RowKind
from rules.engine.form import MENU_LIMIT
from rules.engine.label import Label, plain_labels

TAKE, FAR, BESIDE, LOOK = "take", "route", "beside", "look"
"""The first answers in controls: a square with something to take, a square farther away, a direction, a look.

`FAR` also lists squares with something to take if `TAKE` has no room for them or if a look is possible.
"""

_ON_A_LINE = 2
"""The maximum number of squares with something to take on one line of a phone."""


class TakingTurn(Turn, Choice):
    """The captain acts until the turn or the game ends (section 6.3)."""

    lines = 4
    layout: ClassVar[Mapping[str, RowKind]] = MappingProxyType(
        {TAKE: "buttons", FAR: "menu", BESIDE: "buttons", LOOK: "buttons"}
    )
    shortcut_kinds = (Route,)
    offers = (Sailing(), Gathering(), Loading(), Scuttling(), Attacking(), EndingTurn())

    def whose(self, state: SeaState) -> int:
        return self.seat

    def kind(self, state: SeaState) -> str:
        return "main"

    def asks(self, state: SeaState) -> str:
        left = state.points_left(self)
        return f"is to act at {state.ship(self.seat).at}, {left} of {state.allowance(self.seat)} points left"

    def canonical(self, state: SeaState, action: Action) -> Action:
        return (
            self.spelled(state, action)[0] if isinstance(action, Route) else super().canonical(state, action)
        )

    def shortcuts(self, state: SeaState) -> Iterator[Route]:
        """Yield routes that take everything at their end, then all routes of several steps (section 7.1)."""
        yield from (Route(to=square, then="take") for square in nearest_to_take(state, self))
        yield from (Route(to=square) for square, route in routes(state, self).items() if len(route) > 1)

    def path(self, state: SeaState, action: Action) -> tuple[str, ...]:
        """Return the answers that lead to an action. Goals are grouped by distance if they exceed a menu."""
        beside = NEIGHBOURS[state.ship(self.seat).at or ""]
        if isinstance(action, Explore):
            return BESIDE, action.dir
        if isinstance(action, Sail):
            at = beside[action.dir]
            return (FAR, at) if goes_and_takes(state, self, at) else (BESIDE, action.dir)
        if not isinstance(action, Route):
            return action.path()
        if action.then:
            steps = {at: way for way, at in beside.items() if goes_and_takes(state, self, at)}
            if action.to in steps:
                return BESIDE, steps[action.to]
            looks = any(square not in state.tiles for square in beside.values())
            far = [at for at in nearest_to_take(state, self) if at not in steps]
            return FAR if looks or action.to not in far[:_ON_A_LINE] else TAKE, f"{action.to} {action.then}"
        ways = routes(state, self)
        if len(ways) + len(nearest_to_take(state, self)) <= MENU_LIMIT:
            return action.path()
        return action.kind, str(len(ways.get(action.to, ""))), action.to

    def outdone(self, state: SeaState, action: Action) -> bool:
        return isinstance(action, Scuttle) and not serves(state, self.seat, action.what)

    def shortcut_labels(self, state: SeaState, action: Action) -> tuple[Label, ...]:
        route = routes(state, self).get(action.to) if isinstance(action, Route) else None
        if not isinstance(action, Route) or route is None:
            return plain_labels(action)
        if action.then:
            told = take_label(state, self, action.to, route, taken_at(state, self, action.to))
            first, _ = self.path(state, action)
            return (STEP if first == BESIDE else ON), told
        _, *far, _ = self.path(state, action)
        return (
            ON,
            *(Label(f"Sail {len(route)} squares") for _ in far),
            route_label(state, self, action.to, route),
        )

    def spelled(self, state: SeaState, action: Action) -> list[Action]:
        """Return the single actions of a route (section 7.1).

        Raises IllegalAction if the square is out of reach. A route with `then: take` also
        raises IllegalAction if nothing can be taken at its end, or if it is typed as steps.
        """
        if not isinstance(action, Route):
            return [action]
        if typed := steps_of(action.to):
            if action.then:
                raise refusal("no_route.steps")
            return [parse(step) for step in typed]
        route = routes(state, self).get(action.to, "")
        if not route:
            raise refusal("no_route", at=action.to, points=state.points_left(self))
        steps: list[Action] = [Sail.model_validate({"dir": letter}) for letter in route]
        if not action.then:
            return steps
        if takes := taken_at(state, self, action.to):
            return [*steps, *takes]
        raise refusal("no_route.take", action.to)

    def absent(self, state: SeaState) -> TimeOut:
        return TimeOut()

    def left(self, play: Play, seat: int) -> None:
        """End the turn without feeding the crew if its seat leaves (section 12)."""
        if seat == self.seat:
            play.close(self)
            play.tell(TurnEnded(seat=seat, reason="resigned"))


def take_turn(play: Play, seat: int) -> None:
    """Let the captain recover, and begin the seat's turn (section 6.3)."""
    state, ship = play.state, play.state.ship(seat)
    if ship.out:
        ship.out = False
        play.tell(CaptainRecovered(seat=seat))
    play.tell(TurnStarted(seat=seat, captain=state.captain(seat), allowance=state.allowance(seat)))
    play.open(TakingTurn(seat=seat))
