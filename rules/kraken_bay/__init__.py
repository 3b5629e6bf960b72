"""Kraken Bay: six different boats circle a bay with a kraken in the middle, and a whirlpool pulls them in.

Published by Mogul Board Games. Sections, rulings (R1 to R56), edge cases and examples (V1 to V25) named in
this folder are those of the game's specification.
"""

from collections.abc import Mapping, Sequence

from rules.engine.action import Action, repeated, sentence_case
from rules.engine.chance import Chance
from rules.engine.errors import IllegalAction
from rules.engine.event import Event
from rules.engine.game import Game, RollKind
from rules.engine.outcome import Account, Outcome
from rules.engine.seat import Names
from rules.kraken_bay import policy, tally
from rules.kraken_bay.actions import ACTIONS, parse
from rules.kraken_bay.befalling import befalls
from rules.kraken_bay.completing import complete
from rules.kraken_bay.finish import account
from rules.kraken_bay.invariants import check, check_whole
from rules.kraken_bay.options import BayOptions
from rules.kraken_bay.play import ROLLS, Play, may_roll
from rules.kraken_bay.refusals import refusal
from rules.kraken_bay.rooms.picking_character import PickingCharacter
from rules.kraken_bay.rooms.playing_round import PlayingRound
from rules.kraken_bay.rooms.resigning import Resigning
from rules.kraken_bay.rooms.taking_turn import TakingTurn
from rules.kraken_bay.setup import new_game
from rules.kraken_bay.shown import caption, headings, words
from rules.kraken_bay.shown.view import BayView, view, view_to_choose
from rules.kraken_bay.state import BayState


class KrakenBay(Game[BayState, BayOptions, BayView]):
    """The game as the contract wants it; each answer is given by the module named after it."""

    slug = "kraken_bay"
    command = "kraken"
    title = "Kraken Bay"
    pitch = "Circle the whirlpool, shoot tentacles, tow strays home, and stay out of the kraken’s mouth."
    credit = "Kraken Bay © Mogul Board Games."
    min_seats = 1
    max_seats = 6
    seated = "seats"
    tries = 24

    options = BayOptions
    state = BayState
    play = Play
    rooms = (PickingCharacter, PlayingRound, TakingTurn)
    anytime = (Resigning(),)
    actions = ACTIONS
    rolls = ROLLS
    policies = policy.POLICIES

    def start(self, options: BayOptions, seats: int, chance: Chance) -> tuple[BayState, list[Event]]:
        """Section 5, as far as nobody must decide."""
        play = new_game(options, seats, chance)
        play.proceed()
        return play.state, play.events

    def seat_range(self, options: BayOptions) -> tuple[int, int]:
        """Section 4: the seat that is to begin must be there."""
        chosen = options.first_player
        return (self.min_seats if chosen == "random" else int(chosen)), self.max_seats

    def not_asked(self, state: BayState, action: Action) -> IllegalAction:  # noqa: ARG002
        """Whatever it is: another thing is to be decided."""
        return refusal("wrong_decision", what=repeated(sentence_case(str(action))))

    def view(self, state: BayState, seat: int | None, told: Sequence[Event] = ()) -> BayView:  # noqa: ARG002
        """Section 11: everything."""
        return view(state, told)

    def view_to_choose(self, state: BayState, seat: int, told: Sequence[Event] = ()) -> BayView:
        """Section 13: with the steps, courses and targets of the ship at turn."""
        return view_to_choose(state, seat, told)

    def outcome(self, state: BayState) -> Outcome | None:
        """Section 10."""
        return state.result

    def account(self, state: BayState, seat: int) -> Account:
        """Section 10: points and where they come from, then R50."""
        return account(state, seat)

    def may_roll(self, state: BayState, kind: RollKind) -> bool:
        """No lots once everybody sails."""
        return may_roll(state, kind.label)

    def describe(self, view: BayView, names: Names) -> str:
        """The board in words."""
        return words.describe(view, names)

    def reach(self, view: BayView) -> str:
        """Where the ship can sail, and what it can hit."""
        return words.reach(view)

    def tale(self, view: BayView, names: Names) -> str:
        """The newest turn, and the whirlpool after it."""
        return caption.lately(view, names)

    def befalls(self, state: BayState, event: Event) -> Sequence[int]:
        """The players of the ships that an event names."""
        return befalls(state, event)

    def turn(self, state: BayState) -> str:
        """Round and ship."""
        return headings.turn_key(state)

    def comes_next(self, state: BayState) -> int:
        """The next ship in turn order, once they sail."""
        return headings.comes_next(state)

    def round(self, state: BayState) -> str:
        """The round, once the ships sail."""
        return str(state.round) if state.round else ""

    def headline(self, state: BayState) -> str:
        """The round."""
        return headings.headline(state)

    def seat_name(self, state: BayState, seat: int) -> str:
        """The seat's character."""
        return headings.seat_name(state, seat)

    def pieces(self, state: BayState) -> Mapping[str, int]:
        """The players' ships."""
        return headings.pieces(state)

    def seat_mark(self, state: BayState, seat: int) -> str:
        """The letter of the seat's ship."""
        return headings.seat_mark(state, seat)

    def read(self, text: str) -> Action:
        """Section 7: also `board:crew`."""
        return parse(text)

    def evaluate(self, state: BayState, seat: int) -> float:
        """Section 17: points, and what is still to be had."""
        return policy.evaluate(state, seat)

    def counts(
        self, state: BayState, before: Action | None, action: Action, events: Sequence[Event]
    ) -> Mapping[str, float]:
        """Section 17: commands, hunger, points."""
        return tally.counts(state, before, action, events)

    def complete(self, state: BayState) -> None:
        """Seats, tows, and whose turn it is."""
        complete(state)

    def check(self, state: BayState) -> None:
        """What must be true of every state."""
        super().check(state)
        check(state)

    def check_whole(self, state: BayState) -> None:
        """And that every bomb is somebody's, as far as scenarios need not say."""
        super().check_whole(state)
        check_whole(state)


GAME = KrakenBay()
