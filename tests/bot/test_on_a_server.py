"""A complete game whose database server is restarted in the middle."""

from pathlib import Path

import pytest

from tests.bot.harbour import harbour as open_harbour
from tests.postgresql import needs_server, server


@pytest.mark.usefixtures("pointed_back")
async def test_a_game_is_played_to_its_end_over_restarts_of_the_bot_and_of_the_server(tmp_path: Path) -> None:
    needs_server()
    there = server()
    with there.blank() as address:
        async with open_harbour(tmp_path, database=address) as harbour:
            ann, bo = await harbour.race_of_two()
            await harbour.told(await bo.slash("/game do", action="b N4@F2"))
            there.kill()
            there.start()
            await harbour.pass_turn(0, 3, 0, 0)
            await harbour.restart()
            await harbour.pass_turn(1, 1, 1, 1)
            checked = await harbour.told(await ann.slash("/game check"))
            assert "❌" not in checked.text
            await harbour.resign(ann)
            await harbour.delivered()
            row = (await harbour.table()).row
            assert row.status == "over"
            assert "Bo" in harbour.newest.text
            assert [one.place for one in await harbour.bot.store.results_of(bo.id)] == [1]
