"""Rounds: one fleet after the other, then the weather and the cap (sections 6.2 and 6.10)."""

from rules.privateer.battle import end_battle
from rules.privateer.events import RoundStarted
from rules.privateer.play import Play
from rules.privateer.state import PlayingRound
from rules.privateer.turn import begin_turn
from rules.privateer.weather import blow, close_in


def start_round(play: Play) -> None:
    """The next round begins with the first fleet of the order."""
    state = play.state
    state.round += 1
    # R47: courtesy cannot be enforced, so every battle begins with a reminder.
    quiet = state.round == 1 and state.options.silent_dice
    play.tell(RoundStarted(round=state.round, quiet=quiet))
    state.agenda[:] = [PlayingRound(fleets=list(state.order))]


def play_round(play: Play, task: PlayingRound) -> None:
    """The next fleet's turn; after the last one wind, storm and cap, in this order (R42)."""
    if task.fleets:
        begin_turn(play, task.fleets.pop(0))
        return
    for part in (blow, close_in, _cap, start_round):
        part(play)
        if task not in play.state.agenda:
            return


def _cap(play: Play) -> None:
    """The safety net: the battle ends without a winner of the day (R52)."""
    if play.state.round == play.state.options.round_cap:
        end_battle(play, "round_cap")
