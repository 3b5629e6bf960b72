"""Spends implemented as plainly as possible, to check the fast ones (sections 6.6 to 12.1).

This module shares nothing with the game. A position is a game's state as plain data. A hex is a pair (q, r),
with the centre at (0, 0). A line is followed hex by hex.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

STEPS = {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}
WAYS = list(STEPS)
RIM = 6
SHORTENER, RAKER = "green", "gray"
RANKS = ["hit", "fog", "truce", "volcano", "out", "own", "empty"]
LAND = {"volcano", "desert"}
LOST = {"fled", "storm", *LAND}


def place(name: str) -> tuple[int, int]:
    return ord(name[0]) - ord("G"), int(name[1:]) - 7


def named(q: int, r: int) -> str:
    return f"{chr(ord('G') + q)}{r + 7}"


def ring(q: int, r: int) -> int:
    return max(abs(q), abs(r), abs(q + r))


class Stop(NamedTuple):
    """The end of a move if every reef lets the ship pass. The kind `friend` forbids the move."""

    kind: str
    hex: str | None
    reefs: int
    ring: int


@dataclass
class Sea:
    """A position while a turn's dice are spent."""

    state: dict[str, Any]

    def __post_init__(self) -> None:
        state = self.state
        self.turn = [task for task in state["agenda"] if task["task"] == "turn"][-1]
        self.fleet: str = self.turn["fleet"]
        self.seat = state["fleets"][self.fleet]["seat"]
        self.ships: dict[str, str] = state["ships"]
        self.lying = {name: ship for ship, name in self.ships.items()}
        if state["merchant"]:
            self.lying[state["merchant"]] = "merchant"

    def is_friend(self, ship: str) -> bool:
        return ship != "merchant" and self.state["fleets"][ship[:-1]]["seat"] == self.seat

    def is_armed(self, fleet: str) -> bool:
        return self.fleet == fleet and self.state["fleets"][fleet]["gambit"] == "armed"

    # Section 6.7

    def stop(self, start: str, way: str, steps: int) -> Stop:
        q, r = place(start)
        reefs = 0
        for _ in range(steps):
            q, r = q + STEPS[way][0], r + STEPS[way][1]
            if ring(q, r) > RIM:
                return Stop("fled", None, reefs, ring(q, r))
            name = named(q, r)
            tile, ship = self.state["terrain"].get(name), self.lying.get(name)
            if ring(q, r) > self.state["edge"]:
                return Stop("storm", name, reefs, ring(q, r))
            if tile in LAND:
                return Stop(tile, name, reefs, ring(q, r))
            reefs += tile == "reef"
            if ship is not None and not self.is_friend(ship):
                return Stop("merchant" if ship == "merchant" else "enemy", name, reefs, ring(q, r))
        name = named(q, r)
        return Stop("friend" if name in self.lying else "sea", name, reefs, ring(q, r))

    # Section 6.6

    def spends(self) -> set[str]:
        found = set()
        for ship, taken in self.turn["slots"].items():
            start, number = self.ships[ship], ship[-1]
            if self._may_take(ship, taken, "S"):
                found |= {f"sail {number} {way}" for way in self._sails(ship, start)}
            if self._may_take(ship, taken, "C"):
                found |= {f"fire {number} C{face} {way}" for face in self.turn["cannon"] for way in WAYS}
        return found

    def _may_take(self, ship: str, taken: str, kind: str) -> bool:
        sails = len(self.turn["sail"]) - (kind == "S")
        balls = len(self.turn["cannon"]) - (kind == "C")
        after = [*(held for other, held in self.turn["slots"].items() if other != ship), taken + kind]
        if sails < 0 or balls < 0 or len(taken) > 1 or (kind == "C" and "C" in taken):
            return False
        need = sum(2 - len(held) for held in after)
        cap = sum(len(held) < 2 and "C" not in held for held in after)
        return sails >= need - min(balls, cap)

    def _sails(self, ship: str, start: str) -> set[str]:
        first = self.turn["first_sail_dir"].get(ship)
        found = set()
        for face in self.turn["sail"]:
            for number, way in enumerate(WAYS):
                if first == WAYS[number - 3]:
                    continue
                for steps in range(1, face + 1) if self.is_armed(SHORTENER) else [face]:
                    if self.stop(start, way, steps).kind != "friend":
                        told = f" steps {steps}" if self.is_armed(SHORTENER) else ""
                        found.add(f"S{face} {way}{told}")
        return found

    # Sections 6.9 and 7.4

    def shot(self, start: str, way: str, reach: int) -> tuple[str, list[str]]:
        """Return the events of a shot, and the ships it sinks, nearest first."""
        q, r = place(start)
        line, results = [], []
        for _ in range(reach):
            q, r = q + STEPS[way][0], r + STEPS[way][1]
            if ring(q, r) > self.state["edge"]:
                results.append("out")
                break
            if self.state["terrain"].get(named(q, r)) == "volcano":
                results.append("volcano")
                break
            line.append(named(q, r))
        struck = line if self.is_armed(RAKER) else line[reach - 1 :]
        results += [self._strikes(name) for name in struck]
        sunk = [self.lying[name] for name in struck if self._strikes(name) == "hit"]
        return min(results, key=RANKS.index), sunk

    def _strikes(self, name: str) -> str:
        ship = self.lying.get(name)
        if ship is None:
            return "empty"
        if self.is_friend(ship):
            return "own"
        if ship != "merchant" and self.state["fleets"][ship[:-1]]["gambit"] == "active":
            return "fog"
        truce = self.state["round"] == 1 and self.state["options"]["opening_truce"] == "on"
        return "truce" if truce and ship != "merchant" else "hit"

    # Section 12.1

    def safest(self) -> str:
        """Return the next spend for an absent player."""
        spends = sorted(self.spends(), key=self._order)
        shots = [spend for spend in spends if spend.startswith("fire")]
        harmless = [shot for shot in shots if not self._sinks(shot)]
        moves = [spend for spend in spends if spend.startswith("sail") and self._is_full(spend)]
        return (harmless or sorted(moves, key=self._danger) or shots or spends)[0]

    @staticmethod
    def _order(spend: str) -> tuple[str, str, int]:
        _, ship, die, way, *_ = spend.split()
        return ship, die, WAYS.index(way)

    @staticmethod
    def _is_full(move: str) -> bool:
        words = move.split()
        return "steps" not in words or words[2][1] == words[-1]

    def _sinks(self, shot: str) -> bool:
        _, ship, die, way = shot.split()
        return bool(self.shot(self.ships[self.fleet + ship], way, int(die[1]))[1])

    def _danger(self, move: str) -> tuple[int, int, int]:
        _, ship, die, way, *_ = move.split()
        stop = self.stop(self.ships[self.fleet + ship], way, int(die[1]))
        if stop.kind in LOST:
            worst = 4
        elif stop.kind == "enemy":
            worst = 3
        elif stop.reefs:
            worst = 2
        else:
            worst = int(stop.kind == "merchant")
        return worst, stop.reefs, stop.ring
