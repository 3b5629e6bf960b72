"""Simple players with a few fixed rules, for simulations (section 17) and for `DangerousSea.quick`.

A captain takes every stone, and attacks ships that have stones if the odds are good. A captain sails to the
nearest stone or prey or, if there is neither, to the nearest useful island or unknown square.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from rules.dangerous_sea import actions
from rules.dangerous_sea.board import NEIGHBOURS, TILES, Direction, Square, distance
from rules.dangerous_sea.prizes import BEST_FIRST
from rules.dangerous_sea.state import SeaState, ShipState
from rules.dangerous_sea.tables import TABLES, penalty
from rules.engine.action import Action
from rules.engine.chance import Luck
from rules.engine.data import Data, data_file
from rules.engine.decision import Decision


class Captain(Data):
    """A captain's preferences.

    `looks` is the probability of a look before a step into the unknown. A captain who `fights` attacks with
    at least `odds` dice more than the other ship. `unknown` is added to the distance of an unknown square, in
    steps. A captain with `crew` sailors recruits no more.
    """

    looks: float
    odds: int
    unknown: int
    crew: int
    fights: bool

    def choose(self, _: object, state: SeaState, decision: Decision, luck: Luck) -> Action:
        """Return this captain's action."""
        offered = decision.actions
        if decision.kind == "main":
            return self._in_turn(state, decision.seat, offered, luck)
        prizes = {one.prize: one for one in offered if isinstance(one, actions.TakeSpoils)}
        if prizes:
            return next(prizes[prize] for prize in BEST_FIRST if prize in prizes)
        reactions = {one.choice: one for one in offered if isinstance(one, actions.React)}
        if reactions:
            turn = state.turn
            rival = turn is not None and self._may_win(state, decision.seat, turn.seat)
            return reactions["attack" if rival else "hold"]
        return luck.choice(offered) if decision.kind in CHOSEN_BLINDLY else offered[0]

    def _in_turn(self, state: SeaState, seat: int, offered: Iterable[Action], luck: Luck) -> Action:
        able = {str(action): action for action in offered}
        kinds = {type(action): action for action in able.values()}
        if actions.TakeStone in kinds:
            return kinds[actions.TakeStone]
        for action in able.values():
            if isinstance(action, actions.Attack) and self._may_win(
                state, seat, state.seat_of(action.seat) or seat
            ):
                return action
        ship = state.ship(seat)
        if actions.Harvest in kinds and self._wants(state, ship, ship.at or ""):
            return kinds[actions.Harvest]
        way = self._way(state, seat, luck) if actions.Sail in kinds or actions.Explore in kinds else None
        if way is None:
            return kinds[actions.EndTurn]
        look = able.get(str(actions.Look.model_validate({"dir": way})))
        if look is not None and luck.random() < self.looks:
            return look
        ahead = (able.get(str(kind.model_validate({"dir": way}))) for kind in (actions.Sail, actions.Explore))
        return next(one for one in ahead if one is not None)

    def _may_win(self, state: SeaState, seat: int, other: int) -> bool:
        """Return whether this captain attacks `other`, whose ship must have stones and few enough dice."""
        own, rival = state.ship(seat), state.ship(other)
        return self.fights and other != seat and rival.stones > 0 and own.dice >= rival.dice + self.odds

    def _wants(self, state: SeaState, ship: ShipState, at: Square) -> bool:
        if at not in state.tiles or not state.has_marker(at):
            return False
        kind = state.resource(at)
        if kind == "inhabited":
            return ship.sailors < self.crew
        return penalty(ship.cargo + TABLES.harvest[kind or "food"]) == 0

    def _way(self, state: SeaState, seat: int, luck: Luck) -> Direction | None:
        """Return the first step to the nearest stone or prey, or else to a useful or unknown square."""
        ship = state.ship(seat)
        start = ship.at or ""
        ways = {at: (steps, way) for at, steps, way in _around(start, state)}
        prey = set(self._prey(state, seat, start))
        goals = [at for at in ways if at in state.stones or at in prey]
        goals = goals or [at for at in ways if at not in state.tiles or self._wants(state, ship, at)]
        if not goals:
            return None
        far = {at: ways[at][0] + self.unknown * (at not in state.tiles) for at in goals}
        nearest = min(far.values())
        _, way = ways[luck.choice([at for at in goals if far[at] == nearest])]
        return way

    def _prey(self, state: SeaState, seat: int, start: Square) -> Iterator[Square]:
        """Yield the squares of ships that the captain wants to attack and can reach in this turn."""
        turn = state.turn
        if turn is None:
            return
        left = state.points_left(turn)
        for other in state.staying:
            at = state.ship(other).at or ""
            if self._may_win(state, seat, other) and other not in turn.fought and distance(start, at) <= left:
                yield at


CHOSEN_BLINDLY = {"choose_start", "ghost_order"}
"""The kinds of decisions in which a captain chooses at random."""


def _around(start: Square, state: SeaState) -> Iterator[tuple[Square, int, Direction]]:
    """Yield each square that a path over safe, known squares reaches, its distance, and the first step."""
    seen, front = {start}, deque((at, 1, way) for way, at in NEIGHBOURS[start].items())
    while front:
        at, steps, first = front.popleft()
        if at in seen:
            continue
        seen.add(at)
        yield at, steps, first
        if at in state.tiles and not TILES[state.tiles[at]].hazard:
            front.extend((beyond, steps + 1, first) for beyond in NEIGHBOURS[at].values())


CAPTAINS: Mapping[str, Callable[[Any, SeaState, Decision, Luck], Action]] = {
    name: captain.choose
    for name, captain in data_file("rules.dangerous_sea", "captains.toml", dict[str, Captain]).items()
}
