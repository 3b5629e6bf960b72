"""Putting goods or sailors overboard (section 7, R19)."""

from collections.abc import Iterator
from typing import get_args

from rules.dangerous_sea.actions import Scuttle
from rules.dangerous_sea.board import GOOD_OF, Good, counted
from rules.dangerous_sea.events import Scuttled
from rules.dangerous_sea.play import Play, gain
from rules.dangerous_sea.refusals import bad_amount, refusal
from rules.dangerous_sea.rooms import TurnOffer
from rules.dangerous_sea.shown.forecast import weight
from rules.dangerous_sea.state import SeaState, ShipState, Turn
from rules.dangerous_sea.tables import LIMITS, penalty
from rules.engine.form import Form, Range
from rules.engine.label import Label


class Scuttling(TurnOffer[Scuttle]):
    """Goods that are put overboard stay on an island of their kind. Elsewhere the goods are lost."""

    def actions(self, room: Turn, state: SeaState) -> Iterator[Scuttle]:
        """Return no actions, because people fill the amount into a form (section 7.1)."""
        return iter(())

    def forms(self, room: Turn, state: SeaState) -> list[Form]:
        aboard = {good: _amounts(state.ship(room.seat), good) for good in get_args(Good)}
        return [
            Form(Scuttle(what=good, amount=amounts.low), {"amount": amounts})
            for good, amounts in aboard.items()
            if amounts.low <= amounts.high
        ]

    def labels(self, room: Turn, state: SeaState, action: Scuttle) -> tuple[Label, ...]:
        ship = state.ship(room.seat)
        fate = "The island keeps it." if _keeps(state, ship, action.what) else "Lost for good."
        change = 0 if action.what == "sailors" else -action.amount
        hint = " ".join(filter(None, [fate, weight(state, room.seat, change)]))
        return (
            Label("Put overboard"),
            Label(f"Drop {action.what}"),
            Label(f"Put {counted(action.amount, action.what)} overboard", hint),
        )

    def check(self, room: Turn, state: SeaState, action: Scuttle) -> None:
        amounts = _amounts(state.ship(room.seat), action.what)
        if amounts.high < amounts.low:
            raise refusal("bad_amount.none_aboard", what=action.what)
        if action.amount not in amounts:
            raise bad_amount(action.what, amounts)

    def answer(self, room: Turn, play: Play, action: Scuttle) -> None:
        state, ship = play.state, play.state.ship(room.seat)
        at, before, kept = ship.at or "", play.allowance, _keeps(state, ship, action.what)
        gain(ship, action.what, -action.amount)
        if kept:
            play.lay(at, action.amount)
        play.tell(Scuttled(seat=room.seat, at=at, what=action.what, amount=action.amount, kept=kept))
        play.reckon(before)


def serves(state: SeaState, seat: int, good: Good) -> bool:
    """Return whether putting `good` overboard would lighten a heavy ship or save starving sailors."""
    ship = state.ship(seat)
    if good == "sailors":
        return ship.sailors > ship.fed and _keeps(state, ship, good)
    return penalty(ship.cargo) > 0


def _keeps(state: SeaState, ship: ShipState, good: Good) -> bool:
    return GOOD_OF.get(state.tiles[ship.at or ""]) == good


def _amounts(ship: ShipState, good: Good) -> Range:
    step = 1 if good == "sailors" else LIMITS.step
    return Range(step, getattr(ship, good), step)
