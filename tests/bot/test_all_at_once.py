"""A game in which all choose at the same time in secret, and which nobody has won in the end."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rules.engine.registry import guest
from tests.bot.harbour import Harbour, harbour
from tests.vigil_game import NIGHTS, Vigil


@pytest.fixture
async def vigil(tmp_path: Path) -> AsyncIterator[Harbour]:
    """A bot that knows the vigil."""
    with guest(Vigil()):
        async with harbour(tmp_path) as opened:
            yield opened


async def test_what_the_bot_does_for_its_own_seat_is_not_the_rest_of_a_line(vigil: Harbour) -> None:
    (ann,) = vigil.people("Ann")
    await vigil.open_lobby(ann, game="vigil")
    await vigil.told(await ann.press(vigil.newest, "Add the bot"))
    await vigil.lobby_control(ann, "start")
    told = (await vigil.told(await ann.slash("/game do", action="watch / watch"))).text
    assert told.startswith("Done: watch. Not done: watch. The turn was over by then")


async def test_the_last_post_of_a_game_says_that_nobody_has_won(vigil: Harbour) -> None:
    ann, bo = vigil.people("Ann", "Bo")
    await vigil.start_race(ann, bo, game="vigil")
    for _ in range(NIGHTS):
        for person in (ann, bo):
            await vigil.told(await person.slash("/game do", action="watch"))
    assert (await vigil.table()).row.status == "over"
    assert "Nobody wins" in vigil.newest.text
