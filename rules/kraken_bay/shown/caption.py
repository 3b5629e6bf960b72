"""The texts on the picture: the title, the movement and actions left, and an account of the newest turn."""

from collections.abc import Callable, Iterator, Sequence

from rules.engine.seat import Names
from rules.engine.shown import called
from rules.engine.wording import ENDED, counted, listed, who_wins
from rules.kraken_bay.board import Character
from rules.kraken_bay.shown.telling import FULL, SHORT, SHORTEST, BriefTeller, LineTeller, Teller
from rules.kraken_bay.shown.view import BayView
from rules.kraken_bay.tables import CARDS

_LINE = 48
"""The maximum number of characters of a turn's account on one line of a phone."""
_QUIET = {
    "setup": "Six very different boats, one kraken: who sails what?",
    "sailing": "The bay is still calm.",
    "over": "The bay lies calm again.",
}
"""The account of a turn in which nothing happened, by phase."""


def leading_seat(view: BayView) -> int | None:
    """Return the seat that the title names: `view.lead`, or else the active seat."""
    return view.lead or view.turn_seat


def leading_ship(view: BayView) -> Character | None:
    """Return the ship whose colour the title has, or `None` before a ship is on the board."""
    if view.phase != "over" and view.turn_ship is not None and view.turn_seat == leading_seat(view):
        return view.turn_ship
    return next((ship.id for ship in view.ships if ship.seat == leading_seat(view)), None)


def title(view: BayView, names: Names) -> str:
    """Return the title of the picture."""
    if view.stopped:
        return ENDED
    if view.phase == "over":
        first = view.ranking[0]
        if len(view.picked) == 1:
            sails = any(ship.status == "in" for ship in view.ships)
            return f"{called(first[0], names)} is {'home' if sails else 'lost with all hands'}"
        return who_wins([called(seat, names) for seat in first])
    seat = leading_seat(view)
    if seat is None:
        return "Kraken Bay"
    if view.turn is None:
        return f"{called(seat, names)} picks a ship"
    return f"{called(seat, names)} to {'roll' if view.turn.rolled == 'no' else 'sail'}"


def aside(view: BayView) -> str:
    """Return the text below the title: the round, and the movement and actions left."""
    if not view.round:
        return "Picking ships"
    told = [f"Round {view.round} of {view.rounds}"]
    if view.turn is not None and view.phase != "over":
        if view.turn.rolled != "no":
            told.append(f"{view.turn.move_left} to sail")
        told.append(counted(view.turn.actions_left, "action"))
    return " · ".join(told)


def tale(view: BayView, names: Names, fits: Callable[[str], bool]) -> str:
    """Return the fullest account of the newest turn and its whirlpool that `fits` accepts."""
    told = [*(_picked(view, names) if view.picks else _told(view, names))]
    return _first_that(fits, told) or _QUIET[view.phase]


def lately(view: BayView, names: Names) -> str:
    """Return an account of the newest turn, with players' losses, as one line; empty if nothing happened."""
    if view.picks:
        return next(_picked(view, names))
    return _first_that(lambda told: len(told) <= _LINE, [*_told_on_a_line(view, names, costs=True)])


def _told(view: BayView, names: Names) -> Iterator[str]:
    """Yield accounts of the newest turn, the fullest first."""
    yield from (Teller(view, names, depth).told() for depth in (FULL, SHORT, SHORTEST))
    yield from (LineTeller(view, names, misses=misses).told() for misses in (True, False))
    *_, shortest = _told_on_a_line(view, names)
    yield shortest
    yield BriefTeller(view, names).told(on_a_line=True)


def _told_on_a_line(view: BayView, names: Names, *, costs: bool = False) -> Iterator[str]:
    """Yield accounts of the newest turn on one line, the fullest first. `costs` adds players' losses."""
    yield Teller(view, names, SHORT, costs=costs).told(on_a_line=True)
    for misses in (True, False):
        yield LineTeller(view, names, misses=misses, costs=costs).told(on_a_line=True)


def _first_that(fits: Callable[[str], bool], told: Sequence[str]) -> str:
    return next((text for text in told if fits(text)), told[-1])


def _picked(view: BayView, names: Names) -> Iterator[str]:
    """Yield all picks in one sentence, then the newest pick alone."""
    ships = [(called(one.seat, names), f"the {CARDS[one.ship].title}") for one in view.picks]
    (who, what), *others = ships
    picked = [f"{who} sails {what}", *(f"{other} {ship}" for other, ship in others)]
    alone = [one.seat for one in view.picks] == [view.first]
    first = [f"{'' if alone else f'{called(view.first, names)} '}begins every round"] if view.first else []
    yield f"{listed([*picked, *first])}."
    newest, ship = ships[-1]
    yield f"{newest} sails {ship}."
