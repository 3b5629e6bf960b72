"""After any change of the game, a private page with choices shows that the choices are past."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.posts import private_pages
from bot.posts.interaction_edits import VALID
from sandbox import Message, Persona
from tests.bot import voyages
from tests.bot.harbour import Harbour, harbour, labels, offered


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Harbour]:
    async with harbour(tmp_path) as opened:
        yield opened


async def looked(place: Harbour, person: Persona) -> Message:
    """Return a player's private page of choices."""
    return (await place.told(await person.slash("/game board"))).message


def is_past(page: Message) -> bool:
    return private_pages.PAST in page.text


async def test_a_page_says_so_at_once_when_its_reader_uses_the_post(place: Harbour) -> None:
    _, bo = await place.race_of_two()
    page, before = await looked(place, bo), len(place.posts())
    assert page.pictures
    choice = next(button for button in place.newest.buttons if button.label and "Boat" in button.label)
    await place.told(await bo.press(place.newest, choice.label))
    assert is_past(page)
    assert not page.pictures
    assert len(place.posts()) >= before


async def test_a_page_of_who_is_still_asked_can_be_opened_again(place: Harbour) -> None:
    await voyages.set_out(place, "dangerous_sea", 2, seed=3, turn_order="joined", start_positions="spread")
    ann, _ = place.crew
    page = await looked(place, ann)
    step = (await place.table()).match.legal_actions(1)[0]
    await place.told(await ann.slash("/game do", action=str(step)))
    assert (await place.table()).match.awaits(1)
    assert is_past(page)
    assert labels(page) == ["Your choices"]
    await place.told(await ann.press(page, "Your choices"))
    assert not is_past(page)


async def test_a_page_that_was_used_itself_goes_on_with_what_came_of_it(place: Harbour) -> None:
    _, bo = await place.race_of_two()
    page = await looked(place, bo)
    choice = next(button for button in page.buttons if button.label and "Boat" in button.label)
    await place.told(await bo.press(page, choice.label))
    assert not is_past(page)


async def test_a_page_stays_while_its_question_is_open(place: Harbour) -> None:
    _, bo = await place.race_of_two()
    page = await looked(place, bo)
    await place.force(0, 4, 0, 0)
    assert not is_past(page)
    await place.told(await bo.slash("/game board"))
    assert not is_past(page)


async def test_a_page_that_can_be_changed_no_more_says_so_when_it_is_pressed(place: Harbour) -> None:
    _, bo = await place.race_of_two()
    place.bot.outbox.pages._clock = lambda: 0.0
    page = await looked(place, bo)
    place.bot.outbox.pages._clock = lambda: VALID + 1.0
    await place.skip()
    assert not is_past(page)
    choice = next(button for button in page.buttons if button.label and "Boat" in button.label)
    await place.told(await bo.press(page, choice.label))
    assert "nothing was done" in page.text or "Nothing is asked of you now" in page.text


async def test_the_pages_of_others_stay_as_they_are(place: Harbour) -> None:
    ann, bo = place.people("Ann", "Bo")
    await voyages.set_out(place, "dangerous_sea", 2, seed=3, turn_order="joined", start_positions="spread")
    page = await looked(place, bo)
    before = page.text
    await place.told(await ann.press(place.newest, labels(place.newest)[0]))
    assert page.text == before
    assert not offered(page)
