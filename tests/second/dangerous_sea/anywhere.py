"""Rare positions of The Dangerous Sea: full holds, fleets on one square, many disputes."""

from collections import Counter
from collections.abc import Mapping
from random import Random

from tests.second.dangerous_sea.sea import (
    ACTION_POINTS,
    CARDS,
    GHOST_STEPS,
    GOODS,
    MOST_CARGO,
    MOST_SAILORS,
    READING_ORDER,
    STEPS,
    TILES,
    Sea,
    Ship,
    Tile,
    neighbour,
)


def anywhere(options: Mapping[str, str | int], seats: int, luck: Random) -> Sea:
    """Return a position in somebody's turn that keeps the invariants of section 2."""
    tiles = _tiles(luck)
    bag = Counter(TILES)
    bag.subtract(tile.kind for tile in tiles.values())
    active = luck.choice((luck.randint(1, seats), seats))
    ships = _ships(seats, active, tiles, luck)
    _give_stones(tiles, ships, int(options["stones_to_win"]), luck)
    ghosts = options["ghost_ship"] == "on"
    ghost = _near([*ships.values()], luck) if ghosts and luck.random() < 0.7 else None
    cards = Counter({**CARDS, "ghost": 0})
    discards = Counter({card: luck.randint(0, count) for card, count in cards.items()})
    pile = cards - discards + Counter(ghost=int(ghosts and ghost is None))
    others = [seat for seat in ships if seat != active]
    return Sea(
        ships=ships,
        tiles=tiles,
        bag=+bag,
        pile=pile,
        discards=+discards,
        ghost=ghost,
        season=luck.randint(1, int(options["max_seasons"]) or 40),
        active=active,
        spent=luck.randint(0, ACTION_POINTS[seats]),
        stopped=luck.random() < 0.1,
        battled={seat for seat in others if luck.random() < 0.15},
    )


def _tiles(luck: Random) -> dict[str, Tile]:
    kinds = [kind for kind, count in TILES.items() for _ in range(count)]
    luck.shuffle(kinds)
    if luck.random() < 0.5:  # Fewer open seas than a normal game has.
        kinds.sort(key=lambda kind: kind == "sea" and luck.random() < 0.7)
    squares = luck.sample(READING_ORDER, luck.choice([12, 60, 110, 140, 144]))
    tiles = {at: Tile.fresh(kind) for at, kind in zip(squares, kinds, strict=False)}
    for tile in tiles.values():
        if tile.kind in GOODS:
            tile.marker = luck.random() < 0.5
            if luck.random() < 0.3:
                tile.loose = luck.randint(1, 4) * (1 if tile.kind == "inhabited" else 10)
    return tiles


def _ships(seats: int, active: int, tiles: Mapping[str, Tile], luck: Random) -> dict[int, Ship]:
    squares = [*tiles]
    islands = [at for at in squares if tiles[at].kind in GOODS] or squares
    anchorages = luck.choices(luck.choice((squares, islands)), k=luck.choice((1, 1, 2, 3)))
    ships = {}
    for seat in range(1, seats + 1):
        cargo = luck.choice(
            [0, 60, 120, 380, 420, 780, 820, 880, 900, luck.randint(0, MOST_CARGO // 10) * 10]
        )
        food = luck.randint(0, cargo // 10) * 10
        ships[seat] = Ship(
            at=luck.choice(anchorages),
            food=food,
            water=cargo - food,
            sailors=luck.choice([0, 0, luck.randint(0, MOST_SAILORS), MOST_SAILORS]),
            stance=luck.choice(["ask", "ask", "fight", "hold"]),
            incapacitated=seat > active and luck.random() < 0.15,
        )
    return ships


def _near(ships: list[Ship], luck: Random) -> str:
    """Return a square from which the Ghost Ship may meet one of `ships`."""
    at = luck.choice(ships).at or ""
    direction = luck.choice([*STEPS])
    for _ in range(luck.randint(0, GHOST_STEPS + 1)):
        at = neighbour(at, direction)
    return at


def _give_stones(tiles: dict[str, Tile], ships: dict[int, Ship], to_win: int, luck: Random) -> None:
    for tile in tiles.values():
        finder = luck.choice([*ships.values()])
        if tile.stones and finder.stones < to_win - 1 and luck.random() < 0.9:
            tile.stones = 0
            finder.stones += 1
