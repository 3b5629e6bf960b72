"""The movement rules implemented as plainly and slowly as possible, to check the fast ones.

This module shares only the data file with the game. Places are (column, row) pairs from (0, 0). A movement is
tried step by step, and a plan is tried to its end.
"""

import importlib.resources
import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import combinations, permutations

DATA = json.loads((importlib.resources.files("rules.port_flower") / "board.json").read_text("utf-8"))
STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
STEP |= {a + b: (STEP[b][0], STEP[a][1]) for a in "NS" for b in "EW"}
DIAGONALS = {"NE": "NE", "ES": "SE", "SW": "SW", "NW": "NW"}

Place = tuple[int, int]
Order = tuple[str, str, str]
"""A piece, its canonical route, and its port square (or empty)."""


def place(text: str) -> Place:
    return ord(text[0]) - ord("A"), int(text[1:].rstrip("+")) - 1


def name(at: Place) -> str:
    return f"{chr(ord('A') + at[0])}{at[1] + 1}"


class Refused(Exception):
    """A movement that is impossible. The arguments are the code and the place."""


@dataclass
class Waters:
    """A position. `boats` maps seats to a place, `port`, `tow` or `out`. Sharks have names of pieces."""

    options: dict[str, object]
    mover: int
    boats: dict[int, Place | str]
    reached: dict[int, int]
    sharks: dict[str, Place]
    finished: bool = field(default=False)

    def __post_init__(self) -> None:
        chart = DATA["boards"][self.options["board"]]
        rows = chart["tile_rows_north_to_south"]
        self.squares = {
            (2 * c + dx, 2 * (len(rows) - 1 - r) + dy)
            for r, row in enumerate(rows)
            for c, tile in enumerate(row)
            if tile != "."
            for dx in (0, 1)
            for dy in (0, 1)
        }
        self.port = [place(square) for square in chart["port_squares"]]
        self.islands = [place(square) for square in chart["islands"]]
        self.buoys = [place(point) for point in chart["buoys"]][: int(str(self.options["buoys"]))]

    def four(self, buoy: int) -> list[Place]:
        x, y = self.buoys[buoy - 1]
        return [(x, y + 1), (x + 1, y + 1), (x + 1, y), (x, y)]

    def land(self, at: Place) -> bool:
        return at not in self.squares or at in self.islands

    def free(self, at: Place) -> bool:
        sea = at in self.squares and at not in self.islands and at not in self.port
        return sea and at not in self.boats.values() and at not in self.sharks.values()

    def step(self, a: Place, direction: str) -> Place:
        """Rules 1 to 4 of the unit step."""
        dx, dy = STEP[direction]
        b = (a[0] + dx, a[1] + dy)
        if b not in self.squares:
            raise Refused("off_board", "")
        if dx and dy:
            corner = (min(a[0], b[0]), min(a[1], b[1]))
            if corner in self.buoys:
                raise Refused("blocked_buoy", name(corner) + "+")
            if self.land((a[0] + dx, a[1])) and self.land((a[0], a[1] + dy)):
                raise Refused("blocked_gap", name(b))
        return b

    def send_back(self, seat: int) -> None:
        self.boats[seat] = "tow"
        if not self.reached[seat]:
            self.boats[seat] = "port"
        elif seat == self.mover or self.options["comeback"] == "auto":
            self.boats[seat] = next(at for at in self.around(self.reached[seat]) if self.free(at))

    def around(self, buoy: int) -> Iterator[Place]:
        yield from self.four(buoy)
        x, y = self.buoys[buoy - 1]
        for k in range(1, 20):
            yield from ((i, y + 1 + k) for i in range(x - k, x + 2 + k))
            yield from ((x + 1 + k, j) for j in range(y + k, y - k - 1, -1))
            yield from ((i, y - k) for i in range(x + k, x - k - 1, -1))
            yield from ((x - k, j) for j in range(y - k, y + 1 + k))

    def sail_boat(self, steps: str, start: str) -> None:
        seat = self.mover
        at = self.boats[seat]
        moves = steps.split()
        if at == "port" and moves:
            at = place(start)
            beyond = (at[0] + STEP[moves[0]][0], at[1] + STEP[moves[0]][1])
            if beyond in self.port:
                raise Refused("bad_departure", name(beyond))
        entered = False
        for number, direction in enumerate(moves, 1):
            assert not isinstance(at, str)
            at = self.boat_step(at, direction, entered=entered, last=number == len(moves))
            if at in self.sharks.values():
                self.send_back(seat)
                return
            entered = at in self.port
            if self.options["buoy_touch"] == "pass":
                self.touch(seat, at)
        if not isinstance(at, str) and not entered:
            if any(other != seat and there == at for other, there in self.boats.items()):
                raise Refused("ends_on_boat", name(at))
            self.touch(seat, at)
        self.boats[seat] = "port" if entered else at

    def boat_step(self, a: Place, direction: str, *, entered: bool, last: bool) -> Place:
        b = self.step(a, direction)
        if b in self.islands and not (self.options["escape"] and last):
            raise Refused("blocked_island", name(b))
        if b in self.sharks.values() and self.options["boat_meets_shark"] == "blocked":
            raise Refused("blocked_shark", name(b))
        if b in self.port and self.reached[self.mover] < len(self.buoys):
            raise Refused("port_closed", name(b))
        if entered and b not in self.port:
            raise Refused("left_port_again", name(b))
        return b

    def touch(self, seat: int, at: Place | str) -> None:
        if self.reached[seat] < len(self.buoys) and at in self.four(self.reached[seat] + 1):
            self.reached[seat] += 1

    def sail_shark(self, piece: str, steps: str) -> None:
        at = self.sharks[piece]
        path = []
        refusal = None
        for direction in steps.split():
            try:
                at = self.shark_step(piece, at, direction)
            except Refused as refused:
                refusal = refused
                break
            path.append(at)
        if refusal and self.options["shark_finishes"]:
            raise refusal
        for square in path:
            self.sharks[piece] = square
            struck = [seat for seat, there in self.boats.items() if there == square]
            if struck:
                self.send_back(struck[0])
                if not self.options["shark_finishes"]:
                    return
        if refusal:
            raise refusal

    def shark_step(self, piece: str, a: Place, direction: str) -> Place:
        b = self.step(a, direction)
        if b in self.islands:
            raise Refused("blocked_island", name(b))
        if any(other != piece and there == b for other, there in self.sharks.items()):
            raise Refused("blocked_shark", name(b))
        if b in self.port:
            raise Refused("port_closed", name(b))
        if self.options.get("calm_opening") and b in self.boats.values():
            raise Refused("blocked_boat", name(b))
        return b


def all_routes(dice: dict[str, int]) -> dict[tuple[str, str], str]:
    """Return the canonical text of every route of one to three dice, by the dice and the unit steps."""
    found: dict[tuple[str, str], str] = {}
    for count in (1, 2, 3):
        for letters in combinations("NESW", count):
            for order in permutations(letters):
                steps = " ".join(die for die in order for _ in range(dice[die]))
                found.setdefault(("".join(letters), steps), " ".join(f"{die}{dice[die]}" for die in order))
            diagonal = DIAGONALS.get("".join(letters))
            if diagonal:
                for value in sorted((dice[die] for die in letters), reverse=True):
                    steps = " ".join([diagonal] * value)
                    found.setdefault(("".join(letters), steps), f"{diagonal}{value}")
    return found


@dataclass
class Reading:
    """All plans of a turn, tried one after the other."""

    waters: Waters
    dice: dict[str, int]

    def __post_init__(self) -> None:
        self.routes = all_routes(self.dice)
        self.both = self.waters.options["dice_split"] == "both_sharks" and len(self.waters.sharks) > 1

    def legal_first(self) -> list[Order]:
        return [order for order, then, used in self.sailable(self.waters, {}) if self.completes(then, used)]

    def completes(self, waters: Waters, used: dict[str, str]) -> bool:
        if len(used) == (3 if self.both else 2):
            return 3 <= sum(map(len, used.values())) <= 4
        return any(self.completes(then, later) for _, then, later in self.sailable(waters, used))

    def sailable(
        self, waters: Waters, used: dict[str, str]
    ) -> Iterator[tuple[Order, Waters, dict[str, str]]]:
        spent = "".join(used.values())
        sharks_done = len(used) - ("boat" in used)
        for piece in ["boat", *sorted(waters.sharks)]:
            if piece in used or (piece != "boat" and sharks_done == (2 if self.both else 1)):
                continue
            for (letters, steps), route in self.routes.items():
                if set(letters) & set(spent) or (self.both and len(letters) > 2):
                    continue
                for start in self.starts(waters, piece, steps):
                    then = self.after(waters, piece, steps, start)
                    if isinstance(then, Waters):
                        yield (piece, route, start), then, {**used, piece: letters}

    def starts(self, waters: Waters, piece: str, steps: str) -> list[str]:
        leaving = piece == "boat" and waters.boats[waters.mover] == "port" and steps
        return [name(at) for at in waters.port] if leaving else [""]

    def after(self, waters: Waters, piece: str, steps: str, start: str) -> "Waters | Refused":
        then = deepcopy(waters)
        try:
            if piece == "boat":
                then.sail_boat(steps, start)
            else:
                then.sail_shark(piece, steps)
        except Refused as refused:
            return refused
        return then
