"""A ship's turn: sailing and acting in any order (section 6.1)."""

from collections.abc import Iterator

from rules.engine.action import Action
from rules.engine.label import Label
from rules.kraken_bay.actions import Absent, EndTurn, Sail, SailTo
from rules.kraken_bay.board import Character
from rules.kraken_bay.cargo import collect
from rules.kraken_bay.course import MOST_STEPS, course_to, read_course, suggested_courses
from rules.kraken_bay.events import TurnEnded, TurnStarted
from rules.kraken_bay.forecast import course_label
from rules.kraken_bay.play import Play
from rules.kraken_bay.rooms import Choice
from rules.kraken_bay.rooms.attacking import Attacking
from rules.kraken_bay.rooms.casting_off import CastingOff
from rules.kraken_bay.rooms.chaining import Chaining
from rules.kraken_bay.rooms.dropping_bomb import DroppingBomb
from rules.kraken_bay.rooms.ending_turn import EndingTurn
from rules.kraken_bay.rooms.firing_front_guns import FiringFrontGuns
from rules.kraken_bay.rooms.rolling import Rolling
from rules.kraken_bay.rooms.sailing import Sailing
from rules.kraken_bay.rooms.staying_away import StayingAway, play_on
from rules.kraken_bay.rooms.taking_in_tow import TakingInTow
from rules.kraken_bay.rooms.using_greed import UsingGreed
from rules.kraken_bay.state import BayState, Turn
from rules.kraken_bay.tables import CARDS, NUMBERS


class TakingTurn(Turn, Choice):
    """6.1: any legal action, one after the other, until nothing but the end is left (R53)."""

    shortcut_kinds = (SailTo,)
    offers = (
        Rolling(),
        Sailing(),
        Attacking(),
        Chaining(),
        FiringFrontGuns(),
        DroppingBomb(),
        TakingInTow(),
        CastingOff(),
        UsingGreed(),
        EndingTurn(),
        StayingAway(),
    )

    def whose(self, state: BayState) -> int:
        return state.ships[self.ship].seat

    def plays_itself(self, state: BayState) -> bool:
        return True

    def go_on(self, play: Play) -> bool:
        """End the turn once nothing else can be done; play it if nobody answers."""
        if self._is_idle(play.state):
            self._end(play)
            return True
        if self.autopilot:
            play_on(play, self)
        return self.autopilot

    def asks(self, state: BayState) -> str:
        title = CARDS[self.ship].title
        if self.rolled == "no":
            return f"takes the {title}’s turn and has not rolled yet"
        actions = max(0, state.ships[self.ship].allowance - self.actions_used)
        return f"sails the {title}: {self.move_left} movement and {_counted(actions, 'action')} left"

    def canonical(self, state: BayState, action: Action) -> Action:
        """7: a space to sail to is the course there; each offer knows the rest."""
        if isinstance(action, SailTo):
            return Sail(course=course_to(state, self, action.space))
        return super().canonical(state, action)

    def shortcuts(self, state: BayState) -> Iterator[SailTo]:
        """7: a space to sail to, before single steps."""
        return (SailTo(space=space) for space in suggested_courses(state, self))

    def shortcut_labels(self, state: BayState, action: Action) -> tuple[Label, ...]:
        if not isinstance(action, SailTo):
            return ()
        space = action.space
        where = course_label(state, self, read_course(course_to(state, self, space)))
        return Label(f"Sail to a space ({self.move_left} left)"), Label(f"Lane {space[:1]}"), where

    def absent(self, state: BayState) -> Absent:
        return Absent()

    def left(self, play: Play, seat: int) -> None:
        """12: its turn ends with the ship."""
        if self.whose(play.state) == seat:
            self._end(play)

    def faults(self, state: BayState) -> Iterator[str]:
        if state.ships[self.ship].status != "in":
            yield "a ship that is gone has a turn"
        if not 0 <= self.actions_used <= NUMBERS.turn_actions:
            yield "a ship has acted too often"
        if not 0 <= self.move_left <= MOST_STEPS:
            yield "a ship goes too far"
        if self.rolled == "no" and self.move_left:
            yield "a ship sails before it rolls"
        if self.greed_credit and self.ship != "merchant":
            yield "another than the Merchant is greedy"
        if self._is_idle(state):
            yield "a turn goes on in which nothing can be done"

    def _end(self, play: Play) -> None:
        play.close(self)
        play.tell(TurnEnded(ship=self.ship, seat=self.whose(play.state), auto=True))

    def _is_idle(self, state: BayState) -> bool:
        """Whether ending the turn is all that can be done: it comes last in the list."""
        first = next((action for offer in self.offers for action in offer.actions(self, state)), None)
        return isinstance(first, EndTurn)


def start_turn(play: Play, name: Character) -> None:
    """A ship's turn begins; what floats in its space comes aboard (R34)."""
    play.tell(TurnStarted(ship=name, seat=play.state.ships[name].seat))
    play.open(TakingTurn(ship=name))
    collect(play, name)


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' * (number != 1)}"
