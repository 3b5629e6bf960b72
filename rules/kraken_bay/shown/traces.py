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


class SailTrace(ShipTrace):
    """Consecutive steps of a ship. `path` includes the start. `taken` is the cargo that came aboard.

    If smoke ended the course, `blown` has the new space.
    """

    act: Literal["sail"] = "sail"
    path: list[Space]
    bumps: list[Bump] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)
    taken: list[Loss] = field(default_factory=list)
    saved: Stray | None = None
    blown: Blast | None = None


class ShotTrace(ShipTrace):
    """A shot at a target on the space `at` (`MOUTH` for the kraken). `rolls` includes a second shot."""

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


class DriftTrace(Record):
    """The drift of a unit. `path` includes the start. `to` is `MOUTH` if the kraken ate the unit."""

    act: Literal["drift"] = "drift"
    unit: Unit
    path: list[Space]
    to: Space
    held: bool
    eaten: bool
    bumps: list[Bump] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)
    saved: Stray | None = None
    blown: Blast | None = None


AnyTrace: TypeAlias = Annotated[
    SailTrace | ShotTrace | BombTrace | TowTrace | FuseTrace | DriftTrace, Field(discriminator="act")
]


class Traces(TurnTraces[AnyTrace]):
    """The traces of the latest turns. A turn includes the whirlpool after it.

    `dice` is the active ship's roll for movement. `picks` are the characters picked in the newest turn. If a
    seat was drawn in the newest turn to begin every round, `first` is that seat, otherwise 0.
    """

    def __init__(self) -> None:
        super().__init__()
        self.dice: list[int] = []
        self.picks: list[Pick] = []
        self.first = 0
        self._round_ends = False
        # These belong to the next drift, because its event comes after the events of its hazards and losses.
        self._bumps: list[Bump] = []
        self._losses: list[Loss] = []
        self._blown: Blast | None = None
        self._saved: Stray | None = None

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
                self._forget()
            case events.MovementRolled():
                self.dice = [*event.dice]
            case events.BombWentOff():
                self.add(FuseTrace(bomb=event.bomb, at=event.at))
            case events.TimePassed():
                self._round_ends = True
                self._forget()
            case events.Sailed() | events.ShotFired() | events.BombDropped() | events.TowAttached():
                self._act(event)
            case events.Drifted():
                self._drift(event)
            case events.SecondaryShot():
                self._second(event)
            case _:
                self._suffer(event)

    def _act(self, event: events.Sailed | events.ShotFired | events.BombDropped | events.TowAttached) -> None:
        match event:
            case events.Sailed():
                last = None if self._past else self._last
                goes_on = isinstance(last, SailTrace) and last.blown is None and last.path[-1] == event.start
                if isinstance(last, SailTrace) and goes_on and last.ship == event.ship:
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

    def _second(self, event: events.SecondaryShot) -> None:
        last = self._last
        if isinstance(last, ShotTrace):
            last.rolls.append(event.roll)
            last.hit = event.hit

    def _suffer(self, event: Event) -> None:
        """Add an event's effect to the last trace, or during the whirlpool to the next drift."""
        if self._round_ends:
            self._suffer_adrift(event)
            return
        if self._past:
            return
        last = self._last
        match last:
            case SailTrace():
                _befall_sailing(last, event)
            case ShotTrace():
                _befall_target(last, event)
            case FuseTrace():
                _befall_fuse(last, event)
            case TowTrace():
                last.saved = last.saved or isinstance(event, events.ShipSaved)
            case _:
                pass

    def _suffer_adrift(self, event: Event) -> None:
        match event:
            case events.TentacleHit() | events.BarrelHit() | events.SmokeHit():
                self._bumps.append(_bump(event))
            case events.CargoDropped() | events.CargoSunk():
                self._losses.append(_loss(event))
            case events.Relocated():
                self._blown = Blast(unit=event.unit, start=event.start, to=event.to)
            case events.ShipSaved():
                self._saved = event.rescued
            case _:
                pass

    def _drift(self, event: events.Drifted) -> None:
        self.add(
            DriftTrace(
                unit=event.unit, path=[event.start, *event.path], to=event.to, held=event.held,
                eaten=event.to == MOUTH, bumps=self._bumps, losses=self._losses, saved=self._saved,
                blown=self._blown,
            )
        )  # fmt: skip
        self._forget()

    def _forget(self) -> None:
        self._bumps, self._losses, self._blown, self._saved = [], [], None, None


def traces_of(told: Iterable[Event]) -> Traces:
    """Return the traces of events. The traces of earlier turns are only courses and drifts."""
    found = Traces().follow(told)
    found.earlier = [over for over in found.earlier if isinstance(over, SailTrace | DriftTrace)]
    return found


def _bump(event: events.TentacleHit | events.BarrelHit | events.SmokeHit) -> Bump:
    match event:
        case events.TentacleHit():
            return Bump(kind="tentacle", at=event.at)
        case events.BarrelHit():
            return Bump(kind="barrel", at=event.at)
        case events.SmokeHit():
            return Bump(kind="smoke", at=event.at)


def _loss(event: events.CargoDropped | events.CargoSunk) -> Loss:
    at = event.at if isinstance(event, events.CargoDropped) else None
    return Loss(owner=event.owner, type=event.type, at=at)


def _befall_sailing(trace: SailTrace, event: Event) -> None:
    match event:
        case events.TentacleHit() | events.BarrelHit() | events.SmokeHit():
            trace.bumps.append(_bump(event))
        case events.CargoDropped() | events.CargoSunk():
            trace.losses.append(_loss(event))
        case events.CargoCollected():
            trace.taken.append(Loss(owner=event.ship, type=event.type, at=event.at))
        case events.PlagueStruck() | events.PlagueCured():
            trace.taken.append(Loss(owner=event.ship, type="plague", at=event.at))
        case events.Relocated():
            trace.blown = Blast(unit=event.unit, start=event.start, to=event.to)
        case events.ShipSaved():
            trace.saved = event.rescued
        case _:
            pass


def _befall_target(trace: ShotTrace, event: Event) -> None:
    match event:
        case events.CargoDropped() | events.CargoSunk():
            trace.losses.append(_loss(event))
        case events.KrakenHurt():
            trace.damage = event.damage
        case events.TentacleRose():
            trace.risen.append(event.at)
        case _:
            pass


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
        case _:
            pass
