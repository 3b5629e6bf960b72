"""The Ghost Ship's turn: its path, and the ships that it meets (section 6.6)."""

from collections.abc import Iterable
from typing import Literal

from rules.dangerous_sea import events
from rules.dangerous_sea.board import NEIGHBOURS, Direction, Square
from rules.dangerous_sea.play import GHOST_DICE, GHOST_FOE, GHOST_HUNT, GHOST_MOVE, Play
from rules.dangerous_sea.state import GhostAttack, GhostOrder
from rules.dangerous_sea.tables import TABLES


def haunt(play: Play) -> None:
    """Let the Ghost Ship sail, hunt or stay if it is on the board."""
    if play.state.ghost is None:
        return
    roll = play.die(GHOST_MOVE)
    if roll in TABLES.compass:
        _sail(play, play.state.ghost, roll, TABLES.compass[roll])
    elif roll == TABLES.ghost.hunt:
        _hunt(play, play.state.ghost)
    else:
        play.tell(events.GhostIdle(roll=roll))


def _sail(play: Play, start: Square, roll: int, direction: Direction) -> None:
    """Sail to the nearest square with ships in `direction`, or else the full distance (R39)."""
    state, at, entered = play.state, start, list[Square]()
    while len(entered) < TABLES.ghost.steps:
        at = NEIGHBOURS[at][direction]
        entered.append(at)
        if state.at(at):
            break
    state.ghost = at
    play.tell(events.GhostMoved(roll=roll, start=start, to=at, squares=tuple(entered)))
    _meet(play, state.at(at))


def _hunt(play: Play, start: Square) -> None:
    """Move the Ghost Ship to the ship with the lowest roll. Ties for the lowest roll are rolled again."""
    state, rounds, prey = play.state, list[tuple[tuple[int, int], ...]](), play.state.staying
    while len(prey) > 1:
        rolled = {seat: play.die(GHOST_HUNT, seat) for seat in prey}
        rounds.append(tuple(rolled.items()))
        prey = [seat for seat in prey if rolled[seat] == min(rolled.values())]
    (target,) = prey
    at = state.ghost = state.ship(target).at or start
    play.tell(events.GhostHunted(rounds=tuple(rounds), target=target, start=start, to=at))
    _meet(play, state.at(at))


def _meet(play: Play, seats: list[int]) -> None:
    """Attack a single ship immediately. Several ships first choose in secret how to meet the Ghost Ship."""
    if len(seats) == 1:
        attack(play, seats)
    elif seats:
        play.open(GhostAttack(seats=seats), *(GhostOrder(seat=seat) for seat in seats))


def attack(play: Play, order: Iterable[int]) -> None:
    """Let the Ghost Ship fight the seats in `order`, until a ship banishes it."""
    for seat in order:
        ship = play.state.ship(seat)
        ghost = play.dice(GHOST_DICE, seat, TABLES.ghost.dice)
        crew = play.dice(GHOST_FOE, seat, ship.dice)
        lead = sum(crew) - sum(ghost)
        winner: Literal["ship", "ghost"] | None = "ship" if lead > 0 else "ghost" if lead < 0 else None
        play.tell(events.GhostBattle(seat=seat, ghost_dice=ghost, ship_dice=crew, winner=winner))
        if winner == "ship":
            _banish(play, seat)
            return
        if winner == "ghost" and ship.sailors:
            ship.sailors -= 1
            play.tell(events.SailorSlain(seat=seat))
        elif winner == "ghost":
            ship.out = True
            play.tell(events.CaptainIncapacitated(seat=seat))


def _banish(play: Play, by: int) -> None:
    state = play.state
    at, state.ghost = state.ghost or "", None
    play.tell(events.GhostBanished(by=by, at=at))
    state.draw["ghost"] += 1
    play.reshuffle("ghost")
