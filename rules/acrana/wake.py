"""The wake of the latest plays: cards, ways and dice, put together from what was told, to be drawn."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from rules.acrana.board import FINISH, PORT, ROADS, Square
from rules.acrana.cards import PlayUse, card
from rules.acrana.events import (
    Battle,
    CardPlayed,
    CardsDiscarded,
    CrossedEdge,
    PirateAttack,
    ShipCastOff,
    ShipDrifted,
    ShipHeld,
    ShipSailed,
    ShipSentHome,
    SquareSpent,
    TableRolled,
)
from rules.acrana.race import RollPurpose
from rules.acrana.state import RaceState, ShipName
from rules.engine.event import Decided, Event
from rules.engine.record import Record

How = Literal["cast_off", "sailed", "over_edge", "drifted", "sent_home"]


class Played(Record):
    """A card on the table: who played it, how it reads (`9 (13)`), and what for."""

    act: Literal["card"] = "card"
    seat: int
    card: str
    shown: str
    use: PlayUse


class Trace(Record):
    """One way of one ship, from square to square (0: port), and how it went."""

    act: Literal["way"] = "way"
    ship: ShipName
    start: Square
    end: Square
    how: How


class Rolled(Record):
    """A roll: what for, whose ship, where, and the dice; two for the edge and the typhoon.

    A battle that was rolled again shows every die, the last one counts.
    """

    act: Literal["roll"] = "roll"
    purpose: RollPurpose
    ship: ShipName
    at: Square
    dice: list[int]


class Spent(Record):
    """A ship came back to a square whose table it had met in this turn: nobody rolled."""

    act: Literal["spent"] = "spent"
    ship: ShipName
    at: Square


Deed: TypeAlias = Annotated[Played | Trace | Rolled | Spent, Field(discriminator="act")]


def wake(state: RaceState, told: Iterable[Event]) -> list[Deed]:
    """What the latest events leave to be seen of everything since the last play that somebody chose."""
    deeds: list[Deed] = []
    decided = False
    for event in told:
        # A play that nobody was asked for joins what people have not yet seen.
        if decided and _is_play(event):
            deeds.clear()
        decided = isinstance(event, Decided)
        deeds += _deeds(event)
    # Once the first ship of a convoy is home the race may be over, and the other does not arrive.
    return [deed for deed in deeds if not (isinstance(deed, Trace) and _never_arrived(state, deed))]


def _is_play(event: Event) -> bool:
    match event:
        case CardPlayed() | CardsDiscarded(cause="stuck" | "declined"):
            return True
        case _:
            return False


def _never_arrived(state: RaceState, trace: Trace) -> bool:
    return trace.end == FINISH and PORT < state.ships[trace.ship].square < FINISH


def _deeds(event: Event) -> Iterator[Deed]:
    """What cards, dice and ships did."""
    match event:
        case CardPlayed():
            yield Played(seat=event.seat, card=event.card, shown=event.shown, use=event.use)
        case CardsDiscarded(cause="stuck" | "declined"):
            (thrown,) = event.cards
            yield Played(seat=event.seat, card=thrown, shown=card(thrown).rank, use="discard")
        case TableRolled(by_map=False):
            yield Rolled(purpose="table", ship=event.ship, at=event.at, dice=[event.roll])
        case SquareSpent():
            yield Spent(ship=event.ship, at=event.at)
        case PirateAttack():
            yield Rolled(purpose="pirates", ship=event.ship, at=event.at, dice=[event.roll])
        case Battle():
            dice = [*event.rerolled, event.roll]
            yield Rolled(purpose="battle", ship=event.attackers[0], at=event.at, dice=dice)
        case ShipHeld(dice=[_, *_]):
            yield Rolled(purpose="typhoon", ship=event.ship, at=event.at, dice=list(event.dice))
        case _:
            yield from _ways(event)


def _ways(event: Event) -> Iterator[Deed]:
    """Where ships went, and the dice that sent them there."""
    match event:
        case ShipCastOff():
            yield Trace(ship=event.ship, start=PORT, end=ROADS, how="cast_off")
        case ShipSailed():
            for ship in event.ships:
                yield Trace(ship=ship, start=event.start, end=event.end, how="sailed")
        case CrossedEdge():
            yield Rolled(purpose="edge", ship=event.ship, at=event.start, dice=list(event.dice))
            yield Trace(ship=event.ship, start=event.start, end=event.end, how="over_edge")
        case ShipDrifted():
            if event.dice:
                yield Rolled(purpose="typhoon", ship=event.ship, at=event.start, dice=list(event.dice))
            yield Trace(ship=event.ship, start=event.start, end=event.end, how="drifted")
        case ShipSentHome():
            yield Trace(ship=event.ship, start=event.at, end=PORT, how="sent_home")
