"""Before a battle: cards and order, the fleets, third ships and terrain (section 5)."""

from collections.abc import Sequence
from typing import get_args

from rules.engine.chance import Chance
from rules.privateer.actions import RANDOM
from rules.privateer.board import (
    CENTRE,
    DIRECTIONS,
    FILE,
    HEXES,
    NEIGHBOURS,
    OPPOSITE,
    RIM,
    STARTS,
    Colour,
    Hex,
    Level,
    Terrain,
)
from rules.privateer.events import (
    BattleStarted,
    CardDrawn,
    FleetDeployed,
    TerrainDiscarded,
    TerrainDrawn,
    TerrainLaid,
    TerrainLevelSet,
    TerrainPlaced,
    ThirdShipDecided,
    WindSet,
)
from rules.privateer.fleets import BY_NUMBER, FLEETS, ship
from rules.privateer.options import PrivateerOptions
from rules.privateer.play import CARD, SEATING, TILE, TILES, WIND_DIR, Play
from rules.privateer.rounds import start_round
from rules.privateer.state import (
    Buying,
    ChoosingDensity,
    Deploying,
    FleetState,
    LayingTerrain,
    PrivateerState,
    SeatState,
)
from rules.privateer.tables import GOLD
from rules.privateer.waters import waters

CARDS_IN_DUEL = 2


# Cards and order, once in a game


def new_game(options: PrivateerOptions, seats: int, chance: Chance) -> Play:
    """A game whose first battle is to be prepared."""
    everybody = list(range(1, seats + 1))
    state = PrivateerState(
        options=options, table=everybody, seats=[SeatState() for _ in everybody], fleets={}
    )
    play = Play(state, chance)
    if options.seating == "shuffle":
        state.table = _seated(play, everybody)
    _draw_cards(play)
    return play


def _seated(play: Play, seats: Sequence[int]) -> list[int]:
    """The seats in the order in which they sit down, drawn one by one."""
    waiting, table = list(seats), []
    while waiting:
        (seat,) = play.chance.roll_faces(SEATING, 0, waiting)
        waiting.remove(seat)
        table.append(seat)
    return table


def _draw_cards(play: Play) -> None:
    """Everybody draws a commodore in seat order; in The Duel twice (5.1, 5.3)."""
    state = play.state
    cards = sorted(BY_NUMBER)
    for _ in range(CARDS_IN_DUEL if state.duel else 1):
        for seat in state.table:
            (number,) = play.chance.roll_faces(CARD, seat, cards)
            cards.remove(number)
            fleet = BY_NUMBER[number]
            state.fleets[fleet] = FleetState(seat=seat)
            play.tell(CardDrawn(seat=seat, fleet=fleet, number=number))


def turn_order(state: PrivateerState) -> list[Colour]:
    """The fleets in the turn order of the current battle (5.1, 5.3, 5.4)."""
    fleets = sorted(state.fleets, key=lambda fleet: FLEETS[fleet].number)
    if state.duel:
        first = state.fleets[fleets[0]].seat
        own = [fleet for fleet in fleets if state.fleets[fleet].seat == first]
        other = [fleet for fleet in fleets if state.fleets[fleet].seat != first]
        order = [own[0], other[0], own[1], other[1]]
        return _rotated(order, (state.battle - 1) % len(order))
    # R6: the opener is found by card, the rest follows by seat.
    fleets = [fleet for fleet in fleets if not state.seat(state.fleets[fleet].seat).resigned]
    opener = fleets[(state.battle - 1) % len(fleets)]
    by_seat = sorted(fleets, key=lambda fleet: state.table.index(state.fleets[fleet].seat))
    return _rotated(by_seat, by_seat.index(opener))


def _rotated(order: list[Colour], places: int) -> list[Colour]:
    return [*order[places:], *order[:places]]


# A battle is prepared


def prepare_battle(play: Play) -> None:
    """Clear the ocean and begin the set-up of the next battle (5.2, 5.4)."""
    state = play.state
    state.battle += 1
    state.round, state.edge, state.storm_on = 0, RIM, False
    state.ships, state.merchant, state.terrain, state.barrel = {}, CENTRE, {}, {}
    state.level, state.elimination, state.wake, state.wake_of = None, [], [], ""
    fresh = state.battle == 1 or state.options.campaign_gambits == "each_battle"
    for fleet in state.fleets.values():
        fleet.start, fleet.grudge = None, "none"
        fleet.gambit = "ready" if fresh or fleet.gambit == "ready" else "used"
    state.order = turn_order(state)
    opener = state.fleets[state.order[0]].seat
    play.tell(
        BattleStarted(
            battle=state.battle, battles=state.options.battles, order=tuple(state.order),
            seat=opener, duel=state.duel,
        )
    )  # fmt: skip
    if state.battle == 1 and not state.duel:
        for seat in state.seats_in_order():
            play.pay(seat, GOLD.start, "start")
    _set_wind(play)
    state.agenda[:] = [Deploying(fleets=list(state.order))]


def _set_wind(play: Play) -> None:
    state = play.state
    state.wind_from = state.options.wind_from
    if state.options.wind == "random":
        (rolled,) = play.chance.roll(WIND_DIR, 0, 1, 1, len(DIRECTIONS))
        state.wind_from = DIRECTIONS[rolled - 1]
    if state.wind_from is not None:
        play.tell(WindSet(wind_from=state.wind_from, drift=OPPOSITE[state.wind_from]))


# Deploying


def free_circles(state: PrivateerState) -> list[Hex]:
    """The start circles that nobody has taken, in the order of the directions."""
    taken = {state.fleets[fleet].start for fleet in state.order}
    return [start for start in STARTS if start not in taken]


def deploying(play: Play, task: Deploying) -> bool:
    """Wait for the next fleet, or go on to the third ships."""
    if task.fleets:
        return False
    state = play.state
    # 5.3: in The Duel each player chooses once, the owner of the first fleet first.
    buyers = state.order[: len(state.seats)] if state.duel else state.order
    state.agenda[:] = [Buying(fleets=list(buyers))]
    return True


def deploy(play: Play, task: Deploying, start: Hex, second: Hex) -> None:
    """Put ship 1 on the circle and ship 2 beside it."""
    state, fleet = play.state, task.fleets.pop(0)
    state.fleets[fleet].start = start
    state.ships[ship(fleet, 1)], state.ships[ship(fleet, 2)] = start, second
    seat = state.fleets[fleet].seat
    play.tell(FleetDeployed(fleet=fleet, seat=seat, start=start, second=second))


# Third ships


def own_fleets(state: PrivateerState, task: Buying) -> list[Colour]:
    """The fleets among which the player who is asked may choose: both in The Duel."""
    return state.fleets_of(state.fleets[task.fleets[0]].seat)


def third_ship_hexes(state: PrivateerState, fleet: Colour) -> list[Hex]:
    """The empty neighbours of a fleet's circle."""
    circle = state.fleets[fleet].start
    return waters(state, state.fleets[fleet].seat).empty_beside(circle) if circle else []


def buying(play: Play, task: Buying) -> bool:
    """Wait for the next player who can pay, or go on to the terrain."""
    state = play.state
    if not task.fleets:
        state.agenda[:] = [ChoosingDensity()]
        return True
    fleet = task.fleets[0]
    seat = state.fleets[fleet].seat
    if state.duel or state.seat(seat).gold >= GOLD.third_ship:
        return False
    task.fleets.pop(0)
    play.tell(ThirdShipDecided(fleet=fleet, seat=seat, hex=None, reason="poor"))
    return True


def buy(play: Play, task: Buying, fleet: Colour, at: Hex | None) -> None:
    """A third ship appears, paid unless this is The Duel; or none (`None`)."""
    state = play.state
    task.fleets.pop(0)
    seat = state.fleets[fleet].seat
    if at is None:
        play.tell(ThirdShipDecided(fleet=fleet, seat=seat, hex=None, reason="declined"))
        return
    state.ships[ship(fleet, 3)] = at
    if state.duel:
        play.tell(ThirdShipDecided(fleet=fleet, seat=seat, hex=at, reason="granted"))
        return
    play.tell(ThirdShipDecided(fleet=fleet, seat=seat, hex=at, reason="bought"))
    play.pay(seat, -GOLD.third_ship, "third_ship")


# Terrain


def choosing_density(play: Play) -> bool:
    """Wait for the last player, unless the options say how much terrain there is."""
    level = play.state.options.terrain
    if level == "ask":
        return False
    fill_barrel(play, level, None)
    return True


def fill_barrel(play: Play, level: Level, seat: int | None) -> None:
    """So many tiles of each type are in the barrel; the first player draws."""
    state = play.state
    state.level = level
    state.barrel = {kind.id: kind.per_level[level] for kind in FILE.terrain}
    play.tell(TerrainLevelSet(level=level, seat=seat, tiles=sum(state.barrel.values())))
    state.agenda[:] = [LayingTerrain(fleet=state.order[0])]


def terrain_hexes(state: PrivateerState, fleet: Colour) -> list[Hex]:
    """Where that fleet's player may put a tile: empty, and not beside an enemy ship or the merchant."""
    sea = waters(state, state.fleets[fleet].seat)
    kept_clear = {beside for name in sea.foes for beside in NEIGHBOURS[name]}
    return [name for name in HEXES if name not in kept_clear and sea.is_empty(name)]


def laying_terrain(play: Play, task: LayingTerrain) -> bool:
    """Draw the next tile, wait until it is placed, and begin the battle when the barrel is empty."""
    state = play.state
    if task.tile is None and not any(state.barrel.values()):
        if state.options.terrain_setup == "auto":
            play.tell(_all_laid(state))
        start_round(play)
        return True
    if task.tile is None:
        _draw_tile(play, task)
    if not terrain_hexes(state, task.fleet):
        _discard(play, task)
        return True
    if state.options.terrain_setup == "auto":
        place_terrain(play, task, RANDOM)
        return True
    return False


def _draw_tile(play: Play, task: LayingTerrain) -> None:
    """One tile by lot, each in the barrel as likely; shown to all."""
    state = play.state
    seat = state.fleets[task.fleet].seat
    tiles = [number for number, tile in enumerate(TILES, 1) for _ in range(state.barrel[tile])]
    (number,) = play.chance.roll_faces(TILE, seat, tiles)
    task.tile = TILES[number - 1]
    state.barrel[task.tile] -= 1
    auto = state.options.terrain_setup == "auto"
    play.tell(TerrainDrawn(tile=task.tile, seat=seat, auto=auto))


def _discard(play: Play, task: LayingTerrain) -> None:
    """No legal hex: the tile is gone (R12)."""
    if task.tile is not None:
        play.tell(TerrainDiscarded(tile=task.tile, seat=play.state.fleets[task.fleet].seat))
    _pass_on(play.state, task)


def place_terrain(play: Play, task: LayingTerrain, at: Hex) -> None:
    """Put the drawn tile there, or on any legal hex by lot (`random`)."""
    state = play.state
    seat, tile = state.fleets[task.fleet].seat, task.tile
    if tile is None:
        return
    if at == RANDOM:
        at = play.draw_hex(seat, terrain_hexes(state, task.fleet))
    state.terrain[at] = tile
    auto = state.options.terrain_setup == "auto"
    play.tell(TerrainPlaced(tile=tile, hex=at, seat=seat, auto=auto))
    _pass_on(state, task)


def _pass_on(state: PrivateerState, task: LayingTerrain) -> None:
    """The next player in turn order draws."""
    task.tile = None
    task.fleet = state.order[(state.order.index(task.fleet) + 1) % len(state.order)]


def _all_laid(state: PrivateerState) -> TerrainLaid:
    hexes = {
        tile: tuple(name for name, laid in state.terrain.items() if laid == tile)
        for tile in get_args(Terrain)
    }
    return TerrainLaid(volcano=hexes["volcano"], desert=hexes["desert"], reef=hexes["reef"])
