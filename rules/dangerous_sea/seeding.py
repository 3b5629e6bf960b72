"""The set-up: the turn order, the starts of ships, and the first tiles (section 5)."""

from rules.dangerous_sea.board import FILE, Square, square_at
from rules.dangerous_sea.events import PlacementRerolled, StartChosen, TurnOrderSet
from rules.dangerous_sea.play import PAIR, SEED_COLUMN, SEED_ROW, START, TURN_ORDER, Play
from rules.dangerous_sea.tables import TABLES


def set_order(play: Play) -> None:
    """Set the turn order, at random or in the order of joining (section 5.1)."""
    state = play.state
    waiting = list(state.order)
    if state.options.turn_order == "random":
        state.order.clear()
        while waiting:
            (seat,) = play.chance.roll_faces(TURN_ORDER, 0, waiting)
            waiting.remove(seat)
            state.order.append(seat)
    play.tell(TurnOrderSet(order=tuple(state.order), drawn=state.options.turn_order == "random"))


def draw_corners(play: Play) -> None:
    """Place each ship in a random corner (section 5.5)."""
    left = list(FILE.starts.corners)
    for seat in play.state.order:
        corner = play.chance.draw_open(START, seat, left)
        left.remove(corner)
        place_ship(play, seat, corner)


def spread_out(play: Play) -> None:
    """Place each ship on its fixed square (section 5.5)."""
    for seat, square in zip(play.state.order, FILE.starts.spread, strict=False):
        place_ship(play, seat, square)


def place_ship(play: Play, seat: int, square: Square) -> None:
    """Place a ship and its own Open Sea tile on `square`."""
    play.state.ship(seat).at = square
    play.tell(StartChosen(seat=seat, at=square))
    play.put(square, "sea", seat, "start")


def seed(play: Play) -> None:
    """Put the first tiles on squares that dice name (section 5.6)."""
    for _ in range(TABLES.seed_tiles):
        kind = play.draw_tile(0)
        at = named_square(play, SEED_COLUMN, SEED_ROW)
        while at in play.state.tiles:
            play.tell(PlacementRerolled(at=at))
            at = named_square(play, SEED_COLUMN, SEED_ROW)
        play.put(at, kind, None, "seed")


def named_square(play: Play, column: str, row: str) -> Square:
    """Return the square that two dice for the column and two for the row name; never A or 1 (R3)."""
    across = sum(play.dice(column, 0, PAIR))
    return square_at(across, sum(play.dice(row, 0, PAIR)))
