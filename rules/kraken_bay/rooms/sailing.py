from collections.abc import Iterator, Sequence

from rules.engine.form import Form, Words
from rules.engine.label import Label
from rules.kraken_bay.actions import Sail
from rules.kraken_bay.board import Step
from rules.kraken_bay.course import check_course, read_course, single_steps, step_to
from rules.kraken_bay.entering import enter
from rules.kraken_bay.events import CourseCut, Sailed, TurnedAbout
from rules.kraken_bay.play import Play
from rules.kraken_bay.refusals import refusal
from rules.kraken_bay.rooms import TurnOffer
from rules.kraken_bay.shown.forecast import course_label, step_label
from rules.kraken_bay.state import BayState, Turn

LONGEST = 60
"""The maximum number of characters in a typed course, enough for 12 steps with spaces and commas."""


class Sailing(TurnOffer[Sail]):
    """Sailing a course (section 7.1). Menus list only single steps, and people type longer courses."""

    def actions(self, room: Turn, state: BayState) -> Iterator[Sail]:
        return (Sail(course=step) for step in single_steps(state, room))

    def forms(self, room: Turn, state: BayState) -> Sequence[Form]:
        """Return a form for typed courses. Controls do not offer the form, because they offer spaces."""
        step = next(single_steps(state, room), None)
        return () if step is None else (Form(Sail(course=step), {"course": Words(LONGEST)}, offered=False),)

    def labels(self, room: Turn, state: BayState, action: Sail) -> tuple[Label, ...]:
        steps = read_course(action.course)
        told = step_label(state, room, *steps) if len(steps) == 1 else course_label(state, room, steps)
        return Label(f"Sail ({room.move_left} left)"), told

    def canonical(self, room: Turn, state: BayState, action: Sail) -> Sail:
        """Return the course without counts: `ii` for `i2`."""
        return Sail(course="".join(read_course(action.course)))

    def check(self, room: Turn, state: BayState, action: Sail) -> None:
        if room.rolled == "no":
            raise refusal("not_rolled")
        check_course(state, room, read_course(action.course))

    def answer(self, room: Turn, play: Play, action: Sail) -> None:
        sail(play, room, read_course(action.course))


def sail(play: Play, turn: Turn, steps: Sequence[Step]) -> None:
    """Sail a course step by step. Smoke ends the course, and the rest of it is lost (R22)."""
    ship = play.state.ships[turn.ship]
    for number, step in enumerate(steps, 1):
        start = play.state.here(turn.ship)
        to, heading = step_to(start, ship.heading, step)
        turn.move_left -= 1
        if heading != ship.heading:
            ship.heading, turn.turned = heading, True
            play.tell(TurnedAbout(ship=turn.ship, seat=ship.seat, heading=heading))
        play.tell(Sailed(ship=turn.ship, seat=ship.seat, start=start, to=to or start, step=step))
        if enter(play, turn.ship, to or start, own_turn=True):
            if number < len(steps):
                play.tell(CourseCut(ship=turn.ship, seat=ship.seat, left=turn.move_left))
            return
