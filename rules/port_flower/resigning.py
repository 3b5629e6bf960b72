"""A seat gives up (section 12)."""

from rules.port_flower.events import SeatResigned
from rules.port_flower.finish import end_race, place_towed
from rules.port_flower.movement import meet_boat, sail_shark
from rules.port_flower.race import Race
from rules.port_flower.sailing import OUT
from rules.port_flower.state import SharkUnderWay
from rules.port_flower.turn import end_turn


def resign(race: Race, seat: int) -> None:
    """Take a seat out of the race; whatever waited for it goes on without it."""
    state = race.state
    boat = state.seat(seat)
    boat.active, boat.skip, boat.position = False, False, OUT
    state.resigned.append(seat)
    if seat in state.tow:
        state.tow.remove(seat)
    race.tell(SeatResigned(seat=seat))
    if state.phase == "racing" and seat == state.turn_seat:
        _break_off_turn(race, seat)
        return
    if isinstance(state.task, SharkUnderWay) and state.task.asked == seat:
        _sail_on(race, state.task)
    state.spoil()
    if len(state.active) == 1:
        _answer_pending(race)
        end_race(race, "last_boat", state.active[0])


def _break_off_turn(race: Race, seat: int) -> None:
    """The turn's own seat resigned: finish what it began by the timeout defaults, and end its turn."""
    state = race.state
    if isinstance(state.task, SharkUnderWay):
        if state.task.asked == seat:
            _sail_on(race, state.task)
        else:
            _answer_pending(race)
    place_towed(race)
    end_turn(race)


def _sail_on(race: Race, task: SharkUnderWay) -> None:
    """The boat in the shark's way is gone: the shark goes on along the rest of its path."""
    task.asked = 0
    sail_shark(race, task)


def _answer_pending(race: Race) -> None:
    """A seat that is asked about its repellent uses it, as on timeout."""
    task = race.state.task
    if isinstance(task, SharkUnderWay) and task.asked:
        meet_boat(race, task, task.asked, use=True)
