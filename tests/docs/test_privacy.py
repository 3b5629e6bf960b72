"""The documents' statements about personal data, checked on a database of played games."""

import re
import sqlite3
from pathlib import Path

import pytest

from bot.handlers.help_pages import pages
from bot.store.schema import metadata
from tests.bot.conftest import pointed_back
from tests.bot.harbour import Harbour, harbour

__all__ = ["pointed_back"]

PAGE = Path(__file__).parents[2] / "docs/personal-data.md"
SOMEBODY = "123456789012345678"
COPY, DELETION = re.findall(r"```sql\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


async def played(place: Harbour) -> tuple[int, list[str]]:
    """Play games with and without Edda. Returns Edda's id, and the ids of the games without her."""
    ann, bo, edda, finn = place.people("Ann", "Bo", "Edda Long-Stocking", "Finn")
    await place.start_race(ann, edda, first_player="seat1")
    await place.gm(ann, "substitute", player="2", newcomer=finn.id, reason="a holiday")
    quay = place.discord.channel("quay")
    await place.told(await ann.slash("/play", channel=quay, options={"game": "port_flower"}))
    await place.told(await bo.slash("/game join", channel=quay))
    await place.lobby_control(ann, "start", channel=quay)
    pier = place.discord.channel("pier")
    await place.told(await edda.slash("/play", channel=pier, options={"game": "port_flower"}))
    await place.told(await edda.slash("/game leave", channel=pier))
    kept = (await place.table(quay)).row.id
    return edda.id, [kept]


@pytest.mark.usefixtures("pointed_back")
async def test_a_person_is_handed_out_and_deleted_as_the_page_for_hosts_says(tmp_path: Path) -> None:
    async with harbour(tmp_path) as place:
        user, kept = await played(place)
    path = tmp_path / "games.db"
    database = sqlite3.connect(path)
    copy = database.execute(COPY.replace(SOMEBODY, str(user))).fetchall()
    assert {row[0] for row in copy} == {"opened", "seat before", "journal"}
    assert str(user) in path.read_bytes().decode("latin-1")
    database.executescript(DELETION.replace(SOMEBODY, str(user)))
    assert [game for (game,) in database.execute("SELECT id FROM games")] == kept
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    assert database.execute(COPY.replace(SOMEBODY, str(user))).fetchall() == []
    database.close()
    left = path.read_bytes().decode("latin-1")
    assert str(user) not in left
    assert "Edda" not in left


def test_the_deletion_goes_through_every_table_with_games_or_people() -> None:
    tables = metadata.tables.values()
    with_games = {table.name for table in tables if table.foreign_keys}
    of_people = {table.name for table in tables if "user" in table.c}
    deleted = re.findall(r"DELETE FROM (\w+) WHERE (\w+)", DELETION)
    assert with_games | of_people | {"games"} == {table for table, _ in deleted}
    assert of_people == {table for table, by in deleted if by == "user"} | {"members"}


def test_help_says_what_is_kept_why_and_how_long() -> None:
    text = pages()["privacy"].text
    assert all(word in text for word in ("Discord id", "as long as", "deleted", "Not kept"))
