"""Sailing on: ships spend the remaining points of a card, leg by leg (sections 6.5 and 12)."""

from collections.abc import Iterable, Iterator
from itertools import islice

from rules.acrana.actions import SailOn
from rules.acrana.battle import arrive
from rules.acrana.board import letter_of
from rules.acrana.effects import counted
from rules.acrana.events import ShipSailed, SquaresLost
from rules.acrana.landing import waiting_marks
from rules.acrana.legs import Leg, further_legs
from rules.acrana.orders import leg_action, ordered_leg, says_how_far
from rules.acrana.race import Race
from rules.acrana.rooms import Question
from rules.acrana.shown.forecast import way_labels
from rules.acrana.state import CardUnderWay, RaceState
from rules.acrana.waters import Waters
from rules.engine.action import Action
from rules.engine.label import Label


class SailingOn(CardUnderWay, Question[SailOn]):
    """The seat chooses the next leg of the card, unless only one leg is possible (section 6.5)."""

    lines = 5

    def kind(self, state: RaceState) -> str:
        return "sail_on"

    def go_on(self, play: Race) -> bool:
        # Two legs are enough to know whether there is a choice.
        legs = list(islice(further_legs(play.waters, self), 2))
        if len(legs) > 1:
            return False
        if legs:
            sail_leg(play, legs[0])
            return True
        play.close(self)
        if self.points:
            play.tell(SquaresLost(seat=play.state.active, squares=self.points))
        return True

    def asks(self, state: RaceState) -> str:
        return f"sails on: {counted(self.points, 'square')} of the card left"

    def actions(self, state: RaceState) -> Iterator[SailOn]:
        return map(leg_action, further_legs(Waters(state), self))

    def labels(self, state: RaceState, action: SailOn) -> tuple[Label, ...]:
        return way_labels(state, action, Label("Sail on"))

    def canonical(self, state: RaceState, action: Action) -> Action:
        """Complete an action that omits the squares or names a convoy in another order (section 3.6)."""
        if not isinstance(action, SailOn) or says_how_far(action):
            return action
        return leg_action(ordered_leg(Waters(state), self, action))

    def check(self, state: RaceState, action: SailOn) -> None:
        ordered_leg(Waters(state), self, action)

    def absent(self, state: RaceState) -> SailOn:
        return leg_action(_unasked(state, further_legs(Waters(state), self)))

    def answer(self, play: Race, action: SailOn) -> None:
        sail_leg(play, ordered_leg(play.waters, self, action))

    def take(self, play: Race, action: SailOn) -> None:
        self.answer(play, action)

    def faults(self, state: RaceState) -> Iterator[str]:
        yield from waiting_marks(state)
        if state.task is self and len(list(islice(further_legs(Waters(state), self), 2))) == 1:
            yield "a leg is asked for that is no choice"


def _unasked(state: RaceState, legs: Iterable[Leg]) -> Leg:
    """Return an absent seat's leg (section 12): its first ship's longest, else a partner's or a convoy's."""
    own = letter_of(state.active)
    return min(legs, key=lambda leg: (bool(leg.partner), leg.ship[0] != own, leg.ship, -leg.squares))


def sail_leg(race: Race, leg: Leg) -> None:
    """Sail one leg of the current card."""
    task = race.state.task
    if isinstance(task, CardUnderWay):
        task.points -= leg.cost
        task.used += leg.sailing
    start = race.ship(leg.ship).square
    race.tell(ShipSailed(ships=leg.sailing, start=start, end=leg.landing, squares=leg.squares))
    arrive(race, leg.sailing, leg.landing)
