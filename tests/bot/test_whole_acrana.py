"""Complete races of King of Acrana in the real client, and the secrecy of hands."""

import hashlib
import random
import re
from collections.abc import Hashable
from pathlib import Path

import pytest

from bot.narration import post_story
from rules.acrana.state import RaceState
from rules.engine.action import Action
from rules.engine.game import State
from sandbox import Message, Persona
from tests.bot import voyages
from tests.bot.harbour import NOON, Harbour, known, labels, offered
from tests.bot.harbour import harbour as open_harbour
from tests.rules.acrana.table import Table

LARGEST = {"ships": "3", "fleet_size": "2", "deck_limit": "1"}
"""Three ships each in fleets of two, until one deck is used up."""

EVERYTHING_ELSE = {
    "ships": "2",
    "fleet_size": "2",
    "win": "first_ship",
    "first_launch": "free",
    "cards_per_turn": "2",
    "convoy_defence": "printed",
    "partner_backing": "off",
    "deck_limit": "1",
    "autoplay": "off",
}
"""Options that all differ from their defaults."""


# Complete races


async def test_two_people_race_by_typed_lines_alone(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "acrana", people=2, seed=8)
    await voyages.play_by_lines(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)
    await voyages.assert_verified(harbour)


async def quoted_after_turns_without_questions(harbour: Harbour) -> list[str]:
    """Return the lines about two turns in which Bo was not asked, because he had one card left."""
    await voyages.set_out(harbour, "acrana", 2, seed=3)
    lines = ["cast_off Ka A1", "sail 6a A1 squares 6", "sail 7a B1 squares 7", "becalm Ja"]
    for line in (*lines, "sail 5b B1 squares 5", "sail 10a A1 squares 5", "sail 7b A1 squares 7"):
        person = voyages.seated(
            harbour, await harbour.table(), (await harbour.table()).match.decisions[0].seat
        )
        await harbour.told(await person.slash("/game do", action=line))
    return [line for line in harbour.newest.text.splitlines() if line.startswith("> ")]


async def test_turns_that_passed_by_themselves_are_told_without_their_beginnings(harbour: Harbour) -> None:
    quoted = await quoted_after_turns_without_questions(harbour)
    assert len(quoted) == 2
    assert all(line.removeprefix("> **Since your turn:** ").removeprefix("> ")[0] == "⛵" for line in quoted)


async def test_of_much_that_befell_a_player_the_post_says_how_much_it_leaves_out(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(post_story, "MOST_BEFELL", 1)
    newest, more = await quoted_after_turns_without_questions(harbour)
    assert newest.startswith("> **Since your turn:** ⛵")
    assert more == "> -# 1 more before that: **Story**"
    assert "Story" in labels(harbour.newest)


async def test_two_people_race_by_controls_alone(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "acrana", people=2, seed=3)
    await voyages.play_by_controls(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)


async def test_eight_people_with_three_ships_each_race_by_commands_alone(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "acrana", people=8, seed=8, **LARGEST)
    await voyages.play_by_commands(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)
    await voyages.assert_verified(harbour)


async def test_eight_people_with_three_ships_each_race_by_controls_alone(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "acrana", people=8, seed=10, **LARGEST)
    await voyages.play_by_controls(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)


async def test_a_race_with_every_option_away_from_its_default_is_sailed(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "acrana", people=4, seed=5, **EVERYTHING_ELSE)
    await voyages.play_by_lines(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)
    await voyages.assert_verified(harbour)


async def test_the_controls_lead_to_everything_that_is_legal(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "acrana", people=4, seed=8, **LARGEST, first_launch="free")
    tried = await voyages.play_trying_all_controls(harbour, random.Random(1), but_for_suits)
    assert tried >= {"play", "sail_on", "choose_cards"}


def but_for_suits(state: State, action: Action) -> Hashable:
    """Return an action without the suits of its cards, because suits do not matter (section 2.2)."""
    assert isinstance(state, RaceState)
    held = {card.id: (card.rank, card.plus, card.minus, card.now) for card in state.seat(state.active).cards}
    return type(action), tuple(held.get(answer, answer) for answer in action.path())


async def test_the_controls_offer_cards_that_are_alike_once(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "acrana", people=2, seed=8, autoplay="off")
    await voyages.lay_out(harbour, Table("A1@40 B1@60", A="7a 7b 9a 9b+4", B="Jb").state)
    decision = (await harbour.table()).match.decisions[0]
    found = await voyages.reachable(harbour, await harbour.table(), decision)
    assert {str(action) for action in decision.actions} - {str(action) for action in found} == {
        "sail 7b A1 squares 7"
    }


async def test_the_controls_lead_to_everything_in_the_largest_choices(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "acrana", people=8, seed=1, **LARGEST)
    for state, most in ((scattered_fleet(), 100), (cards_to_improve(), 28)):
        await voyages.lay_out(harbour, state)
        decision = (await harbour.table()).match.decisions[0]
        assert len(decision.actions) >= most
        assert await voyages.reachable(harbour, await harbour.table(), decision) == set(decision.actions)


def scattered_fleet() -> RaceState:
    """Return a race with very many choices: five cards for six ships, two convoys, and seven enemies."""
    return Table(
        "A1@20 A2@31 A3@60 E1@20 E2@90 E3@110 B1@40 C1@50 D1@70 F1@80 G1@95 H1@100 C2@101",
        seats=8,
        chosen={"ships": 3, "fleet_size": 2},
        A="6a Qa+4 9a 8a 3a",
    ).state


def cards_to_improve() -> RaceState:
    """Return a race in which the shipwright improves number cards twice by four steps."""
    table = Table("A1@20", seats=8, chosen={"ships": 3, "fleet_size": 2}, A="8a 2a 4a 5a 7a 9a 10a Qa")
    table.does("A", "sail 8 A1 8", "table 6")
    return table.state


async def test_who_is_to_choose_sees_the_hand_as_cards(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await voyages.set_out(harbour, "acrana", people=2, seed=1, autoplay="off")
    await voyages.lay_out(harbour, Table("A1@18 B1@40", A="4a 9a Ka", B="Jb").state)
    hand = "Your hand: 4, 9, K. Can be played now: 4 and 9"
    page = (await harbour.told(await ann.press(harbour.newest, "Your choices"))).message
    assert {picture.filename: picture.alt for picture in page.pictures}["hand.png"] == hand
    board = (await harbour.told(await ann.slash("/game board"))).message
    assert board.pictures[-1].filename == "hand.png"
    assert board.pictures[0].filename == "close-up.png"
    of_bo = (await harbour.told(await bo.slash("/game board"))).message
    assert of_bo.pictures[-1].alt == "Your hand: J"
    assert "hand.png" not in [picture.filename for picture in harbour.newest.pictures]


# Two cards a turn


@pytest.mark.parametrize("roll", ["1", "3", "4", "6"])
async def test_after_a_secret_choice_everybody_reads_what_is_asked_next(harbour: Harbour, roll: str) -> None:
    ann, _ = harbour.people("Ann", "Bo")
    await voyages.set_out(harbour, "acrana", people=2, seed=1, cards_per_turn="2", autoplay="off")
    start = Table("A1@18 B1@40", A="4a 9a 10a 2a", B="Jb", chosen={"cards_per_turn": 2}).state
    await voyages.lay_out(harbour, start)
    await voyages.force(harbour, "table", roll)
    await harbour.told(await ann.slash("/game do", action="sail 4 A1"))
    assert "plays a card" not in harbour.newest.text
    page = (await harbour.told(await ann.press(harbour.newest, "Your choices"))).message
    if page.menus:
        await harbour.told(await ann.choose(page, offered(page)[0].value))
    else:
        await harbour.told(await ann.press(page, labels(page)[0]))
    assert f"### {ann.mention} (A) plays a card." in harbour.newest.text


# Hands are secret


HANDS = ("4b 9b 10b 5b+2 Jb", "4b 2b 6b Qb-3 Kb")
"""Two hands that look alike to others. With either, a four can be played and a storm asks for a card."""

Sight = dict[str, object]

LOOKING = ("/game board", "/game log", "/game status", "/games", "/game check", "/gm")


async def storm(harbour: Harbour, hand: str) -> tuple[list[Sight], list[str]]:
    """Play a race in which Bo, with `hand`, sails into a storm and chooses the card for it to strike.

    Returns what Ann (a player and the game master) and Cato (a spectator) saw step by step, and the texts
    for Bo.
    """
    ann, bo, cato = harbour.people("Ann", "Bo", "Cato")
    # The choice of words depends on the time of an entry, which everybody knows.
    harbour.bot.now = lambda: NOON  # type: ignore[method-assign]
    await voyages.set_out(harbour, "acrana", people=2, seed=1, autoplay="off")
    start = Table("A1@40 B1@18", mover="B", A="9a Ja 2a", B=hand).state
    await voyages.lay_out(harbour, start)
    await voyages.force(harbour, "table", "3")
    seen = [await sight(harbour, ann, cato)]
    told = [(await harbour.told(await bo.slash("/game do", action="sail 4 B1"))).text]
    seen.append(await sight(harbour, ann, cato))
    page = (await harbour.told(await bo.press(harbour.newest, "Your choices"))).message
    told += [page.text, *map(str, labels(page))]
    await harbour.told(await bo.press(page, labels(page)[1]))
    seen.append(await sight(harbour, ann, cato))
    await harbour.told(await ann.slash("/game do", action="becalm J"))
    seen.append(await sight(harbour, ann, cato))
    return seen, told


async def sight(harbour: Harbour, *people: Persona) -> Sight:
    """Return all that these people can see of the race, by place."""
    seen: Sight = {f"post {number}": shown(post) for number, post in enumerate(harbour.posts())}
    for person in people:
        pressed = await harbour.told(await person.press(harbour.newest, "Your choices"))
        seen[f"{person.name}: Your choices"] = shown(pressed.message)
        for command in LOOKING:
            seen[f"{person.name}: {command}"] = shown(
                (await harbour.told(await person.slash(command))).message
            )
        for line, field in (("/game do", "action"), ("/acrana sail", "card")):
            seen[f"{person.name}: {line}"] = await person.complete(line, focused=field)
        seen[f"{person.name}: /gm task:undo"] = shown((await harbour.gm(person, "undo")).message)
    return seen


def shown(message: Message) -> object:
    """Return a message as readers and programs see it, without times and ids of commands and posts."""
    texts = [message.text, *map(str, labels(message)), *(option.label for option in offered(message))]
    texts += [button.custom_id or "" for button in message.buttons]
    pictures = [(picture.alt, hashlib.sha256(picture.data).hexdigest()) for picture in message.pictures]
    chance = r"<t:\d+:\w>|(?<=</)([a-z -]+):\d+>|(?<=/)\d+(?=\))"
    texts = [re.sub(chance, r"\1", text) for text in texts]
    return texts, pictures, message.edited_at is None


@pytest.mark.usefixtures("pointed_back")
async def test_nothing_that_others_see_tells_a_hand(tmp_path: Path) -> None:
    sights, answers = [], []
    for hand in HANDS:
        (folder := tmp_path / hand).mkdir()
        async with open_harbour(folder) as harbour:
            seen, told = await storm(harbour, hand)
            sights.append(seen)
            answers.append(told)
    for one, other in zip(*sights, strict=True):
        assert {where for where in one | other if one.get(where) != other.get(where)} == set()
    assert answers[0] != answers[1]


async def test_everybody_sees_their_own_hand_whether_or_not_it_is_their_turn(harbour: Harbour) -> None:
    ann, bo, cato = harbour.people("Ann", "Bo", "Cato")
    await voyages.set_out(harbour, "acrana", people=2, seed=1)
    await voyages.lay_out(harbour, Table("A1@40 B1@18", A="9a 3a", B="7b Jb+0").state)
    for person, hand in ((ann, "Your hand\\: 3, 9"), (bo, "Your hand\\: 7, J")):
        pressed = await harbour.told(await person.press(harbour.newest, "Your choices"))
        looked = await harbour.told(await person.slash("/game board"))
        assert pressed.ephemeral
        assert hand in pressed.text
        assert hand in looked.text
    assert "hand" not in (await harbour.told(await cato.slash("/game board"))).text


async def test_the_hand_stays_in_sight_from_question_to_question(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "acrana", people=8, seed=1, **LARGEST)
    await voyages.lay_out(harbour, scattered_fleet())
    ann = harbour.crew[0]
    page = (await harbour.told(await ann.press(harbour.newest, "Your choices"))).message
    assert "Your hand\\: 3, 6, 8, 9, Q" in page.text
    await harbour.told(await ann.press(page, "9"))
    assert "Your hand\\: 3, 6, 8, 9, Q" in page.text
    assert "Sail · 9" in page.text
    assert "9 · A3 at 60 …" in [menu.placeholder for menu in page.menus]


async def test_whoever_is_not_awaited_is_told_privately_whom_the_race_waits_for(harbour: Harbour) -> None:
    ann, bo, cato = harbour.people("Ann", "Bo", "Cato")
    await voyages.set_out(harbour, "acrana", people=2, seed=1)
    await voyages.lay_out(harbour, Table("A1@40 B1@18", A="9a 3a", B="7b Jb").state)
    posts = len(harbour.posts())
    pressed = await harbour.told(await bo.press(harbour.newest, "Your choices"))
    assert f"the game waits for {ann.mention}" in pressed.text
    typed = await harbour.told(await bo.slash("/acrana sail", card="7", ship="B1"))
    assert "It is not your turn" in typed.text
    watching = await harbour.told(await cato.press(harbour.newest, "Your choices"))
    assert "You are not playing in this game" in watching.text
    assert all(reply.ephemeral for reply in (pressed, typed, watching))
    assert len(harbour.posts()) == posts


async def test_a_game_master_who_acts_for_somebody_learns_nothing_of_the_hand(harbour: Harbour) -> None:
    ann, _ = harbour.people("Ann", "Bo")
    await voyages.set_out(harbour, "acrana", people=2, seed=1)
    replies = []
    for hand in HANDS:
        await voyages.lay_out(harbour, Table("A1@40 B1@18", mover="B", A="9a", B=hand).state)
        act = {"player": "Bo", "action": "sail 8 B1", "reason": "Bo asked me to"}
        replies.append((await harbour.gm(ann, "act", **act)).text)
    assert replies[0] == replies[1]
    assert "hidden" in replies[0]


async def test_a_game_master_s_try_of_what_is_hidden_is_on_record(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await voyages.set_out(harbour, "acrana", people=2, seed=1)
    await voyages.lay_out(harbour, Table("A1@40 B1@18", mover="B", A="9a", B="4b 9b").state)
    act = {"player": "Bo", "action": "sail 8 B1", "reason": "Bo asked me to"}
    await harbour.gm(ann, "act", **act)
    tried = f"{known(ann)} tried in vain to act for {known(bo)}: "
    assert "tried in vain to act for **Bo**: Bo asked me to" in harbour.newest.text
    audit = (await harbour.told(await bo.slash("/game check"))).text
    assert f"{tried}what is told when the game is over — “Bo asked me to”" in audit
    assert "sail 8" not in audit + harbour.newest.text
    await harbour.gm(ann, "end", reason="a test")
    assert f"{tried}sail 8 B1 — “Bo asked me to”" in (await harbour.told(await bo.slash("/game check"))).text


async def test_a_game_master_who_mistypes_something_open_leaves_no_trace(harbour: Harbour) -> None:
    ann, _ = harbour.people("Ann", "Bo")
    await voyages.set_out(harbour, "acrana", people=2, seed=1)
    await voyages.lay_out(harbour, Table("A1@40 B1@18", mover="A", A="9a", B="4b 9b").state)
    before = (await harbour.table()).row
    act = {"player": "Bo", "action": "sail 8 B1", "reason": "Bo asked me to"}
    reply = await harbour.gm(ann, "act", **act)
    assert "Nothing is asked of **Bo**" in reply.text
    assert (await harbour.table()).row == before
