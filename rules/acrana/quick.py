"""The quick player, which simulates turns for the strong player, and the value of positions."""

from collections.abc import Sequence
from dataclasses import replace

from rules.acrana.actions import Becalm, CastOff, ChooseCards, Discard, OverEdge, PushBack, Sail
from rules.acrana.board import FINISH, PORT, ROADS
from rules.acrana.cards import Card
from rules.acrana.policy import VICTORY, belongings, of_fleet
from rules.acrana.prospects import STEPS, WORTH, Prospect
from rules.acrana.state import CardsToChoose, RaceState, Ship
from rules.engine.action import Action
from rules.engine.chance import Luck
from rules.engine.decision import Decision


def outlook(state: RaceState, seat: int) -> float:
    """Return the lead of the seat's fleet over the best other fleet, in squares."""
    if state.result is not None:
        return VICTORY if seat in state.result.winners else -VICTORY
    own = state.fleet(seat)
    others = (_fleet_worth(state, fleet) for fleet in range(state.fleets) if fleet != own)
    hand = _hand_worth(state, seat, state.seat(seat).cards)
    return _fleet_worth(state, own, but=seat) + hand - max(others)


def quick(state: RaceState, decision: Decision, luck: Luck) -> Action | None:  # noqa: ARG001
    """Return the action with the highest value, or `None` if the value of any action is unknown."""
    worths = [_worth_after(state, decision.seat, action) for action in decision.actions]
    known = [worth for worth in worths if worth is not None]
    return decision.actions[worths.index(max(known))] if known == worths else None


def _fleet_worth(state: RaceState, fleet: int, but: int = 0) -> float:
    """Return the value of a fleet's ships, cards (`STEPS` each) and silver (1 each).

    The cards and the silver of the seat `but` do not count.
    """
    seats = (state.seat(seat) for seat in state.playing if state.fleet(seat) == fleet and seat != but)
    hands = sum(STEPS * len(seat.hand) + seat.silver for seat in seats)
    return of_fleet(state, fleet, _ship_worth) + hands


def _ship_worth(ship: Ship) -> float:
    return WORTH[ship.square] + belongings(ship)


def _hand_worth(state: RaceState, seat: int, hand: Sequence[Card], *, silver: bool = True) -> float:
    """Return the value of a hand: the gain of the ship that the hand helps most."""
    ships = (state.ships[name] for name in state.controlled(seat))
    amount = state.seat(seat).silver if silver else 0
    gains = (
        Prospect(state, ship, hand, amount).worth() - WORTH[ship.square]
        for ship in ships
        if PORT <= ship.square < FINISH
    )
    return max(gains, default=0.0)


def _worth_after(state: RaceState, seat: int, action: Action) -> float | None:
    """Return the value of `action` and of the hand after it, or `None` if the value is unknown."""
    hand = state.seat(seat).cards
    silver = state.seat(seat).silver
    match action:
        case Sail(partner=None) if action.squares:
            ship, card = state.ships[action.ship], _named(hand, action.card)
            return Prospect(state, ship, hand, silver).sailed(card, action.squares) - WORTH[ship.square]
        case OverEdge():
            ship = state.ships[action.ship]
            return Prospect(state, ship, hand, silver).over_edge() - WORTH[ship.square]
        case CastOff():
            left = _without(hand, action.card)
            ship = replace(state.ships[action.ship], square=ROADS)
            return Prospect(state, ship, left, silver).worth() - WORTH[PORT]
        case PushBack():
            start = state.ships[action.target].square
            end = max(ROADS, start - _named(hand, action.card).steps - silver)
            left = _without(hand, action.card)
            return _hand_worth(state, seat, left, silver=False) + WORTH[start] - WORTH[end]
        case Becalm() | Discard():
            return _hand_worth(state, seat, _without(hand, action.card))
        case ChooseCards() if isinstance(state.task, CardsToChoose):
            return _hand_worth(state, seat, _struck(hand, state.task, action))
        case _:
            return None


def _struck(hand: Sequence[Card], task: CardsToChoose, action: ChooseCards) -> list[Card]:
    """Return the hand after the chosen cards are discarded or changed."""
    named = [_named(hand, text).id for text in action.cards]
    if task.purpose == "discard":
        return [card for card in hand if card.id not in named]
    return [card.changed(task.change * named.count(card.id)) for card in hand]


def _named(hand: Sequence[Card], text: str) -> Card:
    return next(card for card in hand if card.id == text)


def _without(hand: Sequence[Card], text: str) -> list[Card]:
    named = _named(hand, text)
    return [card for card in hand if card is not named]
