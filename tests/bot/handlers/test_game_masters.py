"""What game masters do in chat, and how everybody learns of it."""

from typing import Never

import pytest
from discord.ui import TextDisplay

from bot.escaping import quoted
from bot.narration.undo_lines import TAKEN_BACK
from bot.posts.content import lobby_post
from bot.records.rated_games import BY_ANYBODY, hands
from sandbox import Persona
from sandbox.world.components import StringMenu
from tests.bot.harbour import BO_MOVES, Harbour, known, labels, offered

SAIL_OUT = "b N4@F2"
WHOLE_TURN = "b N4@F2 / s1 E0 S0"


async def race(harbour: Harbour, **options: str) -> tuple[Persona, Persona]:
    """Start a race of Ann, its host, and Bo. It is Bo's turn, with the wind N4 E0 S0 W0."""
    return await harbour.race_of_two(**options)


async def undo(harbour: Harbour, master: Persona, to: str, reason: str = "a slip") -> None:
    """Go back to a moment of `/gm undo`, by its preview and form."""
    page = (await harbour.gm(master, "undo", to=to)).message
    form = (await harbour.told(await master.press(page, "Go back to this…"))).modal
    await harbour.told(await master.submit(form, {"reason": reason}))


# Words


async def test_a_master_writes_into_the_log_and_calls_all_players(harbour: Harbour) -> None:
    ann, bo, dee = harbour.people("Ann", "Bo", "Dee")
    await harbour.start_race(ann, bo, dee, first_player="seat1")
    await harbour.pass_turn(4, 0, 0, 0)
    stranger = harbour.people("Cato")[0]
    posts = len(harbour.posts())
    refused = await harbour.gm(stranger, "note", call=True, text="hello")
    assert "game masters" in refused.text
    assert "Write what everybody" in (await harbour.gm(ann, "note", text="  ")).text
    await harbour.gm(ann, "note", text="*Bo* was on a train, <@1>")
    assert len(harbour.posts()) == posts
    assert f"📝 Game master {ann.mention} notes: \\*Bo\\* was on a train" in harbour.newest.text
    await harbour.gm(ann, "note", call=True, text="*We* go on at nine, @everyone <@1>")
    assert "says to all who play: \\*We\\* go on at nine" in harbour.newest.text
    assert harbour.newest.pinged == {ann.id, bo.id, dee.id}
    assert (await harbour.awaited()) is bo
    # A pause stops the mentions for turns, but not a mention that a game master requests.
    await harbour.gm(ann, "pause", reason="tea")
    await harbour.gm(ann, "note", call=True, text="Tea is ready")
    assert harbour.newest.pinged == {ann.id, bo.id, dee.id}
    audit = await harbour.told(await bo.slash("/game check"))
    assert "noted" in audit.text
    assert "mentioned all players" in audit.text
    assert "✅ The chain of hashes is unbroken" in (await harbour.told(await bo.slash("/game check"))).text


# Forced rolls


async def test_a_forced_roll_comes_as_it_was_set(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    reply = await harbour.gm(ann, "force", values="1 2 3 4", reason="a lesson")
    assert reply.ephemeral
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    assert (await harbour.race()).dice == {"N": 1, "E": 2, "S": 3, "W": 4}


async def test_a_forced_roll_is_announced_and_stays_marked(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.gm(ann, "force", values="1,2,3,4", reason="a lesson")
    assert " set the next roll to 1 2 3 4: a lesson" in harbour.newest.text
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    roll = (await harbour.journal())[-1].entry.rolls[0]
    natural = " ".join(map(str, roll.natural or ()))
    assert f"the dice would have shown {natural}" in harbour.newest.text
    audit = (await harbour.told(await bo.slash("/game check"))).text
    assert f"{known(ann)} set the next roll to 1 2 3 4 — “a lesson”" in audit
    assert f"forced wind: 1 2 3 4 instead of {natural}" in audit


async def test_values_that_fit_no_roll_are_refused_with_the_shapes_there_are(harbour: Harbour) -> None:
    ann, _ = await race(harbour)
    reply = await harbour.gm(ann, "force", values="7 7 7 7", reason="a lesson")
    assert "as many values as are rolled (wind: 4 from 0 to 5)" in reply.text


async def test_a_forced_roll_is_used_once(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.gm(ann, "force", values="0 0 0 0", reason="a calm")
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    await harbour.told(await ann.slash("/game do", action="b N0 E0 / s1 S0"))
    forced = [roll for stored in await harbour.journal() for roll in stored.entry.rolls if roll.force]
    assert [roll.values for roll in forced] == [(4, 0, 0, 0), (0, 0, 0, 0)]
    assert (await harbour.table()).match.position.forced == ()


async def test_a_roll_can_be_forced_for_one_player_and_kind(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.gm(ann, "force", values="2 2 2 2", reason="a lesson", roll="wind", player="2")
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    assert (await harbour.journal())[-1].entry.rolls[0].force is None
    await harbour.gm(ann, "skip", reason="away")
    assert (await harbour.race()).dice == {"N": 2, "E": 2, "S": 2, "W": 2}


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"values": "1 2 3"}, "wind: 4 from 0 to 5"),
        ({"values": "1 2 3 9", "roll": "wind"}, "wind: 4 from 0 to 5"),
        ({"values": "north"}, "the values with blanks between them, for example: 3 0 3 0"),
        ({"values": "9" * 1000}, "⚓"),
        ({"values": "1 1 1 1", "reason": " \u200b "}, "Give a reason"),
    ],
)
async def test_a_roll_that_cannot_be_is_refused_with_what_is_possible(
    harbour: Harbour, asked: dict[str, str], told: str
) -> None:
    ann, _ = await race(harbour)
    before = (await harbour.table()).row
    reply = await harbour.gm(ann, "force", **{"reason": "a lesson", **asked})
    assert reply.ephemeral
    assert told in reply.text
    assert (await harbour.table()).row == before


async def test_a_forced_roll_has_a_post_of_its_own_that_says_who_did_it_for_whom(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.told(await bo.slash("/game do", action=SAIL_OUT))
    told = harbour.newest
    await harbour.gm(ann, "force", values="1 2 3 4", reason="a lesson", roll="wind", player="1")
    assert harbour.newest is not told
    assert (
        f"🎲 Game master {ann.mention} set the next wind of **Ann** to 1 2 3 4: a lesson"
        in harbour.newest.text
    )


async def test_rolls_and_players_stand_in_the_form_and_none_that_can_never_come(harbour: Harbour) -> None:
    ann, _ = await race(harbour)
    form = (await harbour.told(await ann.slash("/gm", task="force"))).modal
    menus = [field.input for field in form.fields if isinstance(field.input, StringMenu)]
    rolls, players = ([option.label for option in menu.options] for menu in menus)
    assert [roll.partition(":")[0] for roll in rolls] == ["wind"]
    assert players == ["1. Ann", "2. Bo"]


async def test_several_rolls_of_a_kind_are_set_at_once_and_come_in_order(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    values = "1 1 1 1 2 2 2 2"
    await harbour.gm(ann, "force", values=values, roll="wind", reason="a lesson")
    assert "set the next wind to 1 1 1 1, then 2 2 2 2: a lesson" in harbour.newest.text
    await harbour.gm(ann, "force", values="3 3 3 3", roll="wind", reason="a third")
    assert "set the 3rd coming wind to 3 3 3 3: a third" in harbour.newest.text
    audit = (await harbour.told(await bo.slash("/game check"))).text
    assert "set the 3rd coming wind to 3 3 3 3 — “a third”" in audit
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    assert (await harbour.race()).dice == {"N": 1, "E": 1, "S": 1, "W": 1}
    await harbour.gm(ann, "skip", reason="away")
    assert (await harbour.race()).dice == {"N": 2, "E": 2, "S": 2, "W": 2}


async def test_forced_rolls_that_wait_are_listed_for_everybody_and_cancelled_by_a_master(
    harbour: Harbour,
) -> None:
    ann, bo = await race(harbour)
    await harbour.gm(ann, "force", values="1 2 3 4", reason="a lesson", player="2")
    assert ann.mention in (await harbour.gm(bo, "forced")).text
    page = (await harbour.gm(ann, "forced")).message
    assert "1. any roll of Bo\\: 1 2 3 4" in page.text
    await harbour.told(await ann.choose(page, offered(page)[0].value))
    form = (await harbour.told(await ann.press(page, "Cancel this roll…"))).modal
    await harbour.told(await ann.submit(form, {"reason": "a joke"}))
    assert (await harbour.table()).match.forced == ()
    told = f"Game master {ann.mention} cancelled that the next roll of **Bo** is 1 2 3 4: a joke"
    assert told in harbour.newest.text
    audit = (await harbour.told(await bo.slash("/game check"))).text
    assert "no longer sets the next roll to 1 2 3 4 for" in audit
    assert "— “a joke”" in audit
    assert "No forced roll waits" in (await harbour.gm(ann, "forced")).text
    await harbour.gm(ann, "end", reason="a test")
    assert "❌" not in (await harbour.told(await bo.slash("/game check"))).text


async def test_a_cancel_after_the_game_went_on_is_refused(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.gm(ann, "force", values="1 2 3 4", reason="a lesson")
    page = (await harbour.gm(ann, "forced")).message
    await harbour.told(await ann.choose(page, offered(page)[0].value))
    form = (await harbour.told(await ann.press(page, "Cancel this roll…"))).modal
    await harbour.told(await bo.slash("/game do", action=SAIL_OUT))
    before = (await harbour.table()).row
    assert "moved on" in (await harbour.told(await ann.submit(form, {"reason": "a joke"}))).text
    stranger = await harbour.told(await bo.forge_press("hm:w:" + before.id + ":5:1", harbour.newest))
    assert ann.mention in stranger.text
    assert (await harbour.table()).row == before


# Back and forth


async def test_an_undo_is_chosen_from_a_list_and_looked_at_before_it_happens(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.told(await bo.slash("/game do", action=SAIL_OUT))
    before = (await harbour.table()).row
    page = (await harbour.gm(ann, "undo")).message
    assert page.ephemeral
    assert offered(page)[0].label == "before turn 1.2 · Bo sailed N4 to F6"
    await harbour.told(await ann.choose(page, offered(page)[0].value))
    assert "Nothing has been undone yet" in page.text
    assert "in port" in (page.pictures[0].alt or "")
    assert (await harbour.table()).row == before


async def test_an_undo_asks_for_its_reason_and_calls_who_is_to_move(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.told(await bo.slash("/game do", action=SAIL_OUT))
    page = (await harbour.gm(ann, "undo")).message
    await harbour.told(await ann.choose(page, offered(page)[0].value))
    old = harbour.newest
    form = (await harbour.told(await ann.press(page, "Go back to this…"))).modal
    reply = await harbour.told(await ann.submit(form, {"reason": "a slip"}))
    assert reply.ephemeral
    assert (await harbour.race()).seats[1].position == "port"
    assert harbour.newest is not old
    assert old.buttons == []
    assert harbour.newest.pinged == {bo.id}
    assert "took the game back within turn 1.2: a slip" in harbour.newest.text
    audit = (await harbour.told(await bo.slash("/game check"))).text
    undone = "(undone: Bo sailed N4 to F6)"
    assert f"{known(ann)} took the game back within turn 1.2 {undone} — “a slip”" in audit


async def test_an_undo_says_what_it_undid_and_which_dice_had_been_seen(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.force(3, 1, 0, 2)
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    await undo(harbour, ann, "5")
    undone = [
        "-# ↩️ Undone: Bo sailed N4 to F6",
        "-# ↩️ Undone: Bo left shark 1 on B6 · 🎲 wind 3 1 0 2",
    ]
    log = (await harbour.told(await bo.slash("/game log"))).text
    audit = (await harbour.told(await bo.slash("/game check"))).text
    for text in (harbour.newest.text, log):
        assert f"Game master {ann.mention} took the game back from turn 2.1 to turn 1.2: a slip" in text
        assert undone[0] in text
        assert undone[1] in text
    for step in undone:
        assert step.split("Undone: ")[1] in audit


async def test_what_was_undone_is_marked_in_the_log_and_in_its_posts_until_it_is_brought_back(
    harbour: Harbour,
) -> None:
    ann, bo = await race(harbour)
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    post = next(post for post in harbour.posts() if "F6" in post.text)
    for text in (post.text, (await harbour.told(await bo.slash("/game log"))).text):
        assert TAKEN_BACK not in text
    await undo(harbour, ann, BO_MOVES)
    assert "does not count" in post.text
    for text in (post.text, (await harbour.told(await bo.slash("/game log"))).text):
        struck = [line for line in text.split("\n") if TAKEN_BACK in line]
        assert any("**Bo**" in line and "N4" in line for line in struck), text
        assert all(line.endswith("~~") for line in struck)
    (block,) = [line for line in post.text.split("\n") if line.startswith(TAKEN_BACK)]
    assert "-#" not in block
    assert TAKEN_BACK not in harbour.newest.text
    await harbour.bring_back(ann, "it was right")
    for text in (post.text, (await harbour.told(await bo.slash("/game log"))).text):
        assert TAKEN_BACK not in text
    assert "does not count" not in post.text


async def test_a_take_back_says_what_was_taken_back(harbour: Harbour) -> None:
    _, bo = await race(harbour)
    await harbour.told(await bo.slash("/game do", action=SAIL_OUT))
    post = harbour.newest
    await harbour.told(await bo.press(post, "Take back"))
    assert "↩️ **Bo** took back: sailed N4 to F6." in harbour.newest.text
    (struck,) = [line for line in harbour.newest.text.split("\n") if line.startswith(TAKEN_BACK)]
    assert "F6" in struck
    assert "F6" not in post.text


async def test_the_bot_plays_on_when_a_game_is_taken_back_to_its_turn(harbour: Harbour) -> None:
    ann, _ = await race(harbour)
    machine = harbour.bot.tables.machine.user
    await harbour.gm(ann, "substitute", player="Bo", newcomer=machine, reason="he is ill")
    assert await harbour.awaited() is ann
    await undo(harbour, ann, "5")
    assert await harbour.awaited() is ann
    assert (await harbour.journal())[-1].entry.actor.role == "system"


async def test_an_undo_to_a_point_that_was_typed_goes_back_over_turns(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    await harbour.pass_turn(1, 1, 1, 1)
    points = await ann.complete("/game ask", what="undo", focused="to", to="sailed")
    assert [name for name, _ in points] == ["before turn 1.2 · Bo sailed N4 to F6"]
    await undo(harbour, ann, str(points[0][1]))
    state = await harbour.race()
    assert (state.turn_seat, state.seats[1].position, state.dice["N"]) == (2, "port", 4)


async def test_an_undo_without_a_reason_is_refused(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.told(await bo.slash("/game do", action=SAIL_OUT))
    before = (await harbour.table()).row
    await undo(harbour, ann, BO_MOVES, reason="\u200b \u200b")
    assert (await harbour.table()).row == before


async def test_an_undo_confirmed_after_the_game_went_on_is_refused(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.told(await bo.slash("/game do", action=SAIL_OUT))
    page = (await harbour.gm(ann, "undo", to=BO_MOVES)).message
    form = (await harbour.told(await ann.press(page, "Go back to this…"))).modal
    await harbour.told(await bo.slash("/game do", action="s1 E0 S0"))
    before = (await harbour.table()).row
    reply = await harbour.told(await ann.submit(form, {"reason": "a slip"}))
    assert reply.ephemeral
    assert "moved on" in reply.text
    assert (await harbour.table()).row == before


@pytest.mark.parametrize("point", ["0", "-1", "99", "yesterday", "9" * 200])
async def test_a_point_that_is_not_in_the_list_is_refused(harbour: Harbour, point: str) -> None:
    ann, _ = await race(harbour)
    before = (await harbour.table()).row
    reply = await harbour.gm(ann, "undo", to=point)
    assert reply.ephemeral
    assert reply.text.startswith("⚓")
    assert (await harbour.table()).row == before


async def test_nothing_can_be_undone_before_anything_was_done(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo)
    assert "nothing to undo" in (await harbour.gm(ann, "undo")).text


async def test_a_redo_brings_back_what_was_undone(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    state = (await harbour.race()).model_dump()
    await undo(harbour, ann, BO_MOVES)
    await harbour.bring_back(ann, "it was right")
    assert (await harbour.race()).model_dump() == state
    assert "brought an undone line back from turn 1.2 to turn 2.1: it was right" in harbour.newest.text
    assert harbour.newest.pinged == {ann.id}


async def test_undone_lines_are_listed_in_words_and_looked_at_before_one_is_brought_back(
    harbour: Harbour,
) -> None:
    ann, bo = await race(harbour)
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    await undo(harbour, ann, BO_MOVES)
    await harbour.told(await bo.slash("/game do", action="s1 E0 S0"))
    before = (await harbour.table()).row
    page = (await harbour.gm(ann, "redo")).message
    assert page.ephemeral
    words = "2 steps, to turn 2.1 · Bo sailed N4 to F6 … Bo left shark 1 on B6"
    assert [option.label for option in offered(page)] == [words]
    await harbour.told(await ann.choose(page, offered(page)[0].value))
    assert "Nothing has been done yet" in page.text
    assert "Bo (B) at F6" in (page.pictures[0].alt or "")
    assert (await harbour.table()).row == before


async def test_an_undone_line_is_brought_back_though_play_went_another_way(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.told(await bo.slash("/game do", action=SAIL_OUT))
    state = (await harbour.race()).model_dump()
    await undo(harbour, ann, BO_MOVES)
    await harbour.told(await bo.slash("/game do", action="s1 E0 S0"))
    await harbour.bring_back(ann, "the first was better", to="sailed N4")
    assert (await harbour.race()).model_dump() == state
    assert "-# ↩️ Undone: Bo left shark 1 on B6" in harbour.newest.text
    assert "-# ↪️ Brought back: Bo sailed N4 to F6" in harbour.newest.text
    page = (await harbour.gm(ann, "redo")).message
    assert [option.label for option in offered(page)] == ["1 step, to turn 1.2 · Bo left shark 1 on B6"]
    check = (await harbour.told(await bo.slash("/game check"))).text
    assert "❌" not in check


async def test_a_redo_confirmed_after_the_game_went_on_is_refused(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.told(await bo.slash("/game do", action=SAIL_OUT))
    await undo(harbour, ann, BO_MOVES)
    page = (await harbour.gm(ann, "redo", to="sailed")).message
    form = (await harbour.told(await ann.press(page, "Go on from this…"))).modal
    await harbour.told(await bo.slash("/game do", action="s1 E0 S0"))
    before = (await harbour.table()).row
    reply = await harbour.told(await ann.submit(form, {"reason": "it was right"}))
    assert "moved on" in reply.text
    assert (await harbour.table()).row == before


async def test_there_is_nothing_to_bring_back_where_nothing_was_undone(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.told(await bo.slash("/game do", action=SAIL_OUT))
    for options in ({}, {"to": "boat"}, {"to": "3"}):
        reply = await harbour.gm(ann, "redo", **options)
        assert reply.text.startswith("⚓")


async def test_after_an_undo_the_same_turn_meets_the_same_dice(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    dice = (await harbour.race()).dice
    await undo(harbour, ann, BO_MOVES)
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    assert (await harbour.race()).dice == dice


async def test_fresh_dice_are_asked_for_on_record(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    refused = await harbour.gm(ann, "fresh-dice", reason="they were seen")
    assert "No dice were seen that could come again" in refused.text
    assert "asked for fresh dice" not in (await harbour.told(await bo.slash("/game check"))).text
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    await undo(harbour, ann, BO_MOVES)
    line = (await harbour.table()).match.position.line
    await harbour.gm(ann, "fresh-dice", reason="they were seen")
    assert (await harbour.table()).match.position.line != line
    assert "asked for fresh dice: they were seen" in harbour.newest.text
    assert (
        "asked for fresh dice — “they were seen”" in (await harbour.told(await bo.slash("/game check"))).text
    )


async def test_a_journal_with_every_deed_of_a_master_verifies(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.told(await bo.slash("/game do", action=WHOLE_TURN))
    await undo(harbour, ann, BO_MOVES)
    await harbour.gm(ann, "fresh-dice", reason="a test")
    assert "asked for fresh dice" in harbour.newest.text
    await harbour.bring_back(ann, "a test")
    await harbour.gm(ann, "force", values="1 1 1 1", reason="a test")
    await harbour.gm(ann, "skip", reason="a test")
    await harbour.gm(ann, "end", reason="a test")
    check = (await harbour.told(await bo.slash("/game check"))).text
    assert "rolls come from the seed" in check
    assert "❌" not in check


# Standing in for a player


async def test_a_master_acts_for_a_player_and_it_is_marked(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.gm(ann, "act", player="2", action=SAIL_OUT, reason="no signal")
    assert (await harbour.race()).seats[1].position == "F6"
    assert "acted for **Bo**: no signal" in harbour.newest.text
    audit = (await harbour.told(await bo.slash("/game check"))).text
    assert f"acted for {known(bo)}: move boat N4 from F2 — “no signal”" in audit


async def test_a_master_does_nothing_illegal_for_a_player(harbour: Harbour) -> None:
    ann, _ = await race(harbour)
    before = (await harbour.table()).row
    for player, action in (("1", SAIL_OUT), ("2", "b N5@F2"), ("2", "absent")):
        reply = await harbour.gm(ann, "act", player=player, action=action, reason="a test")
        assert reply.ephemeral
        assert reply.text.startswith("⚓")
    assert (await harbour.table()).row == before


async def test_a_master_does_several_things_for_a_player_in_one_line(harbour: Harbour) -> None:
    ann, _ = await race(harbour)
    reply = await harbour.gm(ann, "act", player="2", action=WHOLE_TURN, reason="no signal")
    assert "Done" not in reply.text
    assert await harbour.awaited() is ann
    assert (await harbour.race()).seats[1].position == "F6"


async def test_a_line_for_a_player_stops_at_what_is_refused_and_says_so(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    line = f"{SAIL_OUT} / b N5@F2"
    reply = await harbour.gm(ann, "act", player="2", action=line, reason="no signal")
    assert f"Done: {quoted(SAIL_OUT)}. Not done: {quoted('b N5@F2')}." in reply.text
    assert (await harbour.race()).seats[1].position == "F6"
    assert await harbour.awaited() is bo


async def test_a_refusal_to_a_master_speaks_of_the_seat(harbour: Harbour) -> None:
    ann, _ = await race(harbour)
    early = await harbour.gm(ann, "act", player="1", action=SAIL_OUT, reason="a test")
    wrong = await harbour.gm(ann, "act", player="2", action="b N5@F2", reason="a test")
    assert "Nothing is asked of **Ann** at the moment: the game waits for **Bo**." in early.text
    assert "To **Bo** the rules say: " in wrong.text
    assert all("your turn" not in reply.text for reply in (early, wrong))


async def test_what_only_the_clock_does_is_not_named(harbour: Harbour) -> None:
    ann, _ = await race(harbour)
    for line in ("absent", "sing"):
        reply = await harbour.gm(ann, "act", player="2", action=line, reason="a test")
        assert "absent" not in reply.text.partition("You wrote")[0]


async def test_what_a_player_did_by_a_master_cannot_be_taken_back_alone(harbour: Harbour) -> None:
    ann, _ = await race(harbour)
    await harbour.gm(ann, "act", player="2", action=SAIL_OUT, reason="no signal")
    assert "Take back" not in labels(harbour.newest)


async def test_a_master_who_plays_resigns_for_nobody_else(harbour: Harbour) -> None:
    ann, _ = await race(harbour)
    before = (await harbour.table()).row
    for line in ("resign", "b N4@F2 / resign", "RESIGN"):
        refused = await harbour.gm(ann, "act", player="2", action=line, reason="away")
        assert "You play here yourself, so you cannot put others out of the game" in refused.text
        assert "task:kick" in refused.text
        assert "/game join" in refused.text
        assert (await harbour.table()).match.plays(2)
        if line == "resign":
            assert (await harbour.table()).row == before
    mo = harbour.discord.persona("Mo", moderator=True)
    await harbour.gm(mo, "act", player="2", action="resign", reason="away")
    assert (await harbour.table()).row.status == "over"


async def test_a_master_s_deed_says_at_once_that_the_game_is_not_rated(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo)
    unrated = "-# Not rated, since a game master had a hand in it"
    assert unrated not in (await harbour.told(await bo.slash("/game status"))).text
    await harbour.gm(ann, "note", text="a gull")
    assert "no rating" not in harbour.newest.text
    told = await harbour.gm(ann, "skip", reason="away")
    line = "-# So this game counts for no rating."
    assert line in told.text
    assert any(line in post.text for post in harbour.posts()[-2:])
    for command in ("/game status", "/game check"):
        assert unrated in (await harbour.told(await bo.slash(command))).text
    await harbour.resign(bo)
    assert "1 game, 1 of them not rated" in (await harbour.told(await bo.slash("/watch records"))).text


async def test_where_a_game_stands_is_told_without_reading_its_whole_journal(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo, first_player="seat1")
    for _ in range(6):
        await harbour.skip()
    await harbour.gm(ann, "note", text='"kind":"undo" "role":"gm"')
    await harbour.gm(ann, "skip", reason="away")
    row, store = (await harbour.table()).row, harbour.bot.store
    acts = await store.acts_of(row.id, "gm", BY_ANYBODY)
    assert [one.entry.kind for one in acts] == ["note", "timeout"]
    whole = hands(one.entry for one in await store.entries(row.id))
    assert hands(one.entry for one in acts) == whole

    async def entries(*_: object) -> Never:
        raise AssertionError("the whole journal is read")

    monkeypatch.setattr(store, "entries", entries)
    told = (await harbour.told(await bo.slash("/game status"))).text
    assert "-# Not rated, since a game master had a hand in it" in told


async def test_an_absent_player_is_skipped(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.gm(ann, "skip", reason="asleep")
    assert await harbour.awaited() is ann
    told = "".join(post.text for post in harbour.posts())
    assert (
        f"Game master {ann.mention} skipped **Bo**: asleep\n-# What the rules do for absent players" in told
    )
    assert (
        f"{known(ann)} skipped {known(bo)} — “asleep”"
        in (await harbour.told(await bo.slash("/game check"))).text
    )


async def test_nobody_is_skipped_who_is_not_awaited(harbour: Harbour) -> None:
    ann, _ = await race(harbour)
    before = (await harbour.table()).row
    reply = await harbour.gm(ann, "skip", player="Ann", reason="asleep")
    assert "nothing to skip" in reply.text
    assert (await harbour.table()).row == before


async def test_a_master_ends_a_game_without_a_result(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.gm(ann, "end", reason="the tea is ready")
    table = await harbour.table()
    assert (table.row.status, table.match.outcome) == ("ended", None)
    assert "ended the game: the tea is ready" in harbour.newest.text
    assert [button.label for button in harbour.newest.buttons] == [
        "Play again",
        "Replay",
        "Page",
        "Dice file",
        "Story",
    ]
    assert harbour.newest.menus == []
    reply = await harbour.told(await bo.slash("/game do", action=SAIL_OUT))
    assert "/play" in reply.text


async def test_an_ended_game_says_so_everywhere_and_calls_all_its_players_once(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.gm(ann, "end", reason="the tea is ready")
    assert f"The game was ended without a result. {ann.mention} {bo.mention}" in harbour.newest.text
    assert "-# Ann 0/5 · Bo 0/5" in harbour.newest.text
    alt = harbour.newest.pictures[0].alt or ""
    assert "Ended without a result." in alt
    assert "to sail" not in alt
    assert harbour.newest.pinged == {ann.id, bo.id}
    calls = [post for post in harbour.posts() if post.pinged >= {ann.id, bo.id}]
    assert calls == [harbour.newest]
    looked = await harbour.told(await bo.slash("/game board"))
    assert "Ended without a result." in (looked.message.pictures[0].alt or "")


async def test_a_game_that_was_played_out_calls_all_its_players_once(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.resign(bo)
    assert harbour.newest.pinged == {ann.id, bo.id}
    assert f"The game is over. First: {ann.mention} (A). Others: {bo.mention}." in harbour.newest.text
    assert [post for post in harbour.posts() if post.pinged >= {ann.id, bo.id}] == [harbour.newest]


async def test_a_game_that_is_over_takes_no_deeds(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.resign(bo)
    before = (await harbour.table()).row
    for task in ("redo", "fresh-dice", "skip", "end"):
        reply = await harbour.gm(ann, task, reason="too late")
        assert reply.ephemeral
        assert "the last one is over" in reply.text
    assert (await harbour.table()).row == before


# New players, and a pause


async def test_a_newcomer_takes_over_a_seat_as_it_stands_and_is_called(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    (eve,) = harbour.people("Edda")
    control = harbour.newest.buttons[0].custom_id or ""
    reply = await harbour.gm(ann, "substitute", player="Bo", newcomer=eve.id, reason="a holiday")
    assert reply.ephemeral
    told = f"**Edda**, {eve.mention}, takes over the seat of **Bo**: a holiday"
    assert told in harbour.newest.text
    assert harbour.newest.pinged == {eve.id}

    refused = await harbour.told(await bo.forge_press(control, harbour.newest))
    assert refused.ephemeral
    assert "You are not playing in this game" in refused.text
    await harbour.told(await eve.slash("/game do", action=SAIL_OUT))
    assert (await harbour.race()).seats[1].position == "F6"
    assert (await harbour.table()).row.names() == {1: "Ann", 2: "Edda"}


async def test_the_audit_names_who_sat_there_at_that_time(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    (eve,) = harbour.people("Edda")
    await harbour.gm(ann, "act", player="Bo", action="b N4@F2", reason="no signal")
    await harbour.gm(ann, "substitute", player="Bo", newcomer=eve.id, reason="a holiday")
    await harbour.gm(ann, "act", player="Edda", action="s1 E0 S0", reason="no signal")
    audit = (await harbour.told(await ann.slash("/game check"))).text
    assert f"acted for {known(bo)}: move boat N4" in audit
    assert f"acted for {known(eve)}: move shark1" in audit


async def test_the_bot_itself_plays_on_for_somebody(harbour: Harbour) -> None:
    ann, _ = await race(harbour)
    machine = harbour.bot.tables.machine.user
    await harbour.gm(ann, "substitute", player="Bo", newcomer=machine, reason="he is ill")
    assert (await harbour.journal())[-1].entry.seat == 2
    assert await harbour.awaited() is ann
    assert harbour.newest.pinged == {ann.id}


async def test_nobody_is_taught_where_the_bot_only_stands_in(harbour: Harbour) -> None:
    ann, _ = await race(harbour)
    machine = harbour.bot.tables.machine.user
    await harbour.gm(ann, "substitute", player="Bo", newcomer=machine, reason="he is ill")
    assert harbour.newest.pinged == {ann.id}
    assert "💡" not in harbour.newest.text


async def test_nobody_gets_two_seats(harbour: Harbour) -> None:
    ann, _ = await race(harbour)
    before = (await harbour.table()).row
    reply = await harbour.gm(ann, "substitute", player="Bo", newcomer=ann.id, reason="alone then")
    assert reply.ephemeral
    assert "plays here already. Choose somebody else." in reply.text
    assert (await harbour.table()).row == before


async def test_a_substitution_survives_a_restart(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    (eve,) = harbour.people("Edda")
    await harbour.gm(ann, "substitute", player="Bo", newcomer=eve.id, reason="a holiday")
    await harbour.restart()
    await harbour.told(await eve.slash("/game do", action=WHOLE_TURN))
    assert await harbour.awaited() is ann
    assert (
        f"{known(ann)} gave the seat of {known(bo)} to {known(eve)}"
        in (await harbour.told(await bo.slash("/game check"))).text
    )
    assert "in order" not in (await harbour.told(await bo.slash("/game check"))).text


async def test_the_lobby_goes_on_naming_who_sat_down_in_it(harbour: Harbour) -> None:
    ann, _ = await race(harbour)
    (eve,) = harbour.people("Edda")
    await harbour.gm(ann, "substitute", player="Bo", newcomer=eve.id, reason="a holiday")
    row = (await harbour.table()).row
    (post, *_) = await harbour.bot.store.posts(row.id)
    parts = lobby_post(row, post, 0).view.walk_children()
    assert any("2. **Bo**" in part.content for part in parts if isinstance(part, TextDisplay))


async def test_the_log_tells_who_sat_there_at_the_time(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    (eve,) = harbour.people("Edda")
    await harbour.told(await bo.slash("/game do", action=SAIL_OUT))
    await harbour.gm(ann, "substitute", player="Bo", newcomer=eve.id, reason="a holiday")
    await harbour.told(await eve.slash("/game do", action="s1 E0 S0"))
    log = (await harbour.told(await ann.slash("/game log"))).text
    before, after = log.split("takes over the seat of")
    assert "**Bo**" in before
    assert "**Edda**" in after
    assert "**Bo**" not in after.split("the seat of **Bo**")[-1].removeprefix(" **Bo**")


async def test_posts_go_on_telling_what_was_true_when_it_happened(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    (eve,) = harbour.people("Edda")
    await harbour.told(await bo.slash("/game do", action=SAIL_OUT))
    post = harbour.newest
    told = next(line for line in post.text.split("\n") if "F6" in line)
    await harbour.gm(ann, "substitute", player="Bo", newcomer=eve.id, reason="a holiday")
    await harbour.told(await eve.slash("/game do", action="s1 E0 S0"))
    assert "**Bo**" in told
    lines = harbour.newest.text.split("\n")
    assert told in lines
    assert "**Edda**" in lines[lines.index(told) + 1]
    assert "Bo" in (post.pictures[0].alt or "")


async def test_a_newcomer_who_is_not_to_move_is_called_as_well(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    (eve,) = harbour.people("Edda")
    await harbour.gm(ann, "substitute", player="Ann", newcomer=eve.id, reason="a holiday")
    assert harbour.newest.pinged == {bo.id, eve.id}


async def test_the_list_of_moments_tells_who_sat_there_at_the_time(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    (eve,) = harbour.people("Edda")
    await harbour.told(await bo.slash("/game do", action=SAIL_OUT))
    await harbour.gm(ann, "substitute", player="Bo", newcomer=eve.id, reason="a holiday")
    page = (await harbour.gm(ann, "undo")).message
    assert offered(page)[0].label == "before turn 1.2 · Bo sailed N4 to F6"


async def test_a_paused_game_calls_nobody_and_takes_no_move(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.gm(ann, "pause", reason="dinner")
    assert "paused the game: dinner" in harbour.newest.text
    assert (harbour.newest.buttons, harbour.newest.pinged) == ([], frozenset())

    reply = await harbour.told(await bo.slash("/game do", action=SAIL_OUT))
    assert reply.ephemeral
    assert "task:resume" in reply.text
    mine = await harbour.told(await bo.slash("/games"))
    assert "paused" in mine.text.lower()

    await harbour.gm(ann, "resume", reason="coffee")
    assert harbour.newest.pinged == {bo.id}
    await harbour.told(await bo.slash("/game do", action=SAIL_OUT))
    assert (await harbour.race()).seats[1].position == "F6"


# Who is a game master


async def test_moderators_are_masters_of_every_game(harbour: Harbour) -> None:
    await race(harbour)
    mo = harbour.discord.persona("Mo", moderator=True)
    await harbour.gm(mo, "force", values="1 1 1 1", reason="order")
    assert f"{known(mo)} set the next roll" in (await harbour.told(await mo.slash("/game check"))).text


async def test_a_player_who_did_not_open_the_game_is_no_master(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    before = (await harbour.table()).row
    reply = await harbour.gm(bo, "force", values="5 5 5 5", reason="I want to win")
    assert reply.ephemeral
    assert ann.mention in reply.text
    assert (await harbour.table()).row == before


async def test_another_player_s_preview_of_an_undo_cannot_be_confirmed(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.told(await bo.slash("/game do", action=SAIL_OUT))
    page = (await harbour.gm(ann, "undo", to=BO_MOVES)).message
    before = (await harbour.table()).row
    reply = await harbour.told(await bo.forge_press(page.buttons[0].custom_id or "", harbour.newest))
    assert reply.ephemeral
    assert ann.mention in reply.text
    assert (await harbour.table()).row == before


async def test_a_lobby_has_nothing_for_masters_yet(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann)
    reply = await harbour.gm(ann, "end", reason="a test")
    assert "has not begun" in reply.text
