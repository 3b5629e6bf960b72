"""Standing orders, which answer questions in advance so that nobody waits (section 7.1, R34)."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from rules.dangerous_sea.actions import SetDemands, SetGhost, SetLandings, SetStance
from rules.dangerous_sea.events import StanceSet
from rules.dangerous_sea.play import Play
from rules.dangerous_sea.rooms import must_play
from rules.dangerous_sea.state import SeaState
from rules.engine import rooms
from rules.engine.label import Label

Order: TypeAlias = SetStance | SetDemands | SetLandings | SetGhost

_WHEN: Mapping[type[Order], str] = {
    SetStance: "When a ship arrives",
    SetDemands: "When a winner demands",
    SetLandings: "After a storm",
    SetGhost: "When the ghost attacks",
}
_ORDERS: Mapping[type[Order], Mapping[str, str]] = {
    SetStance: {"ask": "ask me", "fight": "attack", "hold": "hold back"},
    SetDemands: {"ask": "ask me", "insist": "insist"},
    SetLandings: {"ask": "ask me", "unasked": "take what is wise"},
    SetGhost: {"ask": "ask me", "face": "face it", "wait": "wait"},
}


class GivingOrder(rooms.Anytime[SeaState, Play, Order]):
    """A standing order. The options may exclude orders about demands or about the Ghost Ship."""

    def actions(self, state: SeaState, seat: int) -> Iterator[Order]:
        needless = {SetDemands: not state.options.negotiation, SetGhost: not state.options.ghost_ship}
        for kind, orders in _ORDERS.items():
            if seat not in state.gone and not needless.get(kind):
                yield from (kind.model_validate({"policy": policy}) for policy in orders)

    def labels(self, state: SeaState, seat: int, action: Order) -> tuple[Label, ...]:
        when, order = _WHEN[type(action)], _ORDERS[type(action)][action.policy]
        mark = "✓ " if getattr(state.ship(seat), action.kind) == action.policy else ""
        return Label(when, "A standing order, so that nobody waits for you."), Label(f"{mark}{when}: {order}")

    def check(self, state: SeaState, seat: int, action: Order) -> None:
        must_play(state, seat)
        super().check(state, seat, action)

    def answer(self, play: Play, action: Order) -> None:
        setattr(play.state.ship(play.seat), action.kind, action.policy)
        if isinstance(action, SetStance):
            play.tell(StanceSet(seat=play.seat, policy=action.policy))
