"""A turn from its start to its end (sections 6.2 and 6.3)."""

from rules.acrana.landing import resolve_mark
from rules.acrana.plays import candidates
from rules.acrana.race import Race
from rules.acrana.rooms import Errand
from rules.acrana.rooms.playing_card import PlayingCard
from rules.acrana.state import TakeTurn
from rules.acrana.turn import end_turn


class TakingTurn(TakeTurn, Errand):
    """T1 and T2: resolve deferred effects on the seat's ships, then play cards, then end the turn."""

    def carry_out(self, play: Race) -> None:
        state = play.state
        marked = [
            name
            for name in state.flotilla(state.active)
            if state.ships[name].pending and state.ships[name].at_sea
        ]
        hand = candidates(state)
        if marked:
            resolve_mark(play, marked[0])
        elif hand and hand[0].now:
            # A card that must be played this turn does not count as one of the turn's plays.
            play.open(PlayingCard())
        elif hand and state.plays_left:
            state.plays_left -= 1
            play.open(PlayingCard())
        else:
            end_turn(play)
