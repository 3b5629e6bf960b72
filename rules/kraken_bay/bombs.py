"""Barrels and clouds of smoke: how they are dropped, and what fused bombs do (sections 7.3 and 7.5)."""

from rules.kraken_bay.board import INWARDS, OUTWARDS, Character, Space, behind
from rules.kraken_bay.cargo import lose
from rules.kraken_bay.entering import relocate, tentacle_space
from rules.kraken_bay.events import BombArmed, BombDropped, BombWentOff, TentacleKilled, TentacleMoved
from rules.kraken_bay.play import Play
from rules.kraken_bay.state import BayState, Bomb
from rules.kraken_bay.tables import BOMB_OF, Unit


def side_of(state: BayState, ship: Character, side: str) -> Space | None:
    """Return the space on one side of a ship (`behind`, `in` or `out`), or `None` beyond the board."""
    at = state.here(ship)
    if side == "behind":
        return behind(at, state.ships[ship].heading)
    return (INWARDS if side == "in" else OUTWARDS)[at]


def berth(state: BayState, ship: Character, start: Space) -> Space | None:
    """Return the space of a bomb dropped at `start` (section 7.3), or `None` if no space is free.

    The bomb moves on backwards until it reaches a space without chits or bombs.
    """
    own, heading, at = state.here(ship), state.ships[ship].heading, start
    while at in state.chits or at in state.bombs:
        at = behind(at, heading)
        if at in {own, start}:
            return None
    return at


def drop_bomb(play: Play, ship: Character, at: Space) -> None:
    """Put a ship's bomb on a space (R24)."""
    state, kind = play.state, BOMB_OF[ship]
    fused = is_taken(state, at)
    state.dropped += 1
    state.bombs[at] = Bomb(kind=kind, owner=ship, fused=fused, number=state.dropped)
    sailor = state.ships[ship]
    play.tell(BombDropped(ship=ship, seat=sailor.seat, bomb=kind, at=at, fused=fused, start=state.here(ship)))


def burn_fuses(play: Play) -> None:
    """Let fused bombs go off or become live, in the order in which they were dropped."""
    bombs = play.state.bombs
    fused = sorted((at for at in bombs if bombs[at].fused), key=lambda at: bombs[at].number)
    for at in fused:
        bomb = bombs[at]
        if not is_taken(play.state, at):
            bomb.fused = False
            play.tell(BombArmed(bomb=bomb.kind, at=at))
            continue
        del bombs[at]
        play.tell(BombWentOff(bomb=bomb.kind, at=at))
        _go_off(play, bomb, at)


def is_taken(state: BayState, at: Space) -> bool:
    """Return whether a ship or a tentacle is on a space. Bombs dropped on such a space are fused."""
    return state.ship_at(at) is not None or state.stray_at(at) is not None or at in state.tentacles


def _go_off(play: Play, bomb: Bomb, at: Space) -> None:
    """Strike the player's ship on space `at`, then the off-course ship adrift there, then the tentacle."""
    state = play.state
    struck: tuple[Unit | None, ...] = (state.ship_at(at), state.adrift_at(at))
    for unit in struck:
        if unit is None:
            continue
        if bomb.kind == "barrel":
            lose(play, unit)
        else:
            relocate(play, unit, own_turn=False)
    if at not in state.tentacles:
        return
    state.tentacles.remove(at)
    owner = state.ships[bomb.owner]
    if bomb.kind == "barrel":
        owner.trophies += owner.status == "in"
        by = bomb.owner if owner.status == "in" else None
        play.tell(TentacleKilled(by=by, at=at, weapon="barrel"))
    else:
        to = tentacle_space(play, owner.seat)
        state.tentacles.append(to)
        play.tell(TentacleMoved(start=at, to=to))
