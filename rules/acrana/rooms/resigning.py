"""The resignation of a seat (section 12)."""

from rules.acrana.board import OUT
from rules.acrana.cards import card
from rules.acrana.events import CardsDiscarded, PlayerResigned
from rules.acrana.finish import end_if_won, end_race, members
from rules.acrana.movement import leave_pirates, tell_pairs
from rules.acrana.race import Race
from rules.acrana.state import RaceState, Ship
from rules.acrana.turn import end_turn
from rules.engine import rooms
from rules.engine.action import Resign


class Resigning(rooms.Resigning[RaceState, Race]):
    """The seat's ships leave the sea. Another seat's question is computed again (section 12)."""

    warning = "You leave this race for good. Resign?"

    def plays(self, state: RaceState, seat: int) -> bool:
        return not state.seat(seat).resigned

    def answer(self, play: Race, action: Resign) -> None:
        state, seat = play.state, play.seat
        state.seat(seat).resigned = True
        state.resigned.append(seat)
        play.tell(PlayerResigned(seat=seat))
        _clear(play, seat)
        partners = members(state, state.fleet(seat))
        if len({state.fleet(other) for other in state.playing}) == 1:
            end_race(play, "last_left", state.fleet(state.playing[0]))
        elif partners and all(state.finished(partner) for partner in partners):
            end_if_won(play, partners[0])
        elif seat == state.active:
            end_turn(play)
        else:
            play.left(seat)


def _clear(race: Race, number: int) -> None:
    """Remove the seat's ships and possessions, and discard its hand."""
    state, seat = race.state, race.state.seat(number)
    for name in state.flotilla(number):
        leave_pirates(race, name)
        race.put(name, OUT)
        state.ships[name] = Ship(square=OUT)
    tell_pairs(race)
    seat.silver, seat.one_card_next_deal = 0, False
    if seat.hand:
        gone = [card(text).id for text in seat.hand]
        seat.hand.clear()
        state.discards += gone
        race.tell(CardsDiscarded(seat=number, cards=gone, cause="resigned", left=0))
