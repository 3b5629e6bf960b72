from rules.kraken_bay.actions import Absent
from rules.kraken_bay.course import read_course, safe_course
from rules.kraken_bay.play import Play
from rules.kraken_bay.rooms import TurnOffer
from rules.kraken_bay.rooms.ending_turn import end_turn
from rules.kraken_bay.rooms.rolling import roll
from rules.kraken_bay.rooms.sailing import sail
from rules.kraken_bay.state import BayState, Turn


class StayingAway(TurnOffer[Absent]):
    """The answer for an absent player, after which the rest of the turn plays itself (section 12)."""

    def check(self, room: Turn, state: BayState, action: Absent) -> None:
        """Accept the answer at any time."""

    def answer(self, room: Turn, play: Play, action: Absent) -> None:
        room.autopilot = True


def play_on(play: Play, turn: Turn) -> None:
    """Perform the next action of an absent player: roll, sail the safe course, or end the turn.

    After smoke has cut the course short, the next action is another safe course.
    """
    if turn.rolled == "no":
        roll(play, turn)
    elif course := safe_course(play.state, turn):
        sail(play, turn, read_course(course))
    else:
        end_turn(play, turn)
