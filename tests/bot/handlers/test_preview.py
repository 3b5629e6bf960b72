"""If people wish, they see the result of a choice before making it, to the extent that they can know it."""

from pathlib import Path
from random import Random

import pytest

import render
from bot.handlers import previews
from bot.handlers.player_actions import ADVICE
from rules.engine.preview import foreseen
from rules.engine.registry import game as find_game
from rules.engine.registry import games, guest
from sandbox import Message, Persona
from tests.bot import voyages
from tests.bot.harbour import Harbour, labels
from tests.bot.harbour import harbour as harbour_of
from tests.laws import Table, redrawn
from tests.market_game import Market, MarketState
from tests.rules.acrana.table import Table as Race

CHOICES = 4
"""Successive choices of both players."""


async def wishes_to_see_first(harbour: Harbour, person: Persona) -> None:
    """Switch previews on, on the person's page of preferences."""
    page = (await harbour.told(await person.slash("/harbour me"))).message
    told = await harbour.told(await person.press(page, "Show choices first"))
    assert "done when you press **Do it**" in told.text


async def boat_choice(harbour: Harbour, bo: Persona) -> Message:
    """Return the preview for Bo after he chose the boat's destination."""
    page = (await harbour.told(await bo.slash("/game board"))).message
    return (await harbour.told(await bo.press(page, labels(page)[0]))).message


async def test_who_wishes_so_sees_a_choice_before_it_is_made(harbour: Harbour) -> None:
    _, bo = await harbour.race_of_two()
    await wishes_to_see_first(harbour, bo)
    table = await harbour.table()
    before = table.match.position.last
    shown = await boat_choice(harbour, bo)
    assert shown.text.startswith("You would do this: **")
    assert labels(shown) == ["Do it", "Back"]
    assert [picture.filename for picture in shown.attachments] == ["preview.png"]
    assert table.match.position.last == before
    back = (await harbour.told(await bo.press(shown, "Back"))).message
    assert ADVICE in labels(back)
    assert table.match.position.last == before
    again = await boat_choice(harbour, bo)
    await harbour.told(await bo.press(again, "Do it"))
    assert table.match.position.last > before


@pytest.mark.parametrize("slug", games())
async def test_in_every_game_a_choice_is_shown_and_done_when_that_is_pressed(
    harbour: Harbour, slug: str
) -> None:
    await voyages.set_out(harbour, slug, people=2, seed=3)
    table, luck = await harbour.table(), Random(1)
    for person in harbour.crew:
        await wishes_to_see_first(harbour, person)
    for _ in range(CHOICES):
        person, before = await harbour.awaited(), table.match.position
        page = (await harbour.told(await person.slash("/game board"))).message
        while not (
            sure := [label for label in labels(page) if label and label.startswith(("Do it", "Yes: "))]
        ):
            page = await voyages.use_any_control(harbour, person, page, luck)
            assert table.match.position == before
        if sure == ["Do it"]:
            assert "You would do this: **" in page.text
            assert labels(page) == ["Do it", "Back"]
        else:
            assert page.text.startswith("⚠️ ")
        await harbour.told(await person.press(page, sure[0]))
        assert table.match.position.last > before.last


async def test_who_wishes_nothing_does_what_they_choose_at_once(harbour: Harbour) -> None:
    _, bo = await harbour.race_of_two()
    table = await harbour.table()
    before = table.match.position.last
    await boat_choice(harbour, bo)
    assert table.match.position.last > before


async def test_what_is_not_known_beforehand_is_told_in_words_with_the_places_to_choose(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo, game="acrana", ships="3", autoplay="off")
    race = Race("A1@27 B1@30 B2@30", chosen={"ships": 3}, A="8a 7a", B="Jb")
    await voyages.lay_out(harbour, race.state)
    await wishes_to_see_first(harbour, ann)
    page = (await harbour.told(await ann.press(harbour.newest, "Your choices"))).message
    monkeypatch.setattr(previews, "foreseen", lambda *_: None)
    shown = (await harbour.told(await ann.press(page, "1 · 7 · A1 to 29"))).message
    assert "**1 · 7 · A1 to 29**" in shown.text.replace("\\", "")
    assert "not known beforehand" in shown.text
    assert [picture.filename for picture in shown.attachments][:1] == ["close-up.png"]
    assert labels(shown) == ["Do it", "Back"]


async def test_a_typed_line_is_shown_before_it_is_done_as_a_whole(harbour: Harbour) -> None:
    _, bo = await harbour.race_of_two()
    await wishes_to_see_first(harbour, bo)
    table = await harbour.table()
    before = table.match.position.last
    first = (await harbour.told(await bo.slash("/game do", action="move boat N4 from F2"))).message
    assert "You would do this: **Boat F2 N4 → F6**" in first.text.replace("\\", "")
    assert [picture.filename for picture in first.attachments] == ["preview.png"]
    line = "move boat N4 from F2 / move shark1 E0 S0"
    shown = (await harbour.told(await bo.slash("/game do", action=line))).message
    assert shown.ephemeral
    assert 'then `move shark1 "E0 S0"`' in shown.text
    # The next turn begins with a roll, which cannot be previewed.
    assert "not known beforehand" in shown.text
    assert labels(shown) == ["Do it", "Back"]
    assert table.match.position.last == before
    do_it = shown.buttons[0].custom_id or ""
    await harbour.told(await bo.press(shown, "Do it"))
    assert (await harbour.race()).seats[1].position == "F6"
    after = table.match.position.last
    assert after >= before + 2
    late = await harbour.told(await bo.forge_press(do_it, harbour.newest))
    assert "nothing was done" in late.text or "Nothing is asked of you now" in late.text
    assert table.match.position.last == after


async def test_a_command_is_shown_before_it_is_done(harbour: Harbour) -> None:
    _, bo = await harbour.race_of_two()
    await wishes_to_see_first(harbour, bo)
    options = {"piece": "boat", "route": "N4", "from": "F2"}
    shown = (await harbour.told(await bo.slash("/portflower move", options=options))).message
    assert (await harbour.race()).seats[1].position == "port"
    await harbour.told(await bo.press(shown, "Do it"))
    assert (await harbour.race()).seats[1].position == "F6"


async def test_what_the_rules_refuse_is_refused_without_a_preview(harbour: Harbour) -> None:
    _, bo = await harbour.race_of_two()
    await wishes_to_see_first(harbour, bo)
    told = await harbour.told(await bo.slash("/game do", action="move boat N4 from E2"))
    assert "There is an island at E5" in told.text
    assert not labels(told.message)


async def test_a_standing_answer_shows_its_first_answer_before_it_is_given(harbour: Harbour) -> None:
    people = harbour.people("Ann", "Bo")
    await harbour.start_race(*people, first_player="seat1", repellent="coin")
    await harbour.pass_turn(4, 0, 0, 0)
    ann, bo = people
    await wishes_to_see_first(harbour, bo)
    await harbour.force(0, 4, 0, 1)
    for line in ("move boat N4 from F2", "move shark1 E0 S0"):
        shown = (await harbour.told(await bo.slash("/game do", action=line))).message
        await harbour.told(await bo.press(shown, "Do it"))
    await harbour.told(await ann.slash("/game do", action="s1 E4"))
    page = (await harbour.told(await bo.slash("/game board"))).message
    shown = (await harbour.told(await bo.press(page, "🔁 Always use a repellent"))).message
    assert shown.text.startswith("You would do this: **Use a repellent")
    assert "🔁 From now on: **Always use a repellent**" in shown.text
    assert (await harbour.race()).seats[1].repel_policy == "ask"
    await harbour.told(await bo.press(shown, "Do it"))
    assert (await harbour.race()).seats[1].repel_policy == "always"


async def test_a_line_too_long_for_a_control_is_done_too(harbour: Harbour) -> None:
    _, bo = await harbour.race_of_two()
    await wishes_to_see_first(harbour, bo)
    line = " / ".join(["move boat N4 from F2", *["move shark1 E0 S0"] * 4])
    shown = (await harbour.told(await bo.slash("/game do", action=line))).message
    await harbour.told(await bo.press(shown, "Do it"))
    assert (await harbour.race()).seats[1].position == "F6"


async def test_a_form_is_shown_before_it_is_done(tmp_path: Path) -> None:
    with guest(Market()):
        async with harbour_of(tmp_path) as market:
            (ann,) = market.people("Ann")
            await market.start_race(ann, game="market")
            await wishes_to_see_first(market, ann)
            form = (await market.told(await ann.press(market.newest, "Load wood…"))).modal
            shown = (await market.told(await ann.submit(form, {"amount": "40"}))).message
            assert shown.ephemeral
            assert labels(shown) == ["Do it", "Back"]
            state = (await market.table()).match.shown
            assert isinstance(state, MarketState)
            assert not state.done
            await market.told(await ann.press(shown, "Do it"))
            state = (await market.table()).match.shown
            assert isinstance(state, MarketState)
            assert state.done == ["load wood 40"]


def test_what_stands_for_several_is_foreseen_as_a_whole() -> None:
    game, ways = find_game("dangerous_sea"), 0
    table = Table(game, game.options(), 2, luck=4, steps=80)
    for match in table.matches:
        for decision in match.decisions[:1]:
            for way in decision.shortcuts[:2]:
                steps = game.spelled(match.state, decision.seat, way)
                seen = foreseen(game, match.state, decision.seat, way)
                assert seen == foreseen(game, match.state, decision.seat, *steps)
                ways += seen is not None and len(steps) > 1
    assert ways


@pytest.mark.parametrize("slug", games())
def test_previews_are_the_same_where_only_hidden_things_differ(slug: str) -> None:
    game = find_game(slug)
    table = Table(game, game.options(), 2, luck=7)
    random = table.random()
    names = {1: "Ann", 2: "Bo"}
    seen = 0
    for match in table.some(4):
        for decision in match.decisions[:1]:
            other = redrawn(match, decision.seat, random)
            for action in random.sample(decision.actions, min(6, len(decision.actions))):
                shown = foreseen(game, match.state, decision.seat, action)
                again = foreseen(game, other, decision.seat, action)
                assert again == shown
                if shown is not None and again is not None and not seen:
                    assert render.draw(shown, names).data == render.draw(again, names).data
                seen += shown is not None
    # King of Acrana has no previews, because each played card is replaced by a drawn one.
    assert seen or slug == "acrana"


# In King of Acrana, hidden cards may decide whether any card is dealt.
@pytest.mark.parametrize("slug", sorted({*games()} - {"acrana"}))
def test_nothing_that_rolls_is_foreseen(slug: str) -> None:
    game = find_game(slug)
    table = Table(game, game.options(), 2, luck=3)
    rolled = [advance.entry for advance in table.play if advance.entry.rolls and advance.entry.kind == "act"]
    before = {advance.match.position.head: advance.match for advance in table.play}
    tried = [(before[entry.parent], entry) for entry in rolled if entry.parent in before and not entry.free]
    assert tried
    for match, entry in tried:
        assert foreseen(game, match.state, entry.seat, game.read(entry.what)) is None
