"""A game without a winner in which all players choose at the same time in secret."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.narration.undo_points import latest
from rules.engine.registry import guest
from sandbox import Message, Persona
from tests.bot.harbour import Harbour, harbour
from tests.vigil_game import NIGHTS, Vigil


@pytest.fixture
async def vigil(tmp_path: Path) -> AsyncIterator[Harbour]:
    """A bot that offers the game Vigil."""
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


async def watched(vigil: Harbour, *people: Persona) -> None:
    """Let these people choose, one after the other."""
    for person in people:
        await vigil.told(await person.slash("/game do", action="watch"))


async def after_a_night(vigil: Harbour) -> tuple[Persona, Persona, Message, int]:
    """Play to the second night. Returns Ann, Bo, the first night's post, and that night's first step."""
    ann, bo = vigil.people("Ann", "Bo")
    await vigil.start_race(ann, bo, game="vigil")
    post, began = vigil.newest, (await vigil.table()).match.position.head
    await watched(vigil, ann, bo)
    return ann, bo, post, began


async def asked(vigil: Harbour) -> list[int]:
    """Return the seats for which the game waits."""
    return [one.seat for one in (await vigil.table()).match.position.awaited]


async def test_an_undo_to_a_round_of_secret_choices_lets_all_choose_again(vigil: Harbour) -> None:
    ann, _, post, began = await after_a_night(vigil)
    board = (await vigil.told(await ann.use("Board here", post))).message
    undo = (await vigil.told(await ann.use("Undo to here", post))).message
    assert undo.pictures[0].data == board.pictures[0].data
    form = (await vigil.told(await ann.press(undo, "Go back to this…"))).modal
    await vigil.told(await ann.submit(form, {"reason": "a slip"}))
    assert await asked(vigil) == [1, 2]
    assert (await vigil.table()).match.position.head == began


async def test_players_who_agree_go_back_to_the_same_moment_as_game_masters(vigil: Harbour) -> None:
    ann, bo, post, began = await after_a_night(vigil)
    page = (await vigil.told(await bo.use("Undo to here", post))).message
    await vigil.told(await bo.press(page, "Ask the others…"))
    await vigil.told(await ann.press(vigil.newest, "Agree"))
    assert await asked(vigil) == [1, 2]
    assert (await vigil.table()).match.position.head == began


async def test_a_list_of_moments_has_one_for_each_round_of_secret_choices(vigil: Harbour) -> None:
    ann, bo, _, began = await after_a_night(vigil)
    await watched(vigil, bo)
    table = await vigil.table()
    moments = await latest(vigil.bot.store, table.row, table.match, 10)
    assert [moment.entry for moment in moments] == [began]
    # In the second night, another player chooses last. The night is still one moment.
    await watched(vigil, ann)
    table = await vigil.table()
    moments = await latest(vigil.bot.store, table.row, table.match, 10)
    assert [moment.entry for moment in moments] == [began + 2, began]


async def test_a_post_shows_who_has_still_to_choose_and_nothing_else_of_a_choice(vigil: Harbour) -> None:
    ann, bo = vigil.people("Ann", "Bo")
    await vigil.start_race(ann, bo, game="vigil")
    before = vigil.newest.text
    assert ann.mention in before
    await watched(vigil, ann)
    after = vigil.newest.text
    assert ann.mention not in after
    assert bo.mention in after
    assert [line for line in before.splitlines() if ann.mention not in line] == after.splitlines()
    assert f"Waits for **{bo.name}**" in (await vigil.told(await bo.slash("/game status"))).text
    await vigil.told(await ann.press(vigil.newest, "Take back (Ann)"))
    assert await asked(vigil) == [1, 2]
    assert vigil.newest.text == before
