"""The Ghost Ship attacks ships one after the other (section 6.6)."""

from collections.abc import Iterable

from rules.dangerous_sea.events import (
    CaptainIncapacitated,
    GhostBanished,
    GhostBattle,
    SailorSlain,
    SeaDeckReshuffled,
)
from rules.dangerous_sea.play import GHOST_DICE, GHOST_FOE, Play
from rules.dangerous_sea.tables import TABLES


def attack(play: Play, order: Iterable[int]) -> None:
    """Let the Ghost Ship fight the seats in this order, until a ship banishes it."""
    for seat in order:
        ship = play.state.ship(seat)
        ghost = play.dice(GHOST_DICE, seat, TABLES.ghost.dice)
        crew = play.dice(GHOST_FOE, seat, ship.dice)
        if sum(crew) > sum(ghost):
            play.tell(GhostBattle(seat=seat, ghost_dice=ghost, ship_dice=crew, winner="ship"))
            _banish(play, seat)
            return
        if sum(crew) == sum(ghost):
            play.tell(GhostBattle(seat=seat, ghost_dice=ghost, ship_dice=crew, winner=None))
            continue
        play.tell(GhostBattle(seat=seat, ghost_dice=ghost, ship_dice=crew, winner="ghost"))
        if ship.sailors:
            ship.sailors -= 1
            play.tell(SailorSlain(seat=seat))
        else:
            ship.out = True
            play.tell(CaptainIncapacitated(seat=seat))


def _banish(play: Play, by: int) -> None:
    """Remove the Ghost Ship, and return its card and the discarded cards to the draw pile."""
    state = play.state
    at, state.ghost = state.ghost or "", None
    play.tell(GhostBanished(by=by, at=at))
    state.draw["ghost"] += 1
    reshuffle(play)
    play.tell(SeaDeckReshuffled(reason="ghost"))


def reshuffle(play: Play) -> None:
    """Return the discarded cards to the draw pile."""
    state = play.state
    for card, count in state.discard.items():
        state.draw[card] += count
        state.discard[card] = 0
