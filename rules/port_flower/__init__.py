"""Sailing Port Flower: a regatta out of a small harbour, with sharks. Designed by Roger Meertens (2009).

Comments in this folder cite the game's specification: its sections, rulings (R1 to R26) and codes.
"""

from typing import Any

from rules.engine.action import Action
from rules.engine.errors import IllegalAction
from rules.engine.game import Game, RollKind
from rules.port_flower.actions import ACTIONS, Move
from rules.port_flower.options import RaceOptions
from rules.port_flower.plans import PIECES
from rules.port_flower.play import ROLLS, WIND, Play
from rules.port_flower.refusals import not_your_turn, nothing_sails
from rules.port_flower.rooms.beginning_turn import BeginningTurn
from rules.port_flower.rooms.laying_course import LayingCourse, may_draw
from rules.port_flower.rooms.placing_boats import PlacingBoats
from rules.port_flower.rooms.resigning import Resigning
from rules.port_flower.rooms.restocking import Restocking
from rules.port_flower.rooms.sailing_shark import SailingShark
from rules.port_flower.rooms.setting_repel_policy import SettingRepelPolicy
from rules.port_flower.rooms.sharing_wind import SharingWind
from rules.port_flower.shown.forecast import boat_or_shark
from rules.port_flower.shown.view import PortFlowerView
from rules.port_flower.state import RaceState


class PortFlower(Game[RaceState, RaceOptions, PortFlowerView]):
    """The rules of the game; functions in this folder replace some methods (`rules/engine/answers.py`)."""

    seated = "seats"
    rules_version = 2

    play = Play
    rooms = (LayingCourse, BeginningTurn, Restocking, SharingWind, SailingShark, PlacingBoats)
    anytime = (SettingRepelPolicy(), Resigning())
    actions = ACTIONS
    rolls = ROLLS

    def not_asked(self, state: RaceState, action: Action) -> IllegalAction:
        """Return the refusal of an action that the current question does not offer (section 7)."""
        return nothing_sails(action) if isinstance(action, Move) else super().not_asked(state, action)

    def canonical(self, state: RaceState, seat: int, action: Action) -> Action:
        """Return an action in canonical form. Raises IllegalAction if a move is out of turn (section 7)."""
        if isinstance(action, Move) and seat != state.turn_seat:
            raise not_your_turn()
        return super().canonical(state, seat, action)

    def renewed(self, state: dict[str, Any], version: int) -> dict[str, Any]:
        """Convert a state of version 1, which stored the route of a sailing shark in its `wake`."""
        if version < 2:  # noqa: PLR2004 - the version itself
            wake = state.pop("wake")
            for task in state["agenda"]:
                if task["task"] == "shark_under_way":
                    task |= {"route": wake[-1]["route"], "hit": bool(wake[-1]["hits"])}
        return state

    def may_roll(self, state: RaceState, kind: RollKind) -> bool:
        """Return whether a roll of this kind can still occur. Places are drawn only in the set-up."""
        return kind.label == WIND or may_draw(state, kind.label)

    def comes_next(self, state: RaceState) -> int:
        """Return the next seat in turn order; 0 during the set-up."""
        return 0 if state.phase == "setup" else state.next_active(state.turn_seat)

    def round(self, state: RaceState) -> str:
        """Return the number of the round as a text, which is empty during the set-up."""
        return "" if state.phase == "setup" else str(state.round)

    def value_name(self, state: RaceState, seat: int, value: str) -> str:  # noqa: ARG002
        """Return a value in words: `Boat` or `Shark 2` for a piece."""
        return boat_or_shark(value) if value in PIECES else value


GAME = PortFlower()
