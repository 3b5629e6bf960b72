"""A bay laid out in one line, and played with given dice."""

from random import Random

from pydantic import JsonValue

from rules.engine.chance import Chance, Forced, QuickStream
from rules.engine.event import Event
from rules.kraken_bay import GAME
from rules.kraken_bay.completing import complete
from rules.kraken_bay.options import BayOptions
from rules.kraken_bay.setup import new_game
from rules.kraken_bay.shown.view import BayView
from rules.kraken_bay.state import BayState


class Table:
    """A game in progress: `Table({"captain": {"at": "C3"}}, turn={"move_left": 3}, tentacles=["C4"])`."""

    def __init__(
        self, ships: dict[str, JsonValue], turn: dict[str, JsonValue] | None = None, **given: JsonValue
    ) -> None:
        first = next(iter(ships))
        begun: JsonValue = [{"task": "take_turn", "ship": first, **(turn or {})}]
        opened = new_game(BayOptions(), len(ships), Chance(QuickStream(Random(1)))).state
        laid = {**opened.model_dump(mode="json"), "ships": ships, "order": [*ships], "agenda": begun, **given}
        self.state = BayState.model_validate(laid)
        complete(self.state)
        GAME.check(self.state)
        self.told: list[Event] = []

    def does(self, line: str, **dice: int | tuple[int, ...]) -> list[Event]:
        """Carry out a line as the seat whose turn it is. The dice show `dice` in this order."""
        values = [(name, (shown,) if isinstance(shown, int) else shown) for name, shown in dice.items()]
        forced = [
            Forced(values=shown, label=name.rstrip("_"), entry=number)
            for number, (name, shown) in enumerate(values, 1)
        ]
        chance = Chance(QuickStream(Random(1)), forced)
        (decision,) = GAME.decisions(self.state)
        action = GAME.resolve(self.state, decision.seat, GAME.read(line))
        events = GAME.apply(self.state, decision.seat, action, chance)
        GAME.check(self.state)
        self.told += events
        return events

    def view(self) -> BayView:
        """Return everybody's view, including the events."""
        return GAME.view(self.state, None, self.told)
