"""The events of a game (section 9) and their stories. The field `start` is the square that a ship leaves."""

from collections.abc import Mapping
from itertools import groupby
from typing import ClassVar, Literal, NamedTuple

from rules.dangerous_sea.board import TILES, WINDS, Captain, Direction, Good, Kind, Resource, Square, counted
from rules.dangerous_sea.state import Stance, Terms
from rules.dangerous_sea.tables import TABLES, Card, Season
from rules.engine.event import Event, OfEach, Ranks, SeatEvent, SeatName, Story, StoryValue, Woven
from rules.engine.seat import Seat
from rules.engine.wording import listed

Dice = tuple[int, ...]
Mode = Literal["sail", "explore", "storm"]
How = Literal["start", "seed", "look", "explore", "storm"]
PrizeKind = Literal["cargo", "kill", "stone", "stop", "none", "deal"]
TurnEnd = Literal["done", "ill", "timeout", "resigned"]
WinHow = Literal["found", "battle", "deal", "storm"]
GameEnd = Literal["stones", "season_limit", "last_ship"]

_ROOM = 190
"""The maximum number of characters for a ship's actions in one sentence."""
_NEEDED = "The higher sum wins, equal sums are a draw"
_DEADLY = max(roll for roll, deaths in TABLES.diseased.items() if deaths)


def rune_stones(count: int) -> str:
    """Return a number of rune stones in words: `a rune stone`."""
    return {0: "no rune stone", 1: "a rune stone"}.get(count, f"{count} rune stones")


def thrown(dice: Dice) -> str:
    """Return dice in words: `9 (4, 5)` for two dice, `5` for a single die."""
    return f"{sum(dice)} ({', '.join(map(str, dice))})" if len(dice) > 1 else str(sum(dice))


def found(tile: Kind) -> str:
    """Return a revealed tile in words, with an emoji for a Rune Stone Island."""
    return f"💎 {TILES[tile].label}" if tile == "stone" else TILES[tile].label


class Deed(NamedTuple):
    """A part of a sentence about a ship: a verb such as `explores`, and an object such as `E6 (Food Island)`.

    The name of the seat `by` follows the object, unless `by` is 0.
    """

    verb: str
    what: str = ""
    by: int = 0


SAILS, EXPLORES, LOOKS = "sails to", "explores", "looks at"


class ShipEvent(Event, abstract=True):
    """A base class of events about a ship. Consecutive events of the same ship share a sentence."""

    def deeds(self, at: Square | None) -> tuple[Deed, ...]:  # noqa: ARG002
        """Return the event's parts of a longer sentence. `at` is the square that it has named, if any."""
        return ()

    def joined(self, following: Event) -> Event | None:
        """Join the ship's following events into one sentence."""
        seat, deeds = acting(self), self.deeds(None)
        if seat is None or not deeds:
            return None
        at = self.to if isinstance(self, ShipMoved) else None
        return Voyage(seat=seat, deeds=deeds, at=at).joined(following)


class SquareEvent(ShipEvent, abstract=True):
    """A base class of events about a ship on its own square."""

    seat: Seat
    at: Square


# The set-up


class TurnOrderSet(Event):
    """The turn order is set: the first seat of `order` is P1, the second is P2, and so on."""

    order: tuple[Seat, ...]
    drawn: bool

    def story(self) -> Story:
        """Return the story. {first} is the seat that takes the first turn."""
        face = f"{self.kind}_drawn" if self.drawn else self.kind
        return Story(face, {"first": SeatName(self.order[0]), "count": len(self.order)})


class StartChosen(SeatEvent):
    """A ship is placed."""

    at: Square


class TileRevealed(ShipEvent):
    """A tile is turned over. `by` is the seat that caused this, or `None` for a tile that dice placed."""

    at: Square
    tile: Kind
    by: Seat | None
    how: How

    def deeds(self, at: Square | None) -> tuple[Deed, ...]:  # noqa: ARG002
        """Return the part for a look. The part for a ship's move names the tile that the ship explores."""
        return (Deed(LOOKS, f"{self.at} ({found(self.tile)})"),) if self.how == "look" else ()

    def joined(self, following: Event) -> Event | None:
        """Join the next tile of the set-up, or the ship's next event after a look."""
        if self.how == "seed":
            return ChartFilled(squares=(self.at,), tiles=(self.tile,)).joined(following)
        return super().joined(following)

    def story(self) -> Story | None:
        """Return the story, or `None` for the tile under a ship at the start."""
        if self.how == "start":
            return None
        gaps: dict[str, StoryValue] = {"at": self.at, "tile": TILES[self.tile].label}
        if self.by is None:
            return Story(f"{self.kind}_seed", gaps)
        return Story(f"{self.kind}_{self.tile}", {**gaps, "seat": SeatName(self.by)})


class ChartFilled(Event):
    """Tiles of the set-up, joined for a story and never stored."""

    squares: tuple[Square, ...]
    tiles: tuple[Kind, ...]

    def joined(self, following: Event) -> "ChartFilled | None":
        """Join the next tile of the set-up."""
        if not isinstance(following, TileRevealed) or following.how != "seed":
            return None
        return ChartFilled(squares=(*self.squares, following.at), tiles=(*self.tiles, following.tile))

    def gaps(self) -> dict[str, StoryValue]:
        """Return {told}, a list of the tiles and their squares."""
        known = zip(self.squares, self.tiles, strict=True)
        return {"told": listed(f"{TILES[tile].label} at {at}" for at, tile in known)}


class PlacementRerolled(Event):
    """The dice named a square that already has a tile."""

    untold = True
    at: Square

    def joined(self, following: Event) -> TileRevealed | None:
        """Return the tile that is finally placed."""
        return following if isinstance(following, TileRevealed) else None


# Seasons and turns


class SeasonStarted(Event):
    """A season begins."""

    number: int
    year: int
    season: Season


class IslandReplenished(Event):
    """An island can be harvested again in spring. `absorbed` is the amount of loose goods that were lost."""

    untold = True
    at: Square
    island: Resource
    absorbed: int


class TurnStarted(SeatEvent):
    """A player's turn begins with `allowance` action points."""

    opens_turn = True
    captain: Captain
    allowance: int


class CaptainRecovered(SeatEvent):
    """An incapacitated captain has recovered."""


class ShipMoved(ShipEvent):
    """A ship moves one square."""

    plain = True
    faces = "{kind}{mode:sail=|_{mode}}"
    seat: Seat
    start: Square
    to: Square
    mode: Mode

    def deeds(self, at: Square | None) -> tuple[Deed, ...]:  # noqa: ARG002
        """Return the part for a voluntary move. The storm's sentence includes the moves in a storm."""
        if self.mode == "storm":
            return ()
        return (Deed(SAILS if self.mode == "sail" else EXPLORES, self.to),)


class Voyage(SeatEvent):
    """A ship's consecutive events and last known square `at`, joined for a story and never stored."""

    deeds: tuple[Deed, ...]
    at: Square | None = None

    def joined(self, following: Event) -> "Voyage | None":
        """Add the ship's following event, unless the sentence becomes too long."""
        deeds, at = self.deeds, self.at
        match following:
            case TileRevealed(by=self.seat, how="explore", tile=tile) if deeds:
                deeds = (*deeds[:-1], Deed(EXPLORES, f"{following.at} ({found(tile)})"))
            case ReactionDeclined(seat=seat, against=self.seat):
                deeds = (*deeds, Deed("is spared by", by=seat))
            case ShipEvent() if acting(following) == self.seat:
                more = following.deeds(at)
                if not more:
                    return None
                deeds = (*deeds, *more)
            case _:
                return None
        if isinstance(following, ShipMoved):
            at = following.to
        voyage = Voyage(seat=self.seat, deeds=deeds, at=at)
        return voyage if sum(len(part) for part in voyage.told if isinstance(part, str)) <= _ROOM else None

    @property
    def told(self) -> Woven:
        """The words after the ship's name: `sails to E5, explores E6 (Food Island) and looks at F6`."""
        phrases = list[tuple[str, tuple[int, ...]]]()
        for verb, group in groupby(self.deeds, lambda deed: deed.verb):
            same = [*group]
            by = tuple(dict.fromkeys(deed.by for deed in same if deed.by))
            # Squares that a ship only passes are not mentioned, because the picture shows them.
            what = same[-1].what if verb == SAILS or by else listed(deed.what for deed in same)
            phrases.append((f"{verb} {what}".strip(), by))
        parts = list[str | SeatName]()
        for number, (phrase, by) in enumerate(phrases):
            parts.append(f"{_link(number, len(phrases))}{phrase}")
            for place, seat in enumerate(by):
                parts += (_link(place, len(by)) or " ", SeatName(seat))
        return Woven(parts)

    def gaps(self) -> dict[str, StoryValue]:
        """Return {told}, the words after the ship's name."""
        return {"seat": SeatName(self.seat), "told": self.told}


def _link(place: int, count: int) -> str:
    """Return the separator before the item at `place`, counted from 0, in a list of `count` items."""
    if not place:
        return ""
    return " and " if place == count - 1 else ", "


def acting(event: Event) -> int | None:
    """Return the seat whose ship the event is about, if there is one."""
    return event.by if isinstance(event, TileRevealed) else getattr(event, "seat", None)


def _where(at: Square, known: Square | None) -> str:
    """Return words for the square `at`, or an empty text if the square is already `known`."""
    return "" if at == known else f" at {at}"


class AllowanceChanged(ShipEvent):
    """The ship's cargo has changed the points of the current turn."""

    faces = "{kind}_{more_points:up|down}"
    halts = True
    seat: Seat
    before: int
    after: int
    left: int

    def deeds(self, at: Square | None) -> tuple[Deed, ...]:  # noqa: ARG002
        """Return the part with the points before and after the change, and the points left."""
        return (Deed("has", f"{self.after} points a turn instead of {self.before} ({self.left} left)"),)

    @property
    def more_points(self) -> bool:
        """Whether the turn has more points than before."""
        return self.after > self.before


class CrewFed(ShipEvent):
    """The crew is fed. `fed` and `starved` are numbers of sailors."""

    faces = "{kind}{starved:_starved|}"
    seat: Seat
    fed: int
    starved: int

    def deeds(self, at: Square | None) -> tuple[Deed, ...]:  # noqa: ARG002
        """Return the part with the numbers of fed and starved sailors."""
        if not self.fed and not self.starved:
            return ()
        fed = counted(self.fed, "sailors") if self.fed else "nobody"
        starved = f"; {counted(self.starved, 'sailors')} starve{'s' * (self.starved == 1)}"
        return (Deed("feeds", fed + starved * bool(self.starved)),)

    def story(self) -> Story | None:
        """Return the story, or `None` for a captain without a crew."""
        return super().story() if self.fed or self.starved else None

    def more(self) -> dict[str, StoryValue]:
        """Return {crew}, the sailors who have eaten, in words."""
        crew = {0: "nobody", 1: "one sailor"}
        return {"crew": crew.get(self.fed, f"{self.fed} sailors")}


class TurnEnded(SeatEvent):
    """A player's turn is over."""

    reason: TurnEnd

    def story(self) -> Story | None:
        """Return a story only if the turn ended because nobody answered in time."""
        return super().story() if self.reason == "timeout" else None


# What lies on islands


class Harvested(SquareEvent):
    """An island is harvested. `left_loose` is the amount that does not fit into the hold."""

    faces = "{kind}_{left_loose:part|{island}}"
    island: Resource
    amount: int
    left_loose: int

    def deeds(self, at: Square | None) -> tuple[Deed, ...]:
        """Return the part with the amount."""
        if self.island == "inhabited":
            return (Deed("recruits", f"a sailor{_where(self.at, at)}"),)
        rest = f" ({self.left_loose} stay there)" if self.left_loose else ""
        return (Deed("harvests", f"{self.amount} {self.island}{_where(self.at, at)}{rest}"),)

    def more(self) -> dict[str, StoryValue]:
        """Return {what}, the kind of goods."""
        return {"what": "sailors" if self.island == "inhabited" else self.island}


class StoneTaken(SquareEvent):
    """Rune stones are taken aboard."""

    count: int
    total: int

    def deeds(self, at: Square | None) -> tuple[Deed, ...]:
        """Return the part with the number of stones taken and the new total."""
        return (Deed("takes", f"{rune_stones(self.count)}{_where(self.at, at)} ({self.total} now)"),)

    def more(self) -> dict[str, StoryValue]:
        """Return {stones}, the number of stones in words."""
        return {"stones": rune_stones(self.count)}


class GoodsEvent(SquareEvent, abstract=True):
    """A base class of events about goods that a ship loads or puts overboard."""

    what: Good
    amount: int

    def more(self) -> dict[str, StoryValue]:
        """Return {goods}, the amount in words."""
        return {"goods": counted(self.amount, self.what)}


class Loaded(GoodsEvent):
    """Loose goods are taken aboard."""

    def deeds(self, at: Square | None) -> tuple[Deed, ...]:
        """Return the part with the amount."""
        return (Deed("loads", f"{counted(self.amount, self.what)}{_where(self.at, at)}"),)


class Scuttled(GoodsEvent):
    """Goods or sailors were put overboard. If `kept`, they now lie loose on the island."""

    faces = "{kind}{kept:_kept|_lost}"
    kept: bool

    def deeds(self, at: Square | None) -> tuple[Deed, ...]:
        """Return the part with the amount."""
        where = "ashore" if self.kept else "overboard"
        return (Deed("puts", f"{counted(self.amount, self.what)} {where}{_where(self.at, at)}"),)


# Hazards


class RocksStruck(SquareEvent):
    """A ship struck rocks. `food_lost` and `water_lost` are what the ship really lost, in fisk."""

    faces = "{kind}_{costly:{roll}|empty}"
    in_signs = (("roll", "die_{}"),)
    halts = True
    roll: int
    food_lost: int
    water_lost: int

    def deeds(self, at: Square | None) -> tuple[Deed, ...]:
        """Return the part with the die and the losses."""
        lost = cargo(self.food_lost, self.water_lost)
        return (Deed("loses", f"{lost} on the rocks{_where(self.at, at)} (die {self.roll})"),)

    @property
    def costly(self) -> bool:
        """Whether the ship lost anything."""
        return bool(self.food_lost or self.water_lost)

    def more(self) -> dict[str, StoryValue]:
        """Return {lost}, the losses in words."""
        return {"lost": cargo(self.food_lost, self.water_lost)}


class PlagueStruck(SquareEvent):
    """Sailors died of the plague."""

    in_signs = (("roll", "die_{}"),)
    halts = True
    faces = "{kind}_{roll}"
    roll: int
    died: int

    def deeds(self, at: Square | None) -> tuple[Deed, ...]:
        """Return the part with the die and the number of dead sailors."""
        died = counted(self.died, "sailors")
        return (Deed("loses", f"{died} to the plague{_where(self.at, at)} (die {self.roll})"),)


class PlagueEscaped(SquareEvent):
    """The plague took nobody."""

    in_signs = (("roll", "die_{}"),)
    halts = True
    roll: int

    def deeds(self, at: Square | None) -> tuple[Deed, ...]:
        """Return the part with the die."""
        return (Deed("escapes", f"the plague{_where(self.at, at)} (die {self.roll})"),)

    def effect(self) -> str:
        """Return the rolls that would have brought the plague."""
        return f"Die {self.roll}: nobody falls ill; it takes a {_DEADLY} or less"


class CaptainIll(SquareEvent):
    """A captain without a crew fell ill. The captain's turn ends, but an illness in a storm has no effect."""

    in_signs = (("roll", "die_{}"),)
    faces = "{kind}{turn_ended:|_storm}"
    roll: int
    turn_ended: bool

    def deeds(self, at: Square | None) -> tuple[Deed, ...]:
        """Return the part with the die, the reason and the consequence."""
        after = "which ends the turn" if self.turn_ended else "without effect"
        ill = f"ill{_where(self.at, at)} with no sailor aboard (die {self.roll}), {after}"
        return (Deed("falls", ill),)

    def effect(self) -> str:
        """Return the reason why the captain falls ill."""
        return (
            f"Die {self.roll}: a {_DEADLY} or less takes sailors; where there are none, the captain falls ill"
        )


# Battles


class ReactionDeclined(SeatEvent):
    """A ship did not attack the ship of seat `against` when that ship arrived."""

    against: Seat

    def involved(self) -> tuple[int, ...]:
        """Return only the spared seat, because nothing happens to the other seat."""
        return (self.against,)


class BattleFought(Event):
    """Two ships fought. `winner` is `None` after a draw."""

    faces = "{kind}_{side}"
    halts = True
    attacker: Seat
    defender: Seat
    at: Square
    attacker_dice: Dice
    defender_dice: Dice
    winner: Seat | None
    margin: int

    def joined(self, following: Event) -> "Fight | None":
        """Join the winner's prize."""
        return Fight(battle=self).joined(following)

    @property
    def side(self) -> str:
        """The winning side: `attacker`, `defender` or `draw`."""
        if self.winner is None:
            return "draw"
        return "attacker" if self.winner == self.attacker else "defender"

    @property
    def loser(self) -> int:
        """The loser, or the defender after a draw."""
        return self.attacker if self.winner == self.defender else self.defender

    def more(self) -> dict[str, StoryValue]:
        """Return the sums of the dice, {winner} and {loser}. In a draw, {winner} is the attacker."""
        return {
            "attack": sum(self.attacker_dice), "defence": sum(self.defender_dice),
            "winner": SeatName(self.winner or self.attacker), "loser": SeatName(self.loser),
        }  # fmt: skip

    def effect(self) -> str:
        """Return the rule that decides the battle."""
        return _NEEDED


class PrizeEvent(Event, abstract=True):
    """A base class of events after a battle: demands, answers to demands, and prizes."""

    winner: Seat
    loser: Seat


class DealDemanded(PrizeEvent):
    """The winner made a demand (section 7.2)."""

    terms: Terms

    def more(self) -> dict[str, StoryValue]:
        """Return {terms} in words."""
        return {"terms": in_words(self.terms)}


class DealAccepted(PrizeEvent):
    """The loser accepted the demand."""


class DealRefused(PrizeEvent):
    """The loser insisted on a standard prize."""


class SpoilsTaken(PrizeEvent):
    """The winner took a prize or nothing. Negative amounts went to the loser (section 7.2)."""

    faces = "{kind}_{prize}"
    prize: PrizeKind
    food: int = 0
    water: int = 0
    sailors: int = 0
    stones: int = 0
    died: int = 0
    stopped: bool = False

    @property
    def taken(self) -> str:
        """The prize in words that follow the winner's name, such as `takes 10 food`."""
        match self.prize:
            case "kill":
                return f"kills {counted(self.died, 'sailors')}"
            case "stone":
                return f"takes {rune_stones(self.stones)}"
            case "stop":
                return "stops the ship for this turn"
            case _:
                return f"takes {cargo(self.food, self.water)}"

    def more(self) -> dict[str, StoryValue]:
        """Return {cargo}, the amounts in words."""
        return {"cargo": cargo(self.food, self.water)}


class Fight(Event):
    """A battle, its demand and its prize, joined for a story and never stored.

    `granted` states whether the loser accepted `terms`. It is `None` before the answer.
    """

    faces = "{kind}_{battle.side}"
    battle: BattleFought
    terms: Terms | None = None
    granted: bool | None = None
    spoils: SpoilsTaken | None = None

    def joined(self, following: Event) -> "Fight | None":
        """Add the demand, the answer or the prize."""
        winner, loser = self.battle.winner, self.battle.loser
        match following:
            case DealDemanded(winner=who, loser=of) if (who, of) == (winner, loser):
                change: dict[str, object] = {"terms": following.terms}
            case DealAccepted(winner=who, loser=of) if (who, of) == (winner, loser):
                change = {"granted": True}
            case DealRefused(winner=who, loser=of) if (who, of) == (winner, loser):
                change = {"granted": False}
            case SpoilsTaken(winner=who, loser=of) if (who, of) == (winner, loser) and self.spoils is None:
                change = {"spoils": following}
            case _:
                return None
        return self.model_copy(update=change)

    def involved(self) -> tuple[int, ...]:
        """Return the fighters."""
        return self.battle.involved()

    def gaps(self) -> dict[str, StoryValue]:
        """Return the battle's gaps, with the dice in {attack} and {defence}, and the outcome in {end}."""
        battle = self.battle
        dice = {"attack": thrown(battle.attacker_dice), "defence": thrown(battle.defender_dice)}
        return {**battle.gaps(), **dice, "end": self._end()}

    def _end(self) -> str:
        demanded = []
        if self.terms is not None:
            terms = in_words(self.terms)
            asked = {None: f"demands {terms}", True: f"is granted {terms}", False: f"demands {terms} in vain"}
            demanded.append(asked[self.granted])
        if self.spoils is not None and self.spoils.prize != "deal":
            demanded.append(self.spoils.taken)
        return listed(demanded)


def cargo(food: int, water: int) -> str:
    """Return food and water in words: `20 food and 10 water`, `10 water`."""
    goods = ((food, "food"), (water, "water"))
    return listed([f"{amount} {good}" for amount, good in goods if amount] or ["nothing"])


def in_words(terms: Terms) -> str:
    """Return the terms in words: `20 food and 1 sailor, for 10 water`."""
    amounts = (
        (terms.food, "food", "food"),
        (terms.water, "water", "water"),
        (terms.sailors, "sailor", "sailors"),
        (terms.stones, "rune stone", "rune stones"),
    )
    wants = [f"{count} {one if count == 1 else more}" for count, one, more in amounts if count > 0]
    pays = [f"{-count} {one if count == -1 else more}" for count, one, more in amounts if count < 0]
    if terms.kill:
        wants.append(f"the death of {terms.kill} sailor{'s' * (terms.kill > 1)}")
    if terms.stop:
        wants.append("a halt for this turn")
    if terms.promise:
        wants.append(f"“{terms.promise}”")
    if not wants:
        return f"nothing, and pays {listed(pays)}" if pays else "nothing"
    return listed(wants) + (f", for {listed(pays)}" if pays else "")


# The Ghost Ship


class GhostAppeared(Event):
    """The Ghost Ship appears."""

    at: Square


class GhostMoved(Event):
    """The Ghost Ship sailed. `squares` are the squares that the ship entered, in order."""

    in_signs = (("roll", "die_{}"),)
    roll: int
    start: Square
    to: Square
    squares: tuple[Square, ...]


class GhostIdle(Event):
    """The Ghost Ship did not move."""

    in_signs = (("roll", "die_{}"),)
    roll: int


class GhostHunted(Event):
    """The Ghost Ship came to the seat with the lowest roll. Each round consists of pairs (seat, die)."""

    faces = "{kind}{here:_here|}"
    kind = "ghost_hunt"
    rounds: tuple[tuple[tuple[Seat, int], ...], ...]
    target: Seat
    start: Square
    to: Square

    @property
    def here(self) -> bool:
        """Whether the Ghost Ship was already on its target's square."""
        return self.start == self.to


class GhostOrderSet(Event):
    """The order in which the Ghost Ship attacks is set."""

    order: tuple[Seat, ...]

    def story(self) -> Story:
        """Return the story. Its gaps are {first} and {last}, the seats attacked first and last."""
        return Story(self.kind, {"first": SeatName(self.order[0]), "last": SeatName(self.order[-1])})


class GhostBattle(SeatEvent):
    """The Ghost Ship fought a ship. `winner` is `None` after a draw."""

    faces = "{kind}_{winner:{winner}|draw}"
    ghost_dice: Dice
    ship_dice: Dice
    winner: Literal["ghost", "ship"] | None

    def joined(self, following: Event) -> "GhostFight | None":
        """Join the outcome of the battle."""
        match following:
            case (
                SailorSlain(seat=self.seat)
                | CaptainIncapacitated(seat=self.seat)
                | GhostBanished(by=self.seat)
            ):
                return GhostFight(battle=self, end=following.outcome)
        return None

    def more(self) -> dict[str, StoryValue]:
        """Return the sums of the dice as {ghost} and {ship}."""
        return {"ghost": sum(self.ghost_dice), "ship": sum(self.ship_dice)}

    def effect(self) -> str:
        """Return the rule that decides the battle."""
        return _NEEDED


class GhostFight(Event):
    """A battle with the Ghost Ship and its outcome, joined for a story and never stored."""

    faces = "{kind}_{battle.winner}"
    battle: GhostBattle
    end: str

    def involved(self) -> tuple[int, ...]:
        """Return the seat that fought the Ghost Ship."""
        return self.battle.involved()

    def gaps(self) -> dict[str, StoryValue]:
        """Return the dice in {ghost} and {ship}, and the outcome in {end}."""
        dice = {"ghost": thrown(self.battle.ghost_dice), "ship": thrown(self.battle.ship_dice)}
        return {"seat": SeatName(self.battle.seat), **dice, "end": self.end}


class SailorSlain(SeatEvent):
    """The Ghost Ship took a sailor."""

    outcome: ClassVar[str] = "it takes a sailor"


class CaptainIncapacitated(SeatEvent):
    """The Ghost Ship beat a captain without a crew."""

    outcome: ClassVar[str] = "the captain is incapacitated until the next own turn"


class GhostBanished(Event):
    """A ship drove the Ghost Ship away."""

    by: Seat
    at: Square

    @property
    def outcome(self) -> str:
        """The outcome of the battle, in words."""
        return f"it is banished from {self.at}"


# The sea


class SeaDeckReshuffled(Event):
    """The discarded sea cards go back into the deck."""

    reason: Literal["empty", "ghost"]

    def story(self) -> None:
        """Return `None`, because the next cards are narrated anyway."""


class SeaCard(Event):
    """A sea card is drawn. `number` counts the cards of this season. Their total is in the field `of`."""

    faces = "{kind}_{card}"
    card: Card
    number: int
    of: int

    def joined(self, following: Event) -> "CalmSeason | None":
        """Join the next season if the card is calm."""
        if self.card != "calm" or not isinstance(following, SeasonStarted):
            return None
        return CalmSeason(**following.model_dump())

    def story(self) -> Story | None:
        """Return the story, or `None` for a storm, because `StormRolled` narrates storms."""
        return None if self.card == "storm" else super().story()


class CalmSeason(Event):
    """A calm sea and the next season, joined for a story and never stored.

    An earlier calm card of the season joins only a `SeasonStarted`, so it keeps its own sentence.
    """

    number: int
    year: int
    season: Season


class StormRolled(Event):
    """The direction of a storm is rolled. No ship moves if `direction` is `None`."""

    in_signs = (("rolls", "die_{}"),)
    faces = "{kind}{direction:|_ridden_out}"
    rolls: Dice
    direction: Direction | None

    def joined(self, following: Event) -> "StormBlew | None":
        """Join the first move of a ship, or return `None` if another event follows."""
        return StormBlew(rolls=self.rolls, direction=self.direction, ships={}).joined(following)

    def more(self) -> dict[str, StoryValue]:
        """Return the direction in words."""
        return {"direction": WINDS.get(self.direction or "", "")}


class StormBlew(Event):
    """A storm with the ships' new squares and finds, joined for a story and never stored."""

    in_signs = (("rolls", "die_{}"),)
    rolls: Dice
    direction: Direction | None
    ships: Mapping[int, str]

    def joined(self, following: Event) -> "StormBlew | None":
        """Add a ship's new square, or the tile found there."""
        match following:
            case ShipMoved(mode="storm", seat=seat, to=to):
                change = {seat: f"to {to}"}
            case TileRevealed(how="storm", by=int() as seat, at=at, tile=tile) if seat in self.ships:
                change = {seat: f"to {at} ({found(tile)})"}
            case _:
                return None
        return self.model_copy(update={"ships": {**self.ships, **change}})

    def gaps(self) -> dict[str, StoryValue]:
        """Return {rolls}, {direction} and {told}. {told} names the new square of each ship."""
        return {
            "rolls": ", ".join(map(str, self.rolls)), "direction": WINDS.get(self.direction or "", ""),
            "told": OfEach(self.ships.items()),
        }  # fmt: skip


class LandingPassed(SeatEvent):
    """A ship took nothing where the storm had blown it."""

    at: Square


# Anytime, and the end


class StanceSet(SeatEvent):
    """A captain gave a standing order for arrivals."""

    faces = "{kind}_{policy}"
    policy: Stance


class SeatResigned(SeatEvent):
    """A captain resigned. `at` is `None` if the ship was not placed yet."""

    faces = "{kind}{stones_dropped:_stones|}"
    at: Square | None
    stones_dropped: int

    def more(self) -> dict[str, StoryValue]:
        """Return {stones}, the stones left behind, in words."""
        return {"stones": rune_stones(self.stones_dropped)}


class GameWon(SeatEvent):
    """A captain has enough stones to win. `GameEnded` announces the victory."""

    untold = True
    stones: int
    how: WinHow


class GameEnded(Event):
    """The game is over. `ranking` lists the seats of each place, and `stones` counts the winner's stones."""

    reason: GameEnd
    ranking: tuple[tuple[int, ...], ...]
    stones: int

    def story(self) -> Story:
        """Return the story. It depends on the reason, and on whether several seats won."""
        winners = self.ranking[0]
        face = f"{self.kind}_{self.reason}"
        gaps: dict[str, StoryValue] = {"ranks": Ranks(self.ranking), "stones": rune_stones(self.stones)}
        if len(winners) > 1:
            return Story(f"{face}_tied", gaps)
        return Story(face, {**gaps, "winner": SeatName(winners[0])})
