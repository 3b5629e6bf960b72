"""The ocean as a seat sees it: friendly and enemy ships, terrain and the edge of the sea (section 3.6)."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from rules.privateer.board import LINES, NEIGHBOURS, RING, Direction, Hex, Terrain
from rules.privateer.fleets import COLOUR_OF, MERCHANT, Ship
from rules.privateer.state import PrivateerState

StopKind = Literal["sea", "fled", "storm", "volcano", "desert", "merchant", "enemy"]
"""The reason why a move ends: its full distance (`sea`), the edge, an island, or a boarding."""


class Stop(NamedTuple):
    """The nominal stop of a move, as if no reef could end it (section 6.7). `path` has the entered hexes."""

    kind: StopKind
    path: tuple[Hex, ...]
    reefs: int
    other: Ship | None = None

    @property
    def fatal(self) -> bool:
        """Whether the move certainly loses the ship."""
        return self.kind in {"fled", "storm", "volcano", "desert"}


class Waters(NamedTuple):
    """The board as a seat sees it. `foes` maps hexes to the enemy ships and the merchant."""

    friends: Mapping[Hex, Ship]
    foes: Mapping[Hex, Ship]
    terrain: Mapping[Hex, Terrain]
    edge: int

    def is_sea(self, name: Hex) -> bool:
        """Return whether a hex is within the edge of the sea."""
        return RING[name] <= self.edge

    def is_empty(self, name: Hex) -> bool:
        """Return whether a hex is within the sea and has neither a ship nor a tile (R11)."""
        return (
            RING[name] <= self.edge
            and name not in self.terrain
            and name not in self.friends
            and name not in self.foes
        )

    def empty_beside(self, name: Hex) -> list[Hex]:
        """Return the empty neighbours of a hex, in the order of the directions."""
        return [beside for beside in NEIGHBOURS[name] if self.is_empty(beside)]

    def stop(self, start: Hex, direction: Direction, steps: int) -> Stop:
        """Return the nominal stop of a move."""
        line = LINES[start][direction]
        reefs = 0
        for entered in range(steps):
            if entered == len(line):
                return Stop("fled", line, reefs)
            name = line[entered]
            if RING[name] > self.edge:
                return Stop("storm", line[: entered + 1], reefs)
            tile = self.terrain.get(name)
            if tile == "reef":
                reefs += 1
            elif tile is not None:
                return Stop(tile, line[: entered + 1], reefs)
            foe = self.foes.get(name)
            if foe is not None:
                kind: StopKind = "merchant" if foe == MERCHANT else "enemy"
                return Stop(kind, line[: entered + 1], reefs, foe)
        return Stop("sea", line[:steps], reefs)


def waters(state: PrivateerState, seat: int) -> Waters:
    """Return the ocean as a seat sees it now."""
    fleets = state.fleets
    friends: dict[Hex, Ship] = {}
    foes: dict[Hex, Ship] = {}
    for vessel, name in state.ships.items():
        side = friends if fleets[COLOUR_OF[vessel]].seat == seat else foes
        side[name] = vessel
    if state.merchant is not None:
        foes[state.merchant] = MERCHANT
    return Waters(friends, foes, state.terrain, state.edge)
