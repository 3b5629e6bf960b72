"""The turn's seat shares the dice, and its pieces sail one by one (section 6, phase 4)."""

from collections.abc import Hashable, Iterator

from rules.engine.action import Action
from rules.engine.label import Label
from rules.port_flower.actions import Absent, Move
from rules.port_flower.board import PORT
from rules.port_flower.events import (
    BoatMetShark,
    BoatMoved,
    BuoyReached,
    Finished,
    Landed,
    MoveForfeited,
    TurnSkipped,
)
from rules.port_flower.finish import end_race
from rules.port_flower.landings import (
    SHARKS,
    answers,
    column,
    destination,
    landings,
    outdone,
    result,
    stays,
    wary,
)
from rules.port_flower.orders import canonical, movement_of, read_order
from rules.port_flower.plans import BOAT, PIECES, Movement, Plans
from rules.port_flower.play import Play
from rules.port_flower.refusals import illegal
from rules.port_flower.rooms import Question
from rules.port_flower.rooms.placing_boats import PlacingBoats
from rules.port_flower.rooms.sailing_shark import send_shark
from rules.port_flower.sailing import sail_boat
from rules.port_flower.shown.forecast import (
    boat_or_shark,
    forecast,
    piece_name,
    remaining,
    sets_back,
    to_go,
    told_by_ends,
)
from rules.port_flower.state import RaceState, ShareWind


class SharingWind(ShareWind, Question[Move | Absent]):
    """The seat gives dice to one piece after the other, until all pieces have moved (section 6)."""

    lines = 4

    def kind(self, state: RaceState) -> str:
        return "move"

    def plays_itself(self, state: RaceState) -> bool:
        return True

    def go_on(self, play: Play) -> bool:
        """End the sailing after all movements, or if a repellent or resignation leaves none legal (R26)."""
        state = play.state
        if len(state.moved) > state.options.sharks_per_turn:
            play.go_to(PlacingBoats())
            return True
        if self.spoilt:
            # Completed movements count, and the rest is forfeited (R26).
            self.spoilt = False
            if not state.plans().exist():
                play.tell(MoveForfeited(seat=state.turn_seat))
                play.go_to(PlacingBoats())
                return True
        return False

    def asks(self, state: RaceState) -> str:
        left = " ".join(f"{die}{state.dice[die]}" for die in state.dice if die in state.dice_left)
        last = len(state.moved) == state.options.sharks_per_turn
        asked = (
            ("sends a shark" if BOAT in state.moved else "sails the boat") if last else "shares out the wind"
        )
        return f"{asked}: {left}"

    def actions(self, state: RaceState) -> Iterator[Move]:
        return map(Move.of, state.plans().choices)

    def path(self, state: RaceState, action: Action) -> tuple[str, ...]:
        """Return the answers that lead to an action (see `landings.answers`)."""
        if not isinstance(action, Move):
            return action.path()
        return answers(state.plans(), movement_of(state, action), wary(state))

    def comes_to(self, state: RaceState, action: Action) -> Hashable:
        if not isinstance(action, Move):
            return action
        return result(state.plans(), movement_of(state, action), wary(state))

    def steady(self, state: RaceState) -> bool:
        return not state.moved

    def outdone(self, state: RaceState, action: Action) -> bool:
        return isinstance(action, Move) and outdone(state.plans(), movement_of(state, action))

    def labels(self, state: RaceState, action: Move | Absent) -> tuple[Label, ...]:
        """Return the labels. The last label shows the complete movement and its result."""
        if isinstance(action, Absent):
            return (Label("Absent"),)
        plans, movement = state.plans(), movement_of(state, action)
        group, *before, _ = answers(plans, movement, wary(state))
        said = [Label("A shark" if group == SHARKS else piece_name(state, action.piece))]
        if len(before) > 1:
            side = column(plans, movement)
            towards = "stays in port" if side == PORT else f"to column {side}"
            said.append(Label(f"{boat_or_shark(movement.piece)} {towards}"))
        if before:
            said.append(_ending(state, plans, movement))
        return *said, _whole(state, plans, movement)

    def canonical(self, state: RaceState, action: Action) -> Action:
        return canonical(state, action) if isinstance(action, Move) else action

    def check(self, state: RaceState, action: Move | Absent) -> None:
        if isinstance(action, Move):
            _ordered(state, action)

    def absent(self, state: RaceState) -> Absent:
        return Absent()

    def answer(self, play: Play, action: Move | Absent) -> None:
        state = play.state
        if isinstance(action, Absent):
            play.tell(TurnSkipped(seat=state.turn_seat, reason="timeout"))
            play.go_to(PlacingBoats())
            return
        movement, plans = _ordered(state, action)
        state.moved[movement.piece] = movement.route.dice
        if movement.piece == BOAT:
            _sail(play, movement, plans)
        else:
            send_shark(play, movement, plans.course(movement))

    def take(self, play: Play, action: Move | Absent) -> None:
        self.answer(play, action)


def _ordered(state: RaceState, action: Move) -> tuple[Movement, Plans]:
    """Return the movement of a legal order, and the turn's plans. Raises IllegalAction."""
    movement, plans = read_order(state, action), state.plans()
    refusal = plans.refusal(movement)
    if refusal is not None:
        raise illegal(refusal)
    return movement, plans


def _sail(play: Play, movement: Movement, plans: Plans) -> None:
    """Sail the turn's boat along a legal movement."""
    state, seat = play.state, play.state.turn_seat
    boat = state.seat(seat)
    voyage = sail_boat(plans.now, movement.leaves_by or boat.position, plans.course(movement))
    play.tell(BoatMoved(seat=seat, route=movement.route.text, path=voyage.path))
    for buoy, at in voyage.buoys:
        boat.reached = buoy
        play.tell(BuoyReached(seat=seat, buoy=buoy, at=at))
    boat.position = voyage.position
    if voyage.ending == "landed":
        boat.skip = True
        play.tell(Landed(seat=seat, at=voyage.position))
    elif voyage.ending == "finished":
        play.tell(Finished(seat=seat))
        end_race(play, "finished", seat)
    elif voyage.ending == "met_shark":
        play.tell(BoatMetShark(seat=seat, shark=PIECES[voyage.met], at=state.sharks[voyage.met - 1]))
        play.send_back(seat)


def _ending(state: RaceState, plans: Plans, movement: Movement) -> Label:
    """Return the label that all routes to the same end share: `Boat to H6, buoy 3`."""
    number = landings(state).get(destination(plans, movement), 0) if movement.piece == BOAT else 0
    told = f"{boat_or_shark(movement.piece)} {forecast(plans, movement)}"
    return Label(told, to_go(plans, movement), number=number)


def _whole(state: RaceState, plans: Plans, movement: Movement) -> Label:
    """Return the label of a movement: `Boat N4 E2 → H6, buoy 3`, or only its end if that is unique."""
    ending = _ending(state, plans, movement)
    ending = ending._replace(hint="", dangerous=sets_back(plans, movement), rank=int(stays(plans, movement)))
    if plans.open_pieces == 1 and movement in told_by_ends(plans, wary(state)):
        return ending
    if stays(plans, movement):
        return ending._replace(text=f"{ending.text}, {remaining(plans, movement)}")
    way = f"{movement.leaves_by} {movement.route.text}" if movement.leaves_by else movement.route.text
    end = forecast(plans, movement)
    # An arrow is so short that two buttons fit on a line of a phone.
    end = f"→ {end.removeprefix('to ')}" if end.startswith("to ") else end
    return ending._replace(text=f"{boat_or_shark(movement.piece)} {way} {end}")
