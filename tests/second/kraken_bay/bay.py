"""The position and its changes: the shared procedures of section 7.5, one method each."""

from collections.abc import Callable, Collection, Mapping

from tests.second.kraken_bay import sea
from tests.second.kraken_bay.pieces import (
    CHARACTERS,
    CHART,
    DEFAULTS,
    ENTRY,
    HOMES,
    LOAD,
    MOST_FLOATING,
    STRAYS,
    TRACK,
    Bomb,
    Ship,
    Stray,
    Turn,
)

Event = dict[str, object]
Roll = Callable[[int, str], int]
"""Takes the number of sides and the purpose. Returns the rolled side."""


class Bay:
    """Everything on the board. A unit is the name of a player's ship or of an off-course ship."""

    def __init__(self, options: Mapping[str, object], roll: Roll) -> None:
        self.options = {**DEFAULTS, **options}
        self.roll = roll
        self.ships: dict[str, Ship] = {}
        self.strays = {name: Stray() for name in STRAYS}
        self.tentacles: set[str] = set()
        self.chits: dict[str, str] = {}
        self.bombs: dict[str, Bomb] = {}
        self.bombs_dropped = 0
        self.round = 0
        self.time = self.health = TRACK[str(self.options["length"])]
        self.turn: Turn | None = None
        self.told: list[Event] = []

    def tell(self, event: str, **fields: object) -> None:
        self.told.append({"event": event, **fields})

    # Positions of units

    def in_play(self) -> list[Ship]:
        """Return the ships in play, in pier order clockwise from the Captain."""
        return [
            self.ships[name] for name in CHARACTERS if name in self.ships and self.ships[name].status == "in"
        ]

    def ship_at(self, space: str) -> str | None:
        return next((ship.character for ship in self.in_play() if ship.space == space), None)

    def stray_at(self, space: str, status: Collection[str] = ("adrift", "towed")) -> str | None:
        """Return the off-course ship in `space` that has one of these statuses."""
        return next(
            (name for name, stray in self.strays.items() if stray.status in status and stray.space == space),
            None,
        )

    def tower_of(self, stray: str) -> Ship | None:
        return next((ship for ship in self.in_play() if ship.tow == stray), None)

    def space_of(self, unit: str) -> str:
        space = self.ships[unit].space if unit in self.ships else self.strays[unit].space
        assert space is not None, f"{unit} is not on the board"
        return space

    def in_front_of(self, unit: str) -> str:
        """Return the space in front. Ships adrift face clockwise, and towed ships like the towing ship."""
        ship = self.ships.get(unit) or self.tower_of(unit)
        return sea.ahead(self.space_of(unit), ship.heading if ship else 1)

    def no_room(self, unit: str, space: str, *, towing: bool) -> str | None:
        """Return the refusal if the unit may not end or step on `space`, otherwise None (section 7.1)."""
        if unit in self.ships:
            if self.ship_at(space) not in {None, unit}:
                return "blocked_by_ship"
            stray = self.stray_at(space)
            own = stray == self.ships[unit].tow
            return "blocked_for_tow" if towing and stray is not None and not own else None
        return "blocked_for_tow" if self.stray_at(space) not in {None, unit} else None

    def is_empty(self, space: str) -> bool:
        """Return whether a space holds nothing at all."""
        things = (self.tentacles, self.chits, self.bombs)
        return not (self.ship_at(space) or self.stray_at(space) or any(space in thing for thing in things))

    # Losing cargo

    def two_cargo_dice(self) -> list[int]:
        return [self.roll(6, "cargo"), self.roll(6, "cargo")]

    def scatter(self, kind: str, owner: str, around: str, banned: Collection[str]) -> None:
        if list(self.chits.values()).count(kind) >= MOST_FLOATING[kind]:
            self.tell("cargo_sunk", owner=owner, type=kind, reason="supply")
            return
        free = [space for space in sea.touching(around) if space not in banned and self.is_empty(space)]
        if not free:
            self.tell("cargo_sunk", owner=owner, type=kind, reason="no_space")
            return
        at = free[0] if len(free) == 1 else free[self.roll(len(free), "scatter") - 1]
        self.chits[at] = kind
        self.tell("cargo_dropped", owner=owner, type=kind, at=at)

    def lose_item(self, ship: Ship, kind: str, banned: Collection[str]) -> None:
        """Lose an item. Losing a type that the ship does not carry costs nothing."""
        if self.cargo(ship, kind) == 0:
            self.tell("nothing_lost", owner=ship.character, type=kind)
            return
        self.load(ship, kind, -1)
        self.scatter(kind, ship.character, ship.space, banned)

    def cargo(self, ship: Ship, kind: str) -> int:
        return {"crew": ship.crew, "ration": ship.ration, "treasure": ship.treasure}[kind]

    def load(self, ship: Ship, kind: str, change: int) -> None:
        if kind == "crew":
            ship.crew += change
        elif kind == "ration":
            ship.ration += change
        else:
            ship.treasure += change

    def stray_loses(self, stray: str, banned: Collection[str]) -> None:
        for _ in range(2):
            self.scatter(LOAD[stray], stray, self.space_of(stray), banned)

    def lose(self, unit: str) -> None:
        """Let a tentacle or barrel take cargo. Lost items avoid only the space in front of the unit."""
        banned = {self.in_front_of(unit)}
        ship = self.ships.get(unit)
        if ship is None:
            self.stray_loses(unit, banned)
        elif ship.tow is not None:
            self.stray_loses(ship.tow, banned)
        else:
            for die in self.two_cargo_dice():
                self.lose_item(ship, CHART[die], banned)

    # Entering a space

    def put(self, unit: str, space: str) -> None:
        """Move the unit, and its tow with it."""
        ship = self.ships.get(unit)
        if ship is None:
            self.strays[unit].space = space
            return
        ship.space = space
        if ship.tow is not None:
            self.strays[ship.tow].space = space

    def enter(self, unit: str, space: str, *, own_turn: bool) -> bool:
        """Enter a space. Returns whether smoke relocated the unit."""
        self.put(unit, space)
        bomb = self.bombs.get(space)
        if bomb is None or bomb.fused or bomb.kind != "smoke":
            self.land(unit, own_turn=own_turn)
            return False
        del self.bombs[space]
        self.tell("smoke_hit", unit=unit, at=space, owner=bomb.owner)
        self.relocate(unit, own_turn=own_turn)
        return True

    def awake(self) -> Collection[str]:
        """The tentacles that take cargo."""
        return () if self.options["sleeping_tentacles"] and self.round == 1 else self.tentacles

    def land(self, unit: str, *, own_turn: bool) -> None:
        space = self.space_of(unit)
        bomb = self.bombs.get(space)
        if bomb is not None and not bomb.fused and bomb.kind == "barrel":
            del self.bombs[space]
            self.tell("barrel_hit", unit=unit, at=space, owner=bomb.owner)
            self.lose(unit)
        if space in self.awake():
            self.tell("tentacle_hit", unit=unit, at=space)
            self.lose(unit)
        ship = self.ships.get(unit)
        if ship is None:
            return
        if ship.tow is not None and space == HOMES[ship.character]:
            self.deliver(ship)
        if own_turn:
            self.collect(ship)

    def roll_lane(self, what: str) -> str:
        return sea.LANES[self.roll(6, f"{what}_lane") - 1]

    def roll_hour(self, what: str) -> int:
        return self.roll(6, f"{what}_hour") + self.roll(6, f"{what}_hour")

    def relocate(self, unit: str, *, own_turn: bool) -> None:
        came_from = self.space_of(unit)
        lane, hour = self.roll_lane("smoke"), self.roll_hour("smoke")
        while True:
            space = sea.named(lane, hour)
            bomb = self.bombs.get(space)
            if bomb is not None and bomb.kind == "smoke":
                lane, hour = self.roll_lane("smoke"), self.roll_hour("smoke")
            elif self.holds_another(unit, space):
                hour = self.roll_hour("smoke")
            else:
                break
        self.put(unit, space)
        self.tell("relocated", **{"unit": unit, "from": came_from, "to": space})
        self.land(unit, own_turn=own_turn)

    def holds_another(self, unit: str, space: str) -> bool:
        """Return whether a ship or off-course ship is in the space, other than the unit and its tow."""
        ship = self.ships.get(unit)
        itself = {None, unit, ship.tow if ship else None}
        return self.ship_at(space) not in itself or self.stray_at(space) not in itself

    def collect(self, ship: Ship) -> None:
        kind = self.chits.pop(ship.space, None)
        if kind is None:
            return
        if kind != "plague":
            self.load(ship, kind, 1)
            self.tell("cargo_collected", ship=ship.character, type=kind, at=ship.space)
            if kind == "treasure" and ship.character == "merchant" and self.turn is not None:
                self.turn.greed_credit += 1
        elif ship.character == "houseboat":
            ship.crew += 1
            self.tell("plague_cured", ship=ship.character)
        else:
            lost, ship.crew = ship.crew, 0
            self.tell("plague_struck", ship=ship.character, crew_lost=lost)

    def deliver(self, ship: Ship) -> None:
        assert ship.tow is not None
        rescued, ship.tow = ship.tow, None
        self.strays[rescued] = Stray("saved")
        ship.saved.append(rescued)
        self.tell("ship_saved", ship=ship.character, rescued=rescued)

    # Tentacles

    def free_place_for_tentacle(self) -> str:
        while True:
            space = sea.named(self.roll_lane("tentacle"), self.roll_hour("tentacle"))
            if space not in self.tentacles and space not in self.bombs:
                return space

    def place_tentacle(self) -> None:
        if len(self.tentacles) >= int(str(self.options["max_tentacles"])):
            self.tell("no_tentacle_left")
            return
        at = self.free_place_for_tentacle()
        self.tentacles.add(at)
        self.tell("tentacle_rose", at=at)

    # The end of a round

    def fuses(self) -> None:
        fused = [(bomb.number, space) for space, bomb in self.bombs.items() if bomb.fused]
        for _, space in sorted(fused):
            bomb = self.bombs[space]
            if not (self.ship_at(space) or self.stray_at(space) or space in self.tentacles):
                bomb.fused = False
                self.tell("bomb_armed", kind=bomb.kind, at=space)
                continue
            del self.bombs[space]
            self.tell("bomb_went_off", kind=bomb.kind, at=space)
            if bomb.kind == "barrel":
                self.barrel_goes_off(space, bomb.owner)
            else:
                self.smoke_goes_off(space)

    def barrel_goes_off(self, space: str, owner: str) -> None:
        if (ship := self.ship_at(space)) is not None:
            self.lose(ship)
        if (stray := self.stray_at(space, ("adrift",))) is not None:
            self.lose(stray)
        if space in self.tentacles:
            self.tentacles.remove(space)
            thrower = self.ships[owner]
            if thrower.status == "in":
                thrower.trophies += 1
            by = owner if thrower.status == "in" else None
            self.tell("tentacle_killed", **{"by": by, "at": space, "with": "barrel"})

    def smoke_goes_off(self, space: str) -> None:
        if (ship := self.ship_at(space)) is not None:
            self.relocate(ship, own_turn=False)
        if (stray := self.stray_at(space, ("adrift",))) is not None:
            self.relocate(stray, own_turn=False)
        if space in self.tentacles:
            self.tentacles.remove(space)
            to = self.free_place_for_tentacle()
            self.tentacles.add(to)
            self.tell("tentacle_moved", **{"from": space, "to": to})

    def vortex(self, newcomer: str | None) -> None:
        """Let every unit drift, innermost first. The newcomer comes last."""
        units = [(ship.space, 0, ship.character) for ship in self.in_play()]
        units += [
            (stray.space or "", 1, name) for name, stray in self.strays.items() if stray.status == "adrift"
        ]
        units.sort(key=lambda unit: (-sea.LANES.index(sea.lane(unit[0])), sea.hour(unit[0]), unit[1]))
        for _, _, name in units:
            self.drift(name)
        if newcomer is not None:
            self.strays[newcomer] = Stray("adrift", ENTRY)
            self.drift(newcomer)

    def drift(self, unit: str) -> None:
        start = self.space_of(unit)
        path = sea.drift_path(start)
        stop = self.drift_stop(unit, path)
        entered: list[str] = []
        cut = False
        for space in path[:stop]:
            if space == sea.MOUTH:
                break
            entered.append(space)
            cut = self.enter(unit, space, own_turn=False)
            if cut:
                break
        eaten = not cut and stop > 0 and path[stop - 1] == sea.MOUTH
        to = sea.MOUTH if eaten else self.space_of(unit)
        held = stop < len(path) and not cut
        self.tell("drifted", **{"unit": unit, "from": start, "to": to, "path": entered, "held": held})
        if eaten:
            self.eat(unit)

    def drift_stop(self, unit: str, path: list[str]) -> int:
        """Return how many spaces of the path the unit enters. It stops on the furthest space with room."""
        ship = self.ships.get(unit)
        towing = ship is not None and ship.tow is not None
        stop = 0
        for number, space in enumerate(path, 1):
            if space == sea.MOUTH or self.no_room(unit, space, towing=towing) is None:
                stop = number
            if ship is not None and space == HOMES[ship.character]:
                towing = False
        return stop

    def eat(self, unit: str) -> None:
        ship = self.ships.get(unit)
        stray = unit if ship is None else ship.tow
        if stray is not None:
            self.strays[stray] = Stray("eaten")
            self.tell("offcourse_eaten", name=stray)
        if ship is not None:
            ship.tow, ship.status, ship.left = None, "eaten", self.round
            self.tell("ship_eaten", ship=unit, round=self.round)
