"""The odds for a ship on its destination square, computed from tables and public facts (section 8)."""

from rules.acrana.battle import void_rolls
from rules.acrana.board import KIND_NAMES, KINDS, PIRATE_WATERS, Square
from rules.acrana.state import RaceState, ShipName, owner
from rules.acrana.tables import TABLES, TableName, table_at


def of_square(state: RaceState, name: ShipName, square: Square) -> str:
    """Return odds such as `Reef: 4 of 6 bad, 1 of them home to port`, or an empty text if nothing happens."""
    if state.calm_squares:
        return ""
    ship, table = state.ships[name], table_at(square)
    called = KIND_NAMES[KINDS[square]].capitalize()
    if square in PIRATE_WATERS:
        return _of_pirates(state, name)
    if table is None:
        return ""
    if owner(name) == state.active and square in ship.worked:
        return f"{called}: met this turn, no roll"
    if table == "coast_guard" and ship.flag:
        return f"{called}: no roll, the flag helps"
    if table == "reef" and ship.reef_map:
        return f"{called}: no roll, the map helps"
    return f"{called}: {_of_table(table)}"


def of_battle(state: RaceState, attackers: list[ShipName], defenders: list[ShipName]) -> str:
    """Return odds such as `Battle: 1 of 6 sinks you, 1 of 6 them`. Rolls that are repeated do not count."""
    void = void_rolls(state, attackers, defenders)
    counted = [result for roll, result in TABLES.battle.items() if roll not in void]
    sunk = [result.side for result in counted if result.op == "send_home"]
    you, them = sunk.count("attacker"), sunk.count("defender")
    return f"Battle: {you} of {len(counted)} sinks you, {them} of {len(counted)} them"


def _of_pirates(state: RaceState, name: ShipName) -> str:
    """Return the outcome or odds of the pirate check for a ship that enters pirate waters (section 6.10)."""
    ship = state.ships[name]
    if not state.pirates:
        return "Pirates: none are left"
    if state.vessel_of(name):
        return "Pirates: no further attack on this visit"
    if ship.undetected:
        return "Pirates: the ship stays undetected"
    if not state.free_vessels:
        return "Pirates: all are busy, the ship slips by"
    if ship.escort:
        return "Pirates: the escort keeps them off"
    return f"Pirates: {_of_table('pirates')}"


def _of_table(table: TableName) -> str:
    rows = TABLES.tables[table].values()
    told = f"{sum(row.bad for row in rows) or 'none'} of {len(rows)} bad"
    if home := sum(row.holds("send_home") for row in rows):
        told += f", {home} of them home to port"
    if astray := sum(row.holds("over_edge") for row in rows):
        told += f", {astray} over the edge"
    return told
