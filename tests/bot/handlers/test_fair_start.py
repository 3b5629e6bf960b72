"""Nobody can pick the dice: the lobby draws the seed, and the dice also depend on later presses."""

import hashlib
from dataclasses import replace

import pytest

from bot.sessions.tables import Tables
from tests.bot.harbour import Harbour


@pytest.fixture(autouse=True)
def presses_count(harbour: Harbour) -> None:
    """Let presses count. The other tests ignore presses to get the same dice in every run."""
    tables = harbour.bot.tables
    tables.presses = lambda row, start: Tables.presses(tables, row, start)  # type: ignore[method-assign]


async def seed(harbour: Harbour) -> bytes:
    return (await harbour.table()).row.seed


async def test_the_commitment_stands_behind_a_button_of_the_lobby_before_anyone_joins(
    harbour: Harbour,
) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann)
    commitment = hashlib.sha256(await seed(harbour)).hexdigest()
    assert f"Dice commitment `{commitment}`" in (await harbour.told(await bo.slash("/game status"))).text
    await harbour.told(await bo.press(harbour.newest, "Join"))
    assert commitment not in harbour.newest.text
    page = await harbour.told(await bo.press(harbour.newest, "Fair dice"))
    assert page.ephemeral
    assert f"`{commitment}`" in page.text
    assert "/game check" in page.text
    await harbour.told(await ann.press(harbour.newest, "Start"))
    assert (await harbour.table()).match.opening.commitment == commitment


async def test_a_restart_keeps_the_seed_that_was_promised(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann, bo)
    promised = await seed(harbour)
    await harbour.restart()
    await harbour.told(await ann.press(harbour.newest, "Start"))
    assert await seed(harbour) == promised


async def test_the_opening_holds_the_presses_of_join_and_start(harbour: Harbour) -> None:
    ann, bo, cato = harbour.people("Ann", "Bo", "Cato")
    await harbour.open_lobby(ann, bo, cato)
    joined = dict((await harbour.table()).row.presses)
    assert len(set(joined.values())) == 3
    await harbour.told(await bo.press(harbour.newest, "Leave"))
    await harbour.told(await bo.press(harbour.newest, "Join"))
    again = dict((await harbour.table()).row.presses)
    assert again[bo.id] > max(joined.values())
    assert {user: again[user] for user in (ann.id, cato.id)} == {
        user: joined[user] for user in (ann.id, cato.id)
    }
    await harbour.told(await ann.press(harbour.newest, "Start"))
    *seats, start = map(int, (await harbour.table()).match.opening.presses)
    assert seats == [joined[ann.id], joined[cato.id], again[bo.id]]
    assert start > max(seats)
    assert (await harbour.table()).row.presses == {}


async def test_a_lobby_from_before_gets_its_seed_with_the_next_change(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann)
    table = await harbour.table()
    table.row = replace(table.row, seed=b"", presses={})
    await harbour.told(await bo.press(harbour.newest, "Join"))
    promised = await seed(harbour)
    page = await harbour.told(await bo.press(harbour.newest, "Fair dice"))
    assert f"`{hashlib.sha256(promised).hexdigest()}`" in page.text
    await harbour.told(await ann.press(harbour.newest, "Start"))
    match = (await harbour.table()).match
    assert match.seed == promised
    assert match.opening.presses[0] == "0"


async def test_a_lobby_from_before_may_also_start_at_once(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann, bo)
    table = await harbour.table()
    table.row = replace(table.row, seed=b"", presses={})
    assert "Dice commitment" not in (await harbour.told(await bo.slash("/game status"))).text
    await harbour.told(await ann.press(harbour.newest, "Start"))
    assert len((await harbour.table()).match.seed) == 32


async def test_in_a_practice_game_only_the_learner_has_pressed(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.told(await ann.slash("/learn", game="port_flower"))
    (row,) = await harbour.bot.store.open_games()
    assert row.opening is not None
    learner, bot, start = row.opening.presses
    assert int(learner) > 0
    assert (bot, start) == ("0", "0")
