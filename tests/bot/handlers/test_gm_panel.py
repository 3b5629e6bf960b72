"""The panel of `/gm` shows the possible tasks, and each form reports its mistakes."""

from sandbox import Persona, ReplyKind
from tests.bot.harbour import Harbour, known, offered
from tests.bot.mastery import filled


async def panel(harbour: Harbour, person: Persona) -> list[str]:
    """Return the tasks on a person's panel."""
    page = (await harbour.told(await person.slash("/gm"))).message
    assert page.ephemeral
    return [choice.value for choice in offered(page)]


async def test_the_panel_shows_what_is_possible_now_and_nothing_else(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann, bo)
    assert await panel(harbour, ann) == ["kick", "lock", "masters", "move"]
    await harbour.lobby_control(ann, "start")
    running = await panel(harbour, ann)
    assert {"act", "skip", "pause", "end", "force", "note"} <= set(running)
    assert not {"resume", "undo", "redo", "forced", "look", "fresh-dice"} & set(running)
    await harbour.gm(ann, "pause", reason="tea")
    paused = await panel(harbour, ann)
    assert ("resume" in paused, "pause" in paused, "skip" in paused) == (True, False, False)


async def test_tasks_are_suggested_to_game_masters_alone(harbour: Harbour) -> None:
    ann, bo = await harbour.race_of_two()
    found = await ann.complete("/gm", focused="task", options={"task": "pau"})
    assert found == [("pause: Stop all play until you let it go on.", "pause")]
    assert await bo.complete("/gm", focused="task") == []


async def test_who_is_no_game_master_is_told_whom_to_ask(harbour: Harbour) -> None:
    ann, bo = await harbour.race_of_two()
    for task in ({}, {"task": "pause"}):
        told = await harbour.told(await bo.slash("/gm", options=task))
        assert told.ephemeral
        assert known(ann) in told.text
    unknown = await harbour.told(await ann.slash("/gm", task="keelhaul"))
    assert "There is no such task" in unknown.text


async def test_a_panel_picked_from_after_the_office_is_lost_does_nothing(harbour: Harbour) -> None:
    ann, bo = await harbour.race_of_two()
    page = (await harbour.told(await ann.slash("/gm"))).message
    await harbour.gm(ann, "masters", what="hand over", member=bo.id)
    told = await harbour.told(await ann.choose(page, "pause"))
    assert known(bo) in told.text
    assert (await harbour.table()).row.status == "running"


async def test_a_refused_form_says_why_and_opens_again_as_it_was_filled_in(harbour: Harbour) -> None:
    ann, _ = await harbour.race_of_two()
    refused = await harbour.gm(ann, "extend", time="soon", reason="a train")
    assert refused.text.startswith("⚓")
    again = await harbour.told(await ann.press(refused.message, "Try again"))
    assert again.kind is ReplyKind.MODAL
    told = await harbour.told(await ann.submit(again.modal, {"time": "12 h"}))
    assert "no clock is running" in told.text.casefold()


async def test_a_seat_that_changed_hands_while_its_form_was_open_is_left_alone(harbour: Harbour) -> None:
    ann, _ = await harbour.race_of_two()
    (eve,) = harbour.people("Edda")
    form = (await harbour.told(await ann.slash("/gm", task="skip"))).modal
    bo = filled(form, {"player": "Bo"})
    await harbour.gm(ann, "substitute", player="Bo", newcomer=eve.id, reason="a holiday")
    before = len(await harbour.journal())
    told = await harbour.told(await ann.submit(form, {**bo, "reason": "away"}))
    assert "Somebody else has that seat by now" in told.text
    assert len(await harbour.journal()) == before


async def test_where_no_game_is_the_form_that_brings_one_opens(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann)
    south = harbour.discord.channel("south")
    assert "No game" in (await harbour.told(await bo.slash("/gm", channel=south))).text
    form = (await harbour.told(await ann.slash("/gm", channel=south))).modal
    game = (await harbour.table()).row.id
    await harbour.told(await ann.submit(form, {"game": game}))
    assert (await harbour.table(south)).row.id == game
