"""Plans in the real client are made, listed, dropped and carried out once, and nobody else sees them."""

from operator import eq

from pydantic import JsonValue

from bot.store.rows import LATEST, SOONEST, reflection
from rules.engine.decision import Awaited
from sandbox import Persona
from tests.bot import voyages
from tests.bot.harbour import Harbour, offered
from tests.rules.dangerous_sea.table import sea


async def at(harbour: Harbour, seconds: int) -> int:
    """Let the clock carry out plans `seconds` after the question. Returns the number of new entries."""
    before, table = len(await harbour.journal()), await harbour.table()
    since = table.match.position.awaited[0].since
    assert harbour.bot.timekeeper is not None
    await harbour.pass_time(since + seconds)
    await harbour.bot.timekeeper.carry_out_plans()
    await harbour.calm()
    return len(await harbour.journal()) - before


async def due(harbour: Harbour) -> int:
    """Return the seconds between the question and the answer by a plan."""
    row = (await harbour.table()).row
    assert row.position is not None
    (asked,) = row.position.awaited
    assert SOONEST <= row.planned(asked) - asked.since <= LATEST
    return row.planned(asked) - asked.since


async def says(harbour: Harbour, person: Persona, line: str, **options: str | int | bool) -> str:
    return (await harbour.told(await person.slash(line, options=options))).text


async def test_what_cannot_be_planned_is_refused(harbour: Harbour) -> None:
    _, bo = await harbour.race_of_two(repellent="coin")
    (eve,) = harbour.people("Edda")
    refusals = {
        "repel yes": "You are asked already",
        "repel_policy always": "needs no plan",
        "resign": "needs no plan",
        "sing": "“sing” is nothing that one can do here",
    }
    for line, refusal in refusals.items():
        assert refusal in await says(harbour, bo, "/game plan", action=line)
    assert "You are not playing" in await says(harbour, eve, "/game plan", action="repel yes")
    assert "You are not playing" in await says(harbour, eve, "/game plan")
    assert "You have planned nothing" in await says(harbour, bo, "/game plan")


async def test_a_plan_answers_when_its_seat_is_asked(harbour: Harbour) -> None:
    ann, bo = await harbour.race_of_two(repellent="coin")
    await harbour.force(0, 4, 0, 1)
    await says(harbour, bo, "/game do", action="b N4@F2 / s1 E0 S0")

    async def everybody() -> list[str]:
        """Return all that others see of the game."""
        looks = [await says(harbour, ann, line) for line in ("/game log", "/game status", "/game check")]
        return [*looks, *(post.text for post in harbour.posts())]

    seen = await everybody()
    told = await says(harbour, bo, "/game plan", action="repel yes", wait=True)
    assert "As soon as you are asked for that: **repel yes**" in told
    await says(harbour, bo, "/game plan", action="repel no", wait=True)
    assert "You have planned nothing" in await says(harbour, ann, "/game plan")
    assert await everybody() == seen
    assert "plans as soon as that is asked: repel yes" in await says(harbour, bo, "/game log")

    # The plan answers only once, a while after the question. A restart does not lose the plan.
    await says(harbour, ann, "/game do", action="s1 E4")
    await harbour.restart()
    await harbour.until(harbour.bot.is_connected)
    later = await due(harbour)
    assert await at(harbour, later - 1) == 0
    assert await at(harbour, later) == 1
    assert await at(harbour, later + 60) == 0
    race = await harbour.race()
    assert (race.sharks[0], race.seats[1].repellents) == ("E6", 0)
    assert "**repel yes**: done" in await says(harbour, bo, "/game plan")

    # A refused plan is dropped with all later plans. A plan that an undo made pointless is dropped, too.
    await says(harbour, bo, "/game plan", action="repel yes")
    await harbour.skip()
    assert await at(harbour, 600) == 1
    told = await says(harbour, bo, "/game plan")
    assert "**repel yes**: given up, since the rules refused it" in told
    await says(harbour, bo, "/game plan", action="repel no", wait=True)
    page = (await harbour.gm(ann, "undo", to="Bo")).message
    form = (await harbour.told(await ann.press(page, "Go back to this…"))).modal
    await harbour.told(await ann.submit(form, {"reason": "a slip"}))
    told = await says(harbour, bo, "/game plan")
    assert "**repel no**: given up, since what it rested on changed" in told
    assert "❌" not in await says(harbour, bo, "/game check")


def test_a_planned_answer_takes_as_long_as_the_secret_seed_says() -> None:
    """Nobody can calculate the delay while the seed is secret, and the delay does not reveal a plan."""
    questions = [Awaited(seat=1, kind="move", since=1_000 + 7 * stamp, stamp=stamp) for stamp in range(2_000)]
    seconds = [reflection(b"one", asked) for asked in questions]
    assert {*seconds} == {*range(SOONEST, LATEST + 1)}
    # The delay is the same each time, but differs by question, seat and seed.
    assert [reflection(b"one", asked) for asked in questions] == seconds
    others = [asked.model_copy(update={"seat": 2}) for asked in questions]
    for again in (
        [reflection(b"two", one) for one in questions],
        [reflection(b"one", one) for one in others],
    ):
        assert sum(map(eq, again, seconds)) < len(seconds) / 20


async def at_sea(harbour: Harbour, **tiles: JsonValue) -> Persona:
    """Begin with Ann's turn at D4, and return Bo, who is at J10. `tiles` changes the known squares."""
    await voyages.set_out(harbour, "dangerous_sea", 2, 3, start_positions="spread", turn_order="joined")
    _, bo = harbour.crew
    known: JsonValue = {**dict.fromkeys(("D4", "J10", "J9", "J8", "J7"), "sea"), **tiles}
    turn: JsonValue = [{"task": "turn", "seat": 1}]
    await voyages.lay_out(harbour, sea({"tiles": known, "agenda": turn}, start_positions="spread"))
    return bo


async def test_a_planned_route_is_sailed_whole_and_other_plans_stay(harbour: Harbour) -> None:
    bo = await at_sea(harbour)
    for line in ("NN", "end_turn"):
        await says(harbour, bo, "/game plan", action=line)
    await harbour.skip()
    assert await at(harbour, 150) == 2
    table = await harbour.table()
    assert table.match.view(None).ships[1].at == "J8"  # type: ignore[attr-defined]
    assert [plan.what for plan in table.match.plans_of(2)] == ["end_turn"]
    assert "**route NN**: done" in await says(harbour, bo, "/game plan")


async def test_a_planned_route_ends_with_its_turn_and_says_what_was_not_done(harbour: Harbour) -> None:
    bo = await at_sea(harbour, J9="diseased")
    for line in ("NNN", "end_turn"):
        await says(harbour, bo, "/game plan", action=line)
    await voyages.force(harbour, "plague", "3")
    await voyages.force(harbour, "sea_card", "calm")
    await harbour.skip()
    await at(harbour, 150)
    table = await harbour.table()
    assert table.match.awaits(1)
    assert not table.match.plans_of(2)
    told = await says(harbour, bo, "/game plan")
    assert "**route NNN**: done" in told
    assert "but for **sail N / sail N**, which was no longer possible" in told


async def test_several_actions_are_no_plan(harbour: Harbour) -> None:
    _, bo = await harbour.race_of_two()
    told = await says(harbour, bo, "/game plan", action="b N4 / s1 E0", wait=True)
    assert "A plan is one action" in told


async def test_plans_are_written_into_a_form_and_given_up_by_a_menu(harbour: Harbour) -> None:
    ann, _ = await harbour.race_of_two(repellent="coin")
    for line in ("repel yes", "repel no", "roll"):
        page = (await harbour.told(await ann.slash("/game plan"))).message
        form = (await harbour.told(await ann.press(page, "Plan ahead…"))).modal
        told = await harbour.told(await ann.submit(form, {"action": line, "wait": True}))
        assert f"As soon as you are asked for that: **{line}**" in told.text
    page = (await harbour.told(await ann.slash("/game plan"))).message
    *_, third, everything = offered(page)
    assert (third.label, everything.label) == ("3. roll", "All of them")
    told = await harbour.told(await ann.choose(page, third.value))
    assert "Given up." in told.text
    assert "2. when you are asked for it: **repel no**" in told.text
    control = page.menus[0].custom_id
    late = await harbour.told(await ann.forge_press(control, page, component_type=3, values=[third.value]))
    assert "That plan is no longer waiting" in late.text
    page = (await harbour.told(await ann.slash("/game plan"))).message
    assert "You have planned nothing." in (await harbour.told(await ann.choose(page, everything.value))).text
    assert not (await harbour.table()).match.plans_of(1)
