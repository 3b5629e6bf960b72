"""Discarding, changing and drawing the cards of a hand (section 8.2)."""

from collections.abc import Iterable

from rules.acrana import events
from rules.acrana.board import PORT
from rules.acrana.cards import Card, CardId, card, in_hand_order, shown
from rules.acrana.race import Race
from rules.acrana.state import CardsToChoose, Purpose, RaceState
from rules.acrana.tables import Bonus, Draw, TableName
from rules.acrana.turn import next_card


def take(race: Race, card_id: CardId) -> Card:
    """Move a card from the active seat's hand to the discards. Return the card as it was in the hand."""
    seat = race.active
    taken = next(held for held in seat.cards if held.id == card_id)
    seat.hand.remove(taken.text)
    race.state.discards.append(card_id)
    return taken


def throw(race: Race, cards: Iterable[CardId], cause: events.DiscardCause) -> None:
    """Discard cards of the active seat, and announce the cause."""
    gone = [take(race, card_id).id for card_id in cards]
    left = len(race.active.hand)
    race.tell(events.CardsDiscarded(seat=race.state.active, cards=gone, cause=cause, left=left))


def discard(race: Race, count: int, cause: TableName) -> None:
    """Let the active seat discard `count` cards of its choice, or all its cards if it has no more."""
    _ask(race, race.active.cards, CardsToChoose(purpose="discard", count=count, cause=cause))


def keep_one(race: Race, cause: TableName) -> None:
    """Let the active seat keep one card. A seat without cards gets a single card at the next deal (R35)."""
    held = len(race.active.hand)
    if held > 1:
        discard(race, held - 1, cause)
    elif not held:
        race.active.one_card_next_deal = True
        race.tell(events.OneCardNextDeal(seat=race.state.active))


def penalize(race: Race, amount: int, count: int, cause: TableName) -> None:
    """Take `amount` steps from `count` cards of the active seat's choice, or from all if it has no more."""
    task = CardsToChoose(purpose="penalty", count=count, cause=cause, amount=amount)
    _ask(race, eligible(race.state, "penalty"), task)


def reward(race: Race, op: Bonus, cause: TableName) -> None:
    """Let the active seat choose the cards that get a bonus."""
    cards = eligible(race.state, "bonus")
    task = CardsToChoose(purpose="bonus", count=op.cards, cause=cause, amount=op.amount, repeat=op.repeat)
    if op.repeat and len(cards) == 1:
        _change(race, [cards[0].id] * op.cards, op.amount)
    elif op.repeat and cards:
        race.open(task)
    else:
        _ask(race, cards, task)


def repair(race: Race) -> None:
    """Remove the damage of every card in the active seat's hand."""
    seat = race.active
    seat.hand = [held._replace(minus=0).text for held in seat.cards]
    race.tell(events.DamageRepaired(seat=race.state.active))


def draw(race: Race, op: Draw) -> None:
    """Draw cards that the active seat must play this turn: `op.count`, or all if the deck has fewer (R38)."""
    state, seat = race.state, race.active
    drawn = [next_card(race, state.active) for _ in range(min(op.count, len(state.deck)))]
    seat.hand = [held.text for held in in_hand_order([*seat.cards, *(card(f"{one}!") for one in drawn)])]
    race.tell(events.CardsDrawn(seat=state.active, count=len(drawn)))
    if drawn:
        race.tell(events.DrawnSeen(seat=state.active, cards=[card(one).rank for one in drawn]))


def answer(race: Race, task: CardsToChoose, cards: tuple[CardId, ...]) -> None:
    """Apply a result to the cards that the active seat has chosen."""
    if task.purpose == "discard":
        throw(race, cards, task.cause)
    else:
        _change(race, cards, task.change)


def eligible(state: RaceState, purpose: Purpose) -> list[Card]:
    """Return the active seat's cards that a result may affect, in hand order (R13)."""
    cards = state.seat(state.active).cards
    if purpose == "discard":
        return cards
    return [held for held in cards if held.numbered and (held.steps or purpose == "bonus")]


def _ask(race: Race, cards: list[Card], task: CardsToChoose) -> None:
    """Apply a result immediately if there is no choice. Otherwise ask the active seat to choose cards."""
    if not cards:
        race.tell(events.EffectWasted(seat=race.state.active))
    elif len(cards) <= task.count:
        answer(race, task, tuple(held.id for held in cards))
    else:
        race.open(task)


def _change(race: Race, cards: Iterable[CardId], amount: int) -> None:
    """Change the named cards by `amount` steps each. A card that is named twice changes twice."""
    seat, named = race.active, list(cards)
    changed = [held.changed(amount * named.count(held.id)) for held in seat.cards]
    seat.hand = [held.text for held in changed]
    race.tell(events.ModifierApplied(seat=race.state.active, amount=amount, cards=len(named)))
    told = [shown(held) for held in changed if held.id in named]
    race.tell(events.CardsChanged(seat=race.state.active, cards=told))


def cheapest(state: RaceState, cards: list[Card]) -> list[Card]:
    """Sort cards by their use for the active seat's ships, the least useful card first (section 12)."""
    squares = [state.ships[name].square for name in state.controlled(state.active)]
    launching = PORT in squares

    def price(card: Card) -> tuple[int, int, int]:
        if card.rank in {"A", "K"}:
            launches = 1 if (card.rank == "A") == launching else 2
            return (9 if launching else 0) + launches, 0, card.order
        if card.rank == "3":
            return 4, 0, card.order
        return (5, card.steps, card.order) if card.steps else (3, 0, card.order)

    return sorted(cards, key=price)
