"""The figures of section 17, which simulations count."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from rules.engine.action import Action
from rules.engine.event import Event
from rules.kraken_bay.actions import Sail
from rules.kraken_bay.events import GameOver, MovementRolled
from rules.kraken_bay.state import BayState


def counts(
    state: BayState, before: Action | None, action: Action, events: Sequence[Event]
) -> Mapping[str, float]:
    """Return the number of commands and hungry turns in an action, and the points if it ends the game.

    Consecutive steps count as one command. A turn is hungry if the ship rolls without a ration.
    """
    found: dict[str, float] = {
        "commands": int(not (isinstance(action, Sail) and isinstance(before, Sail))),
        "hungry turns": 0,
    }
    for event in events:
        if isinstance(event, MovementRolled):
            found["hungry turns"] += not state.ships[event.ship].ration
        if isinstance(event, GameOver):
            scores = [line.score for line in event.ranking]
            found["points, mean"] = fmean(scores)
            found["points, winner"] = scores[0]
    return found
