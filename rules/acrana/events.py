"""What happens in a race, in the order it happens (section 9).

Ships are told by name (`A1`), together with their player. If an event has several faces, each has lines of
its own in `narration.toml`.
"""

from collections.abc import Sequence
from typing import Literal

from rules.acrana import effects
from rules.acrana.board import Square, edge_square, place_name, port_name
from rules.acrana.cards import PlayUse, card, sign_of_card
from rules.acrana.effects import counted, times
from rules.acrana.state import Pending, ShipName, owner
from rules.acrana.tables import Bonus, Penalty, Repair, TableName, Token, row
from rules.engine.event import Event, OfEach, Ranks, SeatEvent, SeatName, StoryValue, signs_of
from rules.engine.seat import Seat
from rules.engine.wording import listed

Cause = Literal[
    "ship_yard", "reef", "coast_guard", "weather", "harbour", "mutiny", "compass", "sirens", "treasure",
    "navy", "kraken", "pirates", "push", "backed", "war", "battle",
]  # fmt: skip
DiscardCause = Literal[
    "ship_yard", "reef", "coast_guard", "weather", "harbour", "mutiny", "compass", "sirens", "treasure",
    "navy", "kraken", "pirates", "stuck", "declined", "resigned",
]  # fmt: skip


def _berth_name(square: Square, crowded: Square) -> str:
    """A square, and the one above it without room: `55 (no room on 56)`, `55 (treasure; no room on 56)`."""
    name = place_name(square)
    return f"{name} (no room on {crowded})".replace(") (", "; ") if crowded else name


def _ship(name: ShipName) -> dict[str, StoryValue]:
    """The gaps that say which ship, and whose: {ship}, {seat}, {port}."""
    return {"ship": name, "seat": SeatName(owner(name)), "port": port_name(owner(name))}


class ShipEvent(Event, abstract=True):
    """Something that befalls one ship: gaps {ship}, {seat} and {port}, and its own fields."""

    ship: ShipName

    def gaps(self) -> dict[str, StoryValue]:
        """The ship and its owner, the event's own fields, and squares with what lies on them."""
        squares = ("at", "start", "end")
        placed = {
            name: place_name(value) for name in squares if isinstance(value := getattr(self, name, None), int)
        }
        return {**super().gaps(), **placed, **_ship(self.ship)}


# The race and its turns


class GameStarted(Event):
    """The race begins. `options` are those that differ from their defaults, as text."""

    faces = "{kind}{in_fleets:_fleets|}"
    players: int
    ships: int
    fleets: list[list[int]]
    options: dict[str, str]

    @property
    def in_fleets(self) -> bool:
        """Whether several players sail for one fleet."""
        return len(self.fleets) < self.players

    def gaps(self) -> dict[str, StoryValue]:
        """{players}, {ships} of each, `2 ships`, {fleets} of {size} players."""
        ships, sizes = counted(self.ships, "ship"), len(self.fleets[0])
        return {"players": self.players, "ships": ships, "fleets": len(self.fleets), "size": sizes}


class DealerDrawn(SeatEvent):
    """The dealer of the first deck."""


class DeckShuffled(Event):
    """A new deck: which, and who deals it."""

    faces = "{kind}{deck_no:1=_first|}"
    deck_no: int
    dealer: Seat


class HandsDealt(Event):
    """Everybody got cards: how many each seat (0 for those that have left), and who leads."""

    faces = "{kind}{uneven:_uneven|}"
    reveals = True
    deal_no: int
    counts: list[int]
    leader: Seat

    @property
    def uneven(self) -> bool:
        """Whether somebody got only a single card."""
        return len({count for count in self.counts if count}) > 1

    def gaps(self) -> dict[str, StoryValue]:
        """{cards} is what a seat usually got: `4 cards`."""
        cards = counted(max(self.counts), "card")
        return {"deal_no": self.deal_no, "cards": cards, "leader": SeatName(self.leader)}


class OwnCards(SeatEvent, abstract=True):
    """Cards that their owner alone may know."""

    private = True
    cards: list[str]

    def gaps(self) -> dict[str, StoryValue]:
        """{cards} as a list."""
        return {"seat": SeatName(self.seat), "cards": listed(self.cards)}


class HandSeen(OwnCards):
    """A seat's cards, for its eyes only."""


class TurnStarted(SeatEvent):
    """A seat's turn begins."""

    opens_turn = True

    def joined(self, following: Event) -> "Idled | None":
        """A turn in which nobody is asked needs no beginning."""
        if isinstance(following, Idled) and {*following.seats} == {self.seat}:
            return following
        return None


class Stuck(SeatEvent):
    """A seat holds nothing it can play."""

    reveals = True

    def joined(self, following: Event) -> "Idled | None":
        """Join automatic discards of several seats."""
        if isinstance(following, CardsDiscarded) and following.cause == "stuck":
            return Idled(seats=[self.seat], cards=following.cards)
        return None


class Idled(Event):
    """Seats could play nothing and discarded a card without being asked: for stories only, never stored."""

    seats: list[int]
    cards: list[str]

    def joined(self, following: Event) -> "Idled | None":
        """Join all of them into one sentence."""
        if not isinstance(following, Idled):
            return None
        return Idled(seats=[*self.seats, *following.seats], cards=[*self.cards, *following.cards])

    def gaps(self) -> dict[str, StoryValue]:
        """{told}: who discarded what."""
        thrown: dict[int, list[str]] = {}
        for seat, one in zip(self.seats, self.cards, strict=True):
            thrown.setdefault(seat, []).append(card(one).rank)
        told = [(seat, listed(ranks)) for seat, ranks in thrown.items()]
        (first, ranks), *others = told
        return {"told": OfEach([(first, f"discards {ranks}"), *others])}


class PlayerResigned(SeatEvent):
    """A seat gave up; its ships leave the sea."""


class GameEnded(Event):
    """The end: why, and who came where (groups of equal rank, best first); `shared` by several fleets."""

    faces = "{kind}_{shared:tied|{reason}{by_fleet:_fleet|}}"
    winners: tuple[int, ...]
    reason: Literal["finished", "deck_limit", "last_left"]
    ranking: tuple[tuple[int, ...], ...]
    shared: bool = False

    @property
    def by_fleet(self) -> bool:
        """Whether a whole fleet won."""
        return len(self.winners) > 1

    def gaps(self) -> dict[str, StoryValue]:
        """{ranks}, and {winner}, one of the winning fleet."""
        return {"ranks": Ranks(self.ranking), "winner": SeatName(self.winners[0])}


# Cards


def _sign_of(shown: str) -> dict[str, Sequence[str]]:
    sign = sign_of_card(shown)
    return {"card": [sign]} if sign else {}


class CardPlayed(SeatEvent):
    """A card on the table: its id, how it reads, what for, and the points it gives (silver included)."""

    faces = "{kind}_{use}"
    card: str
    shown: str
    use: PlayUse
    points: int

    def joined(self, following: Event) -> "CardSailed | None":
        """A card that one ship sails whole is told with its way."""
        if self.use != "sail" or not isinstance(following, ShipSailed):
            return None
        if following.face() != following.kind or following.squares != self.points:
            return None
        return CardSailed(
            seat=self.seat,
            shown=self.shown,
            ship=following.ships[0],
            start=following.start,
            end=following.end,
        )

    def gaps(self) -> dict[str, StoryValue]:
        """{card} as players read it, `9 (13)`; {points} is `13 squares`."""
        points = counted(self.points, "square")
        return {"seat": SeatName(self.seat), "card": self.shown, "points": points}

    def signs(self) -> dict[str, Sequence[str]]:
        """The card, where it sails as printed."""
        return _sign_of(self.shown)


class CardsDiscarded(SeatEvent):
    """Cards went to the discards, face up."""

    faces = "{kind}{manner}"
    reveals = True
    cards: list[str]
    cause: DiscardCause
    left: int

    @property
    def manner(self) -> str:
        """`_hand` for the whole hand of somebody who plays on, and `_stuck`, `_declined` or `_resigned`."""
        if self.cause in {"stuck", "declined", "resigned"}:
            return f"_{self.cause}"
        return "" if self.left else "_hand"

    def gaps(self) -> dict[str, StoryValue]:
        """{cards} as a list of ranks, {count} of them, {left} in the hand."""
        ranks = listed([card(one).rank for one in self.cards])
        return {"seat": SeatName(self.seat), "cards": ranks, "count": len(self.cards), "left": self.left}

    def signs(self) -> dict[str, Sequence[str]]:
        """Each card."""
        return {"cards": [sign_of_card(card(one).rank) for one in self.cards]}


class ModifierApplied(SeatEvent):
    """Cards of a hand sail more or less from now on; which ones is the owner's secret."""

    faces = "modifier_{is_bonus:bonus|penalty}"
    amount: int
    cards: int

    @property
    def is_bonus(self) -> bool:
        """Whether the cards sail more."""
        return self.amount > 0

    def gaps(self) -> dict[str, StoryValue]:
        """{amount} with its sign; {cards} is `3 cards`, or for a bonus, which may repeat, {times} `twice`."""
        struck: dict[str, StoryValue] = (
            {"times": times(self.cards)} if self.amount > 0 else {"cards": counted(self.cards, "card")}
        )
        return {"seat": SeatName(self.seat), "amount": f"{self.amount:+}", **struck}


class CardsChanged(OwnCards):
    """Which cards were changed, and how they read now: for their owner's eyes only."""


class DamageRepaired(SeatEvent):
    """The hand has no damage any more."""


class EffectWasted(SeatEvent):
    """A result found no card to strike."""


class SilverGained(SeatEvent):
    """A seat's next card that sails or pushes back goes further: by `total` in all."""

    amount: int
    total: int


class CardsDrawn(SeatEvent):
    """Cards drawn that must be played this turn."""

    reveals = True
    faces = "{kind}{count:|_none}"
    count: int

    def gaps(self) -> dict[str, StoryValue]:
        """{count} is `2 cards`."""
        return {"seat": SeatName(self.seat), "count": counted(self.count, "card")}


class DrawnSeen(OwnCards):
    """Which cards were drawn: for their owner's eyes only."""


class OneCardNextDeal(SeatEvent):
    """A seat will get a single card at the next deal."""


# Ways of ships


class ShipCastOff(ShipEvent):
    """A ship left its port for the roads."""


class ShipSailed(Event):
    """One leg of a card, by one ship or by two in convoy. `squares` is what it cost each of them."""

    faces = "{in_convoy:convoy_sailed|{kind}{short:_short|}}"
    ships: list[ShipName]
    start: Square
    end: Square
    squares: int

    @property
    def in_convoy(self) -> bool:
        """Whether two ships sailed together."""
        return len(self.ships) > 1

    @property
    def short(self) -> bool:
        """Whether the ship was dropped astern because there was no room."""
        return self.end != self.start + self.squares

    def gaps(self) -> dict[str, StoryValue]:
        """{ship} is one name or two; {squares} is `7 squares`."""
        squares = counted(self.squares, "square")
        named = {**_ship(self.ships[0]), "ship": listed(self.ships), "squares": squares}
        return {**named, "start": place_name(self.start), "end": place_name(self.end)}


class SquaresLost(SeatEvent):
    """Points of a card that no ship could use."""

    squares: int

    def gaps(self) -> dict[str, StoryValue]:
        """{squares} is `4 squares`."""
        return {"seat": SeatName(self.seat), "squares": counted(self.squares, "square")}


class CrossedEdge(ShipEvent):
    """A ship went over the edge of the chart and came back on the square that two dice named."""

    faces = "{kind}_{moved:{ahead:ahead|astern}|same}"
    kind = "over_edge"
    start: Square
    dice: tuple[int, int]
    end: Square

    @property
    def moved(self) -> bool:
        """Whether it came back on another square."""
        return self.end != self.start

    @property
    def ahead(self) -> bool:
        """Whether it came back further on."""
        return self.end > self.start

    def gaps(self) -> dict[str, StoryValue]:
        """{label} is the mark on the rim, `6-2`; {end} `81`, or `80 (no room on 81)`."""
        marked = edge_square(*self.dice)
        end = _berth_name(self.end, marked if self.end < marked else 0)
        return {**super().gaps(), "label": f"{self.dice[0]}-{self.dice[1]}", "end": end}


class ShipDrifted(ShipEvent):
    """Something other than its own card moved a ship. `dice` are the dice of a typhoon.

    `crowded` is the full square that it should have come to; 0 if there was room.
    """

    faces = "drifted_{cause}{cause:battle={ahead:_ahead|_astern}|}"
    start: Square
    end: Square
    cause: Cause
    dice: tuple[int, ...] = ()
    crowded: Square = 0

    @property
    def ahead(self) -> bool:
        """Whether it moved on."""
        return self.end > self.start

    def gaps(self) -> dict[str, StoryValue]:
        """{squares} how far it went, `6 squares`; {rolled} a typhoon's dice; {end} `55 (no room on 56)`."""
        far = counted(abs(self.end - self.start), "square")
        end = _berth_name(self.end, self.crowded)
        rolled: dict[str, StoryValue] = {"rolled": listed(self.dice)} if self.dice else {}
        return {**super().gaps(), **rolled, "end": end, "squares": far}

    def signs(self) -> dict[str, Sequence[str]]:
        """A typhoon's dice."""
        return {"rolled": signs_of("die_{}", self.dice)} if self.dice else {}


class ShipHeld(ShipEvent):
    """A ship should have drifted and found no room: it stays."""

    at: Square
    cause: Cause
    dice: tuple[int, ...] = ()


class ShipSentHome(ShipEvent):
    """A ship is back in its home port and has lost all it had; `by` sank it in a battle."""

    faces = "{by:sent_home_battle|sent_home}"
    at: Square
    cause: Cause
    by: ShipName | None = None

    def gaps(self) -> dict[str, StoryValue]:
        """{by} is the other ship, {by_seat} its captain."""
        gaps = super().gaps()
        return {**gaps, "by": self.by, "by_seat": SeatName(owner(self.by))} if self.by else gaps


class ShipFinished(ShipEvent):
    """A ship is home; `left` of its flotilla are still under way."""

    faces = "{left:ship|flotilla}_finished"
    left: int


class CardSailed(ShipEvent):
    """A card and the whole way that it led one ship: for stories only, never stored."""

    seat: Seat
    shown: str
    start: Square
    end: Square

    def gaps(self) -> dict[str, StoryValue]:
        """{card} as players read it; {seat} played it, even if it does not own the {ship}."""
        return {**super().gaps(), "card": self.shown, "seat": SeatName(self.seat)}

    def signs(self) -> dict[str, Sequence[str]]:
        """The card, where it sails as printed."""
        return _sign_of(self.shown)


# Battles and tables


class Battle(Event):
    """A battle: who, where, and the die that counted; `rerolled` are those that did not."""

    halts = True
    faces = "{convoys:convoy_|}{kind}_{roll}"
    attackers: list[ShipName]
    defenders: list[ShipName]
    at: Square
    roll: int
    rerolled: list[int]

    @property
    def convoys(self) -> bool:
        """Whether a convoy takes part: then the story tells of several ships."""
        return len(self.attackers) > 1 or len(self.defenders) > 1

    def gaps(self) -> dict[str, StoryValue]:
        """{attacker}, {defender}: ships; {attacker_seat}, {defender_seat}: captains; {rolled}: all dice."""
        again = [f"{die} (again)" for die in self.rerolled]
        return {
            "attacker": listed(self.attackers),
            "attacker_seat": SeatName(owner(self.attackers[0])),
            "defender": listed(self.defenders),
            "defender_seat": SeatName(owner(self.defenders[0])),
            "at": place_name(self.at),
            "roll": self.roll,
            "rolled": ", ".join([*again, str(self.roll)]),
        }

    def signs(self) -> dict[str, Sequence[str]]:
        """The die, if it was thrown once."""
        return {} if self.rerolled else {"rolled": signs_of("die_{}", self.roll)}

    def effect(self) -> str:
        """Return the result of the die; without convoys, which have other numbers, also what was needed."""
        return effects.of_convoy_battle(self.roll) if self.convoys else effects.of_battle(self.roll)


class TableRolled(ShipEvent):
    """The table result of a ship's square; `by_map` if a reef map replaced the die."""

    faces = "{by_map:reef_by_map|{table}_{roll}}"
    halts = True
    in_signs = (("roll", "die_{}"),)
    at: Square
    table: TableName
    roll: int
    by_map: bool = False

    def effect(self) -> str:
        """Return the result."""
        return effects.by_map(self.roll) if self.by_map else effects.of_table(self.table, self.roll)

    def joined(self, following: Event) -> "TableRolled | None":
        """Join consequences that the result already states."""
        return self if _is_told(following, self.table, self.roll) else None


class SquareSpent(ShipEvent):
    """A ship is back on a square whose table it has met in this turn: nothing happens."""

    at: Square


class PirateAttack(ShipEvent):
    """A pirate vessel falls upon a ship."""

    halts = True
    in_signs = (("roll", "die_{}"),)
    faces = "pirates_{roll}"
    vessel: int
    at: Square
    roll: int

    def effect(self) -> str:
        """Return the result."""
        return effects.of_table("pirates", self.roll)

    def joined(self, following: Event) -> "PirateAttack | None":
        """Join consequences that the result already states."""
        return self if _is_told(following, "pirates", self.roll) else None


def _is_told(event: Event, table: TableName, roll: int) -> bool:
    """Whether an event is just what that result does, with nothing to choose and nothing missing."""
    match event, row(table, roll).ops:
        case ModifierApplied(cards=cards), (*_, (Penalty() | Bonus()) as op):
            return cards == op.cards
        case DamageRepaired(), (*_, Repair()):
            return True
        case _:
            return False


class PiratesEvaded(ShipEvent):
    """A ship slips through pirate waters: there are no vessels, or all are busy."""

    faces = "{kind}_{reason}"
    reason: Literal["none", "busy"]


class PiratesChanged(Event):
    """The number of pirate vessels changed."""

    faces = "{kind}_{cause}"
    start: int
    end: int
    cause: Literal["sunk", "prize", "coast_guard", "navy", "reshuffle"]


class TokenEvent(ShipEvent, abstract=True):
    """Something about a token; each of the three has lines of its own."""

    faces = "{token}_{verb}"
    token: Token
    at: Square

    @property
    def verb(self) -> str:
        """What became of it: `gained`, `used` or `lost`."""
        return self.kind.removeprefix("token_")


class TokenGained(TokenEvent):
    """A ship has a token now."""


class TokenUsed(TokenEvent):
    """A token did its service; a flag stays."""


class TokenLost(TokenEvent):
    """A token is lost unused: the coast guard flees from a battle."""


class DeferringEvent(ShipEvent, abstract=True):
    """The effect of a square on a ship comes later."""

    mark: Pending
    at: Square


class EffectDeferred(DeferringEvent):
    """A square's effect on a ship waits for its captain's turn."""

    faces = "{kind}_{mark}"


class DeferredResolved(DeferringEvent):
    """A deferred effect on a ship happens now."""

    faces = "deferred_{mark}"


# Blockades and convoys


class PairEvent(Event, abstract=True):
    """Two ships of a fleet came to share a square, or parted."""

    at: Square
    ships: list[ShipName]

    def gaps(self) -> dict[str, StoryValue]:
        """{ship} and {other}, with {seat} and {other_seat}."""
        first, second = self.ships
        other: dict[str, StoryValue] = {"other": second, "other_seat": SeatName(owner(second))}
        return {**_ship(first), **other, "at": place_name(self.at)}


class BlockadeFormed(PairEvent):
    """Two ships of one seat block a square."""


class BlockadeLifted(PairEvent):
    """A blockade is open."""


class ConvoyFormed(PairEvent):
    """Two ships of partners sail together."""


class ConvoyParted(PairEvent):
    """A convoy is no more."""
