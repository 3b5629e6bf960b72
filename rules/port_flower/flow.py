"""How actions change the race: each does its part, then the agenda goes on until somebody must decide."""

from rules.engine.action import Action, Resign
from rules.engine.agenda import work
from rules.engine.errors import IllegalAction
from rules.port_flower.actions import (
    Absent,
    Move,
    PlaceBoat,
    PlaceBuoy,
    PlaceIsland,
    Repel,
    RestockRepellent,
    RollWind,
    SetRepelPolicy,
)
from rules.port_flower.events import TurnSkipped
from rules.port_flower.movement import carry_out, meet_boat, sail_shark
from rules.port_flower.orders import read_order
from rules.port_flower.race import Race
from rules.port_flower.resigning import resign
from rules.port_flower.sailing import choosable
from rules.port_flower.setup import lay_course, pass_on, place, place_by_lot
from rules.port_flower.state import (
    AnyTask,
    BeginTurn,
    LayCourse,
    PlaceBoats,
    RaceState,
    Restock,
    ShareWind,
    SharkUnderWay,
)
from rules.port_flower.turn import (
    begin_turn,
    end_turn,
    place_boats,
    restock,
    roll,
    share_wind,
    stop_sailing,
)


def proceed(race: Race) -> None:
    """Go on until somebody must decide or the race is over."""

    def carry_on(task: AnyTask) -> bool:
        match task:
            case LayCourse():
                return lay_course(race, task)
            case BeginTurn():
                begin_turn(race, task)
                return True
            case ShareWind():
                return share_wind(race, task)
            case SharkUnderWay():
                return not task.asked and sail_shark(race, task)
            case PlaceBoats():
                return place_boats(race)
            case Restock():
                return False

    work(race.state.agenda, carry_on)


def act(race: Race, seat: int, action: Action) -> None:
    """Carry out a legal action of a seat and everything that follows from it."""
    state = race.state
    match action:
        case Resign():
            resign(race, seat)
        case SetRepelPolicy():
            state.seat(seat).repel_policy = action.policy
        case Move():
            carry_out(race, read_order(state, seat, action))
        case Absent():
            _miss(race, seat)
        case _:
            _answer(race, seat, action)
    proceed(race)


def _answer(race: Race, seat: int, action: Action) -> None:
    """Carry out the answer to a decision other than `move`."""
    match action, race.state.task:
        case PlaceBuoy(point=at) | PlaceIsland(square=at), LayCourse() as task:
            place(race, at, seat)
            pass_on(race, task)
        case RollWind(), Restock():
            roll(race)
        case RestockRepellent(), Restock():
            restock(race)
        case Repel(), SharkUnderWay() as task:
            meet_boat(race, task, seat, use=action.use)
        case PlaceBoat(), PlaceBoats():
            race.state.tow.pop(0)
            race.put(seat, action.square)
        case _:
            raise IllegalAction("not_allowed", f"“{action}” is not possible now.")


def _miss(race: Race, seat: int) -> None:
    """What happens when nobody answers (section 12); other decisions have an answer of their own."""
    match race.state.task:
        case LayCourse() as task:
            place_by_lot(race)
            pass_on(race, task)
        case ShareWind():
            race.tell(TurnSkipped(seat=seat, reason="timeout"))
            stop_sailing(race)
        case _:
            race.tell(TurnSkipped(seat=seat, reason="timeout"))
            end_turn(race)


def absent_answer(state: RaceState, seat: int) -> Action:
    """What an absent player does (section 12)."""
    match state.task:
        case SharkUnderWay():
            return Repel(use=True)
        case PlaceBoats():
            return PlaceBoat(square=choosable(state.situation(), seat)[0])
        case _:
            return Absent()
