"""Guns: the forecast of a shot, and its execution (sections 6.9 and 7.4)."""

from functools import cache
from typing import NamedTuple, get_args

from rules.privateer.board import DIRECTIONS, LINES, Direction, Hex
from rules.privateer.dice import RANGE, Die
from rules.privateer.events import ShipSunk, ShotFired, ShotResult
from rules.privateer.fleets import COLOUR_OF, MERCHANT, Ship
from rules.privateer.play import Play
from rules.privateer.state import PrivateerState
from rules.privateer.tables import GOLD
from rules.privateer.waters import Waters, waters


class Shot(NamedTuple):
    """A shot. `line` lists the hexes of the path, and `target` is the aimed hex, or `None` off the sea."""

    line: tuple[Hex, ...]
    target: Hex | None
    result: ShotResult
    sunk: tuple[tuple[Ship, Hex], ...] = ()


def shot(state: PrivateerState, sea: Waters, start: Hex, direction: Direction, reach: int) -> Shot:
    """Return a shot from hex `start`. While Raking Fire is armed, the shot strikes its complete line."""
    way = LINES[start][direction][:reach]
    target = way[reach - 1] if len(way) == reach and sea.is_sea(way[-1]) else None
    line, stopped = _flight(sea, way, reach)
    if state.raking:
        return _rake(state, sea, line, target, stopped)
    if stopped is not None or target is None:
        return Shot(line, target, stopped or "out")
    result, struck = _strike(state, sea, target)
    return Shot(line, target, result, ((struck, target),) if struck else ())


def _flight(sea: Waters, way: tuple[Hex, ...], reach: int) -> tuple[tuple[Hex, ...], ShotResult | None]:
    """Return the hexes on the ball's path, and the result if a volcano or the edge stops the ball."""
    for flown, name in enumerate(way):
        if not sea.is_sea(name):
            return way[:flown], "out"
        if sea.terrain.get(name) == "volcano":
            return way[: flown + 1], "volcano"
    return way, None if len(way) == reach else "out"


def _strike(state: PrivateerState, sea: Waters, name: Hex) -> tuple[ShotResult, Ship | None]:
    """Return the result of a shot on a hex, and the ship that the shot sinks, if any."""
    foe = sea.foes.get(name)
    if foe is None:
        return ("own" if name in sea.friends else "empty"), None
    if foe != MERCHANT:
        if state.fleets[COLOUR_OF[foe]].gambit == "active":
            return "fog", None
        if state.truce:
            return "truce", None
    return "hit", foe


def _rake(
    state: PrivateerState, sea: Waters, line: tuple[Hex, ...], target: Hex | None, stopped: ShotResult | None
) -> Shot:
    """Return a shot that strikes all hexes on its line up to a volcano or the edge."""
    results: set[ShotResult] = {stopped} if stopped else set()
    sunk = []
    for name in line:
        if sea.terrain.get(name) == "volcano":
            break
        result, struck = _strike(state, sea, name)
        results.add(result)
        if struck:
            sunk.append((struck, name))
    return Shot(line, target, min(results, key=get_args(ShotResult).index), tuple(sunk))


@cache
def in_range(at: Hex) -> frozenset[Hex]:
    """Return the hexes at which a ship on hex `at` could fire if there were no islands."""
    return frozenset(name for direction in DIRECTIONS for name in LINES[at][direction][:RANGE])


def fire(play: Play, gunner: Ship, die: Die, direction: Direction) -> None:
    """Fire a shot with a die that is already spent, and sink all ships that it hits."""
    state = play.state
    seat, start = state.owner(gunner), state.ships[gunner]
    done = shot(state, waters(state, seat), start, direction, die.face)
    raking = state.raking
    play.tell(
        ShotFired(
            ship=gunner, seat=seat, start=start, dir=direction, die=die.face,
            target=done.target, result=done.result, rake=raking, flown=len(done.line),
        )
    )  # fmt: skip
    if raking:
        state.fleets[COLOUR_OF[gunner]].gambit = "used"
    for victim, name in done.sunk:
        _sink(play, gunner, victim, name)


def _sink(play: Play, gunner: Ship, victim: Ship, name: Hex) -> None:
    state = play.state
    seat, owner = state.owner(gunner), state.owner(victim) or None
    play.remove(victim)
    play.tell(ShipSunk(ship=victim, by=gunner, hex=name, seat=seat, owner=owner))
    if not play.earns(gunner):
        return
    if victim != MERCHANT:
        state.seat(seat).hulls += 1
        play.pay(seat, GOLD.prize, "gun")
    elif state.options.marque:
        play.pay(seat, GOLD.prize, "marque")
