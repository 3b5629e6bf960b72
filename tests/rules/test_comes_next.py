"""The seat that a game names as the next has the next turn, unless it cannot play by then."""

from collections.abc import Iterator

import pytest

from rules.dangerous_sea.state import SeaState
from rules.engine.match import Advance, Match
from rules.engine.registry import games
from rules.engine.texts import counting
from rules.kraken_bay.state import BayState
from rules.privateer.state import PrivateerState
from tests.laws import Table

LUCK = range(4)
"""The seeds of the games."""


def plays_on(match: Match, seat: int) -> bool:
    """Return whether a seat still has turns: it has not resigned, and has a ship."""
    state = match.shown
    if isinstance(state, BayState | SeaState):
        return seat in state.staying
    if isinstance(state, PrivateerState):
        fleets = (name for name, fleet in state.fleets.items() if fleet.seat == seat)
        return match.plays(seat) and any(state.ships_of(name) for name in fleets)
    return match.plays(seat)


def turns_begun(table: Table) -> Iterator[tuple[Match, Advance, list[int]]]:
    """Yield each step that began turns, with the match before the step, and the seats of the turns."""
    begins = counting(table.game).turns
    for before, advance in zip(table.matches, table.play, strict=False):
        seats = [getattr(event, "seat", 0) for event in advance.events if event.kind == begins]
        if seats and advance.entry.kind in {"act", "timeout"}:
            yield before, advance, seats


@pytest.mark.needs("next turn", "turns")
@pytest.mark.parametrize("slug", games())
def test_whoever_is_told_that_they_come_next_has_the_next_turn(slug: str) -> None:
    game, told, together = games()[slug], 0, 0
    for luck in LUCK:
        seats = game.seat_range(game.options())[1] - luck % 2
        table = Table(game, game.options(), seats, luck=luck, steps=150)
        for before, advance, begun in turns_begun(table):
            named = game.comes_next(before.shown)
            together += len(begun) > 1
            if named and plays_on(advance.match, named):
                told += 1
                assert begun[0] == named
    assert told > 10 or together > 10, (
        f"`comes_next` of {slug} names nobody, though its turns are not at the same time"
    )
