"""The effects of a landing: rolls on tables, pirate attacks, and the results (sections 6.7, 6.10 and 8)."""

from collections.abc import Iterator

from rules.acrana import hands, tables, vessels
from rules.acrana.battle import cross_edge
from rules.acrana.board import PIRATE_WATERS, ROADS
from rules.acrana.events import (
    DeferredResolved,
    PirateAttack,
    PiratesEvaded,
    SilverGained,
    SquareSpent,
    TableRolled,
    TokenGained,
    TokenUsed,
)
from rules.acrana.movement import drift, mark_landing, send_home
from rules.acrana.race import Race
from rules.acrana.state import Land, RaceState, ShipName, owner
from rules.acrana.tables import Op, TableName, Token, row, table_at

_BY_MAP = 5
"""The roll on the reef table as which a reef map counts."""


def land(race: Race, task: Land) -> None:
    """LAND: apply the effect of a ship's square, or defer the effect if the ship's owner is not active."""
    ship = race.ship(task.ship)
    if not ship.at_sea or race.state.calm_squares:
        return
    if owner(task.ship) != race.state.active:
        mark_landing(race, task.ship, alert=bool(task.joined) or task.roused)
    elif ship.square in PIRATE_WATERS:
        _check_pirates(race, task)
    else:
        _work(race, task.ship)


def resolve_mark(race: Race, name: ShipName) -> None:
    """Resolve the deferred effect on a ship of the active seat (section 6.9)."""
    ship, state = race.ship(name), race.state
    mark, ship.pending = ship.pending, None
    if mark is None:
        return
    race.tell(DeferredResolved(ship=name, mark=mark, at=ship.square))
    if mark == "square":
        land(race, Land(ship=name))
    elif ship.square in PIRATE_WATERS and state.pirates and not state.vessel_of(name):
        _attack(race, name, state.next_vessel)


def waiting_marks(state: RaceState) -> Iterator[str]:
    """Yield a fault for each ship of the active seat whose deferred effect is overdue (section 6.9)."""
    for name in state.flotilla(state.active):
        if state.ships[name].pending is not None:
            yield f"{name} waits still"


def _work(race: Race, name: ShipName) -> None:
    """WORK: roll on the table of a ship's square, at most once a turn."""
    ship = race.ship(name)
    table = table_at(ship.square)
    if table is None:
        return
    if ship.square in ship.worked:
        race.tell(SquareSpent(ship=name, at=ship.square))
        return
    ship.worked.append(ship.square)
    if table == "coast_guard" and ship.flag:
        _show(race, name, "flag")
        return
    by_map = table == "reef" and ship.reef_map
    if by_map:
        _spend(race, name, "reef_map")
        roll = _BY_MAP
    else:
        roll = race.die("table")
    race.tell(TableRolled(ship=name, at=ship.square, table=table, roll=roll, by_map=by_map))
    _carry_out(race, name, table, roll)


def _gain(race: Race, name: ShipName, token: Token) -> None:
    ship = race.ship(name)
    if not getattr(ship, token):
        setattr(ship, token, True)
        race.tell(TokenGained(ship=name, token=token, at=ship.square))


def _show(race: Race, name: ShipName, token: Token) -> None:
    race.tell(TokenUsed(ship=name, token=token, at=race.ship(name).square))


def _spend(race: Race, name: ShipName, token: Token) -> None:
    setattr(race.ship(name), token, False)
    _show(race, name, token)


def _check_pirates(race: Race, task: Land) -> None:
    """PIRATE CHECK: decide whether a vessel attacks, in the order of section 6.10."""
    name, ship = task.ship, race.ship(task.ship)
    state, free = race.state, race.state.free_vessels
    alert = bool(task.joined) or task.roused
    if not state.pirates:
        race.tell(PiratesEvaded(ship=name, reason="none"))
    elif state.vessel_of(name):
        return
    elif any(vessel.number == task.joined for vessel in state.pirates):
        _attack(race, name, task.joined)
    elif not alert and ship.undetected:
        return
    elif not alert and free and ship.escort:
        ship.undetected = True
        _spend(race, name, "escort")
    elif free or alert:
        _attack(race, name, state.next_vessel)
    else:
        ship.undetected = True
        race.tell(PiratesEvaded(ship=name, reason="busy"))


def _attack(race: Race, name: ShipName, number: int) -> None:
    """ATTACK: a vessel engages a ship of the active seat."""
    ship = race.ship(name)
    vessel = next(vessel for vessel in race.state.pirates if vessel.number == number)
    vessel.engages.append(name)
    ship.undetected = False
    roll = race.die("pirates")
    race.tell(PirateAttack(ship=name, vessel=number, at=ship.square, roll=roll))
    _carry_out(race, name, "pirates", roll)


def _carry_out(race: Race, name: ShipName, table: TableName, roll: int) -> None:
    for op in row(table, roll).ops:
        _strike_ship(race, name, table, op)
        _strike_hand(race, table, op)
        _strike_pirates(race, name, op)


def _strike_ship(race: Race, name: ShipName, table: TableName, op: Op) -> None:
    match op:
        case tables.Drift():
            drift(race, name, op.squares, table)
        case tables.DriftDice():
            dice = tuple(race.die("typhoon") for _ in range(op.dice))
            drift(race, name, op.sign * sum(dice), table, dice)
        case tables.Plain(op="send_home"):
            send_home(race, name, table)
        case tables.Plain(op="over_edge"):
            cross_edge(race, name)
        case tables.GainToken():
            _gain(race, name, op.token)
        case tables.War():
            _wage_war(race, op.squares)


def _strike_hand(race: Race, table: TableName, op: Op) -> None:
    match op:
        case tables.Discard():
            hands.discard(race, op.count, table)
        case tables.Plain(op="discard_all"):
            hands.discard(race, len(race.active.hand), table)
        case tables.Plain(op="keep_one"):
            hands.keep_one(race, table)
        case tables.Penalty():
            hands.penalize(race, op.amount, op.cards, table)
        case tables.PenaltyAll():
            hands.penalize(race, op.amount, len(race.active.hand), table)
        case tables.Bonus():
            hands.reward(race, op, table)
        case tables.Plain(op="repair"):
            hands.repair(race)
        case tables.Silver():
            race.active.silver += op.amount
            total = race.active.silver
            race.tell(SilverGained(seat=race.state.active, amount=op.amount, total=total))
        case tables.Draw():
            hands.draw(race, op)


def _strike_pirates(race: Race, name: ShipName, op: Op) -> None:
    match op:
        case tables.Plain(op="pirates_lose_one"):
            vessels.lose_one(race)
        case tables.Plain(op="pirates_wiped"):
            vessels.remove(race, {vessel.number for vessel in race.state.pirates}, "navy")
        case tables.Plain(op="pirates_sunk"):
            vessels.remove(race, {race.state.vessel_of(name)}, "sunk")
        case tables.Plain(op="pirates_prize"):
            vessels.add(race, "prize")


def _wage_war(race: Race, squares: int) -> None:
    """Make every enemy ship beyond the roads drift back, the hindmost ship first."""
    state = race.state
    enemies = [
        (ship.square, name)
        for name, ship in state.ships.items()
        if ship.at_sea and ship.square > ROADS and state.fleet(owner(name)) != state.fleet(state.active)
    ]
    for _, name in sorted(enemies):
        drift(race, name, -squares, "war")
