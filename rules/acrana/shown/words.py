"""The board in words for blind people, and the standings."""

from collections.abc import Iterator

from rules.acrana.board import FINISH, KIND_NAMES, KINDS, OUT, PIRATE_WATERS, PLAIN, PORT, Square
from rules.acrana.shown.caption import aside, tale, title
from rules.acrana.shown.view import AcranaView, ChoiceView, SeatView, ShipView
from rules.engine.seat import Names
from rules.engine.shown import ALT_TEXT, alt_text, with_name
from rules.engine.wording import counted, listed

LONGEST_NAME = 14
NEAR = 12
"""The number of squares ahead within which dangers are mentioned. A queen sails as far."""

_SAFE = PLAIN | {"ship_yard", "treasure"}


def describe(view: AcranaView, names: Names) -> str:
    """Return the board in words, at most 1,024 characters."""
    called = {seat.seat: _name(seat, names) for seat in view.seats}
    heading = f"King of Acrana’s ship race. {aside(view)}. {title(view, called)}."
    board = [
        "Ships: " + "; ".join(_seat(seat, view, names) for seat in view.seats) + ".",
        _pirates(view),
        *_warnings(view),
    ]

    room = ALT_TEXT - len(alt_text(heading, *board)) - 1
    return alt_text(heading, tale(view, called, lambda told: len(told) <= room), *board)


def standing(view: AcranaView, names: Names) -> str:
    """Return the squares of all ships, seat by seat, the seat with the most progress first."""
    racing = sorted(
        (seat for seat in view.seats if not seat.resigned), key=lambda seat: -_progress(seat, view)
    )
    return " · ".join(f"{_name(seat, names)} {_squares(seat, view)}" for seat in racing)


def reach(view: AcranaView) -> str:
    """Return the numbered squares that the onlooker's ships can reach, and the cards that lead there."""
    told = ", ".join(
        f"{number}: {_where(square)} with {view.reach[square]}" for square, number in view.places.items()
    )
    return f"Your ships can come to {told}." if told else ""


def private_standing(view: AcranaView, names: Names) -> str:  # noqa: ARG001
    """Return the onlooker's own cards and silver in words, or an empty text for the public."""
    own = next((seat for seat in view.seats if seat.hand is not None), None)
    if own is None or own.hand is None or own.resigned:
        return ""
    cards = ", ".join(f"{card.shown} (now)" if card.now else card.shown for card in own.hand)
    silver = f", silver +{own.silver}" if own.silver else ""
    usable = [card.shown for card in own.hand if card.usable]
    marked = f". {marked_cards(view)}: {listed(usable)}" if usable else ""
    return f"Your hand: {cards or 'no cards'}{silver}{marked}"


def marked_cards(view: AcranaView) -> str:
    """Return the words that explain the onlooker's usable cards."""
    match view.choice:
        case ChoiceView(kind="discard"):
            return "Nothing can be played; to discard"
        case ChoiceView(kind="back_partner"):
            return "Can sail a partner back"
        case ChoiceView(kind="choose_cards", purpose=purpose):
            return {"discard": "To discard", "penalty": "Can be slowed", "bonus": "Can be sped up"}[
                purpose or "discard"
            ]
        case _:
            return "Can be played now"


def _name(seat: SeatView, names: Names) -> str:
    return with_name(seat.letter, names.get(seat.seat, ""), LONGEST_NAME)


def _ships(seat: SeatView, view: AcranaView) -> list[ShipView]:
    return [ship for ship in view.ships if ship.seat == seat.seat]


def _squares(seat: SeatView, view: AcranaView) -> str:
    return "/".join(_where(ship.square) for ship in _ships(seat, view))


def _progress(seat: SeatView, view: AcranaView) -> int:
    return sum(max(0, ship.square) for ship in _ships(seat, view))


def _where(square: Square) -> str:
    return {PORT: "port", FINISH: "home", OUT: "out"}.get(square, str(square))


def _seat(seat: SeatView, view: AcranaView, names: Names) -> str:
    if seat.resigned:
        return f"{_name(seat, names)} has resigned"
    ships = ", ".join(_ship(ship) for ship in _ships(seat, view))
    silver = f", silver {seat.silver}" if seat.silver else ""
    return f"{_name(seat, names)} {ships}, {counted(seat.cards, 'card')}{silver}"


def _ship(ship: ShipView) -> str:
    marks = {
        "escort": ship.escort,
        "flag": ship.flag,
        "map": ship.reef_map,
        "waiting": ship.pending is not None,
        "fights pirates": ship.vessel > 0,
        "undetected": ship.undetected,
    }
    told = ", ".join(word for word, there in marks.items() if there)
    return _where(ship.square) + (f" [{told}]" if told else "")


def _pirates(view: AcranaView) -> str:
    busy = [f"{vessel.number} at {' and '.join(vessel.engages)}" for vessel in view.vessels if vessel.engages]
    count = len(view.vessels)
    told = f"Pirates: {counted(count, 'vessel')}" if count else "No pirates"
    return told + (f", busy {', '.join(busy)}." if busy else ".")


def _warnings(view: AcranaView) -> Iterator[str]:
    """Yield the dangers ahead of the awaited seat's ships."""
    for ship in view.ships:
        if ship.seat in view.awaited and PORT < ship.square < FINISH:
            ahead = range(ship.square + 1, min(FINISH, ship.square + NEAR + 1))
            near = [
                f"{KIND_NAMES[KINDS[square]]} {square}"
                for square in ahead
                if KINDS[square] not in _SAFE and (square - 1 not in PIRATE_WATERS or square == ahead[0])
            ]
            if near:
                yield f"Ahead of {ship.name}: {', '.join(near)}."
