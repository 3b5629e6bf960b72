"""What the lines on the picture say, and the alt text with them: who is to do what, how the game stands."""

from rules.engine.seat import Names
from rules.engine.wording import ENDED, listed
from rules.kraken_bay.tables import CARDS
from rules.kraken_bay.view import BayView


def title(view: BayView, names: Names) -> str:
    """The line in the title band."""
    if view.stopped:
        return ENDED
    if view.phase == "over":
        first = view.ranking[0]
        return f"{listed([names.get(seat, f'Seat {seat}') for seat in first])} win{'s' * (len(first) == 1)}"
    if view.turn is None:
        return "Picking ships"
    return f"{CARDS[view.turn.ship].title} to {'roll' if view.turn.rolled == 'no' else 'sail'}"
