from rules.engine import rooms
from rules.kraken_bay.bombs import burn_fuses
from rules.kraken_bay.events import OffcourseEntered, RationEaten, RoundStarted, TimePassed
from rules.kraken_bay.finish import end_game
from rules.kraken_bay.play import Play
from rules.kraken_bay.rooms.taking_turn import start_turn
from rules.kraken_bay.state import BayState, Round
from rules.kraken_bay.tables import TRACKS, Stray
from rules.kraken_bay.vortex import drift


class PlayingRound(Round, rooms.Errand[BayState, Play]):
    """A round: the turns of all ships, then the end of the round (section 6)."""

    def carry_out(self, play: Play) -> None:
        while self.ships:
            name = self.ships.pop(0)
            if play.state.ships[name].status == "in":
                start_turn(play, name)
                return
        end_round(play)


def start_round(play: Play) -> None:
    """Begin the next round."""
    state = play.state
    state.round += 1
    play.tell(RoundStarted(round=state.round, time=state.time))
    play.go_to(PlayingRound(ships=list(state.order)))


def end_round(play: Play) -> None:
    """End a round: fuses, upkeep, time, a new off-course ship, and the whirlpool (section 6.2)."""
    state = play.state
    burn_fuses(play)
    _eat_rations(play)
    state.time -= 1
    play.tell(TimePassed(time=state.time))
    if not state.time:
        # No whirlpool follows the last round (R47).
        end_game(play, "time")
        return
    drift(play, _newcomer(play))
    if len(state.in_play) < min(2, len(state.ships)):
        end_game(play, "last_ship")
        return
    start_round(play)


def _eat_rations(play: Play) -> None:
    """Let each ship eat a ration if the option `ration_upkeep` demands it in this round (R35)."""
    state = play.state
    every = state.options.ration_upkeep
    if not every or state.round % every:
        return
    for name in state.order:
        ship = state.ships[name]
        if ship.status == "in" and ship.ration:
            ship.ration -= 1
            play.tell(RationEaten(ship=name, seat=ship.seat))


def _newcomer(play: Play) -> Stray | None:
    """Return the off-course ship that enters now, or `None`."""
    state = play.state
    for name, time in TRACKS[state.options.length].enters.items():
        if time == state.time and state.strays[name].status == "waiting":
            play.tell(OffcourseEntered(name=name))
            return name
    return None
