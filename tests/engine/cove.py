"""Smugglers' Cove: a small game with everything that makes games hard to host.

It has hidden hands, a deck to draw from, secret simultaneous choices, nested interrupts, amounts and free
words, standing orders, free actions that roll dice, and timeouts with their own actions.

Each round everybody stows a card. In seat order the boats then land. The watch rolls, and stops a boat whose
card is worth at least the roll. A stopped player may bribe the watch; a watch that is not satisfied takes a
second card. Cards that come ashore are gold. After the last round the richest player wins.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Literal, TypeAlias, get_args

from pydantic import BaseModel, Field

from rules.engine.action import Action, Resign
from rules.engine.agenda import Task
from rules.engine.chance import Chance, Luck
from rules.engine.decision import Clock
from rules.engine.errors import IllegalAction
from rules.engine.event import Event
from rules.engine.form import Form, Range, Words
from rules.engine.game import Game, Options, RollKind, State, View
from rules.engine.outcome import Outcome
from rules.engine.rooms import Anytime, Choice, Errand, Offer, Play, Question
from rules.engine.seat import Seat

Card = Literal["1", "2", "3", "4", "5", "6"]
Policy = Literal["ask", "always", "never"]


class CoveOptions(Options):
    rounds: Annotated[int, Field(ge=1, le=4, title="Rounds", description="How many nights are sailed.")] = 2
    dark: Annotated[bool, Field(title="Dark nights", description="The watch sees one less.")] = False


# Actions


class Stow(Action):
    """Choose the card you smuggle tonight."""

    secret = True
    card: Card = Field(description="A card of your hand.")


class Bribe(Action):
    """Offer the watch some gold."""

    coins: int = Field(description="How much, from your purse.")
    word: str | None = Field(None, description="What you say.", json_schema_extra={"words": True})


class Refuse(Action):
    """Offer the watch nothing."""


class Give(Action):
    """Give up another card."""

    card: Card = Field(description="A card of your hand.")


class Order(Action):
    """Decide in advance whether to bribe the watch."""

    free, standing, secret = True, True, True
    bribes: Policy = Field(description="ask, always or never.")


class Lantern(Action):
    """Wave a lantern and see how far it shines."""

    free = True


class Oversleep(Action):
    """Stow any card, at random."""

    by_players, secret = False, True


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


class Duty(Task, family=True):
    """A record of something that must still be done."""


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
    agenda: list[Duty]

    def boat(self, seat: int) -> Boat:
        return self.boats[seat - 1]

    @property
    def active(self) -> list[int]:
        return [seat for seat, boat in enumerate(self.boats, 1) if boat.active]

    @property
    def waiting(self) -> list[int]:
        """The seats that must still stow a card."""
        return [seat for seat in self.active if self.boat(seat).stowed is None]


class CoveView(View):
    game: str = "cove"
    gold: list[int]
    hands: list[list[Card]]
    """The visible cards, without hidden ones."""
    sizes: list[int]
    stowed: list[bool]
    policy: Policy | None


# Rooms

CovePlay: TypeAlias = Play[CoveState]


class Stowing(Duty, Question[CoveState, CovePlay, Stow | Oversleep]):
    """All choose a card at the same time, in secret."""

    task: Literal["stow"] = "stow"
    seat: int
    together, secret = True, True

    def whose(self, state: CoveState) -> int:
        return self.seat

    def asks(self, state: CoveState) -> str:
        return "stows a card"

    def actions(self, state: CoveState) -> Iterator[Stow]:
        return (Stow(card=card) for card in _each(state.boat(self.seat).hand))

    def check(self, state: CoveState, action: Stow | Oversleep) -> None:
        if isinstance(action, Stow):
            super().check(state, action)

    def absent(self, state: CoveState) -> Oversleep:
        return Oversleep()

    def answer(self, play: CovePlay, action: Stow | Oversleep) -> None:
        boat = play.state.boat(self.seat)
        if isinstance(action, Oversleep):
            drawn = play.chance.draw_hidden("lot", self.seat, sorted(boat.hand))
            action = Stow.model_validate({"card": drawn})
        card = action.card
        boat.hand.remove(card)
        boat.stowed = card
        play.tell(Stowed(seat=self.seat, card=card))
        play.close(self)

    def left(self, play: CovePlay, seat: int) -> None:
        if seat == self.seat or len(play.state.active) == 1:
            play.close(self)


class Search(Duty, Question[CoveState, CovePlay, Give]):
    """The watch is not satisfied and takes a second card."""

    task: Literal["search"] = "search"
    seat: int
    secret = True

    def whose(self, state: CoveState) -> int:
        return self.seat

    def actions(self, state: CoveState) -> Iterator[Give]:
        return (Give(card=card) for card in _each(state.boat(self.seat).hand))

    def absent(self, state: CoveState) -> Give:
        return Give(card=min(state.boat(self.seat).hand))

    def answer(self, play: CovePlay, action: Give) -> None:
        play.state.boat(self.seat).hand.remove(action.card)
        play.tell(Lost(seat=self.seat, card=action.card))
        play.close(self)

    def left(self, play: CovePlay, seat: int) -> None:
        if seat == self.seat:
            play.close(self)


class Bribing(Offer["Stop", CoveState, CovePlay, Bribe]):
    def due(self, room: "Stop", state: CoveState) -> bool:
        return state.boat(room.seat).gold > 0

    def actions(self, room: "Stop", state: CoveState) -> list[Bribe]:
        return [Bribe(coins=1)]

    def forms(self, room: "Stop", state: CoveState) -> list[Form]:
        purse = state.boat(room.seat).gold
        return [Form(Bribe(coins=1), {"coins": Range(1, purse), "word": Words(40)})]

    def answer(self, room: "Stop", play: CovePlay, action: Bribe) -> None:
        room.bribe(play, action.coins)


class Refusing(Offer["Stop", CoveState, CovePlay, Refuse]):
    def actions(self, room: "Stop", state: CoveState) -> list[Refuse]:
        return [Refuse()]

    def answer(self, room: "Stop", play: CovePlay, action: Refuse) -> None:
        room.search(play)


class Stop(Duty, Choice[CoveState, CovePlay]):
    """The watch holds a boat and waits for an answer."""

    task: Literal["stop"] = "stop"
    seat: int
    offers = (Bribing(), Refusing())

    def whose(self, state: CoveState) -> int:
        return self.seat

    def clock(self, state: CoveState) -> Clock:
        return "short"

    def canonical(self, state: CoveState, action: Action) -> Action:
        purse = state.boat(self.seat).gold
        if isinstance(action, Bribe) and action.coins > purse:
            raise IllegalAction("too_poor", f"You have {purse} gold. Offer less.")
        return action

    def absent(self, state: CoveState) -> Refuse:
        return Refuse()

    def left(self, play: CovePlay, seat: int) -> None:
        if seat == self.seat:
            play.close(self)

    def bribe(self, play: CovePlay, coins: int) -> None:
        let_go = play.chance.roll("greed", self.seat)[0] <= coins + 1
        play.state.boat(self.seat).gold -= coins
        play.tell(Bribed(seat=self.seat, coins=coins, let_go=let_go))
        if let_go:
            play.close(self)
        else:
            self.search(play)

    def search(self, play: CovePlay) -> None:
        """Take the stowed card, and one more card if there is any."""
        boat = play.state.boat(self.seat)
        play.close(self)
        if boat.stowed is not None:
            play.tell(Lost(seat=self.seat, card=boat.stowed))
        boat.stowed = None
        if boat.hand:
            play.open(Search(seat=self.seat))


class Landing(Duty, Errand[CoveState, CovePlay]):
    """A boat comes ashore. `watched` is set once the watch has rolled."""

    task: Literal["landing"] = "landing"
    seat: int
    watched: bool = False

    def carry_out(self, play: CovePlay) -> None:
        boat = play.state.boat(self.seat)
        card = boat.stowed
        if self.watched or card is None:
            play.close(self)
            self.ashore(play)
            return
        self.watched = True
        seen = play.chance.roll("watch", self.seat)[0] - play.state.dark
        if seen < int(card):
            return
        play.tell(Stopped(seat=self.seat))
        stop = Stop(seat=self.seat)
        play.open(stop)
        if boat.policy == "always" and boat.gold:
            stop.bribe(play, 1)
        elif boat.policy == "never":
            stop.search(play)

    def ashore(self, play: CovePlay) -> None:
        state, seat = play.state, self.seat
        boat, deck = state.boat(seat), state.deck
        if boat.stowed is not None and boat.active:
            boat.gold += int(boat.stowed)
            play.tell(Landed(seat=seat, card=boat.stowed))
        boat.stowed = None
        if deck and boat.active:
            boat.hand.append(_drawn(deck, seat, play.chance))
            play.tell(Drew(seat=seat, card=boat.hand[-1]))
        if not any(isinstance(duty, Landing) for duty in state.agenda):
            state.round += 1


class Night(Duty, Errand[CoveState, CovePlay]):
    """All stow, then the boats land."""

    task: Literal["night"] = "night"

    def carry_out(self, play: CovePlay) -> None:
        state = play.state
        waiting = state.waiting
        if state.round > state.rounds or len(state.active) == 1:
            play.go_to()
        elif waiting:
            play.open(*(Stowing(seat=seat) for seat in waiting))
        else:
            play.open(*(Landing(seat=seat) for seat in reversed(state.active)))


class Ordering(Anytime[CoveState, CovePlay, Order]):
    def actions(self, state: CoveState, seat: int) -> Iterator[Order]:
        if seat in state.active:
            yield from (Order(bribes=policy) for policy in get_args(Policy))

    def answer(self, play: CovePlay, action: Order) -> None:
        play.state.boat(play.seat).policy = action.bribes


class Waving(Anytime[CoveState, CovePlay, Lantern]):
    def actions(self, state: CoveState, seat: int) -> Iterator[Lantern]:
        if seat in state.active:
            yield Lantern()

    def answer(self, play: CovePlay, action: Lantern) -> None:
        play.tell(Shone(seat=play.seat, miles=sum(play.chance.roll("lantern", play.seat, 2))))


class Resigning(Anytime[CoveState, CovePlay, Resign]):
    def actions(self, state: CoveState, seat: int) -> Iterator[Resign]:
        if seat in state.active:
            yield Resign()

    def answer(self, play: CovePlay, action: Resign) -> None:
        play.state.boat(play.seat).active = False
        play.tell(Resigned(seat=play.seat))
        play.left(play.seat)


class Cove(Game[CoveState, CoveOptions, CoveView]):
    slug, command, title = "cove", "cove", "Smugglers' Cove"
    pitch, credit = "Bring your cards ashore at night.", "Made up for the tests."
    min_seats, max_seats, rounds = 2, 4, "nights"
    seated = "boats"
    rooms = (Night, Stowing, Landing, Stop, Search)
    anytime = (Ordering(), Waving(), Resigning())
    actions = (Stow, Bribe, Refuse, Give, Order, Lantern, Oversleep, Resign)
    events = (Stowed, Stopped, Bribed, Landed, Lost, Drew, Shone, Resigned)
    rolls: ClassVar[tuple[RollKind, ...]] = (
        RollKind("watch", "How well the watch sees.", 1, 1, 6),
        RollKind("greed", "What the watch wants.", 1, 1, 6),
        RollKind("lantern", "Miles of light.", 2, 1, 6),
        RollKind("lot", "The card that somebody who oversleeps stows.", 1, words=tuple("123456")),
        RollKind("card", "The next card.", 1, words=("1", "2", "3", "4", "5", "6")),
    )

    def start(self, options: CoveOptions, seats: int, chance: Chance) -> tuple[CoveState, list[Event]]:
        cards: list[Card] = ["1", "2", "3", "4", "5", "6"]
        deck = sorted(cards * 4)
        boats = [Boat(hand=[_drawn(deck, seat, chance) for _ in range(3)]) for seat in range(1, seats + 1)]
        state = CoveState(rounds=options.rounds, dark=options.dark, boats=boats, deck=deck, agenda=[Night()])
        play = Play(state, chance)
        play.proceed()
        return state, play.events

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

    def replace(self, state: CoveState, seat: int) -> Sequence[Event]:
        state.boat(seat).policy = "ask"
        return ()

    def redraw(self, state: CoveState, seat: int | None, luck: Luck) -> None:
        others = [boat for number, boat in enumerate(state.boats, 1) if number != seat]
        cards: list[Card] = [*state.deck]
        for boat in others:
            cards += [*boat.hand, *([boat.stowed] if boat.stowed else [])]
        cards.sort()
        luck.shuffle(cards)
        state.deck = sorted(cards.pop() for _ in state.deck)
        for boat in others:
            boat.hand = [cards.pop() for _ in boat.hand]
            boat.stowed = cards.pop() if boat.stowed else None
            boat.policy = luck.choice(["ask", "always", "never"])

    def evaluate(self, state: CoveState, seat: int) -> float:
        return float(state.boat(seat).gold)

    def turn(self, state: CoveState) -> str:
        return str(state.round)

    def round(self, state: CoveState) -> str:
        return str(state.round)

    def headline(self, state: CoveState) -> str:
        return f"Night {state.round} of {state.rounds}"

    def complete(self, state: CoveState) -> None:
        if isinstance(state.agenda[-1], Night):
            state.agenda += [Stowing(seat=seat) for seat in state.waiting]

    def check(self, state: CoveState) -> None:
        cards = [*state.deck, *(card for boat in state.boats for card in boat.hand)]
        assert len(cards) <= 24
        assert all(boat.gold >= 0 for boat in state.boats)


def _drawn(deck: list[Card], seat: int, chance: Chance) -> Card:
    """Draw one of the remaining cards for a seat."""
    drawn = chance.draw_hidden("card", seat, deck)
    return deck.pop(next(place for place, card in enumerate(deck) if card == drawn))


def _each(hand: list[Card]) -> list[Card]:
    return list(dict.fromkeys(sorted(hand)))


COVE = Cove()
