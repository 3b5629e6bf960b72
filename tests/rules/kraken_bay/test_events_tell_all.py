"""The events alone describe the complete bay: every move, chit, loss and win is announced."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from hypothesis import given, settings

from rules.engine.chance import Chance, QuickStream
from rules.engine.event import Event
from rules.kraken_bay import GAME
from rules.kraken_bay.board import MOUTH, PIERS, Character, Space
from rules.kraken_bay.events import (
    BarrelHit,
    BombArmed,
    BombDropped,
    BombWentOff,
    CargoCollected,
    CargoDropped,
    CargoSunk,
    Chained,
    CharacterAssigned,
    Drifted,
    GreedUsed,
    KrakenHurt,
    MovementRolled,
    OffcourseEaten,
    OffcourseEntered,
    PlagueCured,
    PlagueStruck,
    RationEaten,
    Relocated,
    RoundStarted,
    Sailed,
    ShipEaten,
    ShipResigned,
    ShipSaved,
    SmokeHit,
    TentacleKilled,
    TentacleMoved,
    TentaclePlaced,
    TentacleRose,
    TimePassed,
    TowAttached,
    TowReleased,
    TurnedAbout,
)
from rules.kraken_bay.state import BayState
from rules.kraken_bay.tables import CARDS, HOLD, TRACKS, BombKind, Chit, Stray, Unit, as_character, as_stray
from tests.laws import Table, tables


@dataclass
class Heard:
    """The state of a ship, calculated from the events alone."""

    at: Space | None
    cargo: Counter[str]
    heading: int = 1
    tow: Stray | None = None
    trophies: int = 0
    damage: int = 0
    chained: bool = False
    saved: list[Stray] = field(default_factory=list)


class Listener:
    """The state of the bay, calculated from the events alone."""

    def __init__(self, time: int, health: int) -> None:
        self.ships: dict[Character, Heard] = {}
        self.strays: dict[Stray, Space | None] = {}
        self.tentacles: set[Space] = set()
        self.chits: dict[Space, Chit] = {}
        self.bombs: dict[Space, tuple[BombKind, bool]] = {}
        self.time, self.health, self.round = time, health, 0

    def hear(self, event: Event) -> None:
        self._hear_of_ships(event)
        self._hear_how_ships_sail(event)
        self._hear_of_cargo(event)
        self._hear_of_tows(event)
        self._hear_of_the_bay(event)
        self._hear_of_bombs(event)

    def put(self, unit: Unit, at: Space | None) -> None:
        character, stray = as_character(unit), as_stray(unit)
        if character is not None:
            self.ships[character].at = at
            stray = self.ships[character].tow
        if stray is not None:
            self.strays[stray] = at

    def _hear_of_ships(self, event: Event) -> None:
        match event:
            case CharacterAssigned():
                more = CARDS[event.character].sponsored
                cargo = {name: amount + more for name, amount in HOLD.items()}
                self.ships[event.character] = Heard(PIERS[event.character], Counter(cargo))
            case Sailed():
                assert self.ships[event.ship].at == event.start
                self.put(event.ship, event.to)
            case Relocated():
                self.put(event.unit, event.to)
            case Drifted():
                self.put(event.unit, None if event.to == MOUTH else event.to)
            case ShipEaten(ship=str(name)) | ShipResigned(ship=str(name)):
                gone = self.ships.pop(name)
                gone.at, gone.chained = None, False
                if event.round:
                    self.ships[name] = gone

    def _hear_how_ships_sail(self, event: Event) -> None:
        match event:
            case TurnedAbout():
                self.ships[event.ship].heading = event.heading
            case Chained():
                self.ships[event.ship].chained = True
            case MovementRolled():
                assert self.ships[event.ship].chained == event.chained
                self.ships[event.ship].chained = False

    def _hear_of_cargo(self, event: Event) -> None:
        match event:
            case CargoDropped():
                assert event.at not in self.chits
                self.chits[event.at] = event.type
                self._lose(event.owner, event.type)
            case CargoSunk():
                self._lose(event.owner, event.type)
            case CargoCollected():
                assert self.chits.pop(event.at) == event.type
                self.ships[event.ship].cargo[event.type] += 1
            case PlagueStruck():
                assert self.chits.pop(event.at) == "plague"
                self.ships[event.ship].cargo["crew"] -= event.crew_lost
            case PlagueCured():
                assert self.chits.pop(event.at) == "plague"
                self.ships[event.ship].cargo["crew"] += 1
            case GreedUsed():
                self.ships[event.ship].cargo["treasure"] += 1
            case RationEaten():
                self.ships[event.ship].cargo["ration"] -= 1

    def _lose(self, owner: Unit, chit: Chit) -> None:
        character = as_character(owner)
        if character is not None:
            self.ships[character].cargo[chit] -= 1

    def _hear_of_tows(self, event: Event) -> None:
        match event:
            case OffcourseEntered():
                self.strays[event.name] = None
            case OffcourseEaten():
                self.strays[event.name] = None
            case TowAttached():
                assert self.strays[event.tow] == self.ships[event.ship].at
                self.ships[event.ship].tow = event.tow
            case TowReleased():
                self.ships[event.ship].tow = None
            case ShipSaved():
                self.ships[event.ship].tow, self.strays[event.rescued] = None, None
                self.ships[event.ship].saved.append(event.rescued)
            case ShipEaten():
                self.ships[event.ship].tow = None

    def _hear_of_the_bay(self, event: Event) -> None:
        match event:
            case TentaclePlaced() | TentacleRose():
                self.tentacles.add(event.at)
            case TentacleKilled():
                self.tentacles.remove(event.at)
                if event.by is not None:
                    self.ships[event.by].trophies += 1
            case TentacleMoved():
                self.tentacles.remove(event.start)
                self.tentacles.add(event.to)
            case KrakenHurt():
                self.health -= event.damage
                assert self.health == event.health
                self.ships[event.by].damage += event.damage
            case TimePassed():
                self.time -= 1
                assert self.time == event.time
            case RoundStarted():
                self.round += 1

    def _hear_of_bombs(self, event: Event) -> None:
        match event:
            case BombDropped():
                self.bombs[event.at] = event.bomb, event.fused
            case BombArmed():
                self.bombs[event.at] = event.bomb, False
            case BombWentOff() | BarrelHit() | SmokeHit():
                del self.bombs[event.at]


def imagined(listener: Listener) -> object:
    afloat = {name: at for name, at in listener.strays.items() if at is not None}
    ships = {
        name: (
            ship.at,
            ship.cargo,
            ship.heading,
            ship.tow,
            ship.trophies,
            ship.damage,
            ship.chained,
            ship.saved,
        )
        for name, ship in listener.ships.items()
    }
    water = listener.tentacles, listener.chits, listener.bombs
    return ships, afloat, water, (listener.time, listener.health, listener.round)


def seen(state: BayState) -> object:
    afloat = {name: stray.at for name, stray in state.strays.items() if stray.at is not None}
    ships = {
        name: (
            ship.at,
            Counter(crew=ship.crew, ration=ship.ration, treasure=ship.treasure),
            ship.heading,
            ship.tow,
            ship.trophies,
            ship.damage,
            ship.chained,
            ship.saved,
        )
        for name, ship in state.ships.items()
    }
    bombs = {at: (bomb.kind, bomb.fused) for at, bomb in state.bombs.items()}
    return ships, afloat, (set(state.tentacles), state.chits, bombs), (state.time, state.health, state.round)


@settings(max_examples=60)
@given(table=tables(GAME))
def test_the_events_of_a_random_game_tell_everything(table: Table) -> None:
    luck = Random(table.luck)
    dice = QuickStream(luck)
    state, events = GAME.start(
        GAME.options.model_validate(table.options.model_dump()), table.seats, Chance(dice)
    )
    track = TRACKS[state.options.length]
    listener = Listener(track.time, track.health)
    while True:
        for event in events:
            listener.hear(event)
        if state.ships:
            assert imagined(listener) == seen(state)
        decisions = GAME.decisions(state)
        if not decisions:
            return
        if luck.random() < 0.03:
            seat = luck.choice(state.staying)
            events = GAME.apply(state, seat, GAME.read("resign"), Chance(dice))
            continue
        action = luck.choice(decisions[0].actions)
        if luck.random() < 0.3:
            action = GAME.timeout(state, decisions[0].seat)
        events = GAME.apply(state, decisions[0].seat, action, Chance(dice))
