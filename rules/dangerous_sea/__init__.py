"""The Dangerous Sea: captains explore an unknown sea that wraps round, and collect rune stones.

Designed by Daniel Wilson II. Comments cite the specification: sections, rulings (R1 to R49), edge cases.
"""

from collections.abc import Sequence
from types import MappingProxyType

from rules.dangerous_sea import policy
from rules.dangerous_sea.actions import ACTIONS
from rules.dangerous_sea.captains import CAPTAINS
from rules.dangerous_sea.events import StanceSet
from rules.dangerous_sea.options import SeaOptions
from rules.dangerous_sea.play import ROLLS, Play
from rules.dangerous_sea.refusals import refusal
from rules.dangerous_sea.rooms.choosing_start import ChoosingStart
from rules.dangerous_sea.rooms.dividing_spoils import DividingSpoils
from rules.dangerous_sea.rooms.facing_ghost import AttackingShips, FacingGhost
from rules.dangerous_sea.rooms.giving_order import GivingOrder
from rules.dangerous_sea.rooms.landing import Landing
from rules.dangerous_sea.rooms.playing_season import PlayingSeason
from rules.dangerous_sea.rooms.reacting import Reacting
from rules.dangerous_sea.rooms.replying import Replying
from rules.dangerous_sea.rooms.resigning import Resigning
from rules.dangerous_sea.rooms.taking_turn import TakingTurn
from rules.dangerous_sea.shown.view import SeaView
from rules.dangerous_sea.state import SeaState
from rules.engine.action import Action, repeated, sentence_case
from rules.engine.chance import Luck
from rules.engine.decision import Decision
from rules.engine.errors import IllegalAction
from rules.engine.event import Event
from rules.engine.game import Game


class DangerousSea(Game[SeaState, SeaOptions, SeaView]):
    """The rules of the game. Functions that `rules/engine/answers.py` names are methods, too."""

    bluff = 0.25
    seated = "ships"

    play = Play
    rooms = (
        ChoosingStart,
        PlayingSeason,
        TakingTurn,
        Reacting,
        DividingSpoils,
        Replying,
        AttackingShips,
        FacingGhost,
        Landing,
    )
    anytime = (GivingOrder(), Resigning())
    actions = ACTIONS
    rolls = ROLLS
    effort = 0.02
    policies = MappingProxyType({**CAPTAINS, **policy.POLICIES})

    def not_your_turn(self, state: SeaState, seat: int) -> IllegalAction:
        """Return the refusal for a seat that is not asked (section 7.3)."""
        return refusal("not_your_decision.gone" if seat in state.gone else "not_your_decision")

    def not_asked(self, state: SeaState, action: Action) -> IllegalAction:  # noqa: ARG002
        """Return the refusal of an action that the open question does not offer."""
        return refusal("not_your_decision.other", what=repeated(sentence_case(str(action))))

    def replace(self, state: SeaState, seat: int) -> Sequence[Event]:
        """Cancel the seat's standing orders, because its previous player gave them (section 12)."""
        ship = state.ship(seat)
        ship.demands = ship.landings = ship.ghost = "ask"
        if ship.stance == "ask":
            return ()
        ship.stance = "ask"
        return (StanceSet(seat=seat, policy="ask"),)

    def quick(self, state: SeaState, decision: Decision, luck: Luck) -> Action:
        """Return the choice of the captain `plain`, a fast player that does not try actions out."""
        return CAPTAINS["plain"](self, state, decision, luck)

    def comes_next(self, state: SeaState) -> int:
        """Return the seat that has the next turn (section 6.2), or 0 in the set-up or if no turn follows."""
        later = [seat for task in state.agenda if isinstance(task, PlayingSeason) for seat in task.seats]
        if not later and state.season not in {0, state.options.max_seasons}:
            later = state.staying
        return later[0] if later else 0

    def round(self, state: SeaState) -> str:
        """Return the number of the season as a text, or an empty text during the set-up."""
        return str(state.season) if state.season else ""


GAME = DangerousSea()
