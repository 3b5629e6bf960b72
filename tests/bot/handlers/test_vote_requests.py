"""Questions of players to each other: all kinds of questions in one game, and refused questions."""

from sandbox import Persona
from tests.bot.harbour import BO_MOVES, Harbour, labels, offered


async def says(harbour: Harbour, person: Persona, line: str, **options: str | int) -> str:
    return (await harbour.told(await person.slash(line, options=options))).text


async def presses(harbour: Harbour, person: Persona, label: str) -> str:
    return (await harbour.told(await person.press(harbour.newest, label))).text


async def status(harbour: Harbour) -> str:
    return (await harbour.table()).row.status


async def asks_back(harbour: Harbour, person: Persona, place: str) -> str:
    page = (await harbour.told(await person.slash("/game ask", what="undo", to=place))).message
    return (await harbour.told(await person.press(page, "Ask the others…"))).text


async def test_those_whom_it_touches_agree_on_an_undo(harbour: Harbour) -> None:
    ann, bo = await harbour.race_of_two()
    (eve,) = harbour.people("Edda")
    assert "You are not playing in this game" in await says(harbour, eve, "/game ask", what="pause")

    # Going back asks the players whose actions, rolls or cards it touches, and lists what it would undo.
    await says(harbour, bo, "/game do", action="b N4@F2 / s1 E0 S0")
    page = (await harbour.told(await ann.slash("/game ask", what="undo"))).message
    moment = offered(page)[-1]
    assert "Nothing has been undone yet" in (await harbour.told(await ann.choose(page, moment.value))).text
    told = await asks_back(harbour, ann, BO_MOVES)
    assert "The others are asked" in told
    post = harbour.newest
    assert f"as **Ann** asks? Press **Agree** or **Refuse**: {bo.mention}" in post.text
    assert "🗳️ **Ann** asks to go back" in post.text
    assert "Would be undone: Bo sailed N4 to F6" in post.text
    assert bo.id in post.pinged
    assert "asked something already" in await says(harbour, ann, "/game ask", what="end")
    assert "not asked" in await presses(harbour, eve, "Agree")
    counts = "You asked for this, so you count as agreeing already: it waits for **Bo**."
    assert counts in await presses(harbour, ann, "Agree")
    agree = next(button.custom_id for button in post.buttons if button.label == "Agree")
    await presses(harbour, bo, "Agree")
    assert "↩️ Agreed: the game is taken back" in harbour.newest.text
    assert (await harbour.awaited()) is bo
    assert "is settled" in (await harbour.told(await bo.forge_press(agree or "", harbour.newest))).text


async def test_a_button_of_another_question_with_the_same_number_answers_nothing(harbour: Harbour) -> None:
    ann, bo = await harbour.race_of_two()
    await says(harbour, ann, "/game ask", what="pause", reason="lunch")
    asked = next(one.custom_id or "" for one in harbour.newest.buttons if one.label == "Agree")
    mark = asked.rpartition(":")[2]
    # After a restored backup, an old button may belong to a question that does not exist any more.
    forged = asked.replace(mark, "0" * len(mark))
    assert "is settled" in (await harbour.told(await bo.forge_press(forged, harbour.newest))).text
    assert await status(harbour) == "running"
    await presses(harbour, bo, "Agree")
    assert await status(harbour) == "paused"


async def test_players_agree_on_fresh_dice_a_pause_and_an_end(harbour: Harbour) -> None:
    ann, bo = await harbour.race_of_two()
    nothing = await says(harbour, ann, "/game ask", what="fresh", reason="a whim")
    assert "No dice were seen that could come again" in nothing
    await says(harbour, bo, "/game do", action="b N4@F2 / s1 E0 S0")
    await asks_back(harbour, ann, BO_MOVES)
    await presses(harbour, bo, "Agree")
    # One refusal is enough to settle a question. A new action in the game settles it, too.
    await says(harbour, ann, "/game ask", what="fresh", reason="we have *seen* them")
    assert (
        "asks for fresh dice instead of those that were seen: we have \\*seen\\* them" in harbour.newest.text
    )
    await presses(harbour, bo, "Refuse")
    assert "**Bo** does not agree: the dice stay as they are." in harbour.newest.text
    await says(harbour, bo, "/game ask", what="fresh")
    await presses(harbour, bo, "Refuse")
    assert f"{bo.mention} withdraws the question: the dice stay as they are." in harbour.newest.text
    await says(harbour, ann, "/game ask", what="fresh")
    await harbour.restart()
    await says(harbour, bo, "/game do", action="b N4@F2")
    assert "The game went another way, so nobody is asked any more." in harbour.newest.text
    assert "Agree" not in labels(harbour.newest)
    await says(harbour, ann, "/game ask", what="fresh")
    await presses(harbour, bo, "Agree")
    assert "Agreed: fresh dice come" in harbour.newest.text

    # A pause, and its end, need everybody's consent.
    await says(harbour, bo, "/game ask", what="pause", reason="dinner")
    assert await status(harbour) == "running"
    await presses(harbour, ann, "Agree")
    assert await status(harbour) == "paused"
    assert "the game is paused, until all agree again, with" in harbour.newest.text
    await says(harbour, ann, "/game ask", what="pause")
    assert "May the game go on, as **Ann** asks?" in harbour.newest.text
    await presses(harbour, bo, "Agree")
    assert await status(harbour) == "running"

    # The game ends. The audit lists all questions and answers, and the journal is in order.
    await says(harbour, ann, "/game ask", what="end", reason="late")
    await presses(harbour, bo, "Agree")
    assert await status(harbour) == "ended"
    assert "🏁 Agreed: the game ends without a result: late" in harbour.newest.text
    audit = await says(harbour, bo, "/game check")
    for line in ("asked for fresh dice", "did not agree to fresh dice", "withdrew the question"):
        assert line in audit
    assert audit.count("the table agreed") == 5
    assert "❌" not in await says(harbour, bo, "/game check")
    assert "No game is running" in await says(harbour, bo, "/game ask", what="end")


async def test_a_free_seat_is_taken_by_who_asks_if_the_others_agree(harbour: Harbour) -> None:
    ann, bo, cato = harbour.people("Ann", "Bo", "Cato")
    await harbour.start_race(ann, bo, cato)
    eve, finn = harbour.people("Edda", "Finn")
    machine = harbour.bot.tables.machine.user
    assert "You have a seat here already" in await says(harbour, ann, "/game join", seat=2)
    assert "no seat is free" in await says(harbour, eve, "/game join")
    assert "There is no such seat" in await says(harbour, eve, "/game join", seat=9)
    assert "**Bo** plays there. No seat is free here" in await says(harbour, eve, "/game join", seat=2)

    await harbour.gm(ann, "substitute", player="2", newcomer=machine, reason="away")
    suggested = await eve.complete("/game join", focused="seat", options={})
    assert [value for _, value in suggested] == [2]
    assert "The others are asked" in await says(harbour, eve, "/game join")
    post = harbour.newest
    asked = f"Press **Agree** or **Refuse**: {ann.mention} {cato.mention}"
    assert f"May **Edda** take over the seat of **Bot B**? {asked}" in post.text
    assert "or a game master alone" in post.text
    assert "one question is open at a time" in await says(harbour, finn, "/game join", seat=2)
    assert "not asked" in await presses(harbour, finn, "Agree")
    await presses(harbour, cato, "Refuse")
    assert "**Cato** does not agree: everybody keeps their seats." in harbour.newest.text
    await says(harbour, eve, "/game join", seat=2)
    await presses(harbour, cato, "Agree")
    await presses(harbour, ann, "Agree")
    assert (await harbour.table()).row.seats_of(eve.id) == (2,)

    # A person who left the server is no player any more. Without secrets, one game master's word is enough.
    assert harbour.place.guild is not None
    del harbour.place.guild.members[cato.id]
    await says(harbour, finn, "/game join", seat=3)
    moderator = harbour.discord.persona("Mo", moderator=True)
    await presses(harbour, moderator, "Refuse")
    assert f"Game master {moderator.mention} does not agree" in harbour.newest.text
    await says(harbour, finn, "/game join", seat=3)
    await presses(harbour, moderator, "Agree")
    assert (await harbour.table()).row.seats_of(finn.id) == (3,)
    assert "❌" not in await says(harbour, ann, "/game check")


async def test_a_hand_of_cards_needs_all_others_whatever_game_masters_say(harbour: Harbour) -> None:
    ann, bo, cato = harbour.people("Ann", "Bo", "Cato")
    await harbour.start_race(ann, bo, cato, game="acrana")
    (eve,) = harbour.people("Edda")
    await harbour.gm(ann, "substitute", player="2", newcomer=harbour.bot.tables.machine.user, reason="x")
    await says(harbour, eve, "/game join", seat=2)
    assert "or a game master" not in harbour.newest.text
    counts = "You asked for this, so you count as agreeing already: it waits for **Ann** and **Cato**."
    assert counts in await presses(harbour, eve, "Agree")
    await presses(harbour, ann, "Agree")
    assert (await harbour.table()).row.seats_of(eve.id) == ()
    await presses(harbour, cato, "Agree")
    assert (await harbour.table()).row.seats_of(eve.id) == (2,)


async def test_a_table_may_want_another_player_to_agree_when_a_master_undoes_what_was_seen(
    harbour: Harbour,
) -> None:
    ann, bo = await harbour.race_of_two(master_undo="another player")
    await says(harbour, bo, "/game do", action="b N4@F2 / s1 E0 S0")

    async def takes_back(person: Persona, to: str = BO_MOVES) -> str:
        page = (await harbour.gm(person, "undo", to=to)).message
        form = (await harbour.told(await person.press(page, "Go back to this…"))).modal
        return (await harbour.told(await person.submit(form, {"reason": "a slip"}))).text

    assert "this table wants another player to agree" in await takes_back(ann)
    assert f"Game master {ann.mention}, who also plays, wants to take the game back" in harbour.newest.text
    assert f"as **Ann** asks? Press **Agree** or **Refuse**: {bo.mention}" in harbour.newest.text
    assert "If that is done, this game counts for no rating" in harbour.newest.text
    assert "you count as agreeing already: it waits for **Bo**" in await presses(harbour, ann, "Agree")
    await presses(harbour, ann, "Refuse")
    assert f"Game master {ann.mention} withdraws the question: nothing is undone." in harbour.newest.text
    await takes_back(ann)
    await presses(harbour, bo, "Agree")
    assert (await harbour.awaited()) is bo
    # A game master who does not play needs no consent. The post lists what players had seen.
    await says(harbour, bo, "/game do", action="b N4@F2 / s1 E0 S0")
    await takes_back(harbour.discord.persona("Mo", moderator=True), "Bo")
    assert "took the game back" in harbour.newest.text
    assert "🎲 wind" in harbour.newest.text
    assert "❌" not in await says(harbour, bo, "/game check")
