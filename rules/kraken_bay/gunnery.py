"""Shots: the targets in reach, the checks, and the effects of a hit (sections 3.4, 7 and 7.2)."""

from collections.abc import Collection, Iterator, Mapping
from typing import Literal

from rules.kraken_bay import events
from rules.kraken_bay.board import AHEAD, ARCS, MOUTH, RED, Character, Space, in_order, space_named
from rules.kraken_bay.cargo import drop_own, first_choice, lose_cargo, lose_one
from rules.kraken_bay.entering import raise_tentacle
from rules.kraken_bay.finish import end_game
from rules.kraken_bay.play import ATTACK, CARGO_DIE, FRONT, SECONDARY, Play
from rules.kraken_bay.refusals import refusal
from rules.kraken_bay.state import BayState, Turn
from rules.kraken_bay.tables import (
    CARDS,
    CARGO,
    DICE,
    KRAKEN,
    NUMBERS,
    STRAYS,
    Cargo,
    as_character,
    as_stray,
    card_of,
    title_of,
)
from rules.kraken_bay.waters import front_of

_DICE: Mapping[str, tuple[str, int]] = {
    "front": (FRONT, DICE.front),
    "secondary": (SECONDARY, DICE.secondary),
}
"""The rolls of the guns that do not use the character's own die, and the number of sides."""


def arc(state: BayState, ship: Character) -> frozenset[Space]:
    """Return the spaces that a ship's main guns can hit."""
    return ARCS[state.options.firing_arc][state.here(ship)]


def front_reach(state: BayState, ship: Character) -> tuple[Space, ...]:
    """Return the spaces that the Front Guns can hit, nearest first (R11)."""
    ahead = AHEAD[state.ships[ship].heading]
    first = ahead[state.here(ship)]
    return (first,) if state.options.firing_arc == "broadside" else (first, ahead[first])


def ships_within(state: BayState, ship: Character, spaces: Collection[Space]) -> Iterator[Character]:
    """Yield other players' ships on `spaces`, in the order of their piers."""
    return (name for name, other in state.ships.items() if name != ship and other.at in spaces)


def targets_within(state: BayState, ship: Character, spaces: Collection[Space]) -> Iterator[str]:
    """Yield a ship's possible targets on `spaces` in the order of section 7, without the kraken."""
    yield from ships_within(state, ship, spaces)
    tow = state.ships[ship].tow
    yield from (name for name in STRAYS if name != tow and state.strays[name].at in spaces)
    yield from in_order(at for at in state.tentacles if at in spaces)


def gun_targets(state: BayState, ship: Character) -> Iterator[str]:
    """Yield the targets of a ship's main guns, including the kraken if the ship is in the red water (R13)."""
    yield from targets_within(state, ship, arc(state, ship))
    if state.here(ship) in RED:
        yield KRAKEN


def target_space(state: BayState, target: str) -> Space | None:
    """Return a target's space, `MOUTH` for the kraken, or `None` if the target is not on the board."""
    if target == KRAKEN:
        return MOUTH
    character, stray = as_character(target), as_stray(target)
    if character is not None:
        return state.ships[character].at if character in state.ships else None
    if stray is not None:
        return state.strays[stray].at
    at = space_named(target)
    return at if at in state.tentacles else None


def defence_of(target: str) -> int:
    """Return the minimum roll that hits a target (sections 2.1 and 2.2)."""
    card = card_of(target)
    if card is not None:
        return card.defence
    return NUMBERS.kraken_defence if target == KRAKEN else NUMBERS.tentacle_defence


def must_be_target(state: BayState, ship: Character, target: str) -> None:
    """Raise IllegalAction if `target` is not on the board, or is `ship` or its tow."""
    if target_space(state, target) is None:
        raise refusal("no_such_target", name=target)
    if target in {ship, state.ships[ship].tow}:
        raise refusal("own_target")


def must_bear(state: BayState, ship: Character, target: str, spaces: Collection[Space]) -> None:
    """Raise IllegalAction unless the target is on `spaces` or, for the kraken, `ship` is in the red water."""
    bears = state.here(ship) in RED if target == KRAKEN else target_space(state, target) in spaces
    if not bears:
        raise refusal("out_of_arc", target=events.capital(title_of(target)))


def boarders(state: BayState, target: str, board: Cargo | None) -> Cargo | None:
    """Return the cargo that the Pirate's target loses first; `None` unless it is a player's ship (R41)."""
    character = as_character(target)
    if character is None or character not in state.ships:
        return None
    return board or first_choice(state, character) or CARGO[0]


def attack(play: Play, turn: Turn, target: str, board: Cargo | None, *, hold: bool) -> None:
    """Fire the main guns. `board` is the cargo that the Pirate's target loses first.

    Once a turn, the Merchant fires again after a miss, unless `hold` is true.
    """
    turn.actions_used += 1
    hit = _fire(play, turn.ship, target, "gun")
    if not hit and turn.ship == "merchant" and not turn.secondary_used and not hold:
        turn.secondary_used = True
        hit = _fire(play, turn.ship, target, "secondary")
    if hit:
        _strike(play, turn.ship, target, board)


def fire_front_guns(play: Play, turn: Turn, target: str, board: Cargo | None) -> None:
    """Fire the Pirate's Front Guns. `board` is the cargo that the target loses first."""
    turn.actions_used += 1
    if _fire(play, turn.ship, target, "front"):
        _strike(play, turn.ship, target, board)


def fire_chain_shot(play: Play, turn: Turn, target: Character) -> None:
    """Fire the Explorer's Chain Shot. Several hits on one ship do not add up (R38)."""
    turn.actions_used += 1
    if _fire(play, turn.ship, target, "chain"):
        victim = play.state.ships[target]
        victim.chained = True
        play.tell(events.Chained(ship=target, seat=victim.seat, by=turn.ship))


def _fire(play: Play, ship: Character, target: str, weapon: events.Weapon | Literal["secondary"]) -> bool:
    """Roll the die of a shot. Return whether the shot hits."""
    state, seat, need = play.state, play.state.ships[ship].seat, defence_of(target)
    die, sides = _DICE.get(weapon, (ATTACK, CARDS[ship].attack))
    (roll,) = play.roll(die, seat, 1, sides)
    start, at, tower = state.here(ship), target_space(state, target) or "", state.tower_of(target)
    hit = roll >= need
    if weapon == "secondary":
        shot: events.ShotEvent = events.SecondaryShot(
            ship=ship,
            seat=seat,
            target=target,
            roll=roll,
            need=need,
            hit=hit,
            start=start,
            at=at,
            tower=tower,
        )
    else:
        shot = events.ShotFired(
            ship=ship, seat=seat, target=target, weapon=weapon, roll=roll, need=need, hit=hit,
            start=start, at=at, tower=tower,
        )  # fmt: skip
    play.tell(shot)
    return hit


def _strike(play: Play, ship: Character, target: str, board: Cargo | None) -> None:
    """Carry out a hit (section 7.2)."""
    state = play.state
    character, stray = as_character(target), as_stray(target)
    if target == KRAKEN:
        _hurt_kraken(play, ship)
    elif character is not None:
        banned = (front_of(state, ship), front_of(state, character))
        if ship == "pirate":
            _board(play, character, board, banned)
        else:
            lose_cargo(play, character, banned)
    elif stray is not None:
        drop_own(play, stray, (front_of(state, ship), front_of(state, stray)))
    else:
        state.tentacles.remove(target)
        state.ships[ship].trophies += 1
        play.tell(events.TentacleKilled(by=ship, at=target, weapon="gun"))


def _board(play: Play, target: Character, board: Cargo | None, banned: tuple[Space, ...]) -> None:
    """Let the target lose the chosen piece of cargo, and a second piece that a die selects (R41)."""
    victim = play.state.ships[target]
    chosen = board if board is not None and victim.has(board) else first_choice(play.state, target)
    if chosen is None:
        lose_cargo(play, target, banned)
        return
    (die,) = play.roll(CARGO_DIE, victim.seat, 1, len(DICE.loses))
    lose_one(play, target, chosen, banned)
    lose_one(play, target, DICE.loses[die - 1], banned)


def _hurt_kraken(play: Play, name: Character) -> None:
    """Damage the kraken. If the kraken survives, a tentacle rises for each point of damage (R43)."""
    state, ship = play.state, play.state.ships[name]
    damage = min(state.health, NUMBERS.born_enemies if name == "fisherman" else 1)
    state.health -= damage
    ship.damage += damage
    play.tell(events.KrakenHurt(by=name, seat=ship.seat, damage=damage, health=state.health))
    if not state.health:
        ship.slayer = True
        play.tell(events.KrakenSlain(by=name, seat=ship.seat))
        end_game(play, "kraken")
        return
    for _ in range(damage):
        raise_tentacle(play, ship.seat)
