"""Sailing Port Flower: a regatta out of a small harbour, with sharks. Designed by Roger Meertens (2009).

Sections, rulings (R1 to R26) and codes named in this folder are those of the game's specification.
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
    """The game. Its modules answer the methods that are not here (`rules/engine/answers.py`)."""

    seated = "seats"
    rules_version = 2

    play = Play
    rooms = (LayingCourse, BeginningTurn, Restocking, SharingWind, SailingShark, PlacingBoats)
    anytime = (SettingRepelPolicy(), Resigning())
    actions = ACTIONS
    rolls = ROLLS

    def not_asked(self, state: RaceState, action: Action) -> IllegalAction:
        """Section 7: nothing sails while another decision is open."""
        return nothing_sails(action) if isinstance(action, Move) else super().not_asked(state, action)

    def canonical(self, state: RaceState, seat: int, action: Action) -> Action:
        """Section 7: routes have one canonical form, squares are upper case; nobody sails out of turn."""
        if isinstance(action, Move) and seat != state.turn_seat:
            raise not_your_turn()
        return super().canonical(state, seat, action)

    def renewed(self, state: dict[str, Any], version: int) -> dict[str, Any]:
        """Convert version 1, whose state kept the last movements, among them the route of a moving shark."""
        if version < 2:  # noqa: PLR2004 - the version itself
            wake = state.pop("wake")
            for task in state["agenda"]:
                if task["task"] == "shark_under_way":
                    task |= {"route": wake[-1]["route"], "hit": bool(wake[-1]["hits"])}
        return state

    def may_roll(self, state: RaceState, kind: RollKind) -> bool:
        """The wind always; a place by lot only while the course is laid."""
        return kind.label == WIND or may_draw(state, kind.label)

    def comes_next(self, state: RaceState) -> int:
        """The next in turn order, once the course is set."""
        return 0 if state.phase == "setup" else state.next_active(state.turn_seat)

    def round(self, state: RaceState) -> str:
        """The round, once the course is set."""
        return "" if state.phase == "setup" else str(state.round)

    def value_name(self, state: RaceState, seat: int, value: str) -> str:  # noqa: ARG002
        """Pieces as people call them."""
        return boat_or_shark(value) if value in PIECES else value

    def leads_to(self, state: RaceState, seat: int, action: Action) -> str:  # noqa: ARG002
        """Section 7: `to H6, buoy 3`."""
        return SharingWind.leads_to(state, action) if isinstance(action, Move) else ""


GAME = PortFlower()
