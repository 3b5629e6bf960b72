"""Losing, scattering and collecting cargo (LOSE, SCATTER and COLLECT in section 7.5)."""

from collections.abc import Collection

from rules.kraken_bay import events
from rules.kraken_bay.board import TOUCHING, Character, Space, in_order
from rules.kraken_bay.play import CARGO_DIE, SCATTER, Play
from rules.kraken_bay.state import BayState
from rules.kraken_bay.tables import (
    CARGO,
    DICE,
    FLOATING,
    NUMBERS,
    STRAY_CARDS,
    Cargo,
    Chit,
    Stray,
    Unit,
    as_character,
    as_stray,
)
from rules.kraken_bay.waters import front_of, is_free, place_of


def scatter(play: Play, owner: Unit, chit: Chit, banned: Collection[Space]) -> None:
    """Put a chit on a random free space that touches its owner's space (R17).

    The chit sinks if no space is free, or if all chits of its kind float already (R18, R19).
    """
    state = play.state
    tower = state.tower_of(owner)
    if list(state.chits.values()).count(chit) >= FLOATING[chit]:
        play.tell(events.CargoSunk(owner=owner, type=chit, reason="supply", tower=tower))
        return
    free = [at for at in TOUCHING[place_of(state, owner)] if at not in banned and is_free(state, at)]
    if not free:
        play.tell(events.CargoSunk(owner=owner, type=chit, reason="no_space", tower=tower))
        return
    at = in_order(free)[play.draw(SCATTER, state.seat_of(owner), len(free)) - 1]
    state.chits[at] = chit
    play.tell(events.CargoDropped(owner=owner, type=chit, at=at, tower=tower))


def lose(play: Play, unit: Unit) -> None:
    """Let a unit lose cargo to a tentacle or a barrel. If a ship has a tow, only the tow loses cargo."""
    banned = (front_of(play.state, unit),)
    character, stray = as_character(unit), as_stray(unit)
    if character is not None:
        stray = play.state.ships[character].tow
    if stray is not None:
        drop_own(play, stray, banned)
    elif character is not None:
        lose_cargo(play, character, banned)


def lose_cargo(play: Play, ship: Character, banned: Collection[Space]) -> None:
    """Roll two dice for the cargo that a player's ship loses (section 7.2)."""
    dice = play.roll(CARGO_DIE, play.state.ships[ship].seat, NUMBERS.dropped, len(DICE.loses))
    for die in dice:
        lose_one(play, ship, DICE.loses[die - 1], banned)


def lose_one(play: Play, ship: Character, cargo: Cargo, banned: Collection[Space]) -> None:
    """Throw a piece of cargo overboard, if the ship has any of this kind (R16)."""
    owner = play.state.ships[ship]
    if not owner.has(cargo):
        play.tell(events.NothingLost(owner=ship, type=cargo))
        return
    owner.take(cargo, -1)
    scatter(play, ship, cargo, banned)


def drop_own(play: Play, stray: Stray, banned: Collection[Space]) -> None:
    """Let an off-course ship drop its kind of cargo, which never runs out (R29)."""
    for _ in range(NUMBERS.dropped):
        scatter(play, stray, STRAY_CARDS[stray].drops, banned)


def collect(play: Play, name: Character) -> None:
    """Take aboard the chit on a ship's space. Plague kills the crew, except on the House Boat (R34)."""
    state = play.state
    ship, at = state.ships[name], state.here(name)
    chit = state.chits.pop(at, None)
    if chit is None:
        return
    if chit != "plague":
        ship.take(chit, 1)
        play.tell(events.CargoCollected(ship=name, seat=ship.seat, type=chit, at=at))
        if chit == "treasure" and name == "merchant" and state.turn is not None:
            # Greed can double a treasure picked up in the ship's own turn (R40).
            state.turn.greed_credit += 1
    elif name == "houseboat":
        ship.crew += 1
        play.tell(events.PlagueCured(ship=name, seat=ship.seat, at=at))
    else:
        lost, ship.crew = ship.crew, 0
        play.tell(events.PlagueStruck(ship=name, seat=ship.seat, crew_lost=lost, at=at))


def first_choice(state: BayState, target: Character) -> Cargo | None:
    """Return the cargo that the Pirate's target loses first by default; `None` if nothing is aboard (R41)."""
    ship = state.ships[target]
    return next((cargo for cargo in CARGO if ship.has(cargo)), None)
