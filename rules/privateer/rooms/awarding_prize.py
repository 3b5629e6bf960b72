"""The winner of a boarding scuttles or takes the beaten ship (section 6.8)."""

from collections.abc import Iterator

from rules.engine.action import Action
from rules.engine.decision import Clock
from rules.engine.label import Label
from rules.privateer.actions import SetPrizePolicy, TakePrize
from rules.privateer.board import Colour, Hex
from rules.privateer.events import PrizeScuttled, PrizeTaken
from rules.privateer.finish import check_battle
from rules.privateer.fleets import COLOUR_OF, MERCHANT, Ship, ship, ship_name
from rules.privateer.play import Play
from rules.privateer.refusals import known, refusal
from rules.privateer.rooms import Question
from rules.privateer.state import OpenPrize, PrivateerState
from rules.privateer.tables import GOLD
from rules.privateer.waters import waters


class AwardingPrize(OpenPrize, Question[TakePrize]):
    """The winner scuttles the prize for gold, or takes it if there is room (section 6.8)."""

    lines = 4

    def fleet_in(self, state: PrivateerState) -> Colour:
        return COLOUR_OF[self.winner]

    def clock(self, state: PrivateerState) -> Clock:
        return "turn" if self._in_own_turn(state) else "short"

    def asks(self, state: PrivateerState) -> str:
        return f"decides what becomes of {ship_name(self.loser)}"

    def actions(self, state: PrivateerState) -> Iterator[TakePrize]:
        yield TakePrize(choice="scuttle")
        for name in self._berths(state):
            yield TakePrize(choice="take", hex=name)

    def labels(self, state: PrivateerState, action: TakePrize) -> tuple[Label, ...]:
        first, beaten = Label("The prize"), ship_name(self.loser)
        if action.choice == "scuttle":
            return first, Label(f"Scuttle {beaten}", f"Pays {GOLD.prize} doubloon.")
        hint = f"There it becomes {ship_name(self._new_ship(state))}."
        return first, Label(f"Take {beaten}"), Label(f"Take: {action.hex}", hint)

    def check(self, state: PrivateerState, action: TakePrize) -> None:
        if action.choice == "scuttle":
            if action.hex is not None:
                raise refusal("no_berth_wanted")
            return
        hexes = self._berths(state)
        if action.hex is None:
            raise refusal("which_berth", hexes=", ".join(hexes))
        if known(action.hex) not in hexes:
            raise refusal("bad_berth", action.hex, hexes=", ".join(hexes))

    def always(self, state: PrivateerState) -> dict[Action, Action]:
        """Offer a standing answer only for prizes won in defence (decision 10.2)."""
        if self._in_own_turn(state) or state.options.defender_prize != "ask":
            return {}
        return {TakePrize(choice="scuttle"): SetPrizePolicy(policy="scuttle")}

    def absent(self, state: PrivateerState) -> TakePrize:
        return TakePrize(choice="scuttle")

    def answer(self, play: Play, action: TakePrize) -> None:
        if action.hex is None:
            self._settle(play)
        else:
            play.close(self)
            self._take(play, action.hex)
            check_battle(play)

    def leaving(self, play: Play, seat: int) -> None:
        if self.whose(play.state) == seat:
            self._settle(play)

    def left(self, play: Play, seat: int) -> None:
        """Scuttle the prize if only one seat is in battle. Otherwise, wait for the answer (edge case 50)."""
        if len(play.state.in_battle()) == 1:
            self._settle(play)

    def faults(self, state: PrivateerState) -> Iterator[str]:
        if self.winner not in state.ships or self.loser in state.ships:
            yield "a prize is not beaten"

    def is_scuttled_unasked(self, play: Play) -> bool:
        state = play.state
        if not play.earns(self.winner) or not self._berths(state) or len(state.in_battle()) == 1:
            return True
        if self._in_own_turn(state):
            return state.turn is not None and state.turn.autopilot
        return "scuttle" in {state.options.defender_prize, state.seat(self.whose(state)).prize_policy}

    def _in_own_turn(self, state: PrivateerState) -> bool:
        turn = state.turn
        return turn is not None and state.fleets[turn.fleet].seat == self.whose(state)

    def _berths(self, state: PrivateerState) -> list[Hex]:
        """Return the hexes where the prize could appear, or none if the fleet is full."""
        if state.free_number(COLOUR_OF[self.winner]) is None:
            return []
        return waters(state, self.whose(state)).empty_beside(state.ships[self.winner])

    def _new_ship(self, state: PrivateerState) -> Ship:
        """Return the ship that the prize becomes if it is taken (R27)."""
        colour = COLOUR_OF[self.winner]
        return ship(colour, state.free_number(colour) or 0)

    def _settle(self, play: Play) -> None:
        play.close(self)
        self.scuttle(play)
        check_battle(play)

    def scuttle(self, play: Play) -> None:
        state = play.state
        seat, paid = self.whose(state), play.earns(self.winner)
        at = state.ships[self.winner]
        play.tell(PrizeScuttled(by=self.winner, seat=seat, prize=self.loser, hex=at, paid=paid))
        if paid:
            self._count_hull(state)
            play.pay(seat, GOLD.prize, "scuttle")

    def _take(self, play: Play, at: Hex) -> None:
        """Put a new ship of the winner's fleet on a hex. The ship takes no dice in this turn (R27)."""
        state = play.state
        new_ship = self._new_ship(state)
        state.ships[new_ship] = at
        told = PrizeTaken(by=self.winner, seat=play.seat, prize=self.loser, new_ship=new_ship, hex=at)
        play.tell(told)
        self._count_hull(state)
        if self.marines:
            play.pay(play.seat, GOLD.marines, "marines")

    def _count_hull(self, state: PrivateerState) -> None:
        if self.loser != MERCHANT:
            state.seat(self.whose(state)).hulls += 1


def award(play: Play, prize: AwardingPrize) -> None:
    """Ask the winner's player for a decision, or scuttle the prize without a question."""
    if prize.is_scuttled_unasked(play):
        prize.scuttle(play)
    else:
        play.open(prize)
