"""Entering a space (the procedures ENTER, LAND, RELOCATE, DELIVER and PLACE_TENTACLE of section 7.5)."""

from typing import Literal

from rules.kraken_bay import events
from rules.kraken_bay.board import PIERS, Character, Space, rolled
from rules.kraken_bay.cargo import collect, lose
from rules.kraken_bay.play import SMOKE_HOUR, SMOKE_LANE, TENTACLE_HOUR, TENTACLE_LANE, Play
from rules.kraken_bay.state import ShipState
from rules.kraken_bay.tables import Stray, Unit, as_character
from rules.kraken_bay.waters import holds_other_ship, place_of


def enter(play: Play, unit: Unit, at: Space, *, own_turn: bool) -> bool:
    """Move a unit to a space (ENTER). Return whether smoke took the unit elsewhere."""
    play.put(unit, at)
    if play.state.live(at) == "smoke":
        cloud = play.state.bombs.pop(at)
        play.tell(events.SmokeHit(unit=unit, at=at, owner=cloud.owner))
        relocate(play, unit, own_turn=own_turn)
        return True
    land(play, unit, own_turn=own_turn)
    return False


def land(play: Play, unit: Unit, *, own_turn: bool) -> None:
    """Apply the barrel, tentacle and home on a unit's space. If `own_turn` is true, apply the chit, too."""
    state = play.state
    at, character = place_of(state, unit), as_character(unit)
    if state.live(at) == "barrel":
        barrel = state.bombs.pop(at)
        play.tell(events.BarrelHit(unit=unit, at=at, owner=barrel.owner))
        lose(play, unit)
    if at in state.awake:
        play.tell(events.TentacleHit(unit=unit, at=at))
        lose(play, unit)
    if character is None:
        return
    if at == PIERS[character]:
        deliver(play, character)
    if own_turn:
        collect(play, character)


def relocate(play: Play, unit: Unit, *, own_turn: bool) -> None:
    """Move a unit to a random space without smoke and without another ship (R46)."""
    state = play.state
    start, seat = place_of(state, unit), state.seat_of(unit)
    to, lane = "", 0
    while not to:
        if not lane:
            (lane,) = play.roll(SMOKE_LANE, seat)
        at = rolled(lane, play.roll(SMOKE_HOUR, seat, 2))
        bomb = state.bombs.get(at)
        if bomb is not None and bomb.kind == "smoke":
            lane = 0
        elif not holds_other_ship(state, unit, at):
            to = at
    play.put(unit, to)
    play.tell(events.Relocated(unit=unit, start=start, to=to))
    land(play, unit, own_turn=own_turn)


def deliver(play: Play, name: Character) -> None:
    """Save a ship's tow, if it has one (R27)."""
    ship = play.state.ships[name]
    tow = _let_go(play, ship, "saved")
    if tow is None:
        return
    play.state.strays[tow].at = None
    ship.saved.append(tow)
    play.tell(events.ShipSaved(ship=name, seat=ship.seat, rescued=tow, at=PIERS[name]))


def cast_off(play: Play, name: Character) -> None:
    """Set a ship's tow adrift, if it has one."""
    ship = play.state.ships[name]
    tow = _let_go(play, ship, "adrift")
    if tow is not None:
        play.tell(events.TowReleased(ship=name, seat=ship.seat, tow=tow, at=play.state.here(name)))


def _let_go(play: Play, ship: ShipState, status: Literal["saved", "adrift"]) -> Stray | None:
    tow, ship.tow = ship.tow, None
    if tow is not None:
        play.state.strays[tow].status = status
    return tow


def raise_tentacle(play: Play, seat: int) -> None:
    """Place a tentacle, unless all tentacles are on the board (R44, R45)."""
    state = play.state
    if len(state.tentacles) >= state.options.max_tentacles:
        play.tell(events.NoTentacleLeft())
        return
    at = tentacle_space(play, seat)
    state.tentacles.append(at)
    play.tell(events.TentacleRose(at=at))


def tentacle_space(play: Play, seat: int) -> Space:
    """Return a random space without a tentacle or a bomb (R46)."""
    state = play.state
    while True:
        at = play.roll_space(TENTACLE_LANE, TENTACLE_HOUR, seat)
        if at not in state.tentacles and at not in state.bombs:
            return at
