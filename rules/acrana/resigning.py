"""A seat gives up (section 12)."""

from rules.acrana.board import OUT
from rules.acrana.cards import card
from rules.acrana.events import CardsDiscarded, PlayerResigned
from rules.acrana.finish import end_if_won, end_race, members
from rules.acrana.movement import leave_pirates, tell_pairs
from rules.acrana.race import Race
from rules.acrana.state import PlayCard, Ship
from rules.acrana.turn import end_turn


def resign(race: Race, seat: int) -> None:
    """Take a seat out of the race; a decision of another seat is worked out anew."""
    state = race.state
    state.seat(seat).resigned = True
    state.resigned.append(seat)
    race.tell(PlayerResigned(seat=seat))
    _clear(race, seat)
    partners = members(state, state.fleet(seat))
    if len({state.fleet(other) for other in state.playing}) == 1:
        end_race(race, "last_left", state.fleet(state.playing[0]))
    elif partners and all(state.finished(partner) for partner in partners):
        end_if_won(race, partners[0])
    elif seat == state.active:
        end_turn(race)
    elif isinstance(state.task, PlayCard):
        state.task.asked = None


def _clear(race: Race, number: int) -> None:
    """The ships leave the sea, the hand goes to the discards, and what belonged to the seat is gone."""
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
