"""Ships may attack a ship that arrives on their square (section 6.4)."""

from collections.abc import Iterator

from rules.dangerous_sea.actions import React, SetStance
from rules.dangerous_sea.events import ReactionDeclined
from rules.dangerous_sea.play import Play
from rules.dangerous_sea.rooms import Unasked
from rules.dangerous_sea.rooms.attacking import fight
from rules.dangerous_sea.shown.forecast import attack_label
from rules.dangerous_sea.state import Reaction, SeaState
from rules.engine.action import Action
from rules.engine.label import Label


class Reacting(Reaction, Unasked[React]):
    """The ships react one after the other (section 6.4)."""

    def whose(self, state: SeaState) -> int:
        return self.seats[0]

    def go_on(self, play: Play) -> bool:
        if self.seats:
            return super().go_on(play)
        play.close(self)
        return True

    def in_advance(self, state: SeaState) -> React | None:
        stance = state.ship(self.seats[0]).stance
        return None if stance == "ask" else React(choice="attack" if stance == "fight" else "hold")

    def asks(self, state: SeaState) -> str:
        against = state.called(self.against)
        return f"may attack {against}, who has just come to {state.ship(self.against).at}"

    def actions(self, state: SeaState) -> Iterator[React]:
        yield React(choice="attack")
        yield React(choice="hold")

    def labels(self, state: SeaState, action: React) -> tuple[Label, ...]:
        against = state.called(self.against)
        first = Label(f"{against} has arrived")
        if action.choice == "hold":
            return first, Label("Hold back", f"{against} may still attack you this turn.")
        return first, attack_label(state, self.seats[0], self.against)

    def always(self, state: SeaState) -> dict[Action, Action]:
        return {
            React(choice="attack"): SetStance(policy="fight"),
            React(choice="hold"): SetStance(policy="hold"),
        }

    def absent(self, state: SeaState) -> React:
        return React(choice="hold")

    def answer(self, play: Play, action: React) -> None:
        seat = self.seats.pop(0)
        self.asked = False
        if action.choice == "attack":
            fight(play, seat, self.against)
        else:
            play.tell(ReactionDeclined(seat=seat, against=self.against))

    def left(self, play: Play, seat: int) -> None:
        if seat == self.against:
            play.close(self)
        elif seat in self.seats:
            self.asked = self.asked and self.seats[0] != seat
            self.seats.remove(seat)
