"""Articles of War: Privateer, in which small squadrons hunt each other and a merchantman between reefs.

Published by Sewage Treatment Games. Sections, rulings (R1 to R52), decisions and edge cases refer to the
game's specification.
"""

from collections.abc import Sequence
from typing import Any

from rules.engine.action import Action, repeated, sentence_case
from rules.engine.errors import IllegalAction
from rules.engine.event import Event
from rules.engine.game import Game
from rules.privateer import policy
from rules.privateer.actions import ACTIONS
from rules.privateer.events import PrivateerEvent, TerrainDrawn
from rules.privateer.fleets import COLOUR_OF
from rules.privateer.options import PrivateerOptions
from rules.privateer.play import ROLLS, Play
from rules.privateer.reach import reach
from rules.privateer.refusals import refusal
from rules.privateer.rooms.awarding_prize import AwardingPrize
from rules.privateer.rooms.buying import Buying
from rules.privateer.rooms.choosing_density import ChoosingDensity
from rules.privateer.rooms.deploying import Deploying
from rules.privateer.rooms.laying_terrain import LayingTerrain
from rules.privateer.rooms.offering_grudge import OfferingGrudge
from rules.privateer.rooms.playing_round import PlayingRound
from rules.privateer.rooms.preparing_battle import PreparingBattle
from rules.privateer.rooms.resigning import Resigning
from rules.privateer.rooms.setting_prize_policy import SettingPrizePolicy
from rules.privateer.rooms.taking_turn import TakingTurn
from rules.privateer.shown.view import PrivateerView, view
from rules.privateer.state import PrivateerState


class Privateer(Game[PrivateerState, PrivateerOptions, PrivateerView]):
    """The rules of the game. `rules/engine/answers.py` finds other methods of the game in this package."""

    alike = 0.03
    seated = "seats"
    rules_version = 4

    play = Play
    rooms = (
        PreparingBattle,
        Deploying,
        Buying,
        ChoosingDensity,
        LayingTerrain,
        PlayingRound,
        OfferingGrudge,
        TakingTurn,
        AwardingPrize,
    )
    anytime = (SettingPrizePolicy(), Resigning())
    actions = ACTIONS
    rolls = ROLLS
    policies = policy.POLICIES

    def seat_range(self, options: PrivateerOptions) -> tuple[int, int]:
        """Return the minimum and maximum number of players. The Duel is for two players (section 4)."""
        return (2, 2) if options.mode == "duel" else (self.min_seats, self.max_seats)

    def not_asked(self, state: PrivateerState, action: Action) -> IllegalAction:  # noqa: ARG002
        """Return the refusal of an action that answers no open question."""
        return refusal("not_asked", what=repeated(sentence_case(str(action))))

    def view_to_choose(self, state: PrivateerState, seat: int, told: Sequence[Event] = ()) -> PrivateerView:
        """Return the view of the choosing seat, with the hexes to choose from (section 13)."""
        return view(state, seat, told).model_copy(update={"reach": reach(state, seat)})

    def renewed(self, state: dict[str, Any], version: int) -> dict[str, Any]:
        """Convert an old state. Version 3 removed the latest turn's fields. Version 4 added gold sources."""
        if version < 3:  # noqa: PLR2004 - the version itself
            del state["wake"], state["wake_of"]
        if version < 4:  # noqa: PLR2004 - the version itself
            for seat in state["seats"]:
                seat["earned"] = {"earlier": seat["gold"]}
        return state

    def replace(self, state: PrivateerState, seat: int) -> Sequence[Event]:
        """Cancel the standing answer of the seat's previous player (section 12.2)."""
        state.seat(seat).prize_policy = "ask"
        return ()

    def befalls(self, state: PrivateerState, event: Event) -> Sequence[int]:
        """Return the seats that an event affects, including the players of ships that drift or are taken."""
        if isinstance(event, TerrainDrawn):
            return ()
        ships = event.befallen() if isinstance(event, PrivateerEvent) else ()
        owners = [state.fleets[COLOUR_OF[ship]].seat for ship in ships if ship in COLOUR_OF]
        return [*dict.fromkeys((*event.involved(), *owners))]

    def round(self, state: PrivateerState) -> str:
        """Return the numbers of the battle and the round, such as `1.3`, or an empty text in the set-up."""
        return "" if state.phase == "setup" else f"{state.battle}.{state.round}"


GAME = Privateer()
