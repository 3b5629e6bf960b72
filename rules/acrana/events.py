"""The events of a race (section 9). Stories name ships such as `A1`, and often also the player."""

from collections.abc import Sequence
from typing import Literal

from rules.acrana import effects
from rules.acrana.board import Square, edge_square, place_name, port_name
from rules.acrana.cards import PlayUse, card, sign_of_card
from rules.acrana.effects import counted, times
from rules.acrana.state import Pending, ShipName, owner
from rules.acrana.tables import Bonus, Penalty, Plain, TableName, Token, row
from rules.engine.event import Event, OfEach, Ranks, SeatEvent, SeatName, StoryValue, signs_of
from rules.engine.seat import Seat
from rules.engine.wording import listed

Cause = Literal[TableName, "push", "backed", "war", "battle"]
DiscardCause = Literal[TableName, "stuck", "declined", "resigned"]
PirateCause = Literal["sunk", "prize", "coast_guard", "navy", "reshuffle"]


def _berth_name(square: Square, crowded: Square) -> str:
    """Return a text such as `55 (treasure; no room on 56)`, or `55 (treasure)` if `crowded` is 0."""
    name = place_name(square)
    return f"{name} (no room on {crowded})".replace(") (", "; ") if crowded else name


def _ship(name: ShipName) -> dict[str, StoryValue]:
    """Return the gaps of a ship and its owner: {ship}, {seat}, {port}."""
    return {"ship": name, "seat": SeatName(owner(name)), "port": port_name(owner(name))}


class ShipEvent(Event, abstract=True):
    """A base class of events about one ship. The gap {seat} is the ship's player."""

    ship: ShipName

    def more(self) -> dict[str, StoryValue]:
        """Return the gaps for the squares of the event, for the ship and for its owner."""
        squares = ("at", "start", "end")
        placed = {
            name: place_name(value) for name in squares if isinstance(value := getattr(self, name, None), int)
        }
        return {**placed, **_ship(self.ship)}


# The race and its turns


class GameStarted(Event):
    """The race begins. `options` has the texts of all options that are not at their defaults."""

    faces = "{kind}{in_fleets:_fleets|}"
    players: int
    ships: int
    fleets: list[list[int]]
    options: dict[str, str]

    @property
    def in_fleets(self) -> bool:
        """Whether the fleets have several players each."""
        return len(self.fleets) < self.players

    def more(self) -> dict[str, StoryValue]:
        """Return each player's {ships} in words, the number of {fleets}, and the {size} of a fleet."""
        ships, sizes = counted(self.ships, "ship"), len(self.fleets[0])
        return {"ships": ships, "fleets": len(self.fleets), "size": sizes}


class DealerDrawn(SeatEvent):
    """The dealer of the first deck."""


class DeckShuffled(Event):
    """A new deck is shuffled."""

    faces = "{kind}{deck_no:1=_first|}"
    deck_no: int
    dealer: Seat


class HandsDealt(Event):
    """Everybody got cards. `counts` has the number of cards of each seat, or 0 for a resigned seat."""

    faces = "{kind}{uneven:_uneven|}"
    reveals = True
    deal_no: int
    counts: list[int]
    leader: Seat

    @property
    def uneven(self) -> bool:
        """Whether the seats got different numbers of cards."""
        return len({count for count in self.counts if count}) > 1

    def more(self) -> dict[str, StoryValue]:
        """Return {cards}, the largest number of cards that a seat got, such as `4 cards`."""
        return {"cards": counted(max(self.counts), "card")}


class OwnCards(SeatEvent, abstract=True):
    """A base class of events about cards that only their owner may know."""

    private = True
    cards: list[str]

    def more(self) -> dict[str, StoryValue]:
        """Return {cards}, a list in words."""
        return {"cards": listed(self.cards)}


class HandSeen(OwnCards):
    """A seat's new hand, which only this seat sees."""


class TurnStarted(SeatEvent):
    """A seat's turn begins."""

    opens_turn = True

    def joined(self, following: Event) -> "Idled | None":
        """Return the seat's automatic discard if it follows, so that only the discard is narrated."""
        if isinstance(following, Idled) and {*following.seats} == {self.seat}:
            return following
        return None


class Stuck(SeatEvent):
    """A seat can play none of its cards. Only an automatic discard in the same entry is joined."""

    reveals = True
    joins_later = False

    def joined(self, following: Event) -> "Idled | None":
        """Join the automatic discard that follows."""
        if isinstance(following, CardsDiscarded) and following.cause == "stuck":
            return Idled(seats=[self.seat], cards=following.cards)
        return None


class Idled(Event):
    """Automatic discards of seats that could play nothing, joined for a story and never stored."""

    seats: list[int]
    cards: list[str]

    def joined(self, following: Event) -> "Idled | None":
        """Join all automatic discards, so that one sentence narrates them."""
        if not isinstance(following, Idled):
            return None
        return Idled(seats=[*self.seats, *following.seats], cards=[*self.cards, *following.cards])

    def more(self) -> dict[str, StoryValue]:
        """Return {told}, the ranks that each seat discarded."""
        thrown: dict[int, list[str]] = {}
        for seat, one in zip(self.seats, self.cards, strict=True):
            thrown.setdefault(seat, []).append(card(one).rank)
        told = [(seat, listed(ranks)) for seat, ranks in thrown.items()]
        (first, ranks), *others = told
        return {"told": OfEach([(first, f"discards {ranks}"), *others])}


class PlayerResigned(SeatEvent):
    """A seat resigned, and its ships leave the sea."""


class GameEnded(Event):
    """The race is over. `ranking` has groups of equal rank, best first. If `shared`, several fleets won."""

    faces = "{kind}_{shared:tied|{reason}{by_fleet:_fleet|}}"
    winners: tuple[int, ...]
    reason: Literal["finished", "deck_limit", "last_left"]
    ranking: tuple[tuple[int, ...], ...]
    shared: bool = False

    @property
    def by_fleet(self) -> bool:
        """Whether a fleet of several seats won."""
        return len(self.winners) > 1

    def more(self) -> dict[str, StoryValue]:
        """Return {ranks} and {winner}. {winner} is a seat of the winning fleet."""
        return {"ranks": Ranks(self.ranking), "winner": SeatName(self.winners[0])}


# Cards


def _sign_of(shown: str) -> dict[str, Sequence[str]]:
    sign = sign_of_card(shown)
    return {"card": [sign]} if sign else {}


class CardPlayed(SeatEvent):
    """A card was played. `shown` is its text, and `points` is its number of squares, including silver."""

    faces = "{kind}_{use}"
    card: str
    shown: str
    use: PlayUse
    points: int

    def joined(self, following: Event) -> "CardSailed | None":
        """Join the movement if a single ship uses all points of the card and does not drop back."""
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

    def more(self) -> dict[str, StoryValue]:
        """Return {card}, such as `9 (13)`, and {points}, such as `13 squares`."""
        return {"card": self.shown, "points": counted(self.points, "square")}

    def signs(self) -> dict[str, Sequence[str]]:
        """Return the card's sign, if the card is unchanged."""
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
        """The story's suffix: `_stuck`, `_declined`, `_resigned`, `_hand` for a complete hand, or empty."""
        if self.cause in {"stuck", "declined", "resigned"}:
            return f"_{self.cause}"
        return "" if self.left else "_hand"

    def more(self) -> dict[str, StoryValue]:
        """Return {cards}, a list of ranks in words, and {count}, the number of cards."""
        return {"cards": listed([card(one).rank for one in self.cards]), "count": len(self.cards)}

    def signs(self) -> dict[str, Sequence[str]]:
        """Return the sign of each card."""
        return {"cards": [sign_of_card(card(one).rank) for one in self.cards]}


class ModifierApplied(SeatEvent):
    """Cards of a hand sail more or less from now on. Only the owner knows which cards."""

    faces = "modifier_{is_bonus:bonus|penalty}"
    amount: int
    cards: int

    @property
    def is_bonus(self) -> bool:
        """Whether the cards sail more."""
        return self.amount > 0

    def more(self) -> dict[str, StoryValue]:
        """Return {amount} such as `+2`, {times} such as `twice`, and {cards} such as `2 cards`."""
        cards = counted(self.cards, "card")
        return {"amount": f"{self.amount:+}", "times": times(self.cards), "cards": cards}


class CardsChanged(OwnCards):
    """The new texts of changed cards, which only their owner sees."""


class DamageRepaired(SeatEvent):
    """The hand has no damage any more."""


class EffectWasted(SeatEvent):
    """A result had no effect because no card could be changed or discarded."""


class SilverGained(SeatEvent):
    """A seat got silver. Its next card that sails or pushes back goes `total` squares further."""

    amount: int
    total: int


class CardsDrawn(SeatEvent):
    """A seat drew cards that it must play this turn."""

    reveals = True
    faces = "{kind}{count:|_none}"
    count: int

    def more(self) -> dict[str, StoryValue]:
        """Return {count}, such as `2 cards`."""
        return {"count": counted(self.count, "card")}


class DrawnSeen(OwnCards):
    """The drawn cards, which only their owner sees."""


class OneCardNextDeal(SeatEvent):
    """A seat will get a single card at the next deal."""


# Movements of ships


class ShipCastOff(ShipEvent):
    """A ship left its port for the roads."""


class ShipSailed(Event):
    """A ship or a convoy of two ships sailed a leg of a card. Each ship used `squares` points."""

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
        """Whether the ship dropped back because its target square was full."""
        return self.end != self.start + self.squares

    def more(self) -> dict[str, StoryValue]:
        """Return {ship} with one name or two, {squares} such as `7 squares`, {start} and {end}."""
        squares = counted(self.squares, "square")
        named = {**_ship(self.ships[0]), "ship": listed(self.ships), "squares": squares}
        return {**named, "start": place_name(self.start), "end": place_name(self.end)}


class SquaresLost(SeatEvent):
    """No ship could use the last `squares` points of a card."""

    squares: int

    def more(self) -> dict[str, StoryValue]:
        """Return {squares}, such as `4 squares`."""
        return {"squares": counted(self.squares, "square")}


class CrossedEdge(ShipEvent):
    """A ship went over the edge of the chart, and two dice decided where it came back."""

    faces = "{kind}_{moved:{ahead:ahead|astern}|same}"
    kind = "over_edge"
    start: Square
    dice: tuple[int, int]
    end: Square

    @property
    def moved(self) -> bool:
        """Whether the ship came back on another square."""
        return self.end != self.start

    @property
    def ahead(self) -> bool:
        """Whether the ship came back ahead of the square that it left."""
        return self.end > self.start

    def more(self) -> dict[str, StoryValue]:
        """Return also {label}, the mark on the edge (`6-2`), and {end}, such as `80 (no room on 81)`."""
        marked = edge_square(*self.dice)
        end = _berth_name(self.end, marked if self.end < marked else 0)
        return {**super().more(), "label": f"{self.dice[0]}-{self.dice[1]}", "end": end}


class ShipDrifted(ShipEvent):
    """A ship drifted. `dice` are a typhoon's dice. `crowded` is the ship's target if it was full, or 0."""

    faces = "drifted_{cause}{cause:battle={ahead:_ahead|_astern}|}"
    start: Square
    end: Square
    cause: Cause
    dice: tuple[int, ...] = ()
    crowded: Square = 0

    @property
    def ahead(self) -> bool:
        """Whether the ship moved ahead."""
        return self.end > self.start

    def more(self) -> dict[str, StoryValue]:
        """Return {squares} such as `6 squares`, {end} such as `55 (no room on 56)`, and any {rolled} dice."""
        far = counted(abs(self.end - self.start), "square")
        end = _berth_name(self.end, self.crowded)
        rolled: dict[str, StoryValue] = {"rolled": listed(self.dice)} if self.dice else {}
        return {**super().more(), **rolled, "end": end, "squares": far}

    def signs(self) -> dict[str, Sequence[str]]:
        """Return a typhoon's dice."""
        return {"rolled": signs_of("die_{}", self.dice)} if self.dice else {}


class ShipHeld(ShipEvent):
    """A ship that should have drifted could not move."""

    at: Square
    cause: Cause
    dice: tuple[int, ...] = ()


class ShipSentHome(ShipEvent):
    """A ship is back in its home port without its tokens. `by` is the ship that sank it in a battle."""

    faces = "{by:sent_home_battle|sent_home}"
    at: Square
    cause: Cause
    by: ShipName | None = None

    def more(self) -> dict[str, StoryValue]:
        """Return also {by_seat}, the player of the ship `by`, if there is one."""
        more = super().more()
        return {**more, "by_seat": SeatName(owner(self.by))} if self.by else more


class ShipFinished(ShipEvent):
    """A ship is home. `left` is the number of its player's ships that are not home yet."""

    faces = "{left:ship|flotilla}_finished"
    left: int


class CardSailed(ShipEvent):
    """A card and the movement of the only ship that used it, joined for a story and never stored."""

    seat: Seat
    shown: str
    start: Square
    end: Square

    def more(self) -> dict[str, StoryValue]:
        """Return also {card}. {seat} is the player of the card, not the ship's owner."""
        return {**super().more(), "card": self.shown, "seat": SeatName(self.seat)}

    def signs(self) -> dict[str, Sequence[str]]:
        """Return the card's sign, if the card is unchanged."""
        return _sign_of(self.shown)


# Battles and tables


class Battle(Event):
    """A battle. `roll` is the die that counts. `rerolled` are the earlier dice, which do not count."""

    halts = True
    faces = "{convoys:convoy_|}{kind}_{roll}"
    attackers: list[ShipName]
    defenders: list[ShipName]
    at: Square
    roll: int
    rerolled: list[int]

    @property
    def convoys(self) -> bool:
        """Whether a convoy fights, on either side."""
        return len(self.attackers) > 1 or len(self.defenders) > 1

    def more(self) -> dict[str, StoryValue]:
        """Return the ships and a player of each side, the square, and all dice as {rolled}."""
        again = [f"{die} (again)" for die in self.rerolled]
        return {
            "attacker": listed(self.attackers),
            "attacker_seat": SeatName(owner(self.attackers[0])),
            "defender": listed(self.defenders),
            "defender_seat": SeatName(owner(self.defenders[0])),
            "at": place_name(self.at),
            "rolled": ", ".join([*again, str(self.roll)]),
        }

    def signs(self) -> dict[str, Sequence[str]]:
        """Return the sign of the die if there was only one roll."""
        return {} if self.rerolled else {"rolled": signs_of("die_{}", self.roll)}

    def effect(self) -> str:
        """Return the result of the die and, if no convoy fights, the rolls that sink a ship."""
        return effects.of_convoy_battle(self.roll) if self.convoys else effects.of_battle(self.roll)


class TableRolled(ShipEvent):
    """A ship got a result from the table of its square. `by_map` is true if a reef map replaced the roll."""

    faces = "{by_map:reef_by_map|{table}_{roll}}"
    halts = True
    in_signs = (("roll", "die_{}"),)
    at: Square
    table: TableName
    roll: int
    by_map: bool = False

    def effect(self) -> str:
        """Return the result in words."""
        return effects.by_map(self.roll) if self.by_map else effects.of_table(self.table, self.roll)

    def joined(self, following: Event) -> "TableRolled | None":
        """Absorb the following event if the text of the result already states it."""
        return self if _is_told(following, self.table, self.roll) else None


class SquareSpent(ShipEvent):
    """A ship came back to a square that has already affected it this turn, so nothing happens."""

    at: Square


class PirateAttack(ShipEvent):
    """A pirate vessel attacks a ship."""

    halts = True
    in_signs = (("roll", "die_{}"),)
    faces = "pirates_{roll}"
    vessel: int
    at: Square
    roll: int

    def effect(self) -> str:
        """Return the result in words."""
        return effects.of_table("pirates", self.roll)

    def joined(self, following: Event) -> "PirateAttack | None":
        """Absorb the following event if the text of the result already states it."""
        return self if _is_told(following, "pirates", self.roll) else None


def _is_told(event: Event, table: TableName, roll: int) -> bool:
    """Return whether the text of a table's result states the event completely."""
    match event, row(table, roll).ops:
        case ModifierApplied(cards=cards), (*_, (Penalty() | Bonus()) as op):
            return cards == op.cards
        case DamageRepaired(), (*_, Plain(op="repair")):
            return True
        case _:
            return False


class PiratesEvaded(ShipEvent):
    """A ship is not attacked in pirate waters, because there are no vessels or because all are busy."""

    faces = "{kind}_{reason}"
    reason: Literal["none", "busy"]


class PiratesChanged(Event):
    """The number of pirate vessels changed."""

    faces = "{kind}_{cause}"
    start: int
    end: int
    cause: PirateCause


class TokenEvent(ShipEvent, abstract=True):
    """A base class of events in which a ship gained, used or lost a token."""

    faces = "{token}_{verb}"
    token: Token
    at: Square

    @property
    def verb(self) -> str:
        """`gained`, `used` or `lost`."""
        return self.kind.removeprefix("token_")


class TokenGained(TokenEvent):
    """A ship gained a token."""


class TokenUsed(TokenEvent):
    """A token helped its ship. A flag is kept; other tokens are used up."""


class TokenLost(TokenEvent):
    """A ship lost its escort, because escorts flee from battles in pirate waters."""


class DeferringEvent(ShipEvent, abstract=True):
    """A base class of events about an effect that is deferred to the turn of the ship's owner."""

    mark: Pending
    at: Square


class EffectDeferred(DeferringEvent):
    """An effect on a ship waits for the turn of the ship's owner."""

    faces = "{kind}_{mark}"


class DeferredResolved(DeferringEvent):
    """A deferred effect on a ship happens now."""

    faces = "deferred_{mark}"


# Blockades and convoys


class PairEvent(Event, abstract=True):
    """A base class of events about two ships of a fleet that start or stop sharing a square."""

    at: Square
    ships: list[ShipName]

    def more(self) -> dict[str, StoryValue]:
        """Return {ship} and {other} with their players {seat} and {other_seat}."""
        first, second = self.ships
        other: dict[str, StoryValue] = {"other": second, "other_seat": SeatName(owner(second))}
        return {**_ship(first), **other, "at": place_name(self.at)}


class BlockadeFormed(PairEvent):
    """Two ships of one seat block a square."""


class BlockadeLifted(PairEvent):
    """A blockade has ended."""


class ConvoyFormed(PairEvent):
    """Two ships of partners share a square."""


class ConvoyParted(PairEvent):
    """A convoy has ended."""
