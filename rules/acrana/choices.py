"""Who must decide, and among what (sections 6 and 7)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement

from rules.acrana import hands
from rules.acrana.actions import (
    BackPartner,
    Becalm,
    CastOff,
    ChooseCards,
    Discard,
    OverEdge,
    PushBack,
    Sail,
    SailOn,
)
from rules.acrana.legs import Leg, further_legs
from rules.acrana.plays import Play, Plays
from rules.acrana.state import ChooseCards as CardsToChoose
from rules.acrana.state import PlayCard, RaceState
from rules.acrana.state import Sail as Sailing
from rules.acrana.waters import Waters
from rules.engine.action import Action, Resign
from rules.engine.decision import Decision


def decision(state: RaceState) -> Decision | None:
    """What is to be decided now: always by the active seat, and always out of the others' sight."""
    match state.task:
        case PlayCard(asked="play"):
            autoplay = state.options.autoplay
            return Decision(
                state.active, "play", lambda: _plays(state), secret=True, plays_itself=autoplay
            )  # fmt: skip
        case PlayCard(asked="back_partner"):
            return Decision(state.active, "back_partner", lambda: _backings(state), secret=True)
        case PlayCard(asked="discard"):
            return Decision(state.active, "discard", lambda: _discards(state), secret=True)
        case Sailing() as sail:
            return Decision(state.active, "sail_on", lambda: _legs(state, sail), secret=True)
        case CardsToChoose() as cards:
            return Decision(state.active, "choose_cards", lambda: card_choices(state, cards), secret=True)
        case _:
            return None


def free_actions(state: RaceState, seat: int) -> Sequence[Action]:
    """What a seat may do at any time."""
    return () if state.result is not None or state.seat(seat).resigned else (Resign(),)


def card_choices(state: RaceState, task: CardsToChoose) -> Iterator[ChooseCards]:
    """Every set of cards (with `repeat`: every multiset), in hand order."""
    held = [card.id for card in hands.eligible(state, task.purpose)]
    choose = combinations_with_replacement if task.repeat else combinations
    return (ChooseCards(cards=cards) for cards in choose(held, task.count))


def action_of(play: Play) -> Action:
    """The action that makes a play."""
    match play.use:
        case "cast_off":
            return CastOff(card=play.card, ship=play.ship)
        case "over_edge":
            return OverEdge(card=play.card, ship=play.ship)
        case "push_back":
            return PushBack(card=play.card, target=play.ship)
        case "becalm":
            return Becalm(card=play.card)
        case "discard":
            return Discard(card=play.card)
        case "back_partner":
            return BackPartner(card=play.card, ship=play.ship)
        case "sail":
            squares = play.leg.squares if play.leg else None
            partner = play.leg.partner if play.leg else ""
            return Sail(card=play.card, ship=play.ship, squares=squares, partner=partner or None)


def leg_action(leg: Leg) -> SailOn:
    """The action that sails a further leg."""
    return SailOn(ship=leg.ship, squares=leg.squares, partner=leg.partner or None)


def _plays(state: RaceState) -> Iterable[Action]:
    return map(action_of, Plays(state).choices())


def _backings(state: RaceState) -> Iterable[Action]:
    return map(action_of, Plays(state).backings())


def _discards(state: RaceState) -> Iterable[Action]:
    return map(action_of, Plays(state).discards())


def _legs(state: RaceState, task: Sailing) -> Iterable[Action]:
    return map(leg_action, further_legs(Waters(state), task))
