"""Spending dice: which spends are legal, and what a spend does (sections 6.6 and 6.7)."""

from collections.abc import Iterator
from functools import cache

from rules.privateer.actions import Fire, Sail
from rules.privateer.board import DIRECTIONS, LINES, OPPOSITE, Direction
from rules.privateer.dice import CANNON, SAIL, Die, DieKind, allocation, may_take, read_die
from rules.privateer.firing import fire
from rules.privateer.fleets import Ship, gambit_of, number_of, ship, ship_name
from rules.privateer.play import Play
from rules.privateer.refusals import refusal
from rules.privateer.sailing import sail
from rules.privateer.state import PrivateerState, TakingTurn
from rules.privateer.waters import Waters, waters

Spend = Sail | Fire


@cache
def _sail_action(number: int, face: int, direction: Direction, steps: int | None) -> Sail:
    return Sail(ship=number, die=str(Die(SAIL, face)), dir=direction, steps=steps)


@cache
def _fire_action(number: int, face: int, direction: Direction) -> Fire:
    return Fire(ship=number, die=str(Die(CANNON, face)), dir=direction)


def legal_spends(state: PrivateerState, turn: TakingTurn) -> Iterator[Spend]:
    """Every legal spend, by ship, sails before cannonballs, then by face, direction and distance."""
    sea = waters(state, state.fleets[turn.fleet].seat)
    for vessel in turn.slots:
        if may_spend(turn, vessel, SAIL):
            yield from _sails(state, turn, sea, vessel)
        if may_spend(turn, vessel, CANNON):
            for face in sorted(set(turn.cannon)):
                for direction in DIRECTIONS:
                    yield _fire_action(number_of(vessel), face, direction)


def may_spend(turn: TakingTurn, vessel: Ship, kind: DieKind) -> bool:
    """Whether a die of that kind is left and the allocation rule lets the ship take it."""
    if not (turn.sail if kind == SAIL else turn.cannon):
        return False
    return may_take(allocation(turn.slots, turn.sail, turn.cannon), kind, turn.slots[vessel])


def _sails(state: PrivateerState, turn: TakingTurn, sea: Waters, vessel: Ship) -> Iterator[Sail]:
    short = can_shorten(state, turn)
    for face in sorted(set(turn.sail)):
        for direction in DIRECTIONS:
            if direction == _barred(turn, vessel):
                continue
            for steps in range(1, face + 1) if short else (face,):
                if not _ends_on_friend(state, sea, vessel, direction, steps):
                    yield _sail_action(number_of(vessel), face, direction, steps if short else None)


def can_shorten(state: PrivateerState, turn: TakingTurn) -> bool:
    """Whether a move may be cut short now (7.4)."""
    return gambit_of(turn.fleet) == "shorten_sail" and state.fleets[turn.fleet].gambit == "armed"


def _barred(turn: TakingTurn, vessel: Ship) -> Direction | None:
    """The direction right opposite to the ship's first move in this turn (R19)."""
    first = turn.first_sail_dir.get(vessel)
    return OPPOSITE[first] if first else None


def _ends_on_friend(
    state: PrivateerState, sea: Waters, vessel: Ship, direction: Direction, steps: int
) -> bool:
    """Whether the nominal stop is the full distance and a friend lies there (R18)."""
    start = state.ships[vessel]
    line = LINES[start][direction]
    # Most moves end where no friend is; only for the others it matters whether something stops them before.
    if steps > len(line) or line[steps - 1] not in sea.friends:
        return False
    return sea.stop(start, direction, steps).kind == "sea"


def canonical_sail(state: PrivateerState, turn: TakingTurn, action: Sail) -> Sail:
    """Steps are written while Shorten Sail is armed: left out, they are the whole die."""
    if action.steps is None and can_shorten(state, turn):
        return action.model_copy(update={"steps": read_die(action.die, SAIL).face})
    return action


def spend(play: Play, turn: TakingTurn, action: Spend) -> None:
    """Spend a die on a ship. Raises IllegalAction with the reason."""
    state = play.state
    vessel = ship(turn.fleet, action.ship)
    kind: DieKind = SAIL if isinstance(action, Sail) else CANNON
    die = read_die(action.die, kind)
    _must_be_free(turn, vessel, die, kind)
    if isinstance(action, Sail):
        steps = _steps(state, turn, action, die)
        _must_be_sailable(state, turn, vessel, action.dir, steps)
        _use_up(turn, vessel, die)
        turn.first_sail_dir.setdefault(vessel, action.dir)
        sail(play, vessel, die, action.dir, steps)
    else:
        _use_up(turn, vessel, die)
        fire(play, vessel, die, action.dir)


def _use_up(turn: TakingTurn, vessel: Ship, die: Die) -> None:
    (turn.sail if die.kind == SAIL else turn.cannon).remove(die.face)
    turn.spent.append(str(die))
    turn.slots[vessel] += die.kind


def _must_be_free(turn: TakingTurn, vessel: Ship, die: Die, kind: DieKind) -> None:
    """Check ship, die and the allocation rule."""
    slots = turn.slots.get(vessel)
    if slots is None:
        ships = ", ".join(str(number_of(other)) for other in turn.slots)
        raise refusal("no_such_ship", ship=vessel[-1], ships=ships)
    left = allocation(turn.slots, turn.sail, turn.cannon)
    if len(slots) == 2:  # noqa: PLR2004 - both
        raise refusal("ship_done", ship=ship_name(vessel))
    if die.kind != kind or die.face not in (turn.sail if kind == SAIL else turn.cannon):
        raise refusal("no_such_die", die=die)
    if kind == CANNON and CANNON in slots:
        raise refusal("one_gun", ship=ship_name(vessel))
    if not may_take(left, kind, slots):
        raise refusal("dice_needed", die=die)


def _steps(state: PrivateerState, turn: TakingTurn, action: Sail, die: Die) -> int:
    if action.steps is None:
        return die.face
    if not can_shorten(state, turn):
        raise refusal("no_short_sail")
    if not 1 <= action.steps <= die.face:
        raise refusal("bad_steps", die=die, high=die.face)
    return action.steps


def _must_be_sailable(
    state: PrivateerState, turn: TakingTurn, vessel: Ship, direction: Direction, steps: int
) -> None:
    if direction == _barred(turn, vessel):
        raise refusal("reversal", ship=ship_name(vessel), first=turn.first_sail_dir[vessel])
    sea = waters(state, state.fleets[turn.fleet].seat)
    if _ends_on_friend(state, sea, vessel, direction, steps):
        raise refusal("ends_on_friend", LINES[state.ships[vessel]][direction][steps - 1])
