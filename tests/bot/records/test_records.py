"""A server's records contain its finished games. People may leave them."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from sandbox import Persona
from tests.bot.background import results_are_stored
from tests.bot.harbour import Harbour
from tests.bot.own_page import press


async def read(harbour: Harbour, person: Persona, line: str, **options: bool | str | int) -> str:
    reply = await harbour.told(await person.slash(line, options=options))
    assert reply.ephemeral
    return reply.text


async def played(harbour: Harbour, ann: Persona, bo: Persona) -> None:
    """Play two races that Ann wins, one with a forced roll, and one race that is ended."""
    await harbour.start_race(ann, bo, first_player="seat1")
    await harbour.skip()
    await harbour.resign(bo)
    await harbour.start_race(ann, bo, first_player="seat1")
    await harbour.pass_turn(4, 0, 0, 0)
    await harbour.resign(bo)
    await harbour.start_race(ann, bo)
    await harbour.gm(ann, "end", reason="a storm")


async def test_games_that_ended_are_records_which_people_may_leave(harbour: Harbour, tmp_path: Path) -> None:
    ann, bo, eve = harbour.people("Ann", "Bo", "Eve")
    assert "No game has ended on this server yet" in await read(harbour, eve, "/watch records")
    await played(harbour, ann, bo)
    text = await read(harbour, eve, "/watch records")
    assert "**Records of this server** · 3 games" in text
    assert "**Sailing Port Flower** · 3 games, 2 of them not rated" in text
    assert "🥇 **Ann** 1," in text
    assert "· 3 games, 2 won" in text
    assert "🥈 **Bo** " in text
    assert "You have finished no game" in await read(harbour, eve, "/watch records", mine=True)
    mine = await read(harbour, ann, "/watch records", mine=True, game="port_flower")
    assert "Places: 🥇 2, without a place 1" in mine
    assert "Against: **Bo** 1 won" in mine
    assert "of Kraken Bay" in await read(harbour, ann, "/watch records", game="kraken_bay")
    assert "last is 1" in await read(harbour, ann, "/watch records", page=9)
    await outlives(harbour, eve, tmp_path / "games.db", text)
    await leaves(harbour, ann, bo, eve)


async def outlives(harbour: Harbour, eve: Persona, database: Path, text: str) -> None:
    """A result that was not recorded before the bot stopped is recorded later."""
    await harbour.stop()
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("INSERT INTO unrecorded SELECT DISTINCT game FROM results")
        connection.execute("DELETE FROM results")
        connection.commit()
    await harbour.start()
    await results_are_stored()
    assert await read(harbour, eve, "/watch records") == text


async def leaves(harbour: Harbour, ann: Persona, bo: Persona, eve: Persona) -> None:
    """People can leave the lists. People can get their data, then be forgotten and appear nowhere."""
    assert "You appear in no list of records" in (await press(harbour, bo, "Leave the lists")).text
    for text in (
        await read(harbour, eve, "/watch records"),
        await read(harbour, ann, "/watch records", mine=True),
    ):
        assert "Ann" in text or "Your records" in text
        assert "Bo**" not in text
    assert "You appear in no list" in await read(harbour, bo, "/watch records", mine=True)
    assert "You appear in lists of records" in (await press(harbour, bo, "Be listed")).text
    assert "**Bo** " in await read(harbour, eve, "/watch records")
    (attachment,) = (await press(harbour, bo, "My data")).message.attachments
    results = json.loads(attachment.data)["results"]
    came = [(0, "no result"), (2, ""), (2, "game master")]
    assert sorted((one["place"], one["unrated"]) for one in results) == came
    asked = await press(harbour, bo, "Forget me…")
    await harbour.told(await bo.press(asked.message, "Yes, forget me"))
    text = await read(harbour, eve, "/watch records")
    assert "**Ann** 1," in text
    assert "Bo" not in text
    assert "✅" in (await harbour.told(await eve.slash("/game check"))).text
