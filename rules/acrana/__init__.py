"""King of Acrana's annual ship race: players use cards to sail ships along a winding track.

Comments in this folder cite the game's specification: sections, rulings (R1 to R56), turn steps (T0 to T4)
and procedures in capitals (LAND, DRIFT).
"""

from collections.abc import Sequence
from typing import Any

from rules.acrana import orders
from rules.acrana.actions import ACTIONS
from rules.acrana.board import port_name
from rules.acrana.cards import sorted_deck
from rules.acrana.options import RaceOptions
from rules.acrana.race import ROLLS, Race
from rules.acrana.rooms.choosing_cards import ChoosingCards
from rules.acrana.rooms.landing_ship import LandingShip
from rules.acrana.rooms.playing_card import PlayingCard
from rules.acrana.rooms.resigning import Resigning
from rules.acrana.rooms.sailing_on import SailingOn
from rules.acrana.rooms.taking_turn import TakingTurn
from rules.acrana.shown.view import AcranaView
from rules.acrana.state import RaceState, owner
from rules.engine.action import Action
from rules.engine.errors import IllegalAction
from rules.engine.event import Event
from rules.engine.game import Game

_SHIPS = ("ship", "ships", "attackers", "defenders")
"""The fields of events that name ships."""


class Acrana(Game[RaceState, RaceOptions, AcranaView]):
    """The rules of the game. Functions that `rules/engine/answers.py` names are methods, too."""

    alike, bluff = 0.25, 0.5
    seated = "seats"
    rules_version = 4  # version 4 changed only what may be taken back, not the states

    play = Race
    rooms = (TakingTurn, PlayingCard, SailingOn, LandingShip, ChoosingCards)
    anytime = (Resigning(),)
    actions = ACTIONS
    rolls = ROLLS

    def seat_range(self, options: RaceOptions) -> tuple[int, int]:
        """Return the smallest and largest number of players who can form equal fleets (section 4)."""
        return options.seat_range(self.min_seats, self.max_seats)

    def not_asked(self, state: RaceState, action: Action) -> IllegalAction:  # noqa: ARG002
        """Return the refusal of an action that comes at the wrong time (section 7)."""
        return orders.not_the_time(action)

    def renewed(self, state: dict[str, Any], version: int) -> dict[str, Any]:
        """Convert an older state. Version 1 shuffled the deck. Versions 1 and 2 stored the latest plays."""
        if version < 2:  # noqa: PLR2004 - the version itself
            state["deck"] = sorted_deck(state["deck"])
        if version < 3:  # noqa: PLR2004 - as above
            del state["scene"]
        return state

    def befalls(self, state: RaceState, event: Event) -> Sequence[int]:
        """Return the seats that an event affects, including the owners of the ships that it names."""
        ships = (
            ship
            for field in _SHIPS
            if (named := getattr(event, field, None))
            for ship in ([named] if isinstance(named, str) else named if isinstance(named, list) else [])
        )
        return tuple(dict.fromkeys([*super().befalls(state, event), *map(owner, ships)]))

    def turn(self, state: RaceState) -> str:
        """Return the number of the turn."""
        return str(state.turn)

    def comes_next(self, state: RaceState) -> int:
        """Return the next seat with cards after the active seat, or 0 if there is none or in the set-up."""
        others = (seat for seat in state.after(state.active) if seat != state.active)
        return next((seat for seat in others if state.turn and state.seat(seat).hand), 0)

    def round(self, state: RaceState) -> str:
        """Return the number of the deck and the number of its deal, such as `2.1`."""
        return f"{state.deck_no}.{state.deal_no}"

    def team(self, state: RaceState, seat: int) -> int:
        """Return the number of the seat's fleet, counted from 1."""
        return state.fleet(seat) + 1

    def seat_name(self, state: RaceState, seat: int) -> str:  # noqa: ARG002
        """Return the name of the seat's home port."""
        return port_name(seat)


GAME = Acrana()
