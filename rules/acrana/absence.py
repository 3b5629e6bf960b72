"""What is done for a player who does not answer (section 12): always legal, always the same."""

from collections.abc import Iterable

from rules.acrana import hands
from rules.acrana.actions import ChooseCards
from rules.acrana.board import KINDS, PLAIN, PORT, letter_of
from rules.acrana.cards import Card
from rules.acrana.choices import action_of, leg_action
from rules.acrana.legs import Leg, further_legs
from rules.acrana.plays import Play, Plays
from rules.acrana.state import ChooseCards as CardsToChoose
from rules.acrana.state import PlayCard, RaceState
from rules.acrana.state import Sail as Sailing
from rules.acrana.waters import Waters
from rules.engine.action import Action
from rules.engine.errors import NotNow


def absent_answer(state: RaceState) -> Action:
    """The default for whatever is asked now. Raises NotNow when nothing is."""
    match state.task:
        case PlayCard(asked="play"):
            return action_of(_play(state))
        case PlayCard(asked="back_partner"):
            return action_of(min(Plays(state).backings(), key=lambda play: _backing(state, play)))
        case PlayCard(asked="discard"):
            return action_of(Play("discard", cheapest(state, Plays(state).candidates)[0].id))
        case Sailing() as task:
            return leg_action(_leg(state, further_legs(Waters(state), task)))
        case CardsToChoose() as task:
            return ChooseCards(cards=_cards(state, task))
        case _:
            raise NotNow("Nothing is asked of that seat now, so there is nothing to skip.")


def cheapest(state: RaceState, cards: list[Card]) -> list[Card]:
    """Cards in the order in which they are easiest to do without, for the ships the seat plays for."""
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


def _play(state: RaceState) -> Play:
    """Cast off; else sail as far as is safe; else lie becalmed; else discard."""
    plays = Plays(state)
    choices = plays.choices()
    by_use = {use: [play for play in choices if play.use == use] for use in ("cast_off", "sail", "becalm")}
    if by_use["cast_off"]:
        return min(by_use["cast_off"], key=lambda play: (play.card[0] != "K", play.ship))
    if by_use["sail"]:
        return _sail(state, by_use["sail"])
    if by_use["becalm"]:
        return by_use["becalm"][0]
    return Play("discard", cheapest(state, plays.candidates)[0].id)


def _sail(state: RaceState, plays: list[Play]) -> Play:
    """The furthest way of each card and ship; of these a quiet landing, then the longest."""
    waters = Waters(state)
    furthest: dict[tuple[str, str], tuple[Play, Leg]] = {}
    for play in plays:
        if play.leg is not None and not play.leg.partner:
            # Legs of one card and ship come in ascending order.
            furthest[play.card, play.ship] = play, play.leg

    def reluctance(found: tuple[Play, Leg]) -> tuple[bool, int, str]:
        play, leg = found
        enemies = waters.enemies_on(leg.landing, leg.ship)
        quiet = not enemies and KINDS[leg.landing] in PLAIN
        return not quiet, -leg.squares, play.ship

    if furthest:
        return min(furthest.values(), key=reluctance)[0]
    return max(plays, key=lambda play: play.leg.squares if play.leg else 0)


def _leg(state: RaceState, legs: Iterable[Leg]) -> Leg:
    own = letter_of(state.active)
    return min(legs, key=lambda leg: (bool(leg.partner), leg.ship[0] != own, leg.ship, -leg.squares))


def _backing(state: RaceState, play: Play) -> tuple[int, int, int, str]:
    card = next(held for held in Plays(state).candidates if held.id == play.card)
    return card.steps, card.order, state.ships[play.ship].square, play.ship


def _cards(state: RaceState, task: CardsToChoose) -> tuple[str, ...]:
    eligible = hands.eligible(state, task.purpose)
    if task.purpose == "discard":
        chosen = cheapest(state, eligible)[: task.count]
    elif task.purpose == "penalty":
        chosen = sorted(eligible, key=lambda card: (card.steps, card.order))[: task.count]
    else:
        best = sorted(eligible, key=lambda card: (-card.steps, card.order))
        chosen = best[:1] * task.count if task.repeat else best[: task.count]
    return tuple(card.id for card in sorted(chosen, key=lambda card: card.order))
