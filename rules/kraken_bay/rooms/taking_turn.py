from collections.abc import Hashable, Iterator, Mapping
from types import MappingProxyType
from typing import ClassVar

from rules.engine import rooms
from rules.engine.action import Action
from rules.engine.decision import RowKind
from rules.engine.form import MENU_LIMIT
from rules.engine.label import Label
from rules.engine.wording import counted
from rules.kraken_bay.actions import Absent, Attack, ChainShot, DropBomb, EndTurn, FrontGuns, Sail, SailTo
from rules.kraken_bay.board import Character, Space
from rules.kraken_bay.cargo import collect
from rules.kraken_bay.course import (
    MOST_STEPS,
    ONWARD,
    course_to,
    goes_on_from,
    read_course,
    suggested_courses,
    way_of,
)
from rules.kraken_bay.events import TurnEnded, TurnStarted
from rules.kraken_bay.numbering import has_many_targets, near
from rules.kraken_bay.play import Play
from rules.kraken_bay.refusals import refusal
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
from rules.kraken_bay.shown.forecast import course_label, step_label
from rules.kraken_bay.state import BayState, Turn
from rules.kraken_bay.tables import NUMBERS

_DO, _SAIL, _FURTHER, _FIRE = "do", "sail_to", "sail_to further", "fire"
"""The rows of controls: buttons, near spaces, distant spaces, and shots with bombs."""


class TakingTurn(Turn, rooms.Choice[BayState, Play]):
    """A turn: legal actions one after another, until only its end is possible (section 6.1, R53)."""

    shortcut_kinds = (SailTo,)
    lines = 5
    layout: ClassVar[Mapping[str, RowKind]] = MappingProxyType(
        {_DO: "buttons", _SAIL: "menu", _FURTHER: "menu", _FIRE: "few"}
    )
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
        """End the turn if nothing else is possible. Otherwise, play the next action of an absent player."""
        if self._is_idle(play.state):
            self._end(play)
            return True
        if self.autopilot:
            play_on(play, self)
        return self.autopilot

    def asks(self, state: BayState) -> str:
        if self.rolled == "no":
            return "has not rolled yet"
        return f"has {self.move_left} to sail and {counted(state.actions_left(self), 'action')}"

    def canonical(self, state: BayState, action: Action) -> Action:
        """Replace a sail to a space with the course to this space (section 7)."""
        if isinstance(action, SailTo):
            return self.spelled(state, action)[0]
        return super().canonical(state, action)

    def shortcuts(self, state: BayState) -> Iterator[SailTo]:
        """Yield sails to all spaces in reach, which are offered before single steps (section 7).

        If no other action can follow (`_is_last`), sailing to the space also ends the turn.
        """
        if self.move_left == 1:
            # Single steps already lead to every space in reach.
            return
        for space, course in suggested_courses(state, self).to.items():
            yield SailTo(space=space, then="end" if self._is_last(state, course) else None)

    def spelled(self, state: BayState, action: Action) -> tuple[Action, ...]:
        """Return the course to a space and, if `action` asks for it, the end of the turn.

        Raises IllegalAction before the roll and if no course leads to the space. An action that also ends the
        turn is illegal if a bomb goes off on the course or compulsory movement is left.
        """
        if not isinstance(action, SailTo):
            return (action,)
        course = course_to(state, self, action.space)
        if not action.then:
            return (Sail(course=course),)
        if self._is_unforeseen(state, course):
            raise refusal("end_unforeseen", action.space)
        if left := self._left_to_sail(state, course):
            raise refusal("end_too_early", action.space, left=left)
        return Sail(course=course), EndTurn()

    def path(self, state: BayState, action: Action) -> tuple[str, ...]:
        """Return the row of the action's control, then the answers within this row."""
        match action:
            case SailTo() if action.then or len(course_to(state, self, action.space)) > 1:
                steps = len(course_to(state, self, action.space))
                if steps <= near(state, self):
                    return _SAIL, action.space
                return _FURTHER, *self._sorted_by(state, steps, action.space), action.space
            case Sail() if action.course not in ONWARD:
                return _SAIL, f"step {action.course}"
            case Attack() | ChainShot() | FrontGuns():
                kind, target, *more = action.path()
                if has_many_targets(state, self):
                    return _FIRE, f"{kind} {target}", *more
                return _FIRE, " ".join((kind, target, *more))
            case DropBomb():
                return _FIRE, " ".join(action.path())
            case _:
                return _DO, " ".join(action.path())

    def labels(self, state: BayState, action: Action) -> tuple[Label, ...]:
        told = tuple(super().labels(state, action))
        return (Label("Do"), told[-1]) if self.path(state, action)[0] == _DO else told

    def comes_to(self, state: BayState, action: Action) -> Hashable:
        """Replace a sail to a space without `then` with its course. Return other actions unchanged."""
        if isinstance(action, SailTo) and not action.then:
            return Sail(course=course_to(state, self, action.space))
        return action

    def shortcut_labels(self, state: BayState, action: Action) -> tuple[Label, ...]:
        if not isinstance(action, SailTo):
            return ()
        steps = read_course(course_to(state, self, action.space))
        if len(steps) == 1 and not action.then:
            return Label("Do"), step_label(state, self, steps[0])
        where = course_label(state, self, steps, then_ends=bool(action.then))
        nearest = near(state, self)
        if len(steps) <= nearest:
            return Label(f"Sail ({self.move_left} left)"), where
        by_steps, by_lane = Label(f"{len(steps)} steps from here"), Label(f"In lane {action.space[0]}")
        groups = (by_steps, by_lane)[: len(self._sorted_by(state, len(steps), action.space))]
        return Label(f"Sail {nearest + 1} steps or more"), *groups, where

    def absent(self, state: BayState) -> Absent:
        return Absent()

    def left(self, play: Play, seat: int) -> None:
        """End the turn if its player leaves (section 12)."""
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

    def _sorted_by(self, state: BayState, steps: int, space: Space) -> tuple[str, ...]:
        """Return the answers before a distant space: nothing, its distance, or its distance and lane.

        The answers divide the spaces among several menus if a single menu would be too long.
        """
        within = suggested_courses(state, self).within
        if within(self.move_left) - within(near(state, self)) <= MENU_LIMIT:
            return ()
        if within(steps) - within(steps - 1) <= MENU_LIMIT:
            return (str(steps),)
        return str(steps), space[0]

    def _is_last(self, state: BayState, course: str) -> bool:
        """Return whether sailing a course ends the turn.

        The turn ends if no action is left, no movement is compulsory, no bomb goes off, and the ship does not
        find a ration for another action (R37).
        """
        if state.options.movement == "full" or state.actions_left(self) or self._is_unforeseen(state, course):
            return False
        way = way_of(state, self.ship, read_course(course))
        fed = any(state.chits.get(at) == "ration" for at in way)
        return self.actions_used >= NUMBERS.turn_actions or not fed

    def _is_unforeseen(self, state: BayState, course: str) -> bool:
        return any(state.live(at) for at in way_of(state, self.ship, read_course(course)))

    def _left_to_sail(self, state: BayState, course: str) -> int:
        """Return the compulsory movement that is left after a course (R8)."""
        steps = read_course(course)
        left = self.move_left - len(steps)
        way = [*way_of(state, self.ship, steps)]
        must = state.options.movement == "full" and goes_on_from(state, self, way)
        return left if left > 0 and must else 0

    def _is_idle(self, state: BayState) -> bool:
        """Return whether the end of the turn is the only possible action."""
        first = next((action for offer in self.offers for action in offer.actions(self, state)), None)
        return isinstance(first, EndTurn)


def start_turn(play: Play, name: Character) -> None:
    """Begin a ship's turn, and take aboard the chit on the ship's space (R34)."""
    play.tell(TurnStarted(ship=name, seat=play.state.ships[name].seat))
    play.open(TakingTurn(ship=name))
    collect(play, name)
