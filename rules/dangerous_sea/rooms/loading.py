"""Taking loose goods aboard (section 7, R20)."""

from collections.abc import Iterator

from rules.dangerous_sea.actions import Load
from rules.dangerous_sea.board import GOOD_OF, counted
from rules.dangerous_sea.events import Loaded
from rules.dangerous_sea.play import Play, gain
from rules.dangerous_sea.refusals import bad_amount, refusal
from rules.dangerous_sea.rooms import TurnOffer
from rules.dangerous_sea.rooms.gathering import must_have_room
from rules.dangerous_sea.shown.forecast import weight
from rules.dangerous_sea.state import SeaState, Turn
from rules.dangerous_sea.tables import LIMITS
from rules.engine.form import Form, Range
from rules.engine.label import Label


class Loading(TurnOffer[Load]):
    """A ship can load any amount that lies on its square and fits aboard."""

    def actions(self, room: Turn, state: SeaState) -> Iterator[Load]:
        amounts = _amounts(room, state)
        if amounts.low == amounts.high:
            yield Load(amount=amounts.low)

    def forms(self, room: Turn, state: SeaState) -> list[Form]:
        amounts = _amounts(room, state)
        return [Form(Load(amount=amounts.high), {"amount": amounts})] if amounts.low < amounts.high else []

    def labels(self, room: Turn, state: SeaState, action: Load) -> tuple[Label, ...]:
        ship = state.ship(room.seat)
        good = GOOD_OF[state.tiles[ship.at or ""]]
        change = 0 if good == "sailors" else action.amount
        return Label("Load loose goods"), Label(
            f"Load {counted(action.amount, good)}", weight(state, room.seat, change)
        )

    def check(self, room: Turn, state: SeaState, action: Load) -> None:
        ship = state.ship(room.seat)
        at = ship.at or ""
        if at not in state.loose:
            raise refusal("nothing_here.load", at=at)
        must_have_room(state, room.seat)
        amounts = _amounts(room, state)
        if action.amount not in amounts:
            raise bad_amount(GOOD_OF[state.tiles[at]], amounts)

    def answer(self, room: Turn, play: Play, action: Load) -> None:
        state, ship = play.state, play.state.ship(room.seat)
        at, before = ship.at or "", play.allowance
        good = GOOD_OF[state.tiles[at]]
        play.lay(at, -action.amount)
        gain(ship, good, action.amount)
        play.tell(Loaded(seat=room.seat, at=at, what=good, amount=action.amount))
        play.reckon(before)


def _amounts(room: Turn, state: SeaState) -> Range:
    ship = state.ship(room.seat)
    loose = state.loose.get(ship.at or "", 0)
    if state.resource(ship.at or "") == "inhabited":
        return Range(1, min(loose, ship.berths))
    return Range(LIMITS.step, min(loose, ship.room), LIMITS.step)
