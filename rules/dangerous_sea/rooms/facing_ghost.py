"""A captain chooses in secret how to meet the Ghost Ship (section 6.6)."""

from collections.abc import Iterator
from typing import get_args

from rules.dangerous_sea.actions import OrderGhost, SetGhost
from rules.dangerous_sea.chances import chances
from rules.dangerous_sea.play import Play
from rules.dangerous_sea.rooms import Unasked
from rules.dangerous_sea.state import GhostAttack, GhostOrder, GhostPolicy, SeaState
from rules.dangerous_sea.tables import TABLES
from rules.engine.action import Action
from rules.engine.chance import Luck
from rules.engine.label import Label
from rules.engine.wording import listed

_ORDERS = {
    "face": Label("Face the Ghost Ship"),
    "wait": Label("Wait", "Captains who face it fight first, and may banish it before it reaches you."),
}


class FacingGhost(GhostOrder, Unasked[OrderGhost]):
    """All attacked ships answer at the same time."""

    together = True
    secret = True

    def whose(self, state: SeaState) -> int:
        return self.seat

    def in_advance(self, state: SeaState) -> OrderGhost | None:
        policy = state.ship(self.seat).ghost
        return None if policy == "ask" else OrderGhost(choice=policy)

    def asks(self, state: SeaState) -> str:
        others = [state.called(other) for other in state.at(state.ghost or "") if other != self.seat]
        lie = f"where {listed(others)} {'lies' if len(others) == 1 else 'lie'}, too"
        return f"chooses in secret how to meet the Ghost Ship at {state.ghost}, {lie}"

    def actions(self, state: SeaState) -> Iterator[OrderGhost]:
        yield OrderGhost(choice="face")
        yield OrderGhost(choice="wait")

    def labels(self, state: SeaState, action: OrderGhost) -> tuple[Label, ...]:
        order, ship = _ORDERS[action.choice], state.ship(self.seat)
        if action.choice == "face":
            price = "costs a sailor" if ship.sailors else "lays your captain low"
            order = order._replace(hint=f"{chances(ship.dice, TABLES.ghost.dice)} Losing {price}.")
        return Label("The Ghost Ship"), order

    def always(self, state: SeaState) -> dict[Action, Action]:
        return {
            OrderGhost(choice="face"): SetGhost(policy="face"),
            OrderGhost(choice="wait"): SetGhost(policy="wait"),
        }

    def absent(self, state: SeaState) -> OrderGhost:
        return OrderGhost(choice="wait")

    def answer(self, play: Play, action: OrderGhost) -> None:
        play.close(self)
        attack = ghost_attack(play.state)
        if attack is not None:
            attack.answers[self.seat] = action.choice

    def left(self, play: Play, seat: int) -> None:
        """Close the question if its seat leaves, or if only one attacked ship remains (section 12)."""
        attack = ghost_attack(play.state)
        others = [one for one in attack.seats if one != seat] if attack else []
        if self.seat == seat or len(others) == 1:
            play.close(self)


def ghost_attack(state: SeaState) -> GhostAttack | None:
    """Return the pending attack of the Ghost Ship on several ships, or `None`."""
    return next((task for task in state.agenda if isinstance(task, GhostAttack)), None)


def draw_answers_anew(state: SeaState, seat: int | None, luck: Luck) -> None:
    """Redraw other seats' answers and standing orders about the Ghost Ship, which `seat` cannot see."""
    for other in state.order:
        if other != seat:
            state.ship(other).ghost = luck.choice(get_args(GhostPolicy))
    attack = ghost_attack(state)
    for other in attack.seats if attack else ():
        if attack is not None and other != seat and other in attack.answers:
            attack.answers[other] = luck.choice(("face", "wait"))
