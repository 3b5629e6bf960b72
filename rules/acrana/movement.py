"""Movements of ships from square to square: placing, drifting, sinking (section 6.7)."""

from rules.acrana import events
from rules.acrana.board import FINISH, PIRATE_WATERS, PORT, ROADS, Square
from rules.acrana.finish import end_if_won
from rules.acrana.race import Race
from rules.acrana.state import Land, Pending, Ship, ShipName, owner
from rules.acrana.tables import table_at
from rules.acrana.waters import kind_of, together


def place(race: Race, name: ShipName, square: Square) -> None:
    """PLACE: put a ship on a square. At the finish, end the race if the ship's fleet has won."""
    ship = race.ship(name)
    race.put(name, square)
    ship.pending = None
    if square not in PIRATE_WATERS:
        leave_pirates(race, name)
    if square == FINISH:
        _drop_tokens(ship)
        seat = owner(name)
        left = sum(race.ship(other).square != FINISH for other in race.state.flotilla(seat))
        race.tell(events.ShipFinished(ship=name, left=left))
        end_if_won(race, seat)


def leave_pirates(race: Race, name: ShipName) -> None:
    """Release a ship that leaves the pirate waters, so that it is neither engaged nor undetected."""
    race.ship(name).undetected = False
    for vessel in race.state.pirates:
        if name in vessel.engages:
            vessel.engages.remove(name)


def send_home(race: Race, name: ShipName, cause: events.Cause, by: ShipName | None = None) -> None:
    """SEND HOME: put a ship back into its port, without its tokens."""
    ship = race.ship(name)
    at = ship.square
    race.put(name, PORT)
    ship.pending = None
    _drop_tokens(ship)
    leave_pirates(race, name)
    race.tell(events.ShipSentHome(ship=name, at=at, cause=cause, by=by))
    tell_pairs(race)


def shift(race: Race, name: ShipName, squares: int, cause: events.Cause, dice: tuple[int, ...] = ()) -> bool:
    """Do the first part of DRIFT: move a ship, but do not land it. Return whether the ship has moved."""
    waters = race.waters
    start = race.ship(name).square
    target = max(ROADS, start + squares)
    if squares > 0:
        target = min(target, waters.limit(name))
    end = waters.mooring(name, target)
    if end == start:
        race.tell(events.ShipHeld(ship=name, at=start, cause=cause, dice=dice))
        return False
    crowded = target if end < target else 0
    race.tell(events.ShipDrifted(ship=name, start=start, end=end, cause=cause, dice=dice, crowded=crowded))
    place(race, name, end)
    return True


def drift(race: Race, name: ShipName, squares: int, cause: events.Cause, dice: tuple[int, ...] = ()) -> None:
    """DRIFT: move a ship at sea, and let it land."""
    moved = shift(race, name, squares, cause, dice)
    if race.over:
        return
    tell_pairs(race)
    if not moved:
        return
    if owner(name) == race.state.active:
        race.open(Land(ship=name))
    else:
        mark_landing(race, name)


def mark_landing(race: Race, name: ShipName, *, alert: bool = False) -> None:
    """LAND for a ship whose owner is not active: defer any effect of its square to the owner's turn."""
    ship = race.ship(name)
    if table_at(ship.square) is not None:
        defer(race, name, "square")
    elif ship.square in PIRATE_WATERS and not race.state.vessel_of(name):
        if alert:
            defer(race, name, "pirates")
        elif not ship.undetected:
            defer(race, name, "square")


def defer(race: Race, name: ShipName, mark: Pending) -> None:
    """Defer an effect on a ship to its owner's next turn (section 6.9)."""
    ship = race.ship(name)
    ship.pending = mark
    race.tell(events.EffectDeferred(ship=name, mark=mark, at=ship.square))


def tell_pairs(race: Race) -> None:
    """Announce the blockades and convoys that began or ended since the last announcement."""
    before, after = race.known_pairs, together(race.waters)
    race.known_pairs = after
    # Two ships that move together remain the same pair, so a convoy that sails is not announced again.
    for ships, at in before.items():
        if ships not in after:
            ended = events.BlockadeLifted if kind_of(ships) == "blockade" else events.ConvoyParted
            race.tell(ended(at=at, ships=list(ships)))
    for ships, at in after.items():
        if ships not in before:
            formed = events.BlockadeFormed if kind_of(ships) == "blockade" else events.ConvoyFormed
            race.tell(formed(at=at, ships=list(ships)))


def _drop_tokens(ship: Ship) -> None:
    ship.escort = ship.flag = ship.reef_map = False
