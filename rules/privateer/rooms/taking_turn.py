"""A fleet's turn, from the choice of dice to the last die (sections 6.3 to 6.6)."""

from collections.abc import Hashable, Iterator
from functools import partial

from rules.engine.action import Action
from rules.engine.form import Form, Words
from rules.engine.label import Label
from rules.engine.wording import listed
from rules.privateer import actions
from rules.privateer.board import Colour
from rules.privateer.dice import CANNON, FACES, SAIL, allocation, read_die, tokens
from rules.privateer.events import DiceForfeited, TurnEnded, TurnStarted
from rules.privateer.fleets import COLOUR_OF, fleet_name, ship, ship_name
from rules.privateer.gambits import dice_to_roll, lapse
from rules.privateer.play import Play
from rules.privateer.refusals import refusal
from rules.privateer.rooms import Choice, spending
from rules.privateer.rooms.autopilot import Autopiloting, in_one_line, next_spend
from rules.privateer.rooms.playing_gambit import PlayingGambit
from rules.privateer.rooms.rolling import Rolling
from rules.privateer.rooms.spending import Spending
from rules.privateer.shown.forecast import shot_of
from rules.privateer.state import PrivateerState, Turn
from rules.privateer.tables import DICE

LONGEST_LINE = 100
"""The maximum number of characters for a turn in one line."""


class TakingTurn(Turn, Choice):
    """The player rolls, then spends die after die, and may play a gambit (section 6.2)."""

    lines = 4
    shortcut_kinds = (actions.FireWide, actions.Orders)
    offers = (Rolling(), Spending(), PlayingGambit(), Autopiloting())

    def kind(self, state: PrivateerState) -> str:
        return "spend" if self.rolled else "roll"

    def plays_itself(self, state: PrivateerState) -> bool:
        """Return whether the dice are rolled. Before the roll, players are asked even for a sole action."""
        return self.rolled

    def go_on(self, play: Play) -> bool:
        """Wait for the next spend, end the turn if no spend is possible, or play on for an absent player."""
        state = play.state
        if self.slots and not self.rolled:
            return False
        if next(spending.legal_spends(state, self), None) is None:
            self._end(play)
            return True
        if not self.autopilot:
            return False
        spending.spend(play, self, next_spend(state, self))
        return True

    def asks(self, state: PrivateerState) -> str:
        fleet = fleet_name(self.fleet)
        if not self.rolled:
            return f"chooses {dice_to_roll(state, self)} dice for {fleet}"
        # Controls do not name the ship if only one ship can take dice, so the prompt names this ship.
        left = spending.takers(self)
        taker = ship_name(left[0]) if len(left) == 1 else fleet
        return f"spends dice for {taker}: {' '.join(tokens(self.sail, self.cannon))}"

    def canonical(self, state: PrivateerState, action: Action) -> Action:
        """Return the equivalent `Sail` or `Fire`; for `FireWide`, only the first shot (section 7.1)."""
        if isinstance(action, actions.FireWide):
            return self.spelled(state, action)[0]
        meant = action.meant() if isinstance(action, actions.SpendDie) else action
        shortens = state.is_armed(self.fleet, "shorten_sail")
        if shortens and isinstance(meant, actions.Sail) and meant.steps is None:
            return meant.model_copy(update={"steps": read_die(meant.die, SAIL).face})
        return meant

    def shortcuts(self, state: PrivateerState) -> Iterator[actions.FireWide]:
        if self.rolled and spending.wide_shots(state, self):
            yield actions.FireWide()

    def shortcut_forms(self, state: PrivateerState) -> Iterator[Form]:
        if self.rolled and len(self.sail) + len(self.cannon) > 1:
            found = partial(in_one_line, state, self)
            yield Form(actions.Orders(line=""), {"line": Words(LONGEST_LINE)}, found)

    def shortcut_labels(self, state: PrivateerState, action: Action) -> tuple[Label, ...]:
        if isinstance(action, actions.Orders):
            return (Label("In one line", brief="One line"),)
        shots = spending.wide_shots(state, self)
        dice = listed(shot.die for shot in shots)
        brief = "Fire wide" if len(shots) == len(self.cannon) else f"Fire {dice} wide"
        return (Label(f"Fire {dice} wide", rank=1, brief=brief),)

    def spelled(self, state: PrivateerState, action: Action) -> list[Action]:
        """Return the actions that an action of the class `Orders` or `FireWide` replaces.

        Raises UnreadableAction for unreadable orders, and IllegalAction if no wide shot is possible.
        """
        if isinstance(action, actions.Orders):
            return actions.read_parts(action.line)
        if not (self.rolled and (shots := spending.wide_shots(state, self))):
            raise refusal("no_wide_shot")
        return [*shots]

    def comes_to(self, state: PrivateerState, action: Action) -> Hashable:
        """Return a value that is equal for actions with the same effect.

        Shots of a ship with the same die are equal if they hit nothing. With silent dice, no shots are equal.
        """
        if isinstance(action, actions.FireWide):
            shots = spending.wide_shots(state, self)
            return self.comes_to(state, shots[0]) if len(shots) == 1 else action
        if not isinstance(action, actions.Fire) or state.options.silent_dice:
            return action
        hits = shot_of(state, ship(self.fleet, action.ship), action).sunk
        return action if hits else (action.ship, action.die)

    def path(self, state: PrivateerState, action: Action) -> tuple[str, ...]:
        if isinstance(action, actions.Sail | actions.Fire):
            return spending.spend_path(state, self, action)
        return action.path()

    def absent(self, state: PrivateerState) -> Action:
        return actions.Autopilot() if self.rolled else actions.RollDice(cannons=self.most_cannons)

    def left(self, play: Play, seat: int) -> None:
        """End the turn of a player who leaves, unless a prize is open (section 12.2)."""
        if self.whose(play.state) == seat and play.state.task is self:
            self._end(play)

    def faults(self, state: PrivateerState) -> Iterator[str]:
        if any(face not in FACES[SAIL] for face in self.sail):
            yield "a sail die has no such face"
        if any(face not in FACES[CANNON] for face in self.cannon):
            yield "a cannonball die has no such face"
        for vessel, taken in self.slots.items():
            if vessel not in state.ships or COLOUR_OF[vessel] != self.fleet:
                yield "a slot belongs to no ship"
            if len(taken) > DICE.per_ship:
                yield "a ship took too many dice"
            if taken.count(CANNON) > DICE.guns_per_ship:
                yield "a ship fired too often"
        if self.rolled and state.task is self:
            if not allocation(self.slots, self.sail, self.cannon).feasible:
                yield "the dice cannot fill every ship"
            if next(spending.legal_spends(state, self), None) is None:
                yield "a turn goes on without a legal spend"

    def _end(self, play: Play) -> None:
        """End the turn. Unspent dice and armed gambits are lost."""
        play.close(self)
        if self.sail or self.cannon:
            seat, sail, cannon = self.whose(play.state), tuple(self.sail), tuple(self.cannon)
            play.tell(DiceForfeited(fleet=self.fleet, seat=seat, sail=sail, cannon=cannon))
        lapse(play, self.fleet)
        play.tell(TurnEnded(fleet=self.fleet))


def take_turn(play: Play, fleet: Colour) -> None:
    """Begin a fleet's turn with the choice of dice (section 6.3)."""
    turn = turn_of(play.state, fleet)
    play.tell(TurnStarted(fleet=fleet, seat=turn.whose(play.state), ships=len(turn.slots)))
    play.open(turn)


def turn_of(state: PrivateerState, fleet: Colour) -> TakingTurn:
    """Return a new turn with the ships afloat as its roster."""
    roster = state.ships_of(fleet)
    desperate = state.options.desperation and len(roster) == 1
    return TakingTurn(fleet=fleet, slots=dict.fromkeys(roster, ""), desperate=desperate)
