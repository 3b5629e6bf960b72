"""The beginning, end and order of turns, and the deals between them (sections 6.1 to 6.3)."""

from rules.acrana import vessels
from rules.acrana.cards import DECK, CardId, card, full_deck, in_hand_order, sorted_deck
from rules.acrana.events import DeckShuffled, HandsDealt, HandSeen, TurnStarted
from rules.acrana.finish import end_race
from rules.acrana.race import CARD, Race
from rules.acrana.state import TakeTurn


def begin_turn(race: Race, seat: int) -> None:
    """T0: begin a seat's turn."""
    state = race.state
    state.active = seat
    state.turn += 1
    state.plays_left = state.options.cards_per_turn
    for ship in state.ships.values():
        ship.worked.clear()
    race.go_to(TakeTurn())
    race.tell(TurnStarted(seat=seat))


def end_turn(race: Race) -> None:
    """T4: begin the turn of the next seat that holds cards. If no seat holds cards, deal new hands first."""
    state = race.state
    race.go_to()
    following = next((seat for seat in state.after(state.active) if state.seat(seat).hand), 0)
    if not following:
        deal(race)
        following = state.leader
    if not race.over:
        begin_turn(race, following)


def deal(race: Race) -> None:
    """Deal new hands, from a new deck if needed, or end the race at the deck limit."""
    state = race.state
    each = min(DECK.later_hand, len(state.deck) // len(state.playing))
    if each:
        _deal(race, each)
    elif state.deck_no == state.options.deck_limit:
        end_race(race, "deck_limit")
    else:
        state.dealer = state.next_playing(state.dealer)
        state.deck_no += 1
        state.deal_no = 0
        deal_from_new_deck(race)


def deal_from_new_deck(race: Race) -> None:
    """Gather all cards into a new deck, add a pirate vessel if none is left (R36), and deal."""
    state = race.state
    state.deck = full_deck(len(state.seats))
    state.discards.clear()
    race.tell(DeckShuffled(deck_no=state.deck_no, dealer=state.dealer))
    if not state.pirates:
        vessels.add(race, "reshuffle")
    _deal(race, DECK.first_hand)


def next_card(race: Race, seat: int) -> CardId:
    """Draw a random card of the deck for a seat (section 8). The deck has no secret order."""
    # Races that began under version 1 of these rules have a shuffled deck.
    race.state.deck = sorted_deck(race.state.deck)
    drawn = race.chance.draw_hidden(CARD, seat, race.state.deck)
    race.state.deck.remove(drawn)
    return drawn


def _deal(race: Race, rounds: int) -> None:
    """Deal round by round, beginning after the dealer. A seat with `one_card_next_deal` gets one card."""
    state = race.state
    state.deal_no += 1
    order = [number for number in state.after(state.dealer) if not state.seat(number).resigned]
    dealt: dict[int, list[str]] = {number: [] for number in state.playing}
    for turn in range(rounds):
        for number in order:
            if not turn or not state.seat(number).one_card_next_deal:
                dealt[number].append(next_card(race, number))
    for number, cards in dealt.items():
        seat = state.seat(number)
        seat.one_card_next_deal = False
        seat.hand = [held.text for held in in_hand_order(map(card, cards))]
    state.leader = order[0]
    counts = [len(seat.hand) for seat in state.seats]
    race.tell(HandsDealt(deal_no=state.deal_no, counts=counts, leader=state.leader))
    for number in dealt:
        ranks = [held.rank for held in state.seat(number).cards]
        race.tell(HandSeen(seat=number, cards=ranks))
