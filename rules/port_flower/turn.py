"""The wind of a turn, and the end of a turn (section 6, phases 3 and 6)."""

from rules.port_flower.events import DiceRolled, RoundEnded, TurnEnded, TurnLost
from rules.port_flower.finish import end_race
from rules.port_flower.play import Play
from rules.port_flower.state import BeginTurn, ShareWind

MOST_REROLLS = 20


def roll(play: Play) -> None:
    """Roll the wind. If the dice allow no plan, roll again or end the turn, depending on the options."""
    state = play.state
    play.go_to()
    rolls = 1 + (MOST_REROLLS if state.options.reroll_when_stuck else 0)
    for number in range(rolls):
        wind = state.dice = play.roll_wind()
        play.tell(DiceRolled(seat=state.turn_seat, **wind, reroll=number > 0))
        if state.plans().exist():
            play.open(ShareWind())
            return
    play.tell(TurnLost(seat=state.turn_seat))
    end_turn(play)


def end_turn(play: Play) -> None:
    """Pass the turn to the next seat, or end the race after the last round or with the last boat."""
    state = play.state
    play.go_to()
    play.tell(TurnEnded(seat=state.turn_seat))
    if len(state.active) == 1:
        end_race(play, "last_boat", state.active[0])
        return
    following = state.next_active(state.turn_seat)
    if state.in_turn_order(following) <= state.in_turn_order(state.turn_seat):
        play.tell(RoundEnded(round=state.round))
        if state.round == state.options.round_limit:
            end_race(play, "round_limit")
            return
        state.round += 1
    play.open(BeginTurn(seat=following))
