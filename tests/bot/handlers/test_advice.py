"""A suggested move is the bot's own choice in a person's place, and only this person sees it."""

import re

import pytest

from bot.handlers.player_actions import ADVICE
from rules.engine.advice import advice
from rules.engine.registry import game as find_game
from rules.engine.registry import games
from tests.bot import voyages
from tests.bot.harbour import Harbour, labels
from tests.laws import Table, redrawn


@pytest.mark.parametrize("slug", games())
async def test_a_move_is_suggested_in_every_game_to_who_is_asked_alone(harbour: Harbour, slug: str) -> None:
    people = harbour.people("Ann", "Bo")
    await harbour.start_race(*people, game=slug, preset="club")
    table = await harbour.table()
    seat = table.match.position.awaited[0].seat
    asked = voyages.seated(harbour, table, seat)
    other = next(person for person in people if person is not asked)
    page = (await harbour.told(await asked.slash("/game board"))).message
    assert ADVICE in labels(page)
    if len(table.match.position.awaited) == 1:
        assert ADVICE not in labels((await harbour.told(await other.slash("/game board"))).message)
    before = table.match.position.last
    told = (await harbour.told(await asked.press(page, ADVICE))).message
    assert told.ephemeral
    assert "💡 I would do this: **" in told.text
    assert "Typed: `" in told.text
    assert re.search(
        r"^(It \w+s |There is nothing else|I looked ahead|The choice is secret)", told.text, re.MULTILINE
    )
    assert table.match.position.last == before
    assert labels(told)[-1] == "Back"
    assert "Do it" in labels(told)
    await harbour.told(await asked.press(told, "Do it"))
    assert table.match.position.last > before


async def test_the_same_position_gets_the_same_suggestion(harbour: Harbour) -> None:
    _, bo = await harbour.race_of_two()
    page = (await harbour.told(await bo.slash("/game board"))).message
    said = (await harbour.told(await bo.press(page, ADVICE))).text
    again = (await harbour.told(await bo.slash("/game board"))).message
    assert said == (await harbour.told(await bo.press(again, ADVICE))).text


async def test_a_table_may_agree_on_no_suggestions(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann, bo, first_player="seat1")
    await harbour.set_option(ann, "advice", "no")
    await harbour.lobby_control(ann, "start")
    board = (await harbour.told(await ann.slash("/game board"))).message
    assert ADVICE not in labels(board)
    stamp = (await harbour.table()).match.position.awaited[0].stamp
    forged = await harbour.told(
        await ann.forge_press(f"hm:ad:{(await harbour.table()).row.id}:{stamp}:", board)
    )
    assert "suggests no moves" in forged.text


@pytest.mark.needs("tutorial")
@pytest.mark.parametrize("slug", games())
async def test_practice_always_suggests(harbour: Harbour, slug: str) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.told(await ann.slash("/learn", game=slug))
    (thread,) = harbour.discord.world.threads_of(harbour.discord.harbour)
    page = (await harbour.told(await ann.slash("/game board", channel=thread))).message
    assert ADVICE in labels(page)


async def test_who_is_asked_again_in_private_may_ask_for_a_move_again(harbour: Harbour) -> None:
    _, bo = await harbour.race_of_two()
    page = (await harbour.told(await bo.slash("/game board"))).message
    told = (await harbour.told(await bo.press(page, ADVICE))).message
    after = (await harbour.told(await bo.press(told, "Do it"))).message
    awaited = (await harbour.table()).match.position.awaited[0]
    asked_again = voyages.seated(harbour, await harbour.table(), awaited.seat) is bo
    assert (ADVICE in labels(after)) == asked_again


@pytest.mark.parametrize("slug", games())
def test_advice_is_the_same_where_only_hidden_things_differ(slug: str) -> None:
    game = find_game(slug)
    table = Table(game, game.options(), 2, luck=7)
    random = table.random()
    asked = 0
    for match in table.some(4):
        for decision in match.decisions[:1]:
            other = redrawn(match, decision.seat, random)
            again = game.decision_of(other, decision.seat)
            assert again is not None
            assert advice(game, match.state, decision) == advice(game, other, again)
            asked += 1
    assert asked
