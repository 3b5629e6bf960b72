"""The traces of the latest turns, made from events: moves, shots and drifts."""

from dataclasses import field
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from rules.engine.event import Event, TurnBegan
from rules.engine.record import Record
from rules.engine.traces import TurnTraces
from rules.privateer import events
from rules.privateer.board import LINES, Direction, Hex
from rules.privateer.fleets import MERCHANT, Ship


class Sounding(Record):
    """A roll for a reef that a ship entered. A roll of 1 sinks the ship."""

    hex: Hex
    roll: int


class Fight(Record):
    """A boarding: the other ship, the rolls as pairs (attacker, defender), and the result.

    `rolls` is empty for the merchant and for Marines, who win without a fight. `prize` is `None` until the
    winner decides. A prize that is taken becomes `new_ship` on hex `placed`.
    """

    other: Ship
    rolls: list[tuple[int, int]] = field(default_factory=list)
    winner: Ship
    prize: Literal["scuttled", "taken"] | None = None
    new_ship: Ship | None = None
    placed: Hex | None = None


class SailTrace(Record):
    """A move. `path` begins with the start, and `beyond` lists hexes of the move that were not reached.

    `lost` is the cause if the ship was lost on the last hex of the path or off the map.
    """

    act: Literal["sail"] = "sail"
    ship: Ship
    die: int
    dir: Direction
    steps: int
    path: list[Hex]
    beyond: list[Hex] = field(default_factory=list)
    reefs: list[Sounding] = field(default_factory=list)
    fight: Fight | None = None
    lost: events.Cause | None = None


class Sinking(Record):
    """A ship that a shot sank, and its hex."""

    ship: Ship
    hex: Hex


class ShotTrace(Record):
    """A shot. `line` lists the hexes on the ball's path, nearest first."""

    act: Literal["fire"] = "fire"
    ship: Ship
    die: int
    dir: Direction
    start: Hex
    line: list[Hex]
    result: events.ShotResult
    rake: bool = False
    sunk: list[Sinking] = field(default_factory=list)


class Drift(Record):
    """A ship's drift by weather: its start, its end (`None` off the map), and the cause of a loss, if any."""

    ship: Ship
    start: Hex
    to: Hex | None
    lost: events.Cause | None = None


class WeatherTrace(Record):
    """The effects of wind or storm. `wind` is the roll for wind, and `drift` is the ships' direction."""

    act: Literal["weather"] = "weather"
    wind: int | None = None
    drift: Direction | None = None
    drifts: list[Drift] = field(default_factory=list)


AnyTrace: TypeAlias = Annotated[SailTrace | ShotTrace | WeatherTrace, Field(discriminator="act")]


class Traces(TurnTraces[AnyTrace]):
    """The visible traces of the latest turns, each including the weather after the turn."""

    def __init__(self) -> None:
        super().__init__()
        self._soundings: list[Sounding] = []
        """The reef rolls before the event of their move."""
        self._weather: WeatherTrace | None = None
        """The wind or storm that causes the next losses."""
        self._carried: dict[Ship, Hex] = {}
        """The hexes from which lost ships drifted."""

    def take_in(self, event: Event) -> None:
        """Record the traces of an event."""
        match event:
            case events.BattleStarted():
                self.newest, self.earlier = [], []
            case TurnBegan() | events.TurnStarted():
                self._weather, self._soundings = None, []
            case events.ReefRoll():
                self._soundings.append(Sounding(hex=event.hex, roll=event.roll))
            case events.ShipSailed():
                self.add(_course(event, self._soundings))
                self._soundings = []
            case events.ShotFired():
                self.add(_shot(event))
            case events.WindBlew() | events.StormMoved():
                self._begin_weather(event)
            case events.ShipLost() if event.cause != "withdrawn":
                self._lose(event)
            case _ if self.newest:
                _add(self.newest, event)

    def _begin_weather(self, event: events.WindBlew | events.StormMoved) -> None:
        """Begin a trace of the weather. The trace of a storm is added only when a ship is lost."""
        self._weather = WeatherTrace()
        if isinstance(event, events.WindBlew):
            self._weather.wind, self._weather.drift = event.roll, event.drift
            self._weather.drifts = [Drift(ship=ship, start=start, to=to) for ship, start, to in event.moved]
            self._carried = dict(event.lost)
            self.newest.append(self._weather)

    def _lose(self, event: events.ShipLost) -> None:
        """Add a ship's loss to the weather or to the last move."""
        weather = self._weather
        if weather is None:
            if self.newest and isinstance(last := self.newest[-1], SailTrace):
                last.lost = event.cause
            return
        start = self._carried.pop(event.ship, event.hex)
        if start is None:
            return
        if weather.wind is None and not weather.drifts:
            self.newest.append(weather)
        weather.drifts.append(Drift(ship=event.ship, start=start, to=event.hex, lost=event.cause))


def _course(event: events.ShipSailed, soundings: list[Sounding]) -> SailTrace:
    ahead = LINES[event.start][event.dir]
    sailed = ahead if event.to is None else ahead[: ahead.index(event.to) + 1]
    return SailTrace(
        ship=event.ship, die=event.die, dir=event.dir, steps=event.steps, path=[event.start, *sailed],
        beyond=list(ahead[len(sailed) : event.steps]), reefs=soundings,
    )  # fmt: skip


def _shot(event: events.ShotFired) -> ShotTrace:
    line = LINES[event.start][event.dir][: event.flown]
    return ShotTrace(
        ship=event.ship, die=event.die, dir=event.dir, start=event.start, line=list(line),
        result=event.result, rake=event.rake,
    )  # fmt: skip


def _add(traces: list[AnyTrace], event: Event) -> None:
    """Add an event's result to the last shot or move."""
    match traces[-1], event:
        case ShotTrace() as shot, events.ShipSunk():
            shot.sunk.append(Sinking(ship=event.ship, hex=event.hex))
        case SailTrace() as move, events.MerchantBoarded():
            move.fight = Fight(other=MERCHANT, winner=event.ship)
        case SailTrace() as move, events.Boarding():
            move.fight = Fight(other=event.defender, rolls=list(event.rolls), winner=event.winner)
        case SailTrace(fight=Fight() as fight), events.PrizeScuttled():
            fight.prize = "scuttled"
        case SailTrace(fight=Fight() as fight), events.PrizeTaken():
            fight.prize, fight.new_ship, fight.placed = "taken", event.new_ship, event.hex
