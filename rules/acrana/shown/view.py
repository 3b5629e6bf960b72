"""The views of a race (section 11). A view has everything except the hands of other seats."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from rules.acrana.actions import ChooseCards, Discard, SailOn
from rules.acrana.board import FINISH, OUT, PORT, Square, letter_of, port_name
from rules.acrana.cards import Card, CardId, card, in_hand_order, sorted_deck, told_apart
from rules.acrana.places import places
from rules.acrana.shown.traces import Deed, Played, Rolled, Trace, traces_of
from rules.acrana.state import (
    CardsToChoose,
    CardUnderWay,
    Pending,
    PlayCard,
    Purpose,
    RaceState,
    ShipName,
    owner,
)
from rules.acrana.waters import Pair, Waters, pairs
from rules.engine.chance import Luck
from rules.engine.event import Event
from rules.engine.rooms import question_of
from rules.engine.shown import GameView, ViewPart

Awaited = Literal["play", "discard", "back_partner", "sail_on", "choose_cards"]


class CardView(ViewPart):
    """A card in the onlooker's own hand. `base` and `steps` are `None` if the card cannot sail.

    `shown` is its text, such as `9 (13)`. `now` is true if the card must be played this turn. `usable` is
    true if the card can answer the question, but only in the view of the choosing seat.
    """

    id: str
    rank: str
    shown: str
    base: int | None
    steps: int | None
    plus: int
    minus: int
    now: bool
    usable: bool = False


class ShipView(ViewPart):
    """A ship. `square` is -1 if the owner has resigned, and `vessel` is 0 if no vessel engages the ship."""

    name: ShipName
    seat: int
    square: Square
    escort: bool
    flag: bool
    reef_map: bool
    pending: Pending | None
    undetected: bool
    vessel: int


class SeatView(ViewPart):
    """A seat. `in_port` and `finished` count ships. Others do not see `hand`. `rank` is set at the end."""

    seat: int
    letter: str
    port: str
    fleet: int
    cards: int
    hand: list[CardView] | None
    silver: int
    one_card_next_deal: bool
    in_port: int
    finished: int
    resigned: bool
    dealer: bool
    leader: bool
    rank: int | None


class VesselView(ViewPart):
    """A pirate vessel, which is busy while it engages ships."""

    number: int
    engages: list[ShipName]


class ChoiceView(ViewPart):
    """The public part of the active seat's question.

    While a card is being sailed, `points` of it are left, and the ships in `used` have sailed.
    """

    seat: int
    kind: Awaited
    points: int = 0
    used: list[ShipName] = Field(default_factory=list)
    purpose: Purpose | None = None
    count: int = 0
    amount: int = 0


class AcranaView(GameView):
    """A race as an onlooker sees it.

    `ships` are in the order A1, A2, B1, ... `plays_left` is the number of plays after the current play.
    `traces` has the newest turn, and `earlier` has the movements of previous turns. Only the choosing seat
    has `reach`, which maps squares, in menu order, to the cards or leg lengths that lead there.
    """

    game: Literal["acrana"] = "acrana"
    phase: Literal["racing", "over"]
    turn: int
    active: int
    choice: ChoiceView | None
    plays_left: int
    fleets: int
    win: Literal["flotilla", "first_ship"]
    seats: list[SeatView]
    ships: list[ShipView]
    vessels: list[VesselView]
    pairs: list[Pair]
    deck_no: int
    deck_limit: int
    deal_no: int
    cards_left: int
    discards: list[str]
    dealer: int
    leader: int
    traces: list[Deed]
    earlier: list[Trace] = Field(default_factory=list)
    reach: dict[Square, str] = Field(default_factory=dict)

    def ship(self, name: ShipName) -> ShipView:
        """Return the ship `name`."""
        return next(ship for ship in self.ships if ship.name == name)

    @property
    def places(self) -> dict[Square, int]:
        """The menu number of each square in `reach`."""
        return {square: number for number, square in enumerate(self.reach, 1)}

    @property
    def played(self) -> list[Played]:
        """The played cards among the traces."""
        return [deed for deed in self.traces if isinstance(deed, Played)]

    @property
    def ways(self) -> list[Trace]:
        """The movements of ships among the traces."""
        return [deed for deed in self.traces if isinstance(deed, Trace)]

    @property
    def rolls(self) -> list[Rolled]:
        """The rolls of dice among the traces."""
        return [deed for deed in self.traces if isinstance(deed, Rolled)]


def view(state: RaceState, seat: int | None, told: Sequence[Event] = ()) -> AcranaView:
    """Return the view of `seat`, or the public view for `None`, with the traces of the events in `told`."""
    choice, seen = _choice(state), traces_of(state, told)
    return AcranaView.of(
        state,
        phase="racing" if state.result is None else "over",
        choice=choice,
        seats=[_seat(state, number, seat) for number in range(1, len(state.seats) + 1)],
        ships=_ships(state),
        vessels=[VesselView.of(vessel) for vessel in state.pirates],
        pairs=pairs(Waters(state)),
        cards_left=len(state.deck),
        traces=seen.newest,
        earlier=seen.earlier,
    )


def view_to_choose(state: RaceState, seat: int, told: Sequence[Event] = ()) -> AcranaView:
    """Return the race as the choosing seat sees it, with its usable cards and reachable squares."""
    seen, usable = view(state, seat, told), _usable(state, seat)
    own = seen.seats[seat - 1]
    hand = [card.model_copy(update={"usable": card.id in usable}) for card in own.hand or ()]
    seats = [*seen.seats]
    seats[seat - 1] = own.model_copy(update={"hand": hand})
    return seen.model_copy(update={"seats": seats, "reach": places(state) if seat == state.active else {}})


def _usable(state: RaceState, seat: int) -> set[CardId]:
    """Return the cards that the seat can play or choose or, if there are none, the cards to discard."""
    played: set[CardId] = set()
    thrown: set[CardId] = set()
    question = question_of(state, seat)
    for action in question.actions(state) if question else ():
        match action:
            case ChooseCards(cards=cards):
                played.update(cards)
            case Discard(card=card_id):
                thrown.add(card_id)
            case SailOn():
                pass
            case _:
                played.add(action.card)
    return played or thrown


def redraw(state: RaceState, seat: int | None, luck: Luck) -> None:
    """Give others new hands without bonuses or damage, at random from the cards that `seat` cannot see."""
    others = [other for number, other in enumerate(state.seats, 1) if number != seat]
    unseen = sorted_deck([*state.deck, *(held.id for other in others for held in other.cards)])
    luck.shuffle(unseen)
    for other in others:
        # Everybody knows how many cards in this hand must be played this turn.
        now = sum(held.now for held in other.cards)
        drawn = [unseen.pop() for _ in other.hand]
        texts = [f"{card_id}!" if place < now else card_id for place, card_id in enumerate(drawn)]
        other.hand = [held.text for held in in_hand_order(map(card, texts))]
    state.deck = sorted_deck(unseen)


def hand_view(cards: list[Card]) -> list[CardView]:
    """Return the cards of a hand as their owner sees them."""
    return [
        CardView.of(card, shown=name, steps=card.steps if card.numbered else None)
        for card, name in zip(cards, told_apart(cards), strict=True)
    ]


def _seat(state: RaceState, number: int, onlooker: int | None) -> SeatView:
    seat = state.seat(number)
    squares = [state.ships[name].square for name in state.flotilla(number)]
    ranks = state.result.places(state.fleet) if state.result else {}
    return SeatView.of(
        seat,
        seat=number,
        letter=letter_of(number),
        port=port_name(number),
        fleet=state.fleet(number),
        cards=len(seat.hand),
        hand=hand_view(seat.cards) if onlooker == number else None,
        in_port=squares.count(PORT),
        finished=squares.count(FINISH),
        dealer=state.dealer == number,
        leader=state.leader == number,
        rank=ranks.get(number),
    )


def _ships(state: RaceState) -> list[ShipView]:
    return [
        ShipView.of(
            ship, name=name, seat=owner(name), vessel=state.vessel_of(name) if ship.square != OUT else 0
        )
        for name, ship in state.ships.items()
    ]


def _choice(state: RaceState) -> ChoiceView | None:
    match state.task:
        case PlayCard(asked=asked) if asked is not None:
            return ChoiceView(seat=state.active, kind=asked)
        case CardUnderWay() as task:
            return ChoiceView.of(task, seat=state.active, kind="sail_on")
        case CardsToChoose() as task:
            return ChoiceView.of(task, seat=state.active, kind="choose_cards")
        case _:
            return None
