"""The Dangerous Sea: an unknown sea that wraps round, rune stones on rare islands, and a ghost in between.

Designed by Daniel Wilson II. Sections, rulings (R1 to R49), edge cases and worked examples (X1 to X30) named
in this folder are those of the game's specification.
"""

from collections.abc import Sequence
from types import MappingProxyType

from rules.dangerous_sea import policy, setup
from rules.dangerous_sea.actions import ACTIONS, Route, Scuttle, parse, split_line
from rules.dangerous_sea.captains import CAPTAINS
from rules.dangerous_sea.completing import complete
from rules.dangerous_sea.events import StanceSet
from rules.dangerous_sea.finish import account
from rules.dangerous_sea.invariants import check
from rules.dangerous_sea.options import SeaOptions
from rules.dangerous_sea.play import ROLLS, Play, may_roll
from rules.dangerous_sea.refusals import refusal
from rules.dangerous_sea.rooms.attacking_ships import AttackingShips
from rules.dangerous_sea.rooms.choosing_start import ChoosingStart
from rules.dangerous_sea.rooms.dividing_spoils import DividingSpoils
from rules.dangerous_sea.rooms.facing_ghost import FacingGhost, draw_answers_anew
from rules.dangerous_sea.rooms.landing import Landing
from rules.dangerous_sea.rooms.playing_season import PlayingSeason
from rules.dangerous_sea.rooms.reacting import Reacting
from rules.dangerous_sea.rooms.replying import Replying
from rules.dangerous_sea.rooms.resigning import Resigning
from rules.dangerous_sea.rooms.setting_answers import SettingDemands, SettingGhost, SettingLandings
from rules.dangerous_sea.rooms.setting_stance import SettingStance
from rules.dangerous_sea.rooms.taking_turn import TakingTurn
from rules.dangerous_sea.routes import routes
from rules.dangerous_sea.shown import caption, headings, words
from rules.dangerous_sea.shown.forecast import what_lies
from rules.dangerous_sea.shown.view import SeaView, view, view_to_choose
from rules.dangerous_sea.state import SeaState
from rules.engine.action import Action, repeated, sentence_case
from rules.engine.chance import Chance, Luck
from rules.engine.errors import IllegalAction
from rules.engine.event import Event
from rules.engine.game import Game, RollKind
from rules.engine.outcome import Account, Outcome
from rules.engine.seat import Names


class DangerousSea(Game[SeaState, SeaOptions, SeaView]):
    """The game as the contract wants it; each answer is given by the module named after it."""

    slug = "dangerous_sea"
    command = "sea"
    title = "The Dangerous Sea"
    pitch = "Explore a sea that wraps round, feed your crew, fight for rune stones, and beware of the ghost."
    credit = "The Dangerous Sea, designed by Daniel Wilson II."
    min_seats = 2
    max_seats = 4
    bluff = 0.25
    seated = "ships"
    rounds = "seasons"

    options = SeaOptions
    state = SeaState
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
    anytime = (SettingStance(), SettingDemands(), SettingLandings(), SettingGhost(), Resigning())
    actions = ACTIONS
    rolls = ROLLS
    policies = MappingProxyType({**CAPTAINS, **policy.POLICIES})

    def start(self, options: SeaOptions, seats: int, chance: Chance) -> tuple[SeaState, list[Event]]:
        """Section 5, as far as nobody must decide."""
        play = setup.new_game(options, seats, chance)
        play.proceed()
        return play.state, play.events

    def not_your_turn(self, state: SeaState, seat: int) -> IllegalAction:
        """Section 7.3: the specification's own code."""
        return refusal("not_your_decision", "gone" if seat in state.gone else "")

    def not_asked(self, state: SeaState, action: Action) -> IllegalAction:  # noqa: ARG002
        """Whatever it is: another thing is to be decided."""
        return refusal("not_your_decision", "other", what=repeated(sentence_case(str(action))))

    def view(self, state: SeaState, seat: int | None, told: Sequence[Event] = ()) -> SeaView:  # noqa: ARG002
        """Section 11: everything but what captains chose against the Ghost Ship."""
        return view(state, told)

    def view_to_choose(self, state: SeaState, seat: int, told: Sequence[Event] = ()) -> SeaView:
        """With the squares where the ship may go."""
        return view_to_choose(state, seat, told)

    def outcome(self, state: SeaState) -> Outcome | None:
        """Section 10."""
        return state.result

    def account(self, state: SeaState, seat: int) -> Account:
        """Section 10: stones, then sailors, then cargo."""
        return account(state, seat)

    def may_roll(self, state: SeaState, kind: RollKind) -> bool:
        """Nothing of the set-up after it, and no ghost in a game without."""
        return not kind.opening and may_roll(state, kind.label)

    def replace(self, state: SeaState, seat: int) -> Sequence[Event]:
        """Section 12: everything stays as it stands; standing orders were the old player's own."""
        ship = state.ship(seat)
        ship.demands = ship.landings = ship.ghost = "ask"
        if ship.stance == "ask":
            return ()
        ship.stance = "ask"
        return (StanceSet(seat=seat, policy="ask"),)

    def redraw(self, state: SeaState, seat: int | None, luck: Luck) -> None:
        """What other captains chose against the Ghost Ship."""
        draw_answers_anew(state, seat, luck)

    def describe(self, view: SeaView, names: Names) -> str:
        """The board in words."""
        return words.describe(view, names)

    def reach(self, view: SeaView) -> str:
        """The squares where the ship may go."""
        return words.reach(view)

    def tale(self, view: SeaView, names: Names) -> str:
        """What the newest turn and the sea after it did."""
        return caption.in_short(view, names)

    def leads_to(self, state: SeaState, seat: int, action: Action) -> str:
        """Section 7.1: what lies where a route ends, and what it costs."""
        turn = state.turn
        if turn is None or turn.seat != seat or not isinstance(action, Route):
            return ""
        route = routes(state, turn).get(action.to)
        return f"for {len(route)} points: {what_lies(state, action.to)}" if route else ""

    def turn(self, state: SeaState) -> str:
        """Season and captain."""
        return headings.turn_key(state)

    def comes_next(self, state: SeaState) -> int:
        """6.2: who has not sailed in this season, or whoever begins the next one, if there is one."""
        later = [seat for task in state.agenda if isinstance(task, PlayingSeason) for seat in task.seats]
        if not later and state.season not in {0, state.options.max_seasons}:
            later = state.staying
        return later[0] if later else 0

    def round(self, state: SeaState) -> str:
        """The season."""
        return str(state.season) if state.season else ""

    def headline(self, state: SeaState) -> str:
        """Season and year."""
        return headings.headline(state)

    def seat_mark(self, state: SeaState, seat: int) -> str:
        """The letter of the seat's captain."""
        return headings.seat_mark(state, seat)

    def read(self, text: str) -> Action:
        """Section 7: also `N` for `sail N`, and a promise without quotes."""
        return parse(text)

    def split(self, line: str) -> list[str]:
        """Section 7.1: a route is its steps."""
        return split_line(line)

    def evaluate(self, state: SeaState, seat: int) -> float:
        """Section 17: stones, and what leads to them."""
        return policy.evaluate(state, seat)

    def considers(self, state: SeaState, seat: int, action: Action) -> bool:
        """Nothing goes overboard but what is in the way."""
        return not isinstance(action, Scuttle) or policy.lightens(state, seat, action)

    def complete(self, state: SeaState) -> None:
        """What is left in bag and deck, and whose turn it is."""
        complete(state)

    def check(self, state: SeaState) -> None:
        """What must be true of every state."""
        super().check(state)
        check(state)


GAME = DangerousSea()
