"""Spending dice on ships: legality, menus and effects (sections 6.6 and 6.7)."""

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import islice

from rules.engine.form import MENU_LIMIT
from rules.engine.label import Label
from rules.privateer.actions import Fire, Sail
from rules.privateer.board import DIRECTIONS, LINES, OPPOSITE, Direction, Hex
from rules.privateer.dice import CANNON, SAIL, Die, DieKind, allocation, may_take, read_die, tokens
from rules.privateer.finish import settle
from rules.privateer.firing import fire
from rules.privateer.fleets import Ship, number_of, ship, ship_name
from rules.privateer.play import Play
from rules.privateer.refusals import refusal
from rules.privateer.rooms import TurnOffer
from rules.privateer.rooms.sailing import sail
from rules.privateer.shown.forecast import die_sign, move_label, shot_label, shot_of, stop_of
from rules.privateer.state import PrivateerState, Turn
from rules.privateer.tables import DICE
from rules.privateer.waters import Waters, waters

Spend = Sail | Fire


class Spending(TurnOffer[Spend]):
    """A sail die moves a ship, a cannonball fires its guns (section 6.6)."""

    def due(self, room: Turn, state: PrivateerState) -> bool:
        return room.rolled

    def actions(self, room: Turn, state: PrivateerState) -> Iterator[Spend]:
        return legal_spends(state, room)

    def labels(self, room: Turn, state: PrivateerState, action: Spend) -> tuple[Label, ...]:
        """Return a label for each answer of `spend_path`."""
        vessel = ship(room.fleet, action.ship)
        first, *others = spend_path(state, room, action)
        alone, sign = takers(room) == [vessel], die_sign(action.die)
        if first.startswith(f"{HIT} "):
            return (shot_label(state, vessel, action, alone=alone),) if isinstance(action, Fire) else ()
        before = [_taker(state, room, vessel)]
        if others[0] in _BEHIND:
            before.append(_behind(others[0], action.ship, alone=alone))
        if isinstance(action, Fire):
            if others[-1] == action.dir:
                before.append(Label(f"{ship_name(vessel)} fires the {action.die[1:]}", sign=sign))
            return *before, shot_label(state, vessel, action, alone=alone)
        if action.steps is not None:
            before.append(Label(f"{'' if alone else f'{ship_name(vessel)} '}{action.dir} …", sign=sign))
        return *before, move_label(state, vessel, action, alone=alone)

    def check(self, room: Turn, state: PrivateerState, action: Spend) -> None:
        vessel, die = ship(room.fleet, action.ship), _die(action)
        _must_be_free(room, vessel, die)
        if isinstance(action, Sail):
            _must_be_sailable(state, room, vessel, action)

    def answer(self, room: Turn, play: Play, action: Spend) -> None:
        spend(play, room, action)


HIT, FIRE, LOST = "hit", "fire", "lost"
_MOST_HITS = 2

_BEHIND = {
    HIT: Label("shots that hit", brief="hits"),
    FIRE: Label("fire", brief="fire", rank=1),
    LOST: Label("losing moves", warning="They lose it.", brief="losing"),
}
"""The labels of questions under which actions are grouped."""


def _behind(question: str, number: int, *, alone: bool) -> Label:
    def called(what: str) -> str:
        return f"{what.capitalize()} …" if alone else f"{number}: {what} …"

    label = _BEHIND[question]
    return label._replace(text=called(label.text), brief=called(label.brief))


def spend_path(state: PrivateerState, turn: Turn, spend: Spend) -> tuple[str, ...]:
    """Return the answers: the ship, the die with its direction, and the distance if named (section 7.2).

    A shot that hits has a single answer, unless many shots hit. A move that certainly loses the ship has an
    extra answer. With silent dice, every shot has an extra answer, because menus must not show which shots
    hit.
    """
    vessel = ship(turn.fleet, spend.ship)
    first, way = f"ship {spend.ship}", f"{spend.die} {spend.dir}"
    if isinstance(spend, Fire):
        # With Extra Powder, a ship may have too many shots for a menu.
        shots = len({*turn.cannon}) * len(DIRECTIONS)
        shot = (way,) if shots <= MENU_LIMIT else (spend.die, spend.dir)
        if state.options.silent_dice:
            return first, FIRE, *shot
        if not shot_of(state, vessel, spend).sunk:
            return first, *shot
        return (first, HIT, way) if has_many_hits(state, turn) else (f"{HIT} {spend.ship} {way}",)
    steps = () if spend.steps is None else (str(spend.steps),)
    return (first, LOST, way, *steps) if stop_of(state, vessel, spend).fatal else (first, way, *steps)


def has_many_hits(state: PrivateerState, turn: Turn) -> bool:
    """Return whether more shots hit than a row of buttons has room for."""
    hits = (
        spend
        for spend in legal_spends(state, turn)
        if isinstance(spend, Fire) and shot_of(state, ship(turn.fleet, spend.ship), spend).sunk
    )
    return len([*islice(hits, _MOST_HITS + 1)]) > _MOST_HITS


def wide_shots(state: PrivateerState, turn: Turn) -> list[Fire]:
    """Return shots that hit nothing, for as many cannonballs as may be spent now.

    Ships that have taken a die fire first, so that other ships keep a free choice of dice.
    """
    left = deepcopy(turn)
    shots: list[Fire] = []
    while harmless := [
        spend
        for spend in legal_spends(state, left)
        if isinstance(spend, Fire) and not shot_of(state, ship(turn.fleet, spend.ship), spend).sunk
    ]:
        shot = max(harmless, key=lambda spend: len(left.slots[ship(turn.fleet, spend.ship)]))
        shots.append(shot)
        left.cannon.remove(_die(shot).face)
        left.slots[ship(turn.fleet, shot.ship)] += CANNON
    return shots


@cache
def _sail_action(number: int, face: int, direction: Direction, steps: int | None) -> Sail:
    return Sail(ship=number, die=str(Die(SAIL, face)), dir=direction, steps=steps)


@cache
def _fire_action(number: int, face: int, direction: Direction) -> Fire:
    return Fire(ship=number, die=str(Die(CANNON, face)), dir=direction)


def legal_spends(state: PrivateerState, turn: Turn) -> Iterator[Spend]:
    """Yield all legal spends by ship, sails before cannonballs, then by face, direction and distance."""
    sea = waters(state, state.fleets[turn.fleet].seat)
    for vessel in turn.slots:
        if may_spend(turn, vessel, SAIL):
            yield from _sails(state, turn, sea, vessel)
        if may_spend(turn, vessel, CANNON):
            for face in sorted(set(turn.cannon)):
                for direction in DIRECTIONS:
                    yield _fire_action(number_of(vessel), face, direction)


def takers(turn: Turn) -> list[Ship]:
    """Return the ships that can still take dice."""
    return [vessel for vessel, taken in turn.slots.items() if len(taken) < DICE.per_ship]


def may_spend(turn: Turn, vessel: Ship, kind: DieKind) -> bool:
    """Return whether the ship may take an unspent die of `kind` (section 6.6)."""
    if not (turn.sail if kind == SAIL else turn.cannon):
        return False
    return may_take(allocation(turn.slots, turn.sail, turn.cannon), kind, turn.slots[vessel])


def _sails(state: PrivateerState, turn: Turn, sea: Waters, vessel: Ship) -> Iterator[Sail]:
    short, barred = state.is_armed(turn.fleet, "shorten_sail"), _barred(turn, vessel)
    start, number = state.ships[vessel], number_of(vessel)
    for face in sorted(set(turn.sail)):
        for direction in DIRECTIONS:
            if direction == barred:
                continue
            for steps in range(1, face + 1) if short else (face,):
                if not _ends_on_friend(sea, start, direction, steps):
                    yield _sail_action(number, face, direction, steps if short else None)


def _barred(turn: Turn, vessel: Ship) -> Direction | None:
    """Return the direction opposite to the ship's first move in this turn; `None` before this move (R19)."""
    first = turn.first_sail_dir.get(vessel)
    return OPPOSITE[first] if first else None


def _ends_on_friend(sea: Waters, start: Hex, direction: Direction, steps: int) -> bool:
    """Return whether a move nominally ends at its full distance on a friendly ship (R18)."""
    line = LINES[start][direction]
    # This quick check of the last hex rules out most moves. The ship may also stop earlier on its line.
    if steps > len(line) or line[steps - 1] not in sea.friends:
        return False
    return sea.stop(start, direction, steps).kind == "sea"


def spend(play: Play, turn: Turn, action: Spend) -> None:
    """Spend a die on a ship, and check whether the battle is over."""
    vessel, die = ship(turn.fleet, action.ship), _die(action)
    (turn.sail if die.kind == SAIL else turn.cannon).remove(die.face)
    turn.spent.append(str(die))
    turn.slots[vessel] += die.kind
    if isinstance(action, Sail):
        turn.first_sail_dir.setdefault(vessel, action.dir)
        sail(play, vessel, die, action.dir, _steps(action))
    else:
        fire(play, vessel, die, action.dir)
    settle(play)


def _die(action: Spend) -> Die:
    return read_die(action.die, SAIL if isinstance(action, Sail) else CANNON)


def _steps(move: Sail) -> int:
    return _die(move).face if move.steps is None else move.steps


def _must_be_free(turn: Turn, vessel: Ship, die: Die) -> None:
    """Raise IllegalAction if the ship may not take the die."""
    slots = turn.slots.get(vessel)
    if slots is None:
        ships = ", ".join(str(number_of(other)) for other in turn.slots)
        raise refusal("no_such_ship", ship=vessel[-1], ships=ships)
    left = allocation(turn.slots, turn.sail, turn.cannon)
    if len(slots) == DICE.per_ship:
        raise refusal("ship_done", ship=ship_name(vessel))
    if die.face not in (turn.sail if die.kind == SAIL else turn.cannon):
        raise refusal("no_such_die", die=die, left=" ".join(tokens(turn.sail, turn.cannon)))
    if die.kind == CANNON and CANNON in slots:
        raise refusal("one_gun", ship=ship_name(vessel))
    if not may_take(left, die.kind, slots):
        raise refusal("dice_needed", die=die, left=" ".join(tokens(turn.sail, turn.cannon)))


def _must_be_sailable(state: PrivateerState, turn: Turn, vessel: Ship, move: Sail) -> None:
    """Raise IllegalAction if the distance, direction or nominal stop is illegal (sections 6.7 and 7.1)."""
    die = _die(move)
    if move.steps is not None and not state.is_armed(turn.fleet, "shorten_sail"):
        raise refusal("no_short_sail")
    if move.steps is not None and not 1 <= move.steps <= die.face:
        raise refusal("bad_steps", die=die, high=die.face)
    if move.dir == _barred(turn, vessel):
        raise refusal("reversal", ship=ship_name(vessel), first=turn.first_sail_dir[vessel])
    sea = waters(state, state.fleets[turn.fleet].seat)
    start, steps = state.ships[vessel], _steps(move)
    if _ends_on_friend(sea, start, move.dir, steps):
        raise refusal("ends_on_friend", LINES[start][move.dir][steps - 1])


def _taker(state: PrivateerState, turn: Turn, vessel: Ship) -> Label:
    """Return the label of a ship: its name and hex, and how it spent its first die, if it did."""
    told = f"{ship_name(vessel)} at {state.ships[vessel]}"
    if CANNON in turn.slots[vessel]:
        return Label(f"{told}, has fired")
    way = turn.first_sail_dir.get(vessel)
    return Label(f"{told}, sailed {way}" if way else told)
