"""Forms in the real client: by buttons, by command and by `/game do`."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rules.engine.registry import guest
from sandbox import Persona
from sandbox.office.interactions import Modal
from tests.bot.harbour import Harbour, harbour, labels
from tests.market_game import GOODS, Market, MarketState


@pytest.fixture
async def market(tmp_path: Path) -> AsyncIterator[Harbour]:
    """A bot that has the market game."""
    with guest(Market()):
        async with harbour(tmp_path) as opened:
            yield opened


async def opened(market: Harbour) -> Persona:
    """Start a market game of Ann alone."""
    (ann,) = market.people("Ann")
    await market.start_race(ann, game="market")
    return ann


async def done(market: Harbour) -> list[str]:
    state = (await market.table()).match.shown
    assert isinstance(state, MarketState)
    return state.done


async def test_two_forms_of_one_kind_stand_side_by_side_and_keep_their_fixed_answers(market: Harbour) -> None:
    ann = await opened(market)
    assert {"Load food…", "Load wood…", "Trade…", "Sign…"} <= set(labels(market.newest))
    form = (await market.told(await ann.press(market.newest, "Load wood…"))).modal
    assert form.form.title == "Load wood"
    await market.told(await ann.submit(form, {"amount": "40"}))
    assert await done(market) == ["load wood 40"]


async def test_a_wrong_number_is_refused_with_the_range_and_nothing_is_done(market: Harbour) -> None:
    ann = await opened(market)
    form = (await market.told(await ann.press(market.newest, "Load food…"))).modal
    reply = await market.told(await ann.submit(form, {"amount": "45"}))
    assert reply.ephemeral
    assert "Allowed: 10 to 120, in steps of 10." in reply.text
    assert await done(market) == []


async def test_a_refused_form_is_answered_apart_from_what_opened_it_and_keeps_what_was_written(
    market: Harbour,
) -> None:
    ann = await opened(market)
    page = (await market.told(await ann.slash("/game board"))).message
    before = page.text
    for wrong in ("45", "", "-10", "🦈", "**many**", "9" * 200):
        form = (await market.told(await ann.press(page, "Load food…"))).modal
        told = (await market.told(await ann.submit(form, {"amount": wrong}))).message
        assert told is not page
        assert told.only_for is not None
        assert "Allowed: 10 to 120, in steps of 10." in told.text
        assert page.text == before
        if wrong in {"45", "🦈"}:
            assert f"You wrote: {wrong}" in told.text
        assert labels(told) == ["Try again", "Your choices"]
        assert await done(market) == []
    form = (await market.told(await ann.press(page, "Load food…"))).modal
    await market.told(await ann.submit(form, {"amount": "120"}))
    assert await done(market) == ["load food 120"]


async def test_all_errors_of_a_form_are_named_at_once_by_what_people_see(market: Harbour) -> None:
    ann = await opened(market)
    form = (await market.told(await ann.press(market.newest, "Sign…"))).modal
    told = (await market.told(await ann.submit(form, {"name": "", "seal": "may\\*be", "ink": "green"}))).text
    assert "3 things do not fit:" in told
    assert "- Name is empty. Allowed: up to 40 letters." in told
    assert "- Seal: “may" in told
    assert "- Ink: “green” does not fit. Allowed: black, blue or red." in told


def written(form: Modal) -> list[str]:
    """Return the values in the fields of a form."""
    return [getattr(field.input, "value", "") or "" for field in form.fields]


async def test_try_again_opens_a_refused_form_with_everything_that_was_typed(market: Harbour) -> None:
    ann = await opened(market)
    form = (await market.told(await ann.press(market.newest, "Sign…"))).modal
    assert written(form) == ["Ann", "yes", "red"]
    refused = await market.told(await ann.submit(form, {"name": "Bo of the quay", "seal": "x", "ink": ""}))
    form = (await market.told(await ann.press(refused.message, "Try again"))).modal
    assert written(form) == ["Bo of the quay", "x", ""]
    await market.told(await ann.submit(form, {"name": "Bo of the quay", "seal": "no", "ink": ""}))
    assert await done(market) == ['sign "Bo of the quay" no']


async def test_a_second_error_stands_where_the_first_one_stood(market: Harbour) -> None:
    ann = await opened(market)
    form = (await market.told(await ann.press(market.newest, "Load food…"))).modal
    refused = (await market.told(await ann.submit(form, {"amount": "7"}))).message
    form = (await market.told(await ann.press(refused, "Try again"))).modal
    reply = await market.told(await ann.submit(form, {"amount": "8"}))
    assert not reply.followups
    assert "Amount: “8” does not fit." in refused.text
    form = (await market.told(await ann.press(refused, "Try again"))).modal
    await market.told(await ann.submit(form, {"amount": "80"}))
    assert await done(market) == ["load food 80"]
    assert "Try again" not in labels(refused)


async def test_what_one_typed_into_a_form_is_shown_to_nobody_else(market: Harbour) -> None:
    ann = await opened(market)
    form = (await market.told(await ann.press(market.newest, "Load food…"))).modal
    await market.told(await ann.submit(form, {"amount": "7"}))
    kept = market.bot.drafts
    assert kept.take(ann.id + 1, form.form.custom_id) is None
    assert kept.take(ann.id, form.form.custom_id) is not None


async def test_the_number_of_an_option_is_mended_too(market: Harbour) -> None:
    (ann,) = market.people("Ann")
    await market.open_lobby(ann)
    page = (await market.told(await ann.press(market.newest, "Options"))).message
    form = (await market.told(await ann.press(page, "4 · Coming back …"))).modal
    refused = (await market.told(await ann.submit(form, {"round_limit": "9999"}))).message
    assert "“9999” does not fit Round limit: choose a number from 10 to 100." in refused.text
    assert "You wrote: 9999" in refused.text
    assert "Try again" in labels(refused)
    assert "9999" in written((await market.told(await ann.press(refused, "Try again"))).modal)


async def test_of_more_blanks_than_fields_the_last_are_filled_in_one_line(market: Harbour) -> None:
    ann = await opened(market)
    form = (await market.told(await ann.press(market.newest, "Trade…"))).modal
    assert len(GOODS) > 5
    assert [field.label for field in form.fields] == ["Food", "Wood", "Iron", "Rum", "Salt, cloth"]
    assert [getattr(field.input, "value", "") or "" for field in form.fields] == ["1", "", "", "2", ""]
    assert form.fields[-1].description == "In one line: Salt 0..9 Cloth 0..9"
    nothing = dict.fromkeys(GOODS[:4], "")
    reply = await market.told(await ann.submit(form, {**nothing, "iron": "10", "rest": "cloth 9"}))
    assert "Iron: “10” does not fit. Allowed: 0 to 9." in reply.text
    assert "You wrote: 10 · cloth 9" in reply.text
    reply = await market.told(await ann.submit(form, {**nothing, "rest": "salt 3 cloth 12"}))
    assert "Cloth: “12” does not fit. Allowed: 0 to 9." in reply.text
    reply = await market.told(await ann.submit(form, {**nothing, "rum": "12", "rest": "9 of salt"}))
    assert "- Rum: “12” does not fit. Allowed: 0 to 9." in reply.text
    assert "- “9” has no name before it. Write Salt or Cloth before it." in reply.text
    assert await done(market) == []
    await market.told(await ann.submit(form, {**nothing, "iron": "4", "rest": "salt 3 cloth 9"}))
    assert await done(market) == ["trade iron 4 salt 3 cloth 9"]


async def test_words_yes_and_no_and_choices_are_completed(market: Harbour) -> None:
    ann = await opened(market)
    form = (await market.told(await ann.press(market.newest, "Sign…"))).modal
    await market.told(await ann.submit(form, {"name": "Ann of the quay", "seal": "n", "ink": "bla"}))
    assert await done(market) == ['sign "Ann of the quay" no ink black']


async def test_a_command_suggests_what_fits_the_blanks(market: Harbour) -> None:
    ann = await opened(market)
    goods = await ann.complete("/market load", focused="good")
    assert [value for _, value in goods] == ["food", "wood"]
    amounts = await ann.complete("/market load", focused="amount", options={"good": "food", "amount": ""})
    assert [value for _, value in amounts] == [*range(10, 130, 10)]
    await market.told(await ann.slash("/market load", options={"good": "food", "amount": 110}))
    assert await done(market) == ["load food 110"]


async def test_a_typed_line_fills_a_form_and_is_refused_with_its_range(market: Harbour) -> None:
    ann = await opened(market)
    reply = await market.told(await ann.slash("/game do", action="load food 25"))
    assert "Allowed: 10 to 120, in steps of 10." in reply.text
    await market.told(await ann.slash("/game do", action="load food 30"))
    assert await done(market) == ["load food 30"]
