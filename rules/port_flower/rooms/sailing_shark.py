"""A shark sails, hits boats and is stopped by repellents (section 6, phase 4)."""

from rules.engine.action import Action
from rules.engine.label import Label
from rules.port_flower.actions import Repel, SetRepelPolicy
from rules.port_flower.events import (
    BoatHit,
    BoatHitByOrder,
    RepelAsked,
    SharkMoved,
    SharkRepelled,
    SharkRepelledByOrder,
)
from rules.port_flower.plans import PIECES, Movement
from rules.port_flower.play import Play
from rules.port_flower.rooms import Question
from rules.port_flower.sailing import Course
from rules.port_flower.state import RaceState, SharkUnderWay


class SailingShark(SharkUnderWay, Question[Repel]):
    """A shark sails. The seat of a boat in the shark's way may be asked about a repellent (section 6)."""

    time = "short"

    def whose(self, state: RaceState) -> int:
        return self.asked

    def kind(self, state: RaceState) -> str:
        return "repel"

    def go_on(self, play: Play) -> bool:
        return not self.asked and self.sail(play)

    def asks(self, state: RaceState) -> str:
        return f"may stop shark {self.shark} at {self.ahead[0]} with a repellent"

    def actions(self, state: RaceState) -> tuple[Repel, Repel]:
        return Repel(use=True), Repel(use=False)

    def labels(self, state: RaceState, action: Repel) -> tuple[Label, ...]:
        left = state.seat(self.asked).repellents
        return Label("Repel"), Label(f"Use a repellent ({left} left)" if action.use else "Let it come")

    def always(self, state: RaceState) -> dict[Action, Action]:
        """Map the answers to standing orders; none for the turn's seat, which is always asked (section 6)."""
        if self.asked == state.turn_seat:
            return {}
        return {
            Repel(use=True): SetRepelPolicy(policy="always"),
            Repel(use=False): SetRepelPolicy(policy="never"),
        }

    def absent(self, state: RaceState) -> Repel:
        return Repel(use=True)

    def answer(self, play: Play, action: Repel) -> None:
        self.meet(play, play.seat, use=action.use)

    def left(self, play: Play, seat: int) -> None:
        """Sail on if the asked seat left. If the turn ends, an asked seat repels the shark (section 12)."""
        if self.asked == seat:
            self.asked = 0
            self.sail(play)
        turn_is_over = seat == play.state.turn_seat or len(play.state.active) == 1
        if self.asked and turn_is_over:
            self.meet(play, self.asked, use=True)

    def sail(self, play: Play) -> bool:
        """Sail until the course ends or something stops the shark. Return False if a seat must answer."""
        state = play.state
        # Another shark is ahead only if the boat that would have been hit first has resigned (section 12).
        while self.ahead and self.ahead[0] not in state.sharks:
            seat = next((n for n, seat in enumerate(state.seats, 1) if seat.position == self.ahead[0]), 0)
            if not seat:
                self._advance(state)
                continue
            use = _standing_answer(state, seat)
            if use is None:
                self.asked = seat
                play.tell(RepelAsked(seat=seat, shark=PIECES[self.shark], at=self.ahead[0]))
                return False
            if self.meet(play, seat, use=use):
                return True
        self._stop(play)
        return True

    def meet(self, play: Play, seat: int, *, use: bool) -> bool:
        """Meet a boat, which uses a repellent if `use` is true. Return whether the shark stops."""
        by_order = bool(play.state.seat(seat).repellents) and not self.asked
        self.asked = 0
        if use:
            self._repelled(play, seat, SharkRepelledByOrder if by_order else SharkRepelled)
            return True
        self._advance(play.state)
        self._hit(play, seat, BoatHitByOrder if by_order else BoatHit)
        if play.state.options.shark_finishes and self.ahead:
            return False
        self._stop(play)
        return True

    def _advance(self, state: RaceState) -> None:
        square = self.ahead.pop(0)
        state.sharks[self.shark - 1] = square
        self.run.append(square)

    def _hit(self, play: Play, seat: int, kind: type[BoatHit]) -> None:
        at = self.run[-1]
        self._tell_run(play)
        play.tell(kind(seat=seat, shark=PIECES[self.shark], at=at, by=play.state.turn_seat))
        play.send_back(seat)
        self.run, self.hit = [at], True

    def _repelled(self, play: Play, seat: int, kind: type[SharkRepelled]) -> None:
        boat = play.state.seat(seat)
        boat.repellents -= 1
        at = self.run[-1]
        self._stop(play)
        play.tell(kind(shark=PIECES[self.shark], seat=seat, at=at, left=boat.repellents))
        play.state.spoil()

    def _stop(self, play: Play) -> None:
        self._tell_run(play)
        play.close(self)

    def _tell_run(self, play: Play) -> None:
        """Report the run since the start or the last hit, unless that hit ended the movement (section 9)."""
        if len(self.run) > 1 or not self.hit:
            seat = play.state.turn_seat
            play.tell(SharkMoved(shark=PIECES[self.shark], by=seat, route=self.route, path=tuple(self.run)))


def send_shark(play: Play, movement: Movement, course: Course) -> None:
    """Begin the movement of a shark."""
    shark = PIECES.index(movement.piece)
    start = play.state.sharks[shark - 1]
    play.open(SailingShark(shark=shark, route=movement.route.text, ahead=list(course.squares), run=[start]))


def _standing_answer(state: RaceState, seat: int) -> bool | None:
    """Return whether a boat uses a repellent without being asked, or `None` if its seat must be asked."""
    boat = state.seat(seat)
    if not boat.repellents:
        return False
    if boat.repel_policy != "ask" and seat != state.turn_seat:
        return boat.repel_policy == "always"
    # If the turn's seat has resigned, questions to others are answered as after a timeout (section 12).
    return None if state.seat(state.turn_seat).active else True
