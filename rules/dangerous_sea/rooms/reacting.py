"""A ship arrives where others lie: each of them may attack it (section 6.4)."""

from collections.abc import Iterator

from rules.dangerous_sea.actions import React, SetStance
from rules.dangerous_sea.battle import fight
from rules.dangerous_sea.events import ReactionDeclined
from rules.dangerous_sea.play import Play
from rules.dangerous_sea.rooms import Question
from rules.dangerous_sea.shown.forecast import attack_label
from rules.dangerous_sea.state import Reaction, SeaState
from rules.engine.action import Action
from rules.engine.decision import Clock
from rules.engine.label import Label


class Reacting(Reaction, Question[React]):
    """6.4: the ships there, one after the other."""

    def whose(self, state: SeaState) -> int:
        return self.seats[0]

    def clock(self, state: SeaState) -> Clock:
        return "short"

    def go_on(self, play: Play) -> bool:
        """Carry out the stance that a seat has when it is due."""
        if not self.seats:
            play.close(self)
            return True
        # A stance that is changed now does not answer what is asked already (section 7).
        if self.asked:
            return False
        stance = play.state.ship(self.seats[0]).stance
        self.asked = stance == "ask"
        if not self.asked:
            self._react(play, attacks=stance == "fight")
        return not self.asked

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
        self._react(play, attacks=action.choice == "attack")

    def left(self, play: Play, seat: int) -> None:
        if seat == self.against:
            play.close(self)
        elif seat in self.seats:
            self.asked = self.asked and self.seats[0] != seat
            self.seats.remove(seat)

    def _react(self, play: Play, *, attacks: bool) -> None:
        seat = self.seats.pop(0)
        self.asked = False
        if attacks:
            fight(play, seat, self.against)
        else:
            play.tell(ReactionDeclined(seat=seat, against=self.against))
