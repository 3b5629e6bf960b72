"""The traces of the latest turns, made from events: courses, shots, bombs, tows and drifts."""

from collections.abc import Iterable
from dataclasses import field
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from rules.engine.event import Event, TurnBegan
from rules.engine.record import Record
from rules.engine.traces import TurnTraces
from rules.kraken_bay import events
from rules.kraken_bay.board import MOUTH, Character, Space
from rules.kraken_bay.tables import BombKind, Chit, Stray, Unit

Hazard = Literal["tentacle", "barrel", "smoke"]


class Pick(Record):
    """A ship that a seat picked or drew."""

    seat: int
    ship: Character


class Bump(Record):
    """A hazard that a ship met, and the hazard's space."""

    kind: Hazard
    at: Space


class Loss(Record):
    """A piece of cargo that went overboard or came aboard. `at` is its space, or `None` if it sank."""

    owner: Unit
    type: Chit
    at: Space | None


class Blast(Record):
    """The move of a unit that smoke took to another space."""

    unit: Unit
    start: Space
    to: Space


class ShipTrace(Record):
    """An action of a ship. `seat` is the ship's seat."""

    ship: Character
    seat: int


class Voyage(Record):
    """The path of a unit, including the start, and what happened on it.

    `saved` is the tow that came home. If smoke ended the path, `blown` has the new space.
    """

    path: list[Space] = field(default_factory=list)
    bumps: list[Bump] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)
    saved: Stray | None = None
    blown: Blast | None = None


class SailTrace(ShipTrace, Voyage):
    """Consecutive steps of a ship. `taken` is the cargo that came aboard."""

    act: Literal["sail"] = "sail"
    taken: list[Loss] = field(default_factory=list)


class ShotTrace(ShipTrace):
    """A shot at a target on the space `at` (`MOUTH` for the kraken). A second shot adds to `rolls`."""

    act: Literal["shot"] = "shot"
    weapon: events.Weapon
    target: str
    start: Space
    at: Space
    rolls: list[int]
    need: int
    hit: bool
    losses: list[Loss] = field(default_factory=list)
    damage: int = 0
    risen: list[Space] = field(default_factory=list)


class BombTrace(ShipTrace):
    """A bomb that a ship dropped."""

    act: Literal["bomb"] = "bomb"
    bomb: BombKind
    start: Space
    at: Space
    fused: bool


class TowTrace(ShipTrace):
    """An off-course ship that was taken in tow."""

    act: Literal["tow"] = "tow"
    tow: Stray
    at: Space
    saved: bool = False


class FuseTrace(Record):
    """A fused bomb that went off. `moved` is the new space of a tentacle that was on the bomb's space."""

    act: Literal["fuse"] = "fuse"
    bomb: BombKind
    at: Space
    losses: list[Loss] = field(default_factory=list)
    blown: list[Blast] = field(default_factory=list)
    killed: bool = False
    moved: Space | None = None


class DriftTrace(Voyage):
    """The drift of a unit. `to` is `MOUTH` if the kraken ate the unit."""

    act: Literal["drift"] = "drift"
    unit: Unit
    to: Space
    held: bool
    eaten: bool


AnyTrace: TypeAlias = Annotated[
    SailTrace | ShotTrace | BombTrace | TowTrace | FuseTrace | DriftTrace, Field(discriminator="act")
]


class Traces(TurnTraces[AnyTrace]):
    """The traces of the latest turns. A turn includes the whirlpool after it.

    `dice` is the active ship's roll for movement. `picks` lists the characters picked in the newest turn.
    `first` is the seat that was drawn in the newest turn to begin every round, or 0 if none was drawn.
    """

    def __init__(self) -> None:
        super().__init__()
        self.dice: list[int] = []
        self.picks: list[Pick] = []
        self.first = 0
        self._round_ends = False
        self._drifting = Voyage()
        """The next drift, whose own event comes after the events of its hazards and losses."""

    def take_in(self, event: Event) -> None:
        """Record the traces of an event."""
        match event:
            case events.CharacterAssigned():
                self.picks.append(Pick(seat=event.seat, ship=event.character))
            case events.FirstPlayerDrawn():
                self.first = event.seat
            case TurnBegan() | events.TurnStarted():
                self.picks, self.first, self.dice = [], 0, []
                self._round_ends = False
                self._drifting = Voyage()
            case events.MovementRolled():
                self.dice = [*event.dice]
            case events.BombWentOff():
                self.add(FuseTrace(bomb=event.bomb, at=event.at))
            case events.TimePassed():
                self._round_ends = True
                self._drifting = Voyage()
            case events.Sailed() | events.ShotFired() | events.BombDropped() | events.TowAttached():
                self._act(event)
            case events.Drifted():
                self._drift(event)
            case _:
                self._suffer(event)

    def _act(self, event: events.Sailed | events.ShotFired | events.BombDropped | events.TowAttached) -> None:
        match event:
            case events.Sailed():
                last = None if self._past else self._last
                end = event.ship, event.start, None
                if isinstance(last, SailTrace) and (last.ship, last.path[-1], last.blown) == end:
                    last.path.append(event.to)
                else:
                    self.add(SailTrace(ship=event.ship, seat=event.seat, path=[event.start, event.to]))
            case events.ShotFired():
                self.add(
                    ShotTrace(
                        ship=event.ship, seat=event.seat, weapon=event.weapon, target=event.target,
                        start=event.start, at=event.at, rolls=[event.roll], need=event.need, hit=event.hit,
                    )
                )  # fmt: skip
            case events.BombDropped():
                self.add(
                    BombTrace(
                        ship=event.ship, seat=event.seat, bomb=event.bomb,
                        start=event.start, at=event.at, fused=event.fused,
                    )
                )  # fmt: skip
            case events.TowAttached():
                self.add(TowTrace(ship=event.ship, seat=event.seat, tow=event.tow, at=event.at))

    @property
    def _last(self) -> AnyTrace | None:
        return self.newest[-1] if self.newest else None

    def _drift(self, event: events.Drifted) -> None:
        self._drifting.path = [event.start, *event.path]
        met = self._drifting
        self.add(
            DriftTrace(
                unit=event.unit, path=met.path, to=event.to, held=event.held, eaten=event.to == MOUTH,
                bumps=met.bumps, losses=met.losses, saved=met.saved, blown=met.blown,
            )
        )  # fmt: skip
        self._drifting = Voyage()

    def _suffer(self, event: Event) -> None:
        """Add an event's effect to the last trace or, during the whirlpool, to the next drift's trace."""
        if self._round_ends:
            _befall(self._drifting, event)
            return
        match last := None if self._past else self._last:
            case SailTrace():
                _befall(last, event)
            case ShotTrace():
                _befall_target(last, event)
            case FuseTrace():
                _befall_fuse(last, event)
            case TowTrace():
                last.saved = last.saved or isinstance(event, events.ShipSaved)


def traces_of(told: Iterable[Event]) -> Traces:
    """Return the traces of events. Earlier turns keep only their courses and drifts."""
    found = Traces().follow(told)
    found.earlier = [over for over in found.earlier if isinstance(over, SailTrace | DriftTrace)]
    return found


def _loss(event: events.CargoDropped | events.CargoSunk) -> Loss:
    at = event.at if isinstance(event, events.CargoDropped) else None
    return Loss(owner=event.owner, type=event.type, at=at)


def _befall(voyage: Voyage, event: Event) -> None:
    match event:
        case events.TentacleHit():
            voyage.bumps.append(Bump(kind="tentacle", at=event.at))
        case events.BarrelHit():
            voyage.bumps.append(Bump(kind="barrel", at=event.at))
        case events.SmokeHit():
            voyage.bumps.append(Bump(kind="smoke", at=event.at))
        case events.CargoDropped() | events.CargoSunk():
            voyage.losses.append(_loss(event))
        case events.CargoCollected() | events.PlagueStruck() | events.PlagueCured() if isinstance(
            voyage, SailTrace
        ):
            kind: Chit = event.type if isinstance(event, events.CargoCollected) else "plague"
            voyage.taken.append(Loss(owner=event.ship, type=kind, at=event.at))
        case events.Relocated():
            voyage.blown = Blast(unit=event.unit, start=event.start, to=event.to)
        case events.ShipSaved():
            voyage.saved = event.rescued


def _befall_target(trace: ShotTrace, event: Event) -> None:
    match event:
        case events.SecondaryShot():
            trace.rolls.append(event.roll)
            trace.hit = event.hit
        case events.CargoDropped() | events.CargoSunk():
            trace.losses.append(_loss(event))
        case events.KrakenHurt():
            trace.damage = event.damage
        case events.TentacleRose():
            trace.risen.append(event.at)


def _befall_fuse(trace: FuseTrace, event: Event) -> None:
    match event:
        case events.CargoDropped() | events.CargoSunk():
            trace.losses.append(_loss(event))
        case events.Relocated():
            trace.blown.append(Blast(unit=event.unit, start=event.start, to=event.to))
        case events.TentacleKilled():
            trace.killed = True
        case events.TentacleMoved():
            trace.moved = event.to
