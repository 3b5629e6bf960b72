"""Carrying out movements: boats, sharks, hits and repellents (section 6)."""

from rules.port_flower.events import (
    BoatHit,
    BoatHitByOrder,
    BoatMetShark,
    BoatMoved,
    BoatTowed,
    BuoyReached,
    Finished,
    Landed,
    RepelAsked,
    SharkMoved,
    SharkRepelled,
)
from rules.port_flower.finish import end_race
from rules.port_flower.plans import BOAT, PIECES, Movement, Plans
from rules.port_flower.race import Race
from rules.port_flower.refusals import illegal
from rules.port_flower.sailing import TOW, Course, Voyage, sail_boat, sent_back
from rules.port_flower.state import RaceState, SharkUnderWay


def carry_out(race: Race, movement: Movement) -> None:
    """Carry out a movement with allowed dice, or begin to. Raises IllegalAction if it is no legal choice."""
    state = race.state
    plans = state.plans()
    refusal = plans.refusal(movement)
    if refusal is not None:
        raise illegal(refusal)
    state.moved[movement.piece] = movement.route.dice
    if movement.piece == BOAT:
        _move_boat(race, movement, plans)
    else:
        _send_shark(state, movement, plans.course(movement))


def _move_boat(race: Race, movement: Movement, plans: Plans) -> None:
    state, seat = race.state, race.state.turn_seat
    boat = state.seat(seat)
    voyage = sail_boat(plans.now, movement.leaves_by or boat.position, plans.course(movement))
    race.tell(BoatMoved(seat=seat, route=movement.route.text, path=voyage.path))
    for buoy, at in voyage.buoys:
        boat.reached = buoy
        race.tell(BuoyReached(seat=seat, buoy=buoy, at=at))
    boat.position = voyage.position
    if voyage.ending == "landed":
        boat.skip = True
        race.tell(Landed(seat=seat, at=voyage.position))
    elif voyage.ending == "finished":
        race.tell(Finished(seat=seat))
        end_race(race, "finished", seat)
    elif voyage.ending == "met_shark":
        _meet_shark(race, voyage)


def _meet_shark(race: Race, voyage: Voyage) -> None:
    """The boat sailed into a shark and is towed away (`boat_meets_shark = towed`)."""
    seat = race.state.turn_seat
    at = race.state.sharks[voyage.met - 1]
    race.tell(BoatMetShark(seat=seat, shark=PIECES[voyage.met], at=at))
    send_back(race, seat)


def _send_shark(state: RaceState, movement: Movement, course: Course) -> None:
    """Put the shark under way; `sail_shark` takes it along its course."""
    shark = PIECES.index(movement.piece)
    start = state.sharks[shark - 1]
    under_way = SharkUnderWay(shark=shark, route=movement.route.text, ahead=list(course.squares), run=[start])
    state.agenda.append(under_way)


def sail_shark(race: Race, task: SharkUnderWay) -> bool:
    """Take a shark along its course until it ends, hits, is repelled, or a seat must answer (then False).

    The course was legal as a whole. Only if a boat that would have ended it has resigned meanwhile can the
    shark come to a step that is refused: it stops before it (section 12).
    """
    state = race.state
    while task.ahead and task.ahead[0] not in state.sharks:
        seat = _boat_at(state, task.ahead[0])
        if not seat:
            _advance(state, task)
            continue
        use = _standing_answer(state, seat)
        if use is None:
            task.asked = seat
            race.tell(RepelAsked(seat=seat, shark=PIECES[task.shark], at=task.ahead[0]))
            return False
        if meet_boat(race, task, seat, use=use):
            return True
    _stop_shark(race, task)
    return True


def meet_boat(race: Race, task: SharkUnderWay, seat: int, *, use: bool) -> bool:
    """A shark meets a boat whose seat uses a repellent or lets it come. Returns whether the shark stops."""
    by_order = bool(race.state.seat(seat).repellents) and not task.asked
    task.asked = 0
    if use:
        _repel(race, task, seat)
        return True
    _advance(race.state, task)
    _hit(race, task, seat, BoatHitByOrder if by_order else BoatHit)
    if race.state.options.shark_finishes and task.ahead:
        return False
    _stop_shark(race, task)
    return True


def send_back(race: Race, seat: int) -> None:
    """Take a boat off its square: to its last buoy or into the port, or in tow until its owner chooses."""
    state = race.state
    position = sent_back(state.situation(), seat).boats[seat - 1]
    state.seat(seat).position = TOW
    if position == TOW:
        state.tow.append(seat)
        race.tell(BoatTowed(seat=seat))
    else:
        race.put(seat, position)


def _standing_answer(state: RaceState, seat: int) -> bool | None:
    """Whether a boat uses a repellent without being asked; `None` if its seat must be asked."""
    boat = state.seat(seat)
    if not boat.repellents:
        return False
    if boat.repel_policy != "ask" and seat != state.turn_seat:
        return boat.repel_policy == "always"
    # The turn's seat has resigned: what others are asked is answered as on timeout (section 12).
    return None if state.seat(state.turn_seat).active else True


def _advance(state: RaceState, task: SharkUnderWay) -> None:
    square = task.ahead.pop(0)
    state.sharks[task.shark - 1] = square
    task.run.append(square)


def _hit(race: Race, task: SharkUnderWay, seat: int, kind: type[BoatHit]) -> None:
    at = task.run[-1]
    _tell_run(race, task)
    race.tell(kind(seat=seat, shark=PIECES[task.shark], at=at, by=race.state.turn_seat))
    send_back(race, seat)
    task.run, task.hit = [at], True


def _repel(race: Race, task: SharkUnderWay, seat: int) -> None:
    boat = race.state.seat(seat)
    boat.repellents -= 1
    at = task.run[-1]
    _stop_shark(race, task)
    race.tell(SharkRepelled(shark=PIECES[task.shark], seat=seat, at=at, left=boat.repellents))
    race.state.spoil()


def _stop_shark(race: Race, task: SharkUnderWay) -> None:
    _tell_run(race, task)
    race.state.agenda.remove(task)


def _tell_run(race: Race, task: SharkUnderWay) -> None:
    """Tell the uninterrupted run; after a hit only if the shark went on (section 9)."""
    if len(task.run) > 1 or not task.hit:
        seat = race.state.turn_seat
        race.tell(SharkMoved(shark=PIECES[task.shark], by=seat, route=task.route, path=tuple(task.run)))


def _boat_at(state: RaceState, square: str) -> int:
    for number, seat in enumerate(state.seats, 1):
        if seat.position == square:
            return number
    return 0
