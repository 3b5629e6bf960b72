"""Deploying fleets on start circles (section 5.2.4)."""

from collections.abc import Iterator
from typing import Literal

from rules.engine.label import Label
from rules.privateer.actions import Deploy
from rules.privateer.board import FILE, NEIGHBOURS, STARTS, Colour, Hex, distance, outermost
from rules.privateer.events import FleetDeployed
from rules.privateer.fleets import fleet_name, ship
from rules.privateer.play import Play
from rules.privateer.refusals import known, refusal
from rules.privateer.rooms import Question
from rules.privateer.rooms.buying import Buying
from rules.privateer.state import PrivateerState

_SIDES = {start.id: start.direction for start in FILE.starts}


class Deploying(Question[Deploy]):
    """Each fleet puts two ships on the ocean, in turn order (section 5.2)."""

    lines = 4
    task: Literal["deploy"] = "deploy"
    fleets: list[Colour]

    def fleet_in(self, state: PrivateerState) -> Colour:
        return self.fleets[0]

    def go_on(self, play: Play) -> bool:
        if self.fleets:
            return False
        state = play.state
        # In The Duel each player places a third ship, beginning with the first fleet's player (section 5.3).
        buyers = state.order[: len(state.seats)] if state.duel else state.order
        play.go_to(Buying(fleets=list(buyers)))
        return True

    def asks(self, state: PrivateerState) -> str:
        return f"chooses a start circle for {fleet_name(self.fleets[0])}, and a hex beside it for ship 2"

    def actions(self, state: PrivateerState) -> Iterator[Deploy]:
        for start in _free_circles(state):
            for second in NEIGHBOURS[start]:
                yield Deploy(start=start, second=second)

    def labels(self, state: PrivateerState, action: Deploy) -> tuple[Label, ...]:
        circle = f"{action.start} ({_SIDES.get(action.start, '')})"
        return Label("Deploy"), Label(circle), Label(f"{circle}, ship 2 on {action.second}")

    def check(self, state: PrivateerState, action: Deploy) -> None:
        start, second = known(action.start), known(action.second)
        free = _free_circles(state)
        if start not in free:
            raise refusal(
                "circle_taken" if start in STARTS else "not_a_circle", start, circles=", ".join(free)
            )
        if second not in NEIGHBOURS[start]:
            raise refusal("not_beside", second, circle=start, hexes=", ".join(NEIGHBOURS[start]))

    def absent(self, state: PrivateerState) -> Deploy:
        """Choose the free circle farthest from taken circles, and its outermost neighbour."""
        taken = [start for fleet in state.order if (start := state.fleets[fleet].start)]
        circle = max(
            _free_circles(state),
            key=lambda start: min((distance(start, other) for other in taken), default=0),
        )
        return Deploy(start=circle, second=outermost(NEIGHBOURS[circle]))

    def answer(self, play: Play, action: Deploy) -> None:
        state, fleet = play.state, self.fleets.pop(0)
        state.fleets[fleet].start = action.start
        state.ships[ship(fleet, 1)], state.ships[ship(fleet, 2)] = action.start, action.second
        told = FleetDeployed(fleet=fleet, seat=play.seat, start=action.start, second=action.second)
        play.tell(told)

    def left(self, play: Play, seat: int) -> None:
        self.fleets = play.state.not_of(seat, self.fleets)

    def faults(self, state: PrivateerState) -> Iterator[str]:
        if not self.fleets:
            yield "nobody is to deploy"


def _free_circles(state: PrivateerState) -> list[Hex]:
    taken = {state.fleets[fleet].start for fleet in state.order}
    return [start for start in STARTS if start not in taken]
