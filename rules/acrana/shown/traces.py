"""The traces of the events of the latest turns on the picture: cards, movements and dice."""

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
from rules.engine.event import Event
from rules.engine.record import Record
from rules.engine.traces import TurnTraces

How = Literal["cast_off", "sailed", "over_edge", "drifted", "sent_home"]


class Played(Record):
    """A played card. `shown` is its text for players: `9 (13)`."""

    act: Literal["card"] = "card"
    seat: int
    card: str
    shown: str
    use: PlayUse


class Trace(Record):
    """One movement of a ship between two squares, of which 0 is the ship's port."""

    act: Literal["way"] = "way"
    ship: ShipName
    start: Square
    end: Square
    how: How


class Rolled(Record):
    """A roll for a ship on a square. In a battle, only the last die counted."""

    act: Literal["roll"] = "roll"
    purpose: RollPurpose
    ship: ShipName
    at: Square
    dice: list[int]


class Spent(Record):
    """A ship came back to a square that had already affected it this turn, so there was no roll."""

    act: Literal["spent"] = "spent"
    ship: ShipName
    at: Square


class Came(Record):
    """A consequence for a seat, in a few words that follow its name: `drew 2 cards`."""

    act: Literal["came"] = "came"
    seat: int
    what: str


Deed: TypeAlias = Annotated[Played | Trace | Rolled | Spent | Came, Field(discriminator="act")]


class Traces(NamedTuple):
    """The traces of the latest turn that left traces, and the movements of earlier turns."""

    newest: list[Deed]
    earlier: list[Trace]


class _Followed(TurnTraces[Deed]):
    def take_in(self, event: Event) -> None:
        for deed in _deeds(event):
            self.add(deed)


def traces_of(state: RaceState, told: Iterable[Event]) -> Traces:
    """Return the traces of the events in `told`."""
    found = _Followed().follow(told)
    # If the first ship of a convoy wins the race, the second ship does not arrive.
    return Traces(
        [deed for deed in found.newest if not (isinstance(deed, Trace) and _never_arrived(state, deed))],
        [deed for deed in found.earlier if isinstance(deed, Trace)],
    )


def _never_arrived(state: RaceState, trace: Trace) -> bool:
    return trace.end == FINISH and PORT < state.ships[trace.ship].square < FINISH


def _deeds(event: Event) -> Iterator[Deed]:
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
    """Yield the movements of ships, and the dice that caused them."""
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
    """Yield the effects on hands, tokens and pirates."""
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
            # A bonus may apply to one card several times.
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
