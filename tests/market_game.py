"""A quay market: a game in which every kind of form is filled in."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from rules.engine.action import Action
from rules.engine.chance import Chance
from rules.engine.event import Event
from rules.engine.form import Blank, Form, OneOf, Range, Words, YesNo
from rules.engine.game import Game, Options, State, View
from rules.engine.outcome import Outcome
from rules.engine.rooms import Play, Question
from rules.engine.seat import Seat

GOODS = ("food", "wood", "iron", "rum", "salt", "cloth")


class Load(Action):
    """Load goods in crates of ten."""

    typed = True
    good: str = Field(description="Which good.")
    amount: int = Field(description="How much.")


class Trade(Action):
    """Trade several goods at once."""

    food: int | None = None
    wood: int | None = None
    iron: int | None = None
    rum: int | None = None
    salt: int | None = None
    cloth: int | None = None


class Sign(Action):
    """Sign for what is on the quay."""

    name: str = Field(description="By which name.", json_schema_extra={"words": True})
    seal: bool = Field(description="With a seal?")
    ink: Literal["black", "blue", "red"] | None = Field(None, description="In which colour.")


class Wait(Action):
    """Wait for better prices."""


class Done(Event):
    kind = "done"
    seat: Seat
    what: str


class MarketState(State):
    seats: int
    turn: int = 1
    done: list[str] = Field(default_factory=list)
    agenda: list["Trading"] = Field(default_factory=list)


class Trading(Question[MarketState, Play[MarketState], Load | Trade | Sign | Wait]):
    """The seat at the quay does one thing."""

    task: Literal["trading"] = "trading"

    def whose(self, state: MarketState) -> int:
        return state.turn

    def asks(self, state: MarketState) -> str:
        return "is at the quay"

    def actions(self, state: MarketState) -> list[Wait]:
        return [Wait()]

    def forms(self, state: MarketState) -> list[Form]:
        loads = [Form(Load(good=good, amount=20), {"amount": Range(10, 120, 10)}) for good in GOODS[:2]]
        trade = Form(Trade(food=1, rum=2), {good: Range(0, 9) for good in GOODS})
        blanks: dict[str, Blank] = {
            "name": Words(40),
            "seal": YesNo(),
            "ink": OneOf(("black", "blue", "red")),
        }
        return [*loads, trade, Form(Sign(name="Ann", seal=True, ink="red"), blanks)]

    def absent(self, state: MarketState) -> Wait:
        return Wait()

    def answer(self, play: Play[MarketState], action: Load | Trade | Sign | Wait) -> None:
        state = play.state
        state.done.append(str(action))
        play.tell(Done(seat=state.turn, what=str(action)))
        state.turn = state.turn % state.seats + 1
        if len(state.done) == 2 * state.seats:
            play.close(self)


class Market(Game[MarketState, Options, View]):
    slug, command, title, credit = "market", "market", "Quay Market", "Made for tests."
    pitch = "Load, trade and sign."
    min_seats, max_seats = 1, 3
    rooms = (Trading,)
    actions, events = (Load, Trade, Sign, Wait), (Done,)

    def start(self, options: Options, seats: int, chance: Chance) -> tuple[MarketState, list[Event]]:
        return MarketState(seats=seats, agenda=[Trading()]), []

    def view(self, state: MarketState, seat: int | None, told: Sequence[Event] = ()) -> View:
        return View(game="market")

    def outcome(self, state: MarketState) -> Outcome | None:
        return (
            None if state.agenda else Outcome(reason="evening", ranking=(tuple(range(1, state.seats + 1)),))
        )
