"""Articles of War: Privateer: small squadrons hunt each other, and a fat merchantman, between the reefs.

Published by Sewage Treatment Games. Sections, rulings (R1 to R52) and edge cases named in this folder are
those of the game's specification.
"""

from collections.abc import Sequence
from typing import Any

from rules.engine.action import Action, repeated, sentence_case
from rules.engine.chance import Chance
from rules.engine.errors import IllegalAction
from rules.engine.event import Event
from rules.engine.game import Game, RollKind
from rules.engine.outcome import Account, Outcome
from rules.engine.seat import Names
from rules.privateer import policy, setup
from rules.privateer.actions import ACTIONS, parse, split_line
from rules.privateer.battle import account
from rules.privateer.completing import complete
from rules.privateer.events import PrivateerEvent
from rules.privateer.fleets import COLOUR_OF
from rules.privateer.invariants import check
from rules.privateer.options import PrivateerOptions
from rules.privateer.play import ROLLS, Play, may_roll
from rules.privateer.reach import view_to_choose
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
from rules.privateer.shown import caption, headings, words
from rules.privateer.shown.view import PrivateerView, view
from rules.privateer.state import PrivateerState


class Privateer(Game[PrivateerState, PrivateerOptions, PrivateerView]):
    """The game as the contract wants it; each answer is given by the module named after it."""

    slug = "privateer"
    command = "privateer"
    title = "Articles of War: Privateer"
    pitch = "Choose sails or cannonballs, spend every die, sink or board the others, and die rich."
    credit = "Articles of War: Privateer © Sewage Treatment Games."
    min_seats = 2
    max_seats = 6
    alike = 0.03
    seated = "seats"
    rules_version = 3

    options = PrivateerOptions
    state = PrivateerState
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

    def start(
        self, options: PrivateerOptions, seats: int, chance: Chance
    ) -> tuple[PrivateerState, list[Event]]:
        """Section 5: draw the cards and prepare the first battle, as far as nobody must decide."""
        play = setup.new_game(options, seats, chance)
        play.proceed()
        return play.state, play.events

    def seat_range(self, options: PrivateerOptions) -> tuple[int, int]:
        """Section 4: The Duel is for exactly two."""
        return (2, 2) if options.mode == "duel" else (self.min_seats, self.max_seats)

    def not_asked(self, state: PrivateerState, action: Action) -> IllegalAction:  # noqa: ARG002
        """Whatever it is: another thing is to be decided."""
        return refusal("not_asked", what=repeated(sentence_case(str(action))))

    def view(self, state: PrivateerState, seat: int | None, told: Sequence[Event] = ()) -> PrivateerView:  # noqa: ARG002
        """Section 11: everything."""
        return view(state, told)

    def view_to_choose(self, state: PrivateerState, seat: int, told: Sequence[Event] = ()) -> PrivateerView:
        """Section 13: with the hexes where the dice take the ships."""
        return view_to_choose(state, seat, told)

    def renewed(self, state: dict[str, Any], version: int) -> dict[str, Any]:
        """Until version 2 the state kept what the last turn had done."""
        if version < 3:  # noqa: PLR2004 - the version itself
            del state["wake"], state["wake_of"]
        return state

    def outcome(self, state: PrivateerState) -> Outcome | None:
        """Section 10."""
        return state.result

    def account(self, state: PrivateerState, seat: int) -> Account:
        """Section 10: gold, the last battle's day, ships beaten, survival."""
        return account(state, seat)

    def may_roll(self, state: PrivateerState, kind: RollKind) -> bool:
        """No cards after the start; wind, terrain and places by lot only if they are still ahead."""
        return not kind.opening and may_roll(state, kind.label)

    def replace(self, state: PrivateerState, seat: int) -> Sequence[Event]:
        """Section 12.2: everything stays as it stands; a standing answer was the old player's own."""
        state.seat(seat).prize_policy = "ask"
        return ()

    def describe(self, view: PrivateerView, names: Names) -> str:
        """The board in words."""
        return words.describe(view, names)

    def reach(self, view: PrivateerView) -> str:
        """The hexes among which the onlooker chooses."""
        return words.reach(view)

    def tale(self, view: PrivateerView, names: Names) -> str:  # noqa: ARG002
        """The line on the picture, where anything happened."""
        return caption.lately(view)

    def befalls(self, state: PrivateerState, event: Event) -> Sequence[int]:
        """Also the players of the ships that drift or are taken."""
        ships = event.befallen() if isinstance(event, PrivateerEvent) else ()
        owners = [state.fleets[COLOUR_OF[ship]].seat for ship in ships if ship in COLOUR_OF]
        return [*dict.fromkeys((*event.involved(), *owners))]

    def standing(self, view: PrivateerView, names: Names) -> str:
        """Gold and ships of each player."""
        return words.standing(view, names)

    def turn(self, state: PrivateerState) -> str:
        """Battle, round and fleet."""
        return headings.turn_key(state)

    def comes_next(self, state: PrivateerState) -> int:
        """The next fleet in turn order, once the battle has begun."""
        return headings.comes_next(state)

    def round(self, state: PrivateerState) -> str:
        """Battle and round."""
        return "" if state.phase == "setup" else f"{state.battle}.{state.round}"

    def headline(self, state: PrivateerState) -> str:
        """Battle and round."""
        return headings.headline(state)

    def seat_name(self, state: PrivateerState, seat: int) -> str:
        """The seat's colours."""
        return headings.seat_name(state, seat)

    def seat_mark(self, state: PrivateerState, seat: int) -> str:
        """The letter of the seat's colours."""
        return headings.seat_mark(state, seat)

    def read(self, text: str) -> Action:
        """Section 7.3: also `1>NE3` and `1*S4`."""
        return parse(text)

    def split(self, line: str) -> list[str]:
        """Section 7.3: several spends in their short form, with blanks between them."""
        return split_line(line)

    def evaluate(self, state: PrivateerState, seat: int) -> float:
        """Section 17: gold, ships, and what could be shot."""
        return policy.evaluate(state, seat)

    def complete(self, state: PrivateerState) -> None:
        """Whose turn it is, and who is beaten."""
        complete(state)

    def check(self, state: PrivateerState) -> None:
        """What must be true of every state."""
        super().check(state)
        check(state)


GAME = Privateer()
