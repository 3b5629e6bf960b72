from collections.abc import Iterator

from rules.engine.label import Label
from rules.engine.wording import listed
from rules.kraken_bay.actions import DropBomb
from rules.kraken_bay.board import Space
from rules.kraken_bay.bombs import berth, drop_bomb, is_taken, side_of
from rules.kraken_bay.events import capital
from rules.kraken_bay.play import Play
from rules.kraken_bay.refusals import refusal
from rules.kraken_bay.rooms import TurnOffer, must_be_able_to_act
from rules.kraken_bay.state import BayState, Turn
from rules.kraken_bay.tables import BOMB_OF, NUMBERS

_SIDES: dict[str, str] = {"in": "inside", "out": "outside"}


class DroppingBomb(TurnOffer[DropBomb]):
    """The dropping of the Fisherman's barrels and the House Boat's smoke (section 7.3)."""

    def actions(self, room: Turn, state: BayState) -> Iterator[DropBomb]:
        kind = BOMB_OF.get(room.ship)
        if kind is None or not state.actions_left(room) or state.bombs_of(kind) >= NUMBERS.bombs:
            return
        for side in _sides(state):
            start = side_of(state, room.ship, side)
            if start is not None and berth(state, room.ship, start) is not None:
                yield DropBomb(side=None if side == "behind" else side)

    def labels(self, room: Turn, state: BayState, action: DropBomb) -> tuple[Label, ...]:
        kind = BOMB_OF[room.ship]
        at = _berth(state, room, action)
        fused = ", fused" if is_taken(state, at) else ""
        side = f" {_SIDES[action.side]}" if action.side else ""
        return Label(f"Drop {kind}"), Label(f"{capital(kind)}{side} at {at}{fused}")

    def canonical(self, room: Turn, state: BayState, action: DropBomb) -> DropBomb:
        """Return the action without its side if the side is `behind`, the default."""
        return DropBomb() if action.side == "behind" else action

    def check(self, room: Turn, state: BayState, action: DropBomb) -> None:
        kind = BOMB_OF.get(room.ship)
        if kind is None:
            raise refusal("not_your_power", whose="the Fisherman and the House Boat")
        must_be_able_to_act(state, room)
        side = action.side or "behind"
        if side not in _sides(state) or side_of(state, room.ship, side) is None:
            there = [other for other in _sides(state) if side_of(state, room.ship, other) is not None]
            raise refusal("no_such_side", sides=listed(there))
        if state.bombs_of(kind) >= NUMBERS.bombs:
            raise refusal("no_bomb_left")
        _berth(state, room, action)

    def answer(self, room: Turn, play: Play, action: DropBomb) -> None:
        at = _berth(play.state, room, action)
        room.actions_used += 1
        drop_bomb(play, room.ship, at)


def _sides(state: BayState) -> tuple[str, ...]:
    """Return the sides that the options allow (R23)."""
    return ("behind", "in", "out") if state.options.bomb_side == "any" else ("behind",)


def _berth(state: BayState, turn: Turn, action: DropBomb) -> Space:
    """Return the space of the dropped bomb. Raises IllegalAction if no space is free."""
    start = side_of(state, turn.ship, action.side or "behind")
    at = berth(state, turn.ship, start) if start is not None else None
    if at is None:
        raise refusal("no_space_for_bomb")
    return at
