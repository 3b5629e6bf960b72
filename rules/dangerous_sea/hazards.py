"""The effects of rocks and plague on a ship that enters such a tile (section 6.5)."""

from rules.dangerous_sea.events import CaptainIll, PlagueEscaped, PlagueStruck, RocksStruck
from rules.dangerous_sea.play import PLAGUE, ROCKY, Play
from rules.dangerous_sea.tables import TABLES


def meet(play: Play, seat: int) -> bool:
    """Resolve the hazard on the ship's square, if any. Return whether the captain fell ill."""
    at = play.state.ship(seat).at or ""
    kind = play.state.tiles[at]
    if kind == "rocky":
        _strike(play, seat, at)
    return kind == "diseased" and _infect(play, seat, at)


def _strike(play: Play, seat: int, at: str) -> None:
    """Roll for the rocks. The ship loses at most the goods aboard (R22)."""
    ship = play.state.ship(seat)
    before = play.allowance
    roll = play.die(ROCKY, seat)
    lost = TABLES.rocky[roll]
    food, water = min(lost.food, ship.food), min(lost.water, ship.water)
    ship.food -= food
    ship.water -= water
    play.tell(RocksStruck(seat=seat, at=at, roll=roll, food_lost=food, water_lost=water))
    play.reckon(before)


def _infect(play: Play, seat: int, at: str) -> bool:
    """Roll for the plague. A captain without sailors may fall ill (R23). Return whether that happened."""
    ship = play.state.ship(seat)
    roll = play.die(PLAGUE, seat)
    deaths = TABLES.diseased[roll]
    if not deaths:
        play.tell(PlagueEscaped(seat=seat, at=at, roll=roll))
    elif ship.sailors:
        died = min(deaths, ship.sailors)
        ship.sailors -= died
        play.tell(PlagueStruck(seat=seat, at=at, roll=roll, died=died))
    else:
        play.tell(CaptainIll(seat=seat, at=at, roll=roll, turn_ended=play.state.turn is not None))
        return True
    return False
