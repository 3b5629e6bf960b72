"""Complete games of Privateer in the real client, and the players for whom they wait."""

import random

import pytest

from rules.engine.action import notation
from rules.privateer.state import PrivateerState
from sandbox import Persona
from tests.bot import voyages
from tests.bot.harbour import Harbour, labels
from tests.rules.privateer.table import Table

EVERYTHING_ELSE = {
    "mode": "duel",
    "battles": "2",
    "seating": "shuffle",
    "terrain": "absurd",
    "terrain_setup": "auto",
    "gambits": "off",
    "campaign_gambits": "once",
    "desperation": "on",
    "marque": "on",
    "wind": "random",
    "grudge": "on",
    "storm": "both",
    "storm_round": "3",
    "round_cap": "10",
    "opening_truce": "on",
    "defender_prize": "scuttle",
    "silent_dice": "off",
}
"""Options that all differ from their defaults."""

CROWD = {"terrain_setup": "auto", "terrain": "light", "desperation": "on", "grudge": "on", "wind": "SW"}


# Complete games


@pytest.mark.parametrize("people", [2, 6])
async def test_a_battle_is_fought_by_typed_lines_alone(harbour: Harbour, people: int) -> None:
    await voyages.set_out(harbour, "privateer", people, seed=3)
    await voyages.play_by_lines(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)
    await voyages.assert_verified(harbour)


@pytest.mark.parametrize("people", [2, 6])
async def test_a_battle_is_fought_by_its_own_commands_alone(harbour: Harbour, people: int) -> None:
    await voyages.set_out(harbour, "privateer", people, seed=2)
    await voyages.play_by_commands(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)


@pytest.mark.parametrize("people", [2, 6])
async def test_a_battle_is_fought_by_controls_alone(harbour: Harbour, people: int) -> None:
    await voyages.set_out(harbour, "privateer", people, seed=3)
    await voyages.play_by_controls(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)


async def test_the_duel_is_fought_by_controls_alone(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "privateer", people=2, seed=4, mode="duel")
    await voyages.play_by_controls(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)


async def test_a_crowd_fights_with_wind_grudges_and_desperation(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "privateer", people=6, seed=5, **CROWD)
    await voyages.play_by_controls(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)
    await voyages.assert_verified(harbour)


async def test_a_campaign_goes_on_from_battle_to_battle_in_one_channel(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "privateer", people=3, seed=9, battles="3", terrain_setup="auto")
    await voyages.play_by_commands(harbour, random.Random(1))
    alts = "\n".join(post.pictures[0].alt or "" for post in harbour.posts() if post.pictures)
    assert alts.index("Battle 1 of 3") < alts.index("Battle 2 of 3") < alts.index("Battle 3 of 3")
    await voyages.assert_told_once(harbour)
    await voyages.assert_verified(harbour)


async def test_the_controls_lead_to_everything_that_is_legal(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "privateer", people=3, seed=12, grudge="on")
    tried = await voyages.play_trying_all_controls(harbour, random.Random(1))
    assert tried >= {"deploy", "third_ship", "terrain_level", "place_terrain", "roll", "spend"}


async def test_a_game_with_every_option_away_from_its_default_is_played(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "privateer", people=2, seed=7, **EVERYTHING_ELSE)
    await voyages.play_by_lines(harbour, random.Random(1))
    await voyages.assert_told_once(harbour)
    await voyages.assert_verified(harbour)


# The awaited players


BOARDING = "red1@D8 red2@A9 blue1@F6 blue2@M6"
"""The ships of a battle. Bo's first ship is four hexes to the north-east of Ann's first ship."""


async def battle(harbour: Harbour) -> tuple[Persona, Persona]:
    """Lay out a battle: Ann, who is Red, has rolled S4 S3 S3 C2. Bo is Blue."""
    await voyages.set_out(harbour, "privateer", people=2, seed=1)
    await voyages.lay_out(harbour, Table("red blue", BOARDING, "S4 S3 S3 C2").state)
    ann, bo = harbour.crew
    return ann, bo


async def board(harbour: Harbour, ann: Persona, dice: str) -> None:
    """Let Ann's first ship board Bo's first ship. `dice` are first Ann's and then Bo's dice of the fight."""
    await voyages.force(harbour, "boarding", dice)
    await harbour.told(await ann.slash("/privateer sail", ship=1, die="S4", dir="NE"))


async def sea(harbour: Harbour) -> PrivateerState:
    state = (await harbour.table()).match.state
    assert isinstance(state, PrivateerState)
    return state


async def test_a_spend_takes_ship_die_and_direction_in_one_line(harbour: Harbour) -> None:
    ann, _ = await battle(harbour)
    dice = await ann.complete("/privateer sail", focused="die")
    ships = await ann.complete("/privateer fire", focused="ship", die="C2")
    ways = await ann.complete("/privateer sail", focused="dir", die="S3", ship=2)
    assert [die for _, die in dice] == ["S3", "S4"]
    assert [ship for _, ship in ships] == [1, 2]
    assert [way for _, way in ways] == ["N", "NE", "SE", "S", "SW", "NW"]
    await harbour.told(await ann.slash("/privateer fire", ship=1, die="c2", dir="n"))
    await harbour.told(await ann.slash("/privateer sail", ship=2, die="S3", dir="NE"))
    assert (await sea(harbour)).ships["red2"] == "D6"


async def test_a_die_that_is_none_is_refused_with_how_it_is_written(harbour: Harbour) -> None:
    ann, _ = await battle(harbour)
    before = (await harbour.table()).row
    reply = await harbour.told(await ann.slash("/privateer sail", ship=1, die="anchor", dir="N"))
    assert reply.ephemeral
    assert "Die: “anchor” is no die: write S3 for a sail" in reply.text
    assert "Possible now, for example: " in reply.text
    assert (await harbour.table()).row == before


async def test_a_direction_that_loses_the_ship_says_so_before_it_is_typed(harbour: Harbour) -> None:
    ann, _ = await battle(harbour)
    ways = await ann.complete("/privateer sail", focused="dir", die="S3", ship=2)
    assert [name for name, way in ways if way == "S"] == ["Red 2 at A9 · S3 · 2 S (S)"]
    assert [name for name, way in ways if way == "NW"] == ["⚠️ Red 2 at A9 · S3 · 2 NW: loses the ship (NW)"]
    dice = await ann.complete("/privateer sail", focused="die")
    assert [name for name, _ in dice] == ["S3", "S4"]


async def test_a_defender_who_wins_is_asked_and_the_turn_goes_on(harbour: Harbour) -> None:
    ann, bo = await battle(harbour)
    await board(harbour, ann, "1 4")
    call = harbour.posts()[-1]
    assert call.pinged == {bo.id}
    assert "decides what becomes of Red 1" in harbour.newest.text
    waiting = await harbour.told(await ann.slash("/game board"))
    assert f"the game waits for {bo.mention}" in waiting.text
    taking = next(label for label in labels(harbour.newest) if label and label.endswith("G6"))
    await harbour.told(await bo.press(harbour.newest, taking))
    assert harbour.posts()[-1] is call
    assert f"<@{ann.id}>" in harbour.newest.text
    assert "spends dice for Red 2: S3 S3 C2" in harbour.newest.text
    assert (await sea(harbour)).ships["blue3"] == "G6"


async def test_a_standing_answer_lets_nobody_wait_for_the_defender(harbour: Harbour) -> None:
    ann, bo = await battle(harbour)
    posts = len(harbour.posts())
    order = await harbour.told(await bo.slash("/game do", action="prize_policy scuttle"))
    assert order.ephemeral
    await board(harbour, ann, "1 4")
    assert await harbour.awaited() is ann
    # The only new post is for the roll that `board` forces; the defender is not asked.
    assert len(harbour.posts()) == posts + 1
    assert "red1" not in (await sea(harbour)).ships


async def test_a_defender_who_does_not_answer_is_skipped_and_scuttles(harbour: Harbour) -> None:
    ann, _ = await battle(harbour)
    await board(harbour, ann, "1 4")
    await harbour.gm(ann, "skip", reason="he sleeps")
    assert await harbour.awaited() is ann
    assert "blue3" not in (await sea(harbour)).ships


async def test_nobody_waits_for_an_opponents_gambit(harbour: Harbour) -> None:
    _, bo = await battle(harbour)
    assert [awaited.seat for awaited in (await harbour.table()).match.position.awaited] == [1]
    refused = await harbour.told(await bo.slash("/game do", action="gambit"))
    assert refused.ephemeral
    assert "It is not your turn" in refused.text
    assert await bo.complete("/privateer sail", focused="die") == []


async def test_a_prize_survives_a_restart_with_its_buttons(harbour: Harbour) -> None:
    ann, bo = await battle(harbour)
    await board(harbour, ann, "4 1")
    post = harbour.newest
    page = (await harbour.told(await ann.slash("/game board"))).message
    taking = next(label for label in labels(post) if label and label.endswith("F5"))
    posts = len(harbour.posts())
    await harbour.restart()
    refused = await harbour.told(await bo.press(post, taking))
    assert refused.ephemeral
    control = next(button.custom_id or "" for button in page.buttons if button.label == taking)
    await harbour.told(await ann.press(page, taking))
    again = await ann.forge_press(control, page)
    assert "earlier moment" in (await harbour.told(again)).text
    state = await sea(harbour)
    assert (state.ships["red3"], "blue1" in state.ships) == ("F5", False)
    assert len(harbour.posts()) == posts
    assert harbour.newest.text.count("Red 3") == 1


async def test_a_move_that_loses_the_ship_is_asked_for_once_more_also_where_it_is_typed(
    harbour: Harbour,
) -> None:
    ann, _ = await battle(harbour)
    match = (await harbour.table()).match
    decision = match.decisions[0]
    losing = next(
        action
        for action in decision.actions
        if match.game.label(match.state, decision.seat, action, len(decision.path(action))).warning
    )
    typed = (await harbour.told(await ann.slash("/game do", action=notation(losing)))).message
    assert typed.text.startswith("⚠️ Red ")
    assert (await harbour.table()).match.position.last == match.position.last
    (sure,) = labels(typed)
    assert (sure or "").startswith("Yes: S")
    assert (sure or "").endswith(": loses the ship")
    line = f"{notation(losing)} / {notation(losing)}"
    assert (await harbour.told(await ann.slash("/game do", action=line))).text == typed.text
    await harbour.told(await ann.press(typed, sure))
    assert (await harbour.table()).match.position.last > match.position.last


async def test_suggested_lines_that_lose_the_ship_come_behind_the_others(harbour: Harbour) -> None:
    ann, _ = await battle(harbour)
    match = (await harbour.table()).match
    decision = match.decisions[0]
    loses = {
        notation(action): bool(
            match.game.label(match.state, decision.seat, action, len(decision.path(action))).warning
        )
        for action in decision.actions
    }
    lines = [str(value) for _, value in await ann.complete("/game do", focused="action", action="sail 2")]
    lost = [loses[line] for line in lines if line in loses]
    assert {*lost} == {False, True}
    assert lost == sorted(lost)


async def test_a_move_that_loses_the_ship_is_asked_for_once_more(harbour: Harbour) -> None:
    ann, _ = await battle(harbour)
    assert not any("losing" in (label or "") for label in labels(harbour.newest))
    page = (await harbour.told(await ann.press(harbour.newest, "Your choices"))).message
    await harbour.told(await ann.choose(page, "2: losing moves …", placeholder="Red 2 at A9 …"))
    await harbour.told(await ann.choose(page, "S3 · 2 NW: loses the ship"))
    assert labels(page) == ["Yes: S3 · 2 NW: loses the ship", "Start over"]
    assert "red2" in (await sea(harbour)).ships

    await harbour.told(await ann.press(page, "Start over"))
    await harbour.told(await ann.choose(page, "2: losing moves …", placeholder="Red 2 at A9 …"))
    await harbour.told(await ann.choose(page, "S3 · 2 NW: loses the ship"))
    await harbour.told(await ann.press(page, labels(page)[0]))
    assert "red2" not in (await sea(harbour)).ships


async def test_a_take_back_is_named_after_its_player_once_another_is_called(harbour: Harbour) -> None:
    await voyages.set_out(harbour, "privateer", people=2, seed=1)
    first = await harbour.awaited()
    await harbour.told(await first.slash("/game do", action="deploy G2 G3"))
    assert await harbour.awaited() is not first
    assert labels(harbour.newest)[-2] == f"Take back ({first.name})"
    await harbour.told(await first.press(harbour.newest, f"Take back ({first.name})"))
    assert await harbour.awaited() is first


async def test_a_form_that_loses_the_ship_is_asked_for_once_more(harbour: Harbour) -> None:
    ann, _ = await battle(harbour)
    before = (await harbour.table()).match.position.last
    page = (await harbour.told(await ann.press(harbour.newest, "Your choices"))).message
    form = (await harbour.told(await ann.press(page, "In one line…"))).modal
    asked = (await harbour.told(await ann.submit(form, {form.fields[0].label: "2>NW3"}))).message
    assert asked.text.startswith("⚠️ Red 2")
    assert (await harbour.table()).match.position.last == before
    assert [picture.filename for picture in asked.attachments] == ["preview.png"]
    (sure,) = labels(asked)
    await harbour.told(await ann.press(asked, sure))
    assert "red2" not in (await sea(harbour)).ships
