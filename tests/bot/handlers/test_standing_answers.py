"""`/game orders` sets permanent answers, which apply from the first turn of every game."""

import pytest

from bot.sessions.standing_answers import answers_of, with_answer
from rules.engine.registry import games
from sandbox import Persona
from tests.bot.harbour import Harbour
from tests.bot.own_page import page_of

BEGIN = "Begin Sailing Port Flower with …"


async def answers(harbour: Harbour, person: Persona, answer: str = "") -> str:
    """Return the text of the page of orders, after `answer` was chosen for each new race."""
    page = (await harbour.told(await person.slash("/game orders"))).message
    if answer:
        page = (await harbour.told(await person.choose(page, answer, placeholder=BEGIN))).message
    return page.text


@pytest.mark.parametrize("slug", games())
def test_every_kind_of_standing_order_begins_with_being_asked(slug: str) -> None:
    for orders in answers_of(games()[slug]).values():
        first, *_ = orders
        assert str(first).split()[1] == "ask", f"Let `ask` be the first value of {first.kind}."


def test_a_standing_answer_is_kept_until_one_is_to_be_asked_again() -> None:
    sea = games()["dangerous_sea"]
    insist, face = sea.read("demands insist"), sea.read("ghost face")
    kept = with_answer(with_answer({}, sea, insist), sea, face)
    assert kept == {"dangerous_sea": ("demands insist", "ghost face")}
    assert with_answer(kept, sea, sea.read("demands ask")) == {"dangerous_sea": ("ghost face",)}
    assert with_answer(with_answer({}, sea, face), sea, sea.read("ghost ask")) == {}


async def test_somebody_begins_every_game_with_their_standing_answers(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    assert "none: you are asked each time" in await answers(harbour, bo)
    page = (await harbour.told(await bo.slash("/game orders"))).message
    menu = next(menu for menu in page.menus if menu.placeholder == BEGIN)
    forged = await harbour.told(
        await bo.forge_press(menu.custom_id, page, component_type=3, values=["repel_policy often"])
    )
    assert "That is no standing answer of Sailing Port Flower" in forged.text
    chosen = await answers(harbour, bo, "repel_policy never")
    assert "Sailing Port Flower: Repel policy never" in chosen
    await harbour.restart()

    await harbour.start_race(ann, bo, repellent="coin")
    assert [seat.repel_policy for seat in (await harbour.race()).seats] == ["ask", "never"]
    assert [(row.entry.kind, row.entry.seat) for row in await harbour.journal()] == [("start", 0), ("act", 2)]
    # A permanent answer is as secret as an order at the table. Such an order overrides the answer.
    assert "repel" not in harbour.newest.text
    await harbour.told(await bo.slash("/game do", action="repel_policy always"))
    assert (await harbour.race()).seat(2).repel_policy == "always"
    assert "Repel policy never" in (await page_of(harbour, bo)).text
    await harbour.resign(bo)

    # A game without shark answers begins without the permanent answer. Bo then drops the answer.
    await harbour.start_race(ann, bo, repellent="off")
    assert len(await harbour.journal()) == 1
    await harbour.resign(bo)
    dropped = await answers(harbour, bo, "repel_policy ask")
    assert "none: you are asked each time" in dropped
    await harbour.start_race(ann, bo, repellent="coin")
    assert len(await harbour.journal()) == 1
