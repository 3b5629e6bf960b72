"""What a choice leads to is shown before it is made: to who wishes so, as far as they can know it."""

import pytest

import render
from bot.handlers import choosing
from bot.handlers.player_actions import ADVICE
from rules.engine.preview import foreseen
from rules.engine.registry import game as find_game
from rules.engine.registry import games
from sandbox import Message, Persona
from tests.bot import voyages
from tests.bot.harbour import Harbour, labels
from tests.laws import Table, redrawn
from tests.rules.acrana.table import Table as Race


async def wishes_to_see_first(harbour: Harbour, person: Persona) -> None:
    """That person says so on the page of their wishes."""
    page = (await harbour.told(await person.slash("/harbour me"))).message
    told = await harbour.told(await person.press(page, "Show choices first"))
    assert "done when you press **Do it**" in told.text


async def boat_choice(harbour: Harbour, bo: Persona) -> Message:
    """What Bo is shown after choosing where the boat goes."""
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
    monkeypatch.setattr(choosing, "foreseen", lambda *_: None)
    shown = (await harbour.told(await ann.press(page, "1 · 7 · A1 to 29"))).message
    assert "**1 · 7 · A1 to 29**" in shown.text.replace("\\", "")
    assert "not known beforehand" in shown.text
    assert [picture.filename for picture in shown.attachments][:1] == ["close-up.png"]
    assert labels(shown) == ["Do it", "Back"]


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
    # In King of Acrana a card is drawn for every card that is played.
    assert seen or slug == "acrana"


# In King of Acrana it may hang on cards that nobody else sees whether any are dealt.
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
