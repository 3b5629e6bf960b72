"""Nobody answers: the turn plays itself (section 12)."""

from rules.kraken_bay.actions import Absent
from rules.kraken_bay.course import read_course, safe_course
from rules.kraken_bay.play import Play
from rules.kraken_bay.rooms import TurnOffer
from rules.kraken_bay.rooms.ending_turn import end_turn
from rules.kraken_bay.rooms.rolling import roll
from rules.kraken_bay.rooms.sailing import sail
from rules.kraken_bay.state import BayState, Turn


class StayingAway(TurnOffer[Absent]):
    """12: it is in no list; everything after it happens as with a player, one thing after the other."""

    def check(self, room: Turn, state: BayState, action: Absent) -> None:
        """The clock may always answer."""

    def answer(self, room: Turn, play: Play, action: Absent) -> None:
        room.autopilot = True


def play_on(play: Play, turn: Turn) -> None:
    """The next thing: roll, sail the safe course (again where smoke cut it), end the turn."""
    if turn.rolled == "no":
        roll(play, turn)
    elif course := safe_course(play.state, turn):
        sail(play, turn, read_course(course))
    else:
        end_turn(play, turn)
