"""The value of a position for a seat, as the steady player estimates it (section 17).

A turn has about six commands, so the value of a position during a turn includes the rest of the turn, played
as well as possible: the course with its cargo, shots, tows and hazards, and the end of the next drift.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate

from rules.engine.action import Action
from rules.engine.data import Data, data_file
from rules.engine.policy import Policy, by
from rules.kraken_bay.actions import CastOff, ChainShot, DropBomb
from rules.kraken_bay.board import ARCS, DRIFT_PATHS, MOUTH, PIERS, RED, RING, STEPS, Character, Space, Step
from rules.kraken_bay.course import hazards
from rules.kraken_bay.finish import score_of
from rules.kraken_bay.gunnery import defence_of
from rules.kraken_bay.state import BayState, Round, ShipState, Turn
from rules.kraken_bay.tables import CARDS, DICE, KRAKEN, NUMBERS, SCORE, STRAY_CARDS, Chit, Stray

VICTORY = 1000.0
TURN = 4.0
"""The value of a future turn."""

HIT = 2.2
"""The cost of losing cargo by two dice."""

TOW_HIT = 0.2
SMOKE = 0.8
"""The cost of running into smoke."""

TOWING = 0.7
"""The share of a rescue's points that a tow is worth before the ship is home."""

TYING = 0.5
"""The cost of taking a ship in tow, because towing is slow."""

WAY = 0.06
DEEP: Mapping[int, float] = {5: 0.4, 6: 1.5}
"""The cost of ending a turn in a ring from which the whirlpool leads into the red water, by ring."""

TOW = "tow"
"""The name that stands for taking a ship in tow in lists of targets."""

HASTE = 0.001
"""The cost of each point of movement left, so that the longest of equal courses is best."""

BOMB = 0.1
"""The value of a live bomb, into which others may run in later rounds."""

GOING_OFF = 0.5
"""The probability that no other ship kills a tentacle above a fused barrel before the barrel goes off."""

AVERAGE = 7
"""The expected move of a ship that has not rolled and is not slow."""


class Temper(Data):
    """The values, in points, of things that score nothing for a player.

    `rivalry` is the value of a point that the leading rival loses. `malice` is the value of a point that
    any other rival loses. `kraken` is the value of a point of damage to the kraken. `fed` is the value of not
    being hungry. `ration` is the value of each of the first three rations.
    """

    rivalry: float
    malice: float
    kraken: float
    fed: float
    ration: float


_TEMPERS = data_file("rules.kraken_bay", "tempers.toml", dict[str, Temper])
STEADY = _TEMPERS["steady"]
"""The values of the bot's own steady player."""


def evaluate(state: BayState, seat: int) -> float:
    """Return the value of a position for a seat in points, as the steady player estimates it."""
    return judged(STEADY, state, seat)


def judged(temper: Temper, state: BayState, seat: int) -> float:
    """Return the value of a position for a seat in points, as a player with `temper` estimates it."""
    ship = state.ship_of(seat)
    if state.result is not None and len(state.seats) > 1:
        return VICTORY if seat in state.result.winners else -VICTORY
    if ship is None:
        return 0.0
    own = float(score_of(state, ship))
    if ship.status != "in" or state.result is not None:
        return own
    rivals = (score_of(state, other) for other in state.ships.values() if other.seat != seat)
    value = own - temper.rivalry * max(rivals, default=0) + _stores(temper, state, ship)
    if not state.options.kraken_bounty:
        value += temper.kraken * ship.damage
    name = next(character for character, other in state.ships.items() if other is ship)
    value += sum(_bomb(temper, state, at) for at, bomb in state.bombs.items() if bomb.owner == name)
    turn = state.turn
    if turn is not None and turn.ship == name:
        return value + Plan(temper, state, turn).worth() - HASTE * turn.move_left
    if any(name in task.ships for task in state.agenda if isinstance(task, Round)):
        return value + _waiting(state, name)
    return value + ending(state, name, state.here(name))


def considers(state: BayState, seat: int, action: Action) -> bool:  # noqa: ARG001
    """Return whether an action may be useful: no cast-off, second chain, or bomb or chain before the roll."""
    # Bombs and chains before the roll are too early, because nobody knows where the ship goes.
    turn = state.turn
    waits = turn is not None and turn.rolled == "no"
    match action:
        case CastOff():
            return False
        case DropBomb():
            return not waits
        case ChainShot(target=target):
            return not waits and not any(name == target and it.chained for name, it in state.ships.items())
        case _:
            return True


def _stores(temper: Temper, state: BayState, ship: ShipState) -> float:
    """Return the value of a ship's rations, which matter only in later rounds."""
    if state.time <= 1:
        return 0.0
    return (temper.fed if ship.ration else 0.0) + temper.ration * min(ship.ration, 3)


def _waiting(state: BayState, name: Character) -> float:
    """Return the value of the space of a ship that has not yet begun its turn in this round."""
    ring = RING[state.here(name)]
    return TURN * state.time - DEEP.get(ring - 2, 0.0) + _towing(state, name, state.here(name))


def ending(state: BayState, name: Character, at: Space) -> float:
    """Return the value of a ship's space when the whirlpool comes, including the value of later turns."""
    ship = state.ships[name]
    if state.time <= 1:
        return 0.0
    path = DRIFT_PATHS[at]
    if path[-1] == MOUTH:
        return -float(SCORE.crew * ship.crew + SCORE.treasure * ship.treasure)
    worth = TURN * (state.time - 1) - DEEP.get(RING[at], 0.0) + _adrift(state, name, path)
    if ship.tow is not None and PIERS[name] in path:
        return worth + SCORE.saved
    return worth + _towing(state, name, path[-1])


def _adrift(state: BayState, name: Character, path: Sequence[Space]) -> float:
    """Return the value, 0 or less, of the hazards on a ship's path in the whirlpool."""
    worth = 0.0
    for at in path:
        bomb = state.live(at)
        if bomb == "smoke":
            return worth - SMOKE
        if bomb == "barrel" or at in state.tentacles:
            worth -= TOW_HIT if state.ships[name].tow else HIT
    return worth


def _bomb(temper: Temper, state: BayState, at: Space) -> float:
    """Return the value of a bomb for its owner."""
    bomb = state.bombs[at]
    struck = state.ship_at(at)
    if bomb.fused and struck == bomb.owner:
        return -HIT if bomb.kind == "barrel" else -SMOKE
    if bomb.fused and bomb.kind == "barrel" and at in state.tentacles:
        return SCORE.tentacle * GOING_OFF
    if bomb.fused and bomb.kind == "barrel" and struck is not None:
        return HIT * temper.malice
    return BOMB if state.time > 1 else -BOMB


def _towing(state: BayState, name: Character, at: Space) -> float:
    """Return the value of a ship's tow before the ship is home; 0 without a tow."""
    if state.ships[name].tow is None:
        return 0.0
    return SCORE.saved * TOWING - WAY * _way(at, PIERS[name])


def _way(at: Space, home: Space) -> int:
    """Return the approximate number of steps from a space to a home space."""
    hours = (int(home[1:]) - int(at[1:])) % 12
    return max(hours, RING[at] - 1)


def _chance(name: Character, target: str) -> float:
    """Return the probability that a ship hits a target, including the Merchant's second shot."""
    need = defence_of(target)
    miss = (need - 1) / CARDS[name].attack
    if name == "merchant":
        miss *= (need - 1) / DICE.secondary
    return 1 - miss


def _hurting(temper: Temper, state: BayState, name: Character) -> float:
    """Return the value of a hit on the kraken."""
    damage = NUMBERS.born_enemies if name == "fisherman" else 1
    worth = damage * (1.0 if state.options.kraken_bounty else temper.kraken)
    return worth + SCORE.slayer * (state.health <= damage)


class Plan:
    """The search for the best rest of a ship's turn on the current board."""

    def __init__(self, temper: Temper, state: BayState, turn: Turn) -> None:
        self.temper = temper
        self.state = state
        self.turn = turn
        self.name = turn.ship
        self.ship = state.ships[turn.ship]
        self.actions = state.actions_left(turn)
        self._hazards = hazards(state, self.name)
        self._adrift = {stray.at for stray in state.strays.values() if stray.status == "adrift"}
        self._closed = {other.at for name, other in state.ships.items() if name != self.name}
        if self.ship.tow is not None:
            self._closed |= {stray.at for name, stray in state.strays.items() if name != self.ship.tow}
        self._prizes = {at: (worth, target) for at, worth, target in self._shots()}
        self._deeds: dict[Space, tuple[float, ...]] = {}
        self._steps: dict[Space, tuple[tuple[Space, float, Step], ...]] = {}

    @property
    def move(self) -> int:
        """The remaining movement; before the roll, an estimate of the movement."""
        if self.turn.rolled != "no":
            return self.turn.move_left
        return (CARDS[self.name].tow + 3 if self.ship.slow else AVERAGE) - NUMBERS.chained * self.ship.chained

    def worth(self) -> float:
        """Return the value of the best course, including the actions on it and the end of the turn."""
        front = self._with_deeds({(self.state.here(self.name), 0): 0.0})
        ends = [front]
        for _ in range(self.move):
            front = self._with_deeds(self._further(front))
            if not front:
                break
            ends.append(front)
        if self.state.options.movement == "full":
            del ends[:-1]
        finals = [(value, at) for layer in ends for (at, _), value in layer.items()]
        endings = {at: ending(self.state, self.name, at) for _, at in finals}
        return max(value + endings[at] for value, at in finals)

    def _further(self, front: Mapping[tuple[Space, int], float]) -> dict[tuple[Space, int], float]:
        """Return the best value after one more step, by space and number of actions used."""
        found: dict[tuple[Space, int], float] = {}
        for (at, used), value in front.items():
            for to, worth, _ in self.steps_from(at):
                place, reached = (to, used), value + worth
                if reached > found.get(place, -VICTORY):
                    found[place] = reached
        return found

    def steps_from(self, at: Space) -> tuple[tuple[Space, float, Step], ...]:
        """Return each next space with room for the ship, with the value of entering it and the step to it."""
        known = self._steps.get(at)
        if known is None:
            beside = STEPS[self.ship.heading][at].items()
            known = tuple((to, self._entering(to), step) for step, to in beside if to not in self._closed)
            self._steps[at] = known
        return known

    def _with_deeds(self, front: Mapping[tuple[Space, int], float]) -> Mapping[tuple[Space, int], float]:
        """Return `front` and, if actions are left, also entries for the best actions on each space."""
        if not self.actions:
            return front
        found = dict(front)
        for (at, used), value in front.items():
            for more, worth in enumerate(self.deeds_at(at)[: self.actions - used], 1):
                place, done = (at, used + more), value + worth
                if done > found.get(place, -VICTORY):
                    found[place] = done
        return found

    def _entering(self, at: Space) -> float:
        state, ship = self.state, self.ship
        worth = 0.0
        if at in self._hazards:
            if state.live(at) == "smoke":
                worth -= SMOKE
            if at in state.awake or state.live(at) == "barrel":
                worth -= TOW_HIT if ship.tow else HIT
        chit = state.chits.get(at)
        if chit is not None:
            worth += self._finding(chit)
        if ship.tow is not None and at == PIERS[self.name]:
            worth += SCORE.saved
        return worth

    def _finding(self, chit: Chit) -> float:
        match chit:
            case "crew":
                return float(SCORE.crew)
            case "treasure":
                return float(SCORE.treasure)
            case "ration":
                return self.temper.ration + (0.0 if self.ship.ration else self.temper.fed)
            case "plague":
                return SCORE.crew * (1.0 if self.name == "houseboat" else -self.ship.crew)

    def deeds_at(self, at: Space) -> tuple[float, ...]:
        """Return the value of the best action on a space, then of the best two together; empty if none."""
        known = self._deeds.get(at)
        if known is None:
            worths = sorted([worth for worth, _ in self.deeds(at)], reverse=True)
            known = self._deeds[at] = tuple(accumulate(worths[: NUMBERS.turn_actions]))
        return known

    def deeds(self, at: Space) -> list[tuple[float, str]]:
        """Return pairs (value, target) for the shots from a space, and for taking a ship in tow (`TOW`)."""
        arc = ARCS[self.state.options.firing_arc][at]
        found = [deed for there, deed in self._prizes.items() if there in arc]
        if at in RED:
            blow = _chance(self.name, KRAKEN) * _hurting(self.temper, self.state, self.name)
            found.append((blow, KRAKEN))
        if at in self._adrift and self.ship.tow is None:
            home = at == PIERS[self.name]
            tied = SCORE.saved * TOWING - TYING - WAY * _way(at, PIERS[self.name])
            found.append((float(SCORE.saved) if home else tied, TOW))
        return found

    def _shots(self) -> Iterator[tuple[Space, float, str]]:
        """Yield each target's space, the value of a shot at the target, and the target's name."""
        state = self.state
        for at in state.tentacles:
            yield at, _chance(self.name, at) * SCORE.tentacle, at
        leader = max((score_of(state, ship) for ship in state.ships.values()), default=0)
        for name, ship in state.ships.items():
            if name != self.name and ship.at is not None:
                weight = self.temper.rivalry if score_of(state, ship) == leader else self.temper.malice
                yield ship.at, _chance(self.name, name) * (0.5 + HIT * weight), name
        for stray, there in state.strays.items():
            if there.at is not None and stray != self.ship.tow:
                yield there.at, _chance(self.name, stray) * self._flotsam(stray), stray

    def _flotsam(self, stray: Stray) -> float:
        """Return the value of the cargo that an off-course ship drops: about half of it can be collected."""
        chit = STRAY_CARDS[stray].drops
        worth = {"crew": 1.2, "treasure": 0.6, "ration": 0.3, "plague": 1.0 * (self.name == "houseboat")}
        return worth[chit]


POLICIES: Mapping[str, Policy] = {
    name: by(partial(judged, temper)) for name, temper in _TEMPERS.items() if temper is not STEADY
}
"""The players of section 17, for simulations."""
