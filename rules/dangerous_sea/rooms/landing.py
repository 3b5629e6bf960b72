"""After a storm, ships may take goods and stones from their new squares (section 6.7)."""

from collections.abc import Iterator

from rules.dangerous_sea.actions import Land, SetLandings, TimeOut
from rules.dangerous_sea.events import LandingPassed
from rules.dangerous_sea.play import Play
from rules.dangerous_sea.rooms import Unasked
from rules.dangerous_sea.rooms.gathering import must_harvest, must_lie_there
from rules.dangerous_sea.shown.forecast import harvest_label, stone_label
from rules.dangerous_sea.state import Landings, SeaState
from rules.dangerous_sea.tables import TABLES, penalty
from rules.engine.action import Action
from rules.engine.label import Label


class Landing(Landings, Unasked[Land | TimeOut]):
    """Ships land in turn order. The storm card is discarded after the last landing (section 6.7)."""

    def whose(self, state: SeaState) -> int:
        return self.seats[0]

    def go_on(self, play: Play) -> bool:
        if not self.seats:
            play.close(self)
            play.state.discard["storm"] += 1
            return True
        if choices(play.state, self.seats[0]):
            return super().go_on(play)
        self._done()
        return True

    def in_advance(self, state: SeaState) -> TimeOut | None:
        return TimeOut() if state.ship(self.seats[0]).landings == "unasked" else None

    def asks(self, state: SeaState) -> str:
        return f"may take what lies at {state.ship(self.seats[0]).at}, where the storm has blown the ship"

    def actions(self, state: SeaState) -> Iterator[Land]:
        yield from choices(state, self.seats[0])
        yield Land(choice="pass")

    def labels(self, state: SeaState, action: Land | TimeOut) -> tuple[Label, ...]:
        seat, first = self.seats[0], Label("Landing")
        if isinstance(action, TimeOut) or action.choice == "pass":
            return first, Label("Take nothing")
        told = stone_label if action.choice == "take_stone" else harvest_label
        return first, told(state, seat, state.ship(seat).at or "")

    def check(self, state: SeaState, action: Land | TimeOut) -> None:
        if isinstance(action, TimeOut):
            return
        if action.choice == "harvest":
            must_harvest(state, self.seats[0])
        elif action.choice == "take_stone":
            must_lie_there(state, self.seats[0])

    def always(self, state: SeaState) -> dict[Action, Action]:
        return {unasked(state, self.seats[0]): SetLandings(policy="unasked")}

    def absent(self, state: SeaState) -> TimeOut:
        return TimeOut()

    def answer(self, play: Play, action: Land | TimeOut) -> None:
        """Take what the action names, or everything that `unasked` returns (section 12)."""
        seat = self.seats[0]
        if isinstance(action, Land):
            self._take(play, seat, action)
            return
        while play.is_open(self) and self.seats[:1] == [seat] and choices(play.state, seat):
            self._take(play, seat, unasked(play.state, seat))

    def _take(self, play: Play, seat: int, action: Land) -> None:
        match action.choice:
            case "harvest":
                play.harvest(seat)
            case "take_stone":
                play.take_stones(seat, "storm")
            case _:
                play.tell(LandingPassed(seat=seat, at=play.state.ship(seat).at or ""))
                self._done()

    def _done(self) -> None:
        self.seats.pop(0)
        self.asked = False

    def left(self, play: Play, seat: int) -> None:
        if seat in self.seats:
            self.asked = self.asked and self.seats[0] != seat
            self.seats.remove(seat)


def choices(state: SeaState, seat: int) -> list[Land]:
    """Return the landings in which the seat's ship takes something."""
    found = [Land(choice="harvest")] if state.may_harvest(seat) else []
    return [*found, Land(choice="take_stone")] if state.may_take_stone(seat) else found


def unasked(state: SeaState, seat: int) -> Land:
    """Return the default (section 12): a stone, goods that cost no point, a sailor who can eat, or `pass`."""
    ship = state.ship(seat)
    if state.may_take_stone(seat):
        return Land(choice="take_stone")
    if state.resource(ship.at or "") == "inhabited":
        crew = ship.sailors + 1
        wise = ship.food >= crew * TABLES.ration.food and ship.water >= crew * TABLES.ration.water
    else:
        yields = min(TABLES.harvest[state.resource(ship.at or "") or "food"], ship.room)
        wise = penalty(ship.cargo + yields) == penalty(ship.cargo)
    return Land(choice="harvest" if wise else "pass")
