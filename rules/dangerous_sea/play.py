"""The kinds of rolls, and an action in progress with its dice, tiles, cards and points."""

from typing import Literal

from rules.dangerous_sea import events
from rules.dangerous_sea.board import FILE, GOOD_OF, KINDS, RESOURCES, TILES, Good, Kind, Square, square_at
from rules.dangerous_sea.finish import has_won
from rules.dangerous_sea.state import SeaState, ShipState
from rules.dangerous_sea.tables import CARDS, LIMITS, TABLES, Card
from rules.engine import rooms as engine
from rules.engine.game import RollKind

TURN_ORDER, START, BAG, SEED_COLUMN, SEED_ROW = "turn_order", "start", "bag", "seed_column", "seed_row"
ROCKY, PLAGUE, ATTACKER, DEFENDER = "rocky", "plague", "battle_attacker", "battle_defender"
GHOST_MOVE, GHOST_HUNT, GHOST_DICE, GHOST_FOE = "ghost_move", "ghost_hunt", "ghost_dice", "ghost_foe"
SEA_CARD, STORM, GHOST_COLUMN, GHOST_ROW = "sea_card", "storm", "ghost_column", "ghost_row"

PAIR = 2
"""The number of dice that name a column or a row."""

_CREWS = range(1, LIMITS.sailors + 2)

ROLLS = (
    RollKind(BAG, "The next tile out of the bag.", 1, words=KINDS),
    RollKind(ROCKY, "A ship on rocks.", 1, 1, 6),
    RollKind(PLAGUE, "A ship at a Diseased Island: 5 and 6 are harmless.", 1, 1, 6),
    *(RollKind(ATTACKER, f"Battle: {count} dice of the attacker.", count, 1, 6) for count in _CREWS),
    *(RollKind(DEFENDER, f"Battle: {count} dice of the defender.", count, 1, 6) for count in _CREWS),
    RollKind(GHOST_MOVE, "The Ghost Ship: 1 to 4 N, E, S, W, 5 hunts, 6 idles.", 1, 1, 6, table=True),
    RollKind(GHOST_HUNT, "The hunt of the Ghost Ship: the lowest is its prey.", 1, 1, 6),
    RollKind(GHOST_DICE, "The dice of the Ghost Ship in battle.", TABLES.ghost.dice, 1, 6),
    *(
        RollKind(GHOST_FOE, f"{count} dice of a ship against the Ghost Ship.", count, 1, 6)
        for count in _CREWS
    ),
    RollKind(SEA_CARD, "The next card of the sea.", 1, words=CARDS, table=True),
    RollKind(STORM, "Where a storm blows: 1 to 4 N, E, S, W, others nowhere.", 1, 1, 6, table=True),
    RollKind(GHOST_COLUMN, "Two dice: the column where the Ghost Ship appears.", PAIR, 1, 6, table=True),
    RollKind(GHOST_ROW, "Two dice: the row where the Ghost Ship appears.", PAIR, 1, 6, table=True),
    RollKind(SEED_COLUMN, "Two dice: the column of a tile of the set-up.", PAIR, 1, 6, table=True),
    RollKind(SEED_ROW, "Two dice: the row of a tile of the set-up.", PAIR, 1, 6, table=True),
    RollKind(START, "The corner a ship starts from.", 1, words=FILE.starts.corners, opening=True),
    RollKind(TURN_ORDER, "The seat that comes next in turn order.", 1, 1, 4, opening=True, table=True),
)
"""The rolls that a game master may force (section 8.1). A forced tile or card is ignored if none is left."""


def may_roll(state: SeaState, kind: RollKind) -> bool:
    """Return whether a roll of this kind can still occur."""
    if kind.label in {SEED_COLUMN, SEED_ROW}:
        return state.season == 0
    if kind.label == BAG:
        return any(state.bag.values())
    return state.options.ghost_ship or not kind.label.startswith("ghost_")


class Play(engine.Play[SeaState]):
    """An action in progress, with the operations that its rooms share."""

    def die(self, label: str, seat: int = 0) -> int:
        """Roll one die."""
        return self.chance.roll(label, seat)[0]

    def dice(self, label: str, seat: int, count: int) -> tuple[int, ...]:
        """Roll `count` dice."""
        return self.chance.roll(label, seat, count)

    def draw_tile(self, seat: int) -> Kind:
        """Draw a tile from the bag (section 6.1). An empty bag yields a fixed kind of tile."""
        drawable = self.state.drawable
        left = [kind for kind in KINDS for _ in range(drawable[kind])]
        if not left:
            return FILE.when_bag_empty
        drawn = self.chance.draw_open(BAG, seat, left)
        kind = next(kind for kind in KINDS if kind == drawn)
        self.state.bag[kind] -= 1
        return kind

    def draw_card(self) -> Card:
        """Draw a card from the draw pile (section 6.7)."""
        pile = self.state.draw
        drawn = self.chance.draw_open(SEA_CARD, 0, [card for card in CARDS for _ in range(pile[card])])
        card = next(card for card in CARDS if card == drawn)
        pile[card] -= 1
        return card

    def reshuffle(self, reason: Literal["empty", "ghost"]) -> None:
        """Return the discarded cards to the draw pile."""
        for card, count in self.state.discard.items():
            self.state.draw[card] += count
            self.state.discard[card] = 0
        self.tell(events.SeaDeckReshuffled(reason=reason))

    def named_square(self, column: str, row: str) -> Square:
        """Return a square whose column and row are sums of two dice each, so never column A or row 1 (R3)."""
        across = sum(self.dice(column, 0, PAIR))
        return square_at(across, sum(self.dice(row, 0, PAIR)))

    def place_ship(self, seat: int, square: Square) -> None:
        """Place a ship and its own Open Sea tile on a square."""
        self.state.ship(seat).at = square
        self.tell(events.StartChosen(seat=seat, at=square))
        self.put(square, "sea", seat, "start")

    def reveal(self, square: Square, by: int | None, how: events.How) -> None:
        """Draw a tile and put it on `square` (section 6.1)."""
        self.put(square, self.draw_tile(by or 0), by, how)

    def put(self, square: Square, kind: Kind, by: int | None, how: events.How) -> None:
        """Put a tile on a square. A Rune Stone Island gets its stone."""
        self.state.tiles[square] = kind
        if TILES[kind].starts_with == "stone":
            self.state.stones[square] = 1
        self.tell(events.TileRevealed(at=square, tile=kind, by=by, how=how))

    def harvest(self, seat: int) -> None:
        """Harvest the island where the ship is. Goods that do not fit aboard stay there (section 7)."""
        state, ship = self.state, self.state.ship(seat)
        at, before = ship.at or "", self.allowance
        island = RESOURCES[state.tiles[at]]
        given = TABLES.harvest[island]
        amount = min(given, ship.berths if island == "inhabited" else ship.room)
        gain(ship, GOOD_OF[island], amount)
        state.harvested.append(at)
        self.lay(at, given - amount)
        self.tell(events.Harvested(seat=seat, at=at, island=island, amount=amount, left_loose=given - amount))
        self.reckon(before)

    def lay(self, at: Square, amount: int) -> None:
        """Add loose goods to a square, or remove them if `amount` is negative."""
        loose = self.state.loose.pop(at, 0) + amount
        if loose:
            self.state.loose[at] = loose

    def take_stones(self, seat: int, how: events.WinHow) -> None:
        """Take all rune stones on the ship's square, which may win the game (section 10)."""
        ship = self.state.ship(seat)
        at = ship.at or ""
        count = self.state.stones.pop(at)
        ship.stones += count
        self.tell(events.StoneTaken(seat=seat, at=at, count=count, total=ship.stones))
        has_won(self, seat, how)

    @property
    def allowance(self) -> int | None:
        """The points of the current turn with the ship's current cargo, or `None` between turns."""
        turn = self.state.turn
        return self.state.allowance(turn.seat) if turn else None

    def reckon(self, before: int | None) -> None:
        """Announce the points of the current turn if they are different from `before` (section 6.3)."""
        turn, after = self.state.turn, self.allowance
        if turn is not None and before is not None and after is not None and after != before:
            left = self.state.points_left(turn)
            self.tell(events.AllowanceChanged(seat=turn.seat, before=before, after=after, left=left))


def gain(ship: ShipState, good: Good, amount: int) -> None:
    """Add an amount of a good to a ship, or remove it if the amount is negative."""
    setattr(ship, good, getattr(ship, good) + amount)
