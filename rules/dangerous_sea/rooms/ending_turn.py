"""A captain ends the turn (section 6.3)."""

from collections.abc import Iterator

from rules.dangerous_sea.actions import EndTurn, TimeOut
from rules.dangerous_sea.events import CrewFed, TurnEnd, TurnEnded
from rules.dangerous_sea.play import Play
from rules.dangerous_sea.rooms import TurnOffer
from rules.dangerous_sea.state import SeaState, Turn
from rules.dangerous_sea.tables import TABLES
from rules.engine.label import Label
from rules.engine.wording import counted


class EndingTurn(TurnOffer[EndTurn | TimeOut]):
    """A captain can always end the turn (edge case 48)."""

    def actions(self, room: Turn, state: SeaState) -> Iterator[EndTurn]:
        yield EndTurn()

    def labels(self, room: Turn, state: SeaState, action: EndTurn | TimeOut) -> tuple[Label, ...]:
        """Return a label that asks for confirmation if sailors would starve."""
        ship, ration = state.ship(room.seat), TABLES.ration
        if starved := ship.sailors - ship.fed:
            hint = f"{starved} of your {counted(ship.sailors, 'sailor')} will starve!"
            return (Label("End turn", hint, f"{hint} End your turn?", dangerous=True),)
        food, water = ship.fed * ration.food, ship.fed * ration.water
        meal = f"Your crew eats {food} food and {water} water." if ship.fed else ""
        return (Label("End turn", meal, pictured=True),)

    def check(self, room: Turn, state: SeaState, action: EndTurn | TimeOut) -> None:
        """Accept the action, because a turn can always end."""

    def answer(self, room: Turn, play: Play, action: EndTurn | TimeOut) -> None:
        end(play, room, "done" if isinstance(action, EndTurn) else "timeout")


def end(play: Play, turn: Turn, reason: TurnEnd) -> None:
    """Feed the crew and end the turn. Sailors without food or water starve (section 6.3)."""
    play.close(turn)
    ship, ration = play.state.ship(turn.seat), TABLES.ration
    fed, starved = ship.fed, ship.sailors - ship.fed
    ship.food -= fed * ration.food
    ship.water -= fed * ration.water
    ship.sailors = fed
    play.tell(CrewFed(seat=turn.seat, fed=fed, starved=starved))
    play.tell(TurnEnded(seat=turn.seat, reason=reason))
