"""Old posts are composed again, so later events must not change whom an event affects.

`Game.befalls` and `Game.share` may use only parts of a state that never change, such as who sails which ship.
"""

from itertools import islice
from pathlib import Path

import pytest

from rules.engine.event import Event, told_together
from rules.engine.game import AnyGame, State
from rules.engine.registry import game as find_game
from tests.rules.recorded import of_today, replayed

LATER = 4
"""The number of later positions, besides the last, from which the question is asked again."""


def told(game: AnyGame, state: State, seats: int, event: Event) -> list[Event | None]:
    """Return each seat's copy of an event that affects it."""
    befallen = game.befalls(state, event)
    return [game.share(state, event, seat) if seat in befallen else None for seat in range(1, seats + 1)]


@pytest.mark.parametrize("file", of_today(), ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_whom_something_befell_is_the_same_whatever_came_after_it(file: Path) -> None:
    game, moments = find_game(file.parent.name), [*replayed(file)]
    last, _ = moments[-1]
    for number, (state, events) in enumerate(moments):
        later = [state for state, _ in islice(moments, number + 1, number + 1 + LATER)]
        for event in (*events, *told_together(events)):
            first = told(game, state, game.max_seats, event)
            for after in (*later, last):
                assert told(game, after, game.max_seats, event) == first, (number, event)
