"""Completes typed actions: cards by rank, omitted squares, convoys in any order (sections 3.6 and 7)."""

import re
from collections.abc import Sequence

from rules.acrana import actions, hands
from rules.acrana.board import LETTERS
from rules.acrana.cards import DECK, Card, CardId, in_hand_order, mark_of, suit_of, with_suit
from rules.acrana.legs import Leg, Voyage, under_way
from rules.acrana.plays import Play, Plays
from rules.acrana.state import CardsToChoose, CardUnderWay, PlayDecision, RaceState, ShipName
from rules.acrana.waters import Waters
from rules.engine.action import Action, repeated, sentence_case
from rules.engine.errors import IllegalAction, Refusals

_refusal = Refusals("rules.acrana")

_CARD_ID = re.compile(r"(10|[2-9AJQK])[a-h]")
_TYPED_CARD = re.compile(rf"(10|[2-9]|[AJQK])([A-H]|{'|'.join(DECK.marks)})?", re.IGNORECASE)


def says_how_far(action: actions.Sail | actions.SailOn) -> bool:
    """Return whether the action names a single ship and its squares. A convoy's ships may be out of order."""
    return action.squares is not None and not action.partner


def names_its_card(action: actions.PlayAction) -> bool:
    """Return whether the action names a card by rank and suit, not only by rank."""
    return _CARD_ID.fullmatch(action.card) is not None


def not_the_time(action: Action) -> IllegalAction:
    """Return the refusal of an action while another decision is due."""
    what = action.kind if isinstance(action, actions.SailOn | actions.ChooseCards) else "play"
    return _refusal(f"not_allowed.{what}", action=repeated(sentence_case(str(action))))


def ordered_play(plays: Plays, asked: PlayDecision | None, action: actions.PlayAction) -> Play:
    """Return the legal play that an action means as an answer to `asked`. Raises IllegalAction."""
    card = find_card(action.card, plays.candidates)
    ship = _ship(plays.state, action)
    if isinstance(action, actions.Sail) and asked == "play" and plays.sails(card):
        leg = ordered_way(plays.voyage, plays.points(card), action)
        return Play("sail", card.id, leg.ship, leg)
    use = action.kind
    for play in plays.answers(asked, card):
        if (play.use, play.card, play.ship) == (use, card.id, ship):
            return play
    early = ".early" if plays.state.calm_cards and use in {"over_edge", "push_back"} else ""
    raise _refusal(f"cannot_{use}{early}", ship)


def ordered_leg(waters: Waters, under: CardUnderWay, action: actions.SailOn) -> Leg:
    """Return the legal leg of the current card that an action means. Raises IllegalAction."""
    _must_exist(waters.state, action.ship)
    return ordered_way(under_way(waters, under), under.points, action)


def named_cards(state: RaceState, asked: CardsToChoose, action: actions.ChooseCards) -> tuple[CardId, ...]:
    """Return the chosen cards in hand order. Raises IllegalAction.

    A repeated rank names equal cards or, with `asked.repeat`, one card several times.
    """
    eligible = hands.eligible(state, asked.purpose)
    named: list[Card] = []
    for typed in action.cards:
        left = eligible if asked.repeat else [held for held in eligible if held not in named]
        named.append(find_card(typed, left))
    if len(named) != asked.count:
        cards = ", ".join(map(with_suit, eligible))
        raise _refusal("wrong_count", count=asked.count, cards=cards, named=len(named))
    return tuple(held.id for held in in_hand_order(named))


def find_card(typed: str, among: Sequence[Card]) -> Card:
    """Return the first card that fits the typed text. Raises IllegalAction if none or unlike cards fit."""
    form = _TYPED_CARD.fullmatch(typed.strip())
    if form is None:
        raise _refusal("no_card", typed=typed)
    rank, suit = form[1].upper(), suit_of(form[2] or "")
    found = [held for held in among if held.rank == rank and held.id.endswith(suit)]
    if not found:
        have = ", ".join(map(with_suit, among))
        raise _refusal("card_not_held", card=f"{rank}{mark_of(suit)}", have=have)
    if len({(held.plus, held.minus, held.now) for held in found}) > 1:
        which = " or ".join(f"{held.id} for {with_suit(held)}" for held in found)
        raise _refusal("which_card", which=which)
    return found[0]


def ordered_way(voyage: Voyage, points: int, order: actions.Sail | actions.SailOn) -> Leg:
    """Return the legal leg that an action means. Raises IllegalAction with the legal alternatives."""
    wanted = {order.ship, order.partner or ""}
    crews = [named for named in voyage.crews() if {*named} == wanted]
    if order.squares is not None:
        # Offered actions state the number of squares, so only legs of this length are computed.
        for named in crews:
            for leg in voyage.legs_of(*named, points, order.squares):
                return leg
    ways = [leg for named in crews for leg in voyage.legs_of(*named, points)]
    if not ways:
        legs = voyage.legs(points)
        able = ", ".join(dict.fromkeys(actions.crew(leg.ship, leg.partner) for leg in legs)) or "no ship"
        asked = actions.crew(order.ship, order.partner)
        raise _refusal("ship_cannot", order.ship, ship=asked, able=able)
    if order.squares is None and len(ways) == 1:
        return ways[0]
    far = numbers([leg.squares for leg in ways])
    wrong = "" if order.squares is None else f", not {order.squares}"
    raise _refusal("wrong_squares", ship=actions.crew(ways[0].ship, ways[0].partner), far=far, wrong=wrong)


def numbers(values: Sequence[int]) -> str:
    """Return numbers as text, with ranges for consecutive numbers: `1 to 4 or 6`."""
    runs: list[list[int]] = []
    for value in values:
        if runs and runs[-1][-1] == value - 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    return " or ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _ship(state: RaceState, action: actions.PlayAction) -> ShipName:
    """Return the named ship, or an empty text. Raises IllegalAction if the named ship does not exist."""
    if isinstance(action, actions.Becalm | actions.Discard):
        return ""
    name = action.target if isinstance(action, actions.PushBack) else action.ship
    _must_exist(state, name)
    return name


def _must_exist(state: RaceState, name: ShipName) -> None:
    if name not in state.ships:
        last = f"{LETTERS[len(state.seats) - 1]}{state.options.ships}"
        raise _refusal("no_ship", name, last=last)


def action_of(play: Play) -> actions.PlayAction:
    """Return the action for a play."""
    match play.use:
        case "cast_off":
            return actions.CastOff(card=play.card, ship=play.ship)
        case "over_edge":
            return actions.OverEdge(card=play.card, ship=play.ship)
        case "push_back":
            return actions.PushBack(card=play.card, target=play.ship)
        case "becalm":
            return actions.Becalm(card=play.card)
        case "discard":
            return actions.Discard(card=play.card)
        case "back_partner":
            return actions.BackPartner(card=play.card, ship=play.ship)
        case "sail":
            squares, partner = (play.leg.squares, play.leg.partner) if play.leg else (None, None)
            return actions.Sail(card=play.card, ship=play.ship, squares=squares, partner=partner or None)


def leg_action(leg: Leg) -> actions.SailOn:
    """Return the action that sails a further leg."""
    return actions.SailOn(ship=leg.ship, squares=leg.squares, partner=leg.partner or None)
