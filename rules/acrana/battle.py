"""Battles (sections 6.8 and 6.10), and the arrival of ships that sail (section 6.7)."""

from dataclasses import dataclass

from rules.acrana.board import PIRATE_WATERS, Square, edge_square
from rules.acrana.events import Battle, CrossedEdge, TokenLost
from rules.acrana.movement import defer, mark_landing, place, send_home, shift, tell_pairs
from rules.acrana.race import Race
from rules.acrana.state import Land, RaceState, ShipName, owner
from rules.acrana.tables import TABLES, Token

_ROUSING = {1, 3, 5}
"""Battle rolls that rouse pirates against the attackers, if vessels are busy but engage no defender."""

_BETRAYING = {4, 6}
"""Battle rolls that rouse pirates against the defenders, if vessels are busy but engage no defender."""

_ESCORT: Token = "escort"
_SINKS_OR_OUTRUNS_ATTACKER = {2, 6}
_SINKS_OR_OUTRUNS_DEFENDER = {1, 5}


@dataclass(frozen=True)
class Alarm:
    """The pirates' reaction to a battle. `joined` is the vessel that attacks the attackers, or 0.

    If `roused`, the next vessel attacks the attackers. If `betrayed`, pirates attack the defenders later.
    """

    joined: int = 0
    roused: bool = False
    betrayed: bool = False


def arrive(race: Race, ships: list[ShipName], square: Square) -> None:
    """ARRIVE: move sailing ships to a square, let them fight enemies there, and schedule the landing."""
    enemies = race.waters.enemies_on(square, ships[0])
    for name in ships:
        place(race, name, square)
        if race.over:
            return
    if enemies:
        _fight(race, ships, _in_turn_order(race.state, enemies), square)
    else:
        tell_pairs(race)
        _will_land(race, ships, Alarm())


def cross_edge(race: Race, name: ShipName) -> None:
    """EDGE: move a ship over the edge to the square that two dice select."""
    start = race.ship(name).square
    dice = race.die("edge"), race.die("edge")
    end = race.waters.berth(name, edge_square(*dice))
    race.tell(CrossedEdge(ship=name, start=start, dice=dice, end=end))
    arrive(race, [name], end)


def _fight(race: Race, attackers: list[ShipName], defenders: list[ShipName], at: Square) -> None:
    void = void_rolls(race.state, attackers, defenders)
    rolls = [race.die("battle")]
    while rolls[-1] in void:
        rolls.append(race.die("battle"))
    *rerolled, roll = rolls
    race.tell(Battle(attackers=attackers, defenders=defenders, at=at, roll=roll, rerolled=rerolled))
    alarm = _alarm(race, attackers, defenders, roll) if at in PIRATE_WATERS else Alarm()
    moved = _strike(race, attackers, defenders, roll)
    if race.over:
        return
    tell_pairs(race)
    for name in defenders:
        if alarm.betrayed and race.ship(name).square in PIRATE_WATERS:
            race.ship(name).undetected = False
            defer(race, name, "pirates")
        elif name in moved:
            mark_landing(race, name)
    _will_land(race, attackers, alarm)


def void_rolls(state: RaceState, attackers: list[ShipName], defenders: list[ShipName]) -> set[int]:
    """Return the rolls that do not count because a convoy fights (R42)."""
    void: set[int] = set()
    if len(attackers) > 1:
        void |= _SINKS_OR_OUTRUNS_ATTACKER
    if len(defenders) > 1:
        mirror = state.options.convoy_defence == "mirror"
        void |= _SINKS_OR_OUTRUNS_DEFENDER if mirror else _SINKS_OR_OUTRUNS_ATTACKER
    return void


def _alarm(race: Race, attackers: list[ShipName], defenders: list[ShipName], roll: int) -> Alarm:
    """Remove all escorts from a battle, and return the pirates' reaction before any ship moves."""
    state = race.state
    for name in (*attackers, *defenders):
        ship = race.ship(name)
        if ship.escort:
            ship.escort = False
            race.tell(TokenLost(ship=name, token=_ESCORT, at=ship.square))
    engaging = [vessel for name in defenders if (vessel := state.vessel_of(name))]
    if engaging:
        return Alarm(joined=min(engaging))
    if any(vessel.engages for vessel in state.pirates):
        return Alarm(roused=roll in _ROUSING, betrayed=roll in _BETRAYING)
    return Alarm()


def _strike(race: Race, attackers: list[ShipName], defenders: list[ShipName], roll: int) -> list[ShipName]:
    """Apply a battle's result to every ship of the affected side. Return the ships that drifted."""
    row = TABLES.battle[roll]
    struck, winners = (attackers, defenders) if row.side == "attacker" else (defenders, attackers)
    moved = []
    for name in struck:
        if row.op == "send_home":
            send_home(race, name, "battle", by=winners[0])
        elif shift(race, name, row.squares, "battle"):
            moved.append(name)
        if race.over:
            break
    return moved


def _will_land(race: Race, ships: list[ShipName], alarm: Alarm) -> None:
    race.open(*(Land(ship=name, joined=alarm.joined, roused=alarm.roused) for name in reversed(ships)))


def _in_turn_order(state: RaceState, ships: list[ShipName]) -> list[ShipName]:
    """Sort ships by their seats, in turn order from the active seat on, and then by number."""
    seats = len(state.seats)
    return sorted(ships, key=lambda name: ((owner(name) - state.active) % seats, name))
