"""The bot asks Discord for one intent, and for no more requests than a move needs."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from time import monotonic
from unittest.mock import AsyncMock

import pytest

from bot.store import writer
from rules.engine.registry import games
from sandbox import Persona
from sandbox.gateway.events import Intent
from tests.bot import voyages
from tests.bot.harbour import Harbour, labels
from tests.bot.store.writers import noticing, writing_file

ACKNOWLEDGE = "POST callback"
ANSWER = "PATCH answer"
ANSWER_BESIDE_A_POST = "POST answer"
"""Answers to interactions, private ones and edits of the pressed post. Discord does not count them."""

EDIT = "PATCH message"
POST = "POST message"
"""Requests that Discord counts."""

TURNS = 8

KINDS = {
    ("POST", "interactions"): ACKNOWLEDGE,
    ("PATCH", "webhooks"): ANSWER,
    ("POST", "webhooks"): ANSWER_BESIDE_A_POST,
    ("PATCH", "channels"): EDIT,
    ("POST", "channels"): POST,
}


@pytest.fixture
async def bo(harbour: Harbour) -> Persona:
    """Start a race of Ann and Bo, with the wind N4 E0 S0 W0 for Bo's turn. Return Bo."""
    _, bo = await harbour.race_of_two()
    return bo


@contextmanager
def counted(harbour: Harbour) -> Iterator[list[str]]:
    """Yield a list that gets the sorted requests of the context when the context ends."""
    made: list[str] = []
    before = len(harbour.discord.journal)
    yield made
    kinds = [(one.method, one.path.split("/")[1]) for one in list(harbour.discord.journal)[before:]]
    # The bot uploads emojis in the background, independently of games.
    made += sorted(KINDS[kind] for kind in kinds if kind[1] != "applications")


async def test_only_servers_are_listened_to(harbour: Harbour) -> None:
    (session,) = harbour.discord.gateway.sessions
    assert session.intents == Intent.GUILDS


async def test_an_action_costs_the_store_one_transaction_and_no_look_at_what_is_due(
    harbour: Harbour, bo: Persona, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "SOON", 600)
    store, done = harbour.bot.store, list[str]()
    asked: list[str] = []
    monkeypatch.setattr(store, "due_posts_of", asked.append)
    # From time to time the bot also stores that it is running.
    monkeypatch.setattr(store, "be_there", AsyncMock())
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    with noticing(await writing_file(store), done.append):
        await harbour.told(await bo.slash("/game do", action="s1 E0 S0"))
    assert done.count("COMMIT") == 1
    assert asked == []


async def test_a_typed_turn_costs_four_requests(harbour: Harbour, bo: Persona) -> None:
    with counted(harbour) as requests:
        await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E0 S0"))
    assert requests == sorted([ACKNOWLEDGE, ANSWER, EDIT, POST])


async def test_a_typed_move_within_a_turn_costs_three_requests(harbour: Harbour, bo: Persona) -> None:
    with counted(harbour) as requests:
        await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    assert requests == sorted([ACKNOWLEDGE, ANSWER, EDIT])


async def test_a_question_in_private_costs_two_requests(harbour: Harbour, bo: Persona) -> None:
    with counted(harbour) as requests:
        await harbour.told(await bo.press(harbour.newest, "Your choices"))
    assert requests == sorted([ACKNOWLEDGE, ANSWER_BESIDE_A_POST])


async def test_taking_back_costs_three_requests(harbour: Harbour, bo: Persona) -> None:
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    with counted(harbour) as requests:
        await harbour.told(await bo.press(harbour.newest, "Take back"))
    assert requests == sorted([ACKNOWLEDGE, ANSWER, POST])


async def test_a_move_that_plays_the_rest_of_the_turn_by_itself_costs_no_more(harbour: Harbour) -> None:
    _, bo = await harbour.race_of_two(sharks="1")
    before = len(await harbour.journal())
    with counted(harbour) as requests:
        await harbour.told(await bo.slash("/game do", action="b N4 E0 S0@F2"))
    assert len(await harbour.journal()) == before + 2
    assert requests == sorted([ACKNOWLEDGE, ANSWER, EDIT, POST])


async def test_a_suggestion_costs_one_request(harbour: Harbour, bo: Persona) -> None:
    with counted(harbour) as requests:
        assert await bo.complete("/game do", focused="action")
    assert requests == [ACKNOWLEDGE]


async def test_a_look_costs_two_requests(harbour: Harbour, bo: Persona) -> None:
    with counted(harbour) as requests:
        await harbour.told(await bo.slash("/game board"))
    assert requests == sorted([ACKNOWLEDGE, ANSWER])


async def test_a_turn_by_thumb_costs_one_counted_request(harbour: Harbour) -> None:
    await harbour.race_of_two()
    table, post = await harbour.table(), harbour.newest
    with counted(harbour) as requests:
        while harbour.newest is post:
            await voyages.decide_by_controls(harbour, table, Random(1))
    assert post.buttons == []
    assert [request for request in requests if request in {EDIT, POST}] == [POST]


async def test_a_reaction_in_the_middle_of_a_turn_costs_one_line_and_no_picture(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "dangerous_sea", people=2, seed=1, turn_order="joined")
    ann, bo = harbour.crew
    for person, square in ((ann, "A1"), (bo, "L1")):
        await harbour.told(await person.slash("/game do", action=f"choose_start {square}"))
    post, before = harbour.newest, len(harbour.posts())
    with counted(harbour) as asking:
        await harbour.told(await ann.slash("/sea sail", dir="W"))
    assert asking == sorted([ACKNOWLEDGE, ANSWER, EDIT, POST])
    (call,) = harbour.posts()[before:]
    assert call.pinged == {bo.id}
    assert not any((call.pictures, call.buttons, call.menus))
    assert f"/{harbour.place.id}/{post.id}" in call.text
    with counted(harbour) as answering:
        await harbour.told(await bo.press(post, "Hold back"))
    # The post does not mention anybody any more.
    assert answering == sorted([ACKNOWLEDGE, ANSWER, EDIT])
    assert harbour.posts()[before:] == [call]
    assert call.text.endswith("What was asked here is answered.")
    assert "Look · N" in labels(post)
    assert f"<@{ann.id}>" in post.text.splitlines()[1]


@pytest.mark.parametrize("slug", games())
async def test_turns_by_thumb_cost_two_counted_requests_at_most(harbour: Harbour, slug: str) -> None:
    await voyages.set_out(harbour, slug, people=2, seed=2)
    table, chance, turns = await harbour.table(), Random(1), set[str]()
    with counted(harbour) as requests:
        # A random player of Kraken Bay may be eaten before all turns are played.
        while len(turns) < TURNS and table.row.status == "running":
            turns.add(table.game.turn(table.match.shown))
            await voyages.decide_by_controls(harbour, table, chance)
    assert len(turns) > TURNS / 2
    assert sum(request in {EDIT, POST} for request in requests) <= 2 * len(turns)


async def test_a_post_that_was_not_pressed_for_a_quarter_of_an_hour_is_edited_by_a_request(
    harbour: Harbour, bo: Persona, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.told(await bo.press(harbour.newest, "Your choices"))
    # After fifteen minutes, the page with the choices cannot be edited any more either.
    for kept in (harbour.bot.outbox.passes, harbour.bot.outbox.pages):
        monkeypatch.setattr(kept, "_clock", lambda: monotonic() + 15 * 60)
    with counted(harbour) as requests:
        await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    assert requests == sorted([ACKNOWLEDGE, ANSWER, EDIT])


async def test_where_the_answer_to_a_press_is_refused_the_post_is_edited_by_a_request(
    harbour: Harbour, bo: Persona
) -> None:
    post = harbour.newest
    reply = await harbour.told(await bo.press(post, "Your choices"))
    reply.interaction.revoked = True
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    assert "F6" in post.text
    assert len(harbour.discord.journal.find("PATCH", f"/channels/*/messages/{post.id}")) == 1
