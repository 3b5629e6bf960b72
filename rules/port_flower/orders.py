"""The reading of typed orders to sail, and checks of dice and pieces (section 7, error codes for `move`)."""

from rules.port_flower.actions import SHORT_NAMES, Move
from rules.port_flower.board import PORT
from rules.port_flower.plans import BOAT, PIECES, Movement, dice_counts, movable
from rules.port_flower.refusals import illegal, no_port_square, no_such_piece
from rules.port_flower.route import Route, UnreadableRoute, read_route
from rules.port_flower.sea import Refusal
from rules.port_flower.state import RaceState


def canonical(state: RaceState, order: Move) -> Move:
    """Return the canonical form of an order to sail. Raises IllegalAction if the order means no movement."""
    piece, route = _read(state, order)
    whole = order.leaves_by if _leaves_port(state, piece, route) else order.leaves_by is None
    if whole and (order.piece, order.route) == (piece, route.text):
        return order
    return Move.of(read_order(state, order))


def movement_of(state: RaceState, move: Move) -> Movement:
    """Return the movement of an action in canonical form."""
    return Movement(move.piece, read_route(move.route, state.wind), move.leaves_by)


def read_order(state: RaceState, order: Move) -> Movement:
    """Return the movement that an order means. Raises IllegalAction if the order is wrong (section 7)."""
    piece, route = _read(state, order)
    _may_share(state, piece, route)
    if not _leaves_port(state, piece, route):
        return Movement(piece, route)
    if order.leaves_by:
        if order.leaves_by not in (port := state.plans().now.sea.port):
            raise no_port_square(order.leaves_by, port)
        return Movement(piece, route, order.leaves_by)
    leaves_by = state.plans().leaving_by(route)
    if isinstance(leaves_by, Refusal):
        raise illegal(leaves_by)
    return Movement(piece, route, leaves_by)


def _read(state: RaceState, order: Move) -> tuple[str, Route]:
    piece = _read_piece(state, order)
    try:
        return piece, read_route(order.route, state.wind)
    except UnreadableRoute as error:
        raise illegal(Refusal("bad_route"), f"{error}. The dice left are {_dice_left(state)}") from error


def _leaves_port(state: RaceState, piece: str, route: Route) -> bool:
    """Return whether the movement takes the turn's boat out of the port."""
    return piece == BOAT and state.seat(state.turn_seat).position == PORT and bool(route.legs)


def _read_piece(state: RaceState, order: Move) -> str:
    pieces = PIECES[: state.options.sharks + 1]
    if order.piece in pieces:
        return order.piece
    typed = order.piece.strip().lower()
    piece = SHORT_NAMES.get(typed, typed)
    if piece not in pieces:
        raise no_such_piece(order.piece, pieces)
    return piece


def _may_share(state: RaceState, piece: str, route: Route) -> None:
    """Raise IllegalAction if the dice or the piece were used, or if the number of dice is not allowed."""
    moved, sharks_per_turn = state.pieces_moved, state.options.sharks_per_turn
    left = _dice_left(state)
    if not set(route.dice).isdisjoint("".join(state.moved.values())):
        raise illegal(Refusal("dice_not_left"), left)
    if piece not in movable(state.options.sharks, sharks_per_turn, moved):
        raise illegal(Refusal("piece_already_moved"))
    if len(route.dice) not in dice_counts(sharks_per_turn, moved):
        raise illegal(Refusal("wrong_number_of_dice"), left)


def _dice_left(state: RaceState) -> str:
    """Return all dice not used in this turn, including those that show 0: `N4 E4 S4 W0`."""
    return " ".join(f"{die}{state.dice[die]}" for die in state.dice_left)
