"""The report of all rooms of a game: `./harbour rooms`."""

import pytest

from rules.engine.registry import games
from rules.engine.room_report import look_around, table


@pytest.mark.parametrize("slug", sorted(games()))
def test_every_room_of_every_game_is_listed_whatever_its_options_are(slug: str) -> None:
    game = games()[slug]
    told = "\n".join(table(game, look_around(game, 8, 1)))
    for room in game.rooms:
        assert f"{room.__name__} ({room.__module__})" in told
    assert "asks    … " in told
    assert "absent  " in told
