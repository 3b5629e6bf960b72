"""Kraken Bay: six different boats circle a bay with a kraken in the middle, and a whirlpool pulls them in.

Published by Mogul Board Games. Comments in this folder cite the game's specification: its sections, rulings
(R1 to R56), edge cases and examples (V1 to V25).
"""

from types import MappingProxyType

from rules.engine.action import Action, repeated, sentence_case
from rules.engine.errors import IllegalAction
from rules.engine.game import Game
from rules.kraken_bay import policy
from rules.kraken_bay.actions import ACTIONS
from rules.kraken_bay.options import BayOptions
from rules.kraken_bay.play import ROLLS, Play
from rules.kraken_bay.quick import plain
from rules.kraken_bay.refusals import refusal
from rules.kraken_bay.rooms.picking_character import PickingCharacter
from rules.kraken_bay.rooms.playing_round import PlayingRound
from rules.kraken_bay.rooms.resigning import Resigning
from rules.kraken_bay.rooms.taking_turn import TakingTurn
from rules.kraken_bay.shown.view import BayView
from rules.kraken_bay.state import BayState


class KrakenBay(Game[BayState, BayOptions, BayView]):
    """The game. `rules/engine/answers.py` finds most methods of the game in this package."""

    seated = "seats"
    tries = 48
    # Since version 2, events name the ship that tows their target or owner. States have not changed.
    rules_version = 2

    play = Play
    rooms = (PickingCharacter, PlayingRound, TakingTurn)
    anytime = (Resigning(),)
    actions = ACTIONS
    rolls = ROLLS
    policies = MappingProxyType({**policy.POLICIES, "plain": plain})

    def seat_range(self, options: BayOptions) -> tuple[int, int]:
        """Return the minimum and maximum number of seats. The seat `first_player` must exist (section 4)."""
        chosen = options.first_player
        return (self.min_seats if chosen == "random" else int(chosen)), self.max_seats

    def not_asked(self, state: BayState, action: Action) -> IllegalAction:  # noqa: ARG002
        """Return the refusal of an action that answers no open question."""
        return refusal("wrong_decision", what=repeated(sentence_case(str(action))))

    def round(self, state: BayState) -> str:
        """Return the number of the round; empty during the set-up."""
        return str(state.round) if state.round else ""


GAME = KrakenBay()
