"""Smugglers' Cove: a small game with everything that makes games hard to host.

Hidden hands, a deck that is drawn from, choices that all make in secret at the same time, interrupts inside
interrupts, amounts and free words, standing orders, free actions that roll dice, timeouts that do what
players cannot.

Each round everybody stows a card. In seat order the boats then land: the watch stops those whose card is
worth at least its roll. Who is stopped may bribe; a watch that is not satisfied takes a second card. Cards
that come ashore are gold. After the last round the richest wins.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from rules.engine.action import Action, Resign
from rules.engine.agenda import Task, work
from rules.engine.chance import Chance
from rules.engine.decision import Decision, Form, Range, Words
from rules.engine.errors import IllegalAction
from rules.engine.event import Event
from rules.engine.game import Game, Options, RollKind, State, View
from rules.engine.outcome import Outcome
from rules.engine.seat import Seat

Card = Literal["1", "2", "3", "4", "5", "6"]
Policy = Literal["ask", "always", "never"]


class CoveOptions(Options):
    rounds: Annotated[int, Field(ge=1, le=4, title="Rounds", description="How many nights are sailed.")] = 2
    dark: Annotated[bool, Field(title="Dark nights", description="The watch sees one less.")] = False


# Actions


class Stow(Action):
    kind, summary, secret = "stow", "Choose the card you smuggle tonight.", True
    card: Card = Field(description="A card of your hand.")


class Bribe(Action):
    kind, summary = "bribe", "Offer the watch some gold."
    coins: int = Field(description="How much, from your purse.")
    word: str | None = Field(None, description="What you say.", json_schema_extra={"words": True})


class Refuse(Action):
    kind, summary = "refuse", "Offer the watch nothing."


class Give(Action):
    kind, summary = "give", "Give up another card."
    card: Card = Field(description="A card of your hand.")


class Order(Action):
    kind, summary, free, standing, secret = "order", "Answer the watch in advance.", True, True, True
    bribes: Policy = Field(description="ask, always or never.")


class Lantern(Action):
    kind, summary, free = "lantern", "Wave a lantern and see how far it shines.", True


class Oversleep(Action):
    kind, summary, by_players, secret = "oversleep", "Stow any card, by lot.", False, True


# Events


class Stowed(Event):
    kind, private = "stowed", True
    seat: Seat
    card: Card


class Stopped(Event):
    kind = "stopped"
    seat: Seat


class Bribed(Event):
    kind = "bribed"
    seat: Seat
    coins: int
    let_go: bool


class Landed(Event):
    kind, reveals = "landed", True
    seat: Seat
    card: Card


class Lost(Event):
    kind, reveals = "lost", True
    seat: Seat
    card: Card


class Drew(Event):
    kind, private, reveals = "drew", True, True
    seat: Seat
    card: Card


class Shone(Event):
    kind = "shone"
    seat: Seat
    miles: int


class Resigned(Event):
    kind = "resigned"
    seat: Seat


# State


class Night(Task):
    """All stow, then the boats land."""

    task: Literal["night"] = "night"


class Landing(Task):
    """A boat comes ashore. `watched` once the watch has rolled."""

    task: Literal["landing"] = "landing"
    seat: int
    watched: bool = False


class Stop(Task):
    """The watch holds a boat and waits for an answer."""

    task: Literal["stop"] = "stop"
    seat: int


class Search(Task):
    """The watch is not satisfied and takes a second card."""

    task: Literal["search"] = "search"
    seat: int


class Boat(BaseModel):
    hand: list[Card]
    gold: int = 4
    stowed: Card | None = None
    policy: Policy = "ask"
    active: bool = True


class CoveState(State):
    rounds: int
    dark: bool
    boats: list[Boat]
    deck: list[Card]
    round: int = 1
    agenda: list[Annotated[Night | Landing | Stop | Search, Field(discriminator="task")]]

    def boat(self, seat: int) -> Boat:
        return self.boats[seat - 1]

    @property
    def active(self) -> list[int]:
        return [seat for seat, boat in enumerate(self.boats, 1) if boat.active]


class CoveView(View):
    game: str = "cove"
    gold: list[int]
    hands: list[list[Card]]
    """The cards that may be seen; hidden ones are missing."""
    sizes: list[int]
    stowed: list[bool]
    policy: Policy | None


class _Play:
    """One action being carried out."""

    def __init__(self, state: CoveState, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.events: list[Event] = []

    def proceed(self) -> None:
        work(self.state.agenda, self.carry_out)

    def carry_out(self, task: Task) -> bool:
        match task:
            case Night():
                return self.night()
            case Landing():
                return self.landing(task)
            case _:
                return False

    def night(self) -> bool:
        state = self.state
        if state.round > state.rounds or len(state.active) == 1:
            state.agenda.clear()
            return True
        if any(state.boat(seat).stowed is None for seat in state.active):
            return False
        state.agenda += [Landing(seat=seat) for seat in reversed(state.active)]
        return True

    def landing(self, task: Landing) -> bool:
        boat = self.state.boat(task.seat)
        card = boat.stowed
        if task.watched or card is None:
            self.state.agenda.remove(task)
            self.ashore(task.seat)
            return True
        task.watched = True
        seen = self.chance.roll("watch", task.seat)[0] - self.state.dark
        if seen < int(card):
            return True
        self.events.append(Stopped(seat=task.seat))
        self.state.agenda.append(Stop(seat=task.seat))
        if boat.policy == "always" and boat.gold:
            self.bribe(task.seat, 1)
        elif boat.policy == "never":
            self.search(task.seat)
        return True

    def ashore(self, seat: int) -> None:
        boat, deck = self.state.boat(seat), self.state.deck
        if boat.stowed is not None and boat.active:
            boat.gold += int(boat.stowed)
            self.events.append(Landed(seat=seat, card=boat.stowed))
        boat.stowed = None
        if deck and boat.active:
            boat.hand.append(_drawn(deck, seat, self.chance))
            self.events.append(Drew(seat=seat, card=boat.hand[-1]))
        if not any(isinstance(task, Landing) for task in self.state.agenda):
            self.state.round += 1

    def bribe(self, seat: int, coins: int) -> None:
        let_go = self.chance.roll("greed", seat)[0] <= coins + 1
        self.state.boat(seat).gold -= coins
        self.events.append(Bribed(seat=seat, coins=coins, let_go=let_go))
        self.state.agenda.pop()
        if not let_go:
            self.state.agenda.append(Stop(seat=seat))
            self.search(seat)

    def search(self, seat: int) -> None:
        """The stowed card is lost, and another one, if there is one."""
        boat = self.state.boat(seat)
        self.state.agenda.pop()
        if boat.stowed is not None:
            self.events.append(Lost(seat=seat, card=boat.stowed))
        boat.stowed = None
        if boat.hand:
            self.state.agenda.append(Search(seat=seat))

    def resign(self, seat: int) -> None:
        state, boat = self.state, self.state.boat(seat)
        boat.active = False
        self.events.append(Resigned(seat=seat))
        while isinstance(state.agenda[-1], Stop | Search) and state.agenda[-1].seat == seat:
            state.agenda.pop()


class Cove(Game[CoveState, CoveOptions, CoveView]):
    slug, command, title = "cove", "cove", "Smugglers' Cove"
    pitch, credit = "Bring your cards ashore at night.", "Made up for the tests."
    min_seats, max_seats, options, state, rounds = 2, 4, CoveOptions, CoveState, "nights"
    actions = (Stow, Bribe, Refuse, Give, Order, Lantern, Oversleep, Resign)
    events = (Stowed, Stopped, Bribed, Landed, Lost, Drew, Shone, Resigned)
    rolls = (
        RollKind("watch", "How well the watch sees.", 1, 1, 6),
        RollKind("greed", "What the watch wants.", 1, 1, 6),
        RollKind("lantern", "Miles of light.", 2, 1, 6),
        RollKind("card", "The next card.", 1, words=("1", "2", "3", "4", "5", "6")),
    )

    def start(self, options: CoveOptions, seats: int, chance: Chance) -> tuple[CoveState, list[Event]]:
        cards: list[Card] = ["1", "2", "3", "4", "5", "6"]
        deck = sorted(cards * 4)
        boats = [Boat(hand=[_drawn(deck, seat, chance) for _ in range(3)]) for seat in range(1, seats + 1)]
        state = CoveState(rounds=options.rounds, dark=options.dark, boats=boats, deck=deck, agenda=[Night()])
        return state, []

    def decisions(self, state: CoveState) -> list[Decision]:
        if not state.agenda:
            return []
        match state.agenda[-1]:
            case Stop(seat=seat):
                purse = state.boat(seat).gold
                forms = (
                    (Form(Bribe(coins=1), {"coins": Range(1, purse), "word": Words(40)}),) if purse else ()
                )
                bribes = [Bribe(coins=1)] if purse else []
                return [Decision(seat, "stop", lambda: [*bribes, Refuse()], forms, clock="short")]
            case Search(seat=seat):
                hand = state.boat(seat).hand
                return [Decision(seat, "search", lambda: [Give(card=c) for c in _each(hand)], secret=True)]
            case _:
                return list(self._stowing(state))

    def _stowing(self, state: CoveState) -> Iterator[Decision]:
        for seat in state.active:
            boat = state.boat(seat)
            if boat.stowed is None:
                yield Decision(seat, "stow", partial(_stows, boat.hand), secret=True)

    def free_actions(self, state: CoveState, seat: int) -> list[Action]:
        if seat not in state.active or self.outcome(state) is not None:
            return []
        return [
            *[Order(bribes=policy) for policy in ("ask", "always", "never")],
            Lantern(),
            Resign(),
        ]

    def apply(self, state: CoveState, seat: int, action: Action, chance: Chance) -> list[Event]:
        play = _Play(state, chance)
        if isinstance(action, Oversleep) and any(d.seat == seat for d in self._stowing(state)):
            hand = state.boat(seat).hand
            action = Stow.model_validate({"card": chance.draw_hidden("lot", seat, sorted(hand))})
        elif not any(form.admits(action) for form in self.forms(state, seat)):
            self.among(action, self.legal_actions(state, seat), Action)
        boat = state.boat(seat)
        match action:
            case Stow(card=card):
                boat.hand.remove(card)
                boat.stowed = card
                play.events.append(Stowed(seat=seat, card=card))
            case Bribe(coins=coins):
                play.bribe(seat, coins)
            case Refuse():
                play.search(seat)
            case Give(card=card):
                boat.hand.remove(card)
                play.events.append(Lost(seat=seat, card=card))
                state.agenda.pop()
            case Order(bribes=bribes):
                boat.policy = bribes
                return play.events
            case Lantern():
                play.events.append(Shone(seat=seat, miles=sum(chance.roll("lantern", seat, 2))))
            case Resign():
                play.resign(seat)
        play.proceed()
        return play.events

    def view(self, state: CoveState, seat: int | None, told: Sequence[Event] = ()) -> CoveView:
        return CoveView(
            gold=[boat.gold for boat in state.boats],
            hands=[boat.hand if number == seat else [] for number, boat in enumerate(state.boats, 1)],
            sizes=[len(boat.hand) for boat in state.boats],
            stowed=[boat.stowed is not None for boat in state.boats],
            policy=state.boat(seat).policy if seat else None,
        )

    def outcome(self, state: CoveState) -> Outcome | None:
        if state.agenda:
            return None
        best = sorted({boat.gold if boat.active else -1 for boat in state.boats}, reverse=True)
        groups = [
            tuple(s for s, boat in enumerate(state.boats, 1) if (boat.gold if boat.active else -1) == gold)
            for gold in best
        ]
        return Outcome(reason="dawn", ranking=tuple(groups))

    def timeout(self, state: CoveState, seat: int) -> Action:
        match state.agenda[-1]:
            case Stop():
                return Refuse()
            case Search():
                return Give(card=min(state.boat(seat).hand))
            case _:
                return Oversleep()

    def replace(self, state: CoveState, seat: int) -> None:
        state.boat(seat).policy = "ask"

    def evaluate(self, state: CoveState, seat: int) -> float:
        return float(state.boat(seat).gold)

    def turn(self, state: CoveState) -> str:
        return str(state.round)

    def round(self, state: CoveState) -> str:
        return str(state.round)

    def headline(self, state: CoveState) -> str:
        return f"Night {state.round} of {state.rounds}"

    def check(self, state: CoveState) -> None:
        cards = [*state.deck, *(card for boat in state.boats for card in boat.hand)]
        assert len(cards) <= 24
        assert all(boat.gold >= 0 for boat in state.boats)

    def canonical(self, state: CoveState, seat: int, action: Action) -> Action:
        if isinstance(action, Bribe) and action.coins > state.boat(seat).gold:
            raise IllegalAction("too_poor", f"You have {state.boat(seat).gold} gold. Offer less.")
        return action


def _stows(hand: list[Card]) -> list[Stow]:
    return [Stow(card=card) for card in _each(hand)]


def _drawn(deck: list[Card], seat: int, chance: Chance) -> Card:
    """One of the cards left, for that seat."""
    drawn = chance.draw_hidden("card", seat, deck)
    return deck.pop(next(place for place, card in enumerate(deck) if card == drawn))


def _each(hand: list[Card]) -> list[Card]:
    return list(dict.fromkeys(sorted(hand)))


def hide(state: CoveState, onlooker: int | None, random: Random) -> CoveState:
    """The same state with all that the onlooker cannot see drawn anew."""
    hidden = state.model_copy(deep=True)
    others = [boat for seat, boat in enumerate(hidden.boats, 1) if seat != onlooker]
    cards: list[Card] = [*hidden.deck]
    for boat in others:
        cards += [*boat.hand, *([boat.stowed] if boat.stowed else [])]
    random.shuffle(cards)
    hidden.deck = sorted(cards.pop() for _ in hidden.deck)
    for boat in others:
        boat.hand = [cards.pop() for _ in boat.hand]
        boat.stowed = cards.pop() if boat.stowed else None
        boat.policy = random.choice(["ask", "always", "never"])
    return hidden


COVE = Cove()
