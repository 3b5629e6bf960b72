"""The traces of the latest turns, made of their events: cards, ways and dice."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal, NamedTuple, TypeAlias

from pydantic import Field

from rules.acrana import events
from rules.acrana.board import FINISH, PORT, ROADS, Square
from rules.acrana.cards import PlayUse, card
from rules.acrana.effects import counted, times
from rules.acrana.race import RollPurpose
from rules.acrana.state import RaceState, ShipName, owner
from rules.acrana.tables import Token
from rules.engine.event import Event, TurnBegan
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

    A battle that was rolled again shows every die; the last one counts.
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


class Came(Record):
    """A consequence for a seat, in a few words after its name: `drew 2 cards`."""

    act: Literal["came"] = "came"
    seat: int
    what: str


Deed: TypeAlias = Annotated[Played | Trace | Rolled | Spent | Came, Field(discriminator="act")]


class Traces(NamedTuple):
    """The visible traces of the latest turns.

    `newest` is all that was done in the last turn in which anything was, `earlier` are the ways of ships in
    the turns before it.
    """

    newest: list[Deed]
    earlier: list[Trace]


def traces_of(state: RaceState, told: Iterable[Event]) -> Traces:
    """Return the visible traces of the latest events."""
    newest: list[Deed] = []
    earlier: list[Trace] = []
    past = False
    for event in told:
        if isinstance(event, TurnBegan | events.TurnStarted):
            past = True
            continue
        for deed in _deeds(event):
            if past:
                earlier += [one for one in newest if isinstance(one, Trace)]
                newest, past = [], False
            newest.append(deed)
    # Once the first ship of a convoy is home the race may be over, and the other does not arrive.
    return Traces(
        [deed for deed in newest if not (isinstance(deed, Trace) and _never_arrived(state, deed))], earlier
    )


def _never_arrived(state: RaceState, trace: Trace) -> bool:
    return trace.end == FINISH and PORT < state.ships[trace.ship].square < FINISH


def _deeds(event: Event) -> Iterator[Deed]:
    """Yield what cards, dice and ships did."""
    match event:
        case events.CardPlayed():
            yield Played(seat=event.seat, card=event.card, shown=event.shown, use=event.use)
        case events.CardsDiscarded(cause="stuck" | "declined"):
            (thrown,) = event.cards
            yield Played(seat=event.seat, card=thrown, shown=card(thrown).rank, use="discard")
        case events.TableRolled(by_map=False):
            yield Rolled(purpose="table", ship=event.ship, at=event.at, dice=[event.roll])
        case events.SquareSpent():
            yield Spent(ship=event.ship, at=event.at)
        case events.PirateAttack():
            yield Rolled(purpose="pirates", ship=event.ship, at=event.at, dice=[event.roll])
        case events.Battle():
            dice = [*event.rerolled, event.roll]
            yield Rolled(purpose="battle", ship=event.attackers[0], at=event.at, dice=dice)
        case events.ShipHeld(dice=[_, *_]):
            yield Rolled(purpose="typhoon", ship=event.ship, at=event.at, dice=list(event.dice))
        case _:
            yield from _ways(event)


def _ways(event: Event) -> Iterator[Deed]:
    """Yield ships' ways, and the dice that caused them."""
    match event:
        case events.ShipCastOff():
            yield Trace(ship=event.ship, start=PORT, end=ROADS, how="cast_off")
        case events.ShipSailed():
            for ship in event.ships:
                yield Trace(ship=ship, start=event.start, end=event.end, how="sailed")
        case events.CrossedEdge():
            yield Rolled(purpose="edge", ship=event.ship, at=event.start, dice=list(event.dice))
            yield Trace(ship=event.ship, start=event.start, end=event.end, how="over_edge")
        case events.ShipDrifted():
            if event.dice:
                yield Rolled(purpose="typhoon", ship=event.ship, at=event.start, dice=list(event.dice))
            yield Trace(ship=event.ship, start=event.start, end=event.end, how="drifted")
        case events.ShipSentHome():
            yield Trace(ship=event.ship, start=event.at, end=PORT, how="sent_home")
        case _:
            yield from _consequences(event)


_TOKENS: Mapping[Token, str] = {"escort": "an escort", "flag": "a flag", "reef_map": "a reef map"}


def _consequences(event: Event) -> Iterator[Came]:
    """Yield the effects on hands, ships' goods and pirates."""
    match event:
        case events.TokenGained():
            yield Came(seat=owner(event.ship), what=f"got {_TOKENS[event.token]}")
        case events.TokenUsed():
            yield Came(seat=owner(event.ship), what=f"showed {_TOKENS[event.token]}")
        case events.PiratesEvaded():
            yield Came(seat=owner(event.ship), what="slipped past the pirates")
        case events.PiratesChanged():
            yield Came(seat=0, what=f"{counted(event.end, 'pirate vessel')} at sea")
        case events.PlayerResigned():
            yield Came(seat=event.seat, what="left the race")
        case _:
            yield from _changed_hands(event)


def _changed_hands(event: Event) -> Iterator[Came]:
    match event:
        case events.ModifierApplied():
            # A bonus may strike the same card again.
            again = event.amount > 0 and event.cards > 1
            struck = times(event.cards) if again else f"on {counted(event.cards, 'card')}"
            yield Came(seat=event.seat, what=f"{event.amount:+} {struck}")
        case events.CardsDiscarded(cause=cause) if cause not in {"stuck", "declined", "resigned"}:
            yield Came(seat=event.seat, what=f"lost {counted(len(event.cards), 'card')}")
        case events.CardsDrawn() if event.count:
            yield Came(seat=event.seat, what=f"drew {counted(event.count, 'card')}")
        case events.DamageRepaired():
            yield Came(seat=event.seat, what="repaired all cards")
        case events.SilverGained():
            yield Came(seat=event.seat, what=f"won {event.amount} silver")
        case events.OneCardNextDeal():
            yield Came(seat=event.seat, what="gets 1 card next deal")
