"""A captain ends the turn (section 6.3)."""

from collections.abc import Iterator

from rules.dangerous_sea import turns
from rules.dangerous_sea.actions import EndTurn, TimeOut
from rules.dangerous_sea.play import Play
from rules.dangerous_sea.rooms import TurnOffer
from rules.dangerous_sea.state import SeaState, Turn
from rules.dangerous_sea.tables import TABLES
from rules.engine.label import Label


class EndingTurn(TurnOffer[EndTurn | TimeOut]):
    """A captain can always end the turn (edge case 48)."""

    def actions(self, room: Turn, state: SeaState) -> Iterator[EndTurn]:
        yield EndTurn()

    def labels(self, room: Turn, state: SeaState, action: EndTurn | TimeOut) -> tuple[Label, ...]:
        """Return a label that asks for confirmation if sailors would starve."""
        meal = _meal(room, state)
        if not _starved(room, state):
            return (Label("End turn", meal, pictured=True),)
        return (Label("End turn", meal, f"{meal} End your turn?", dangerous=True),)

    def check(self, room: Turn, state: SeaState, action: EndTurn | TimeOut) -> None:
        """Accept every end of a turn."""

    def answer(self, room: Turn, play: Play, action: EndTurn | TimeOut) -> None:
        turns.end(play, room, "done" if isinstance(action, EndTurn) else "timeout")


def _starved(room: Turn, state: SeaState) -> int:
    """Return the number of sailors without food."""
    ship, ration = state.ship(room.seat), TABLES.ration
    return ship.sailors - min(ship.sailors, ship.food // ration.food, ship.water // ration.water)


def _meal(room: Turn, state: SeaState) -> str:
    """Return a hint: the crew's meal, or the number of sailors who will starve."""
    ship, ration, starved = state.ship(room.seat), TABLES.ration, _starved(room, state)
    fed = ship.sailors - starved
    if starved:
        return f"{starved} of your {ship.sailors} sailor{'s' * (ship.sailors > 1)} will starve!"
    return f"Your crew eats {fed * ration.food} food and {fed * ration.water} water." if fed else ""
