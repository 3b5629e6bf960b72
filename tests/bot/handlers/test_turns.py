"""A race in its channel: a post for each turn, who is mentioned, and what becomes of old posts."""

from collections.abc import Callable, Sequence
from random import Random

import pytest

from bot.narration import post_story
from bot.posts.pictures import CLOSE_UP
from rules.engine.action import Action, notation
from rules.engine.match import Match
from rules.engine.policy import steady
from rules.kraken_bay.actions import Sail
from sandbox import Message, Persona
from sandbox.world.components import TextDisplay
from tests.bot import voyages
from tests.bot.harbour import Harbour, labels

OUT_OF_PORT = "b N4@F2"
"""A turn with the wind N4 E0 S0 W0: Bo's boat sails to F6, four squares east of the first shark."""

SHARK_STAYS = "s1 E0 S0"


def story(post: Message) -> str:
    """Return what a post narrates, without its mentions."""
    return [*post.parts(TextDisplay)][1].content


async def race(harbour: Harbour, *others: str, **options: str) -> tuple[Persona, Persona]:
    """Start a race of Ann, Bo and others. It is Bo's turn, with the wind N4 E0 S0 W0."""
    ann, bo, *more = harbour.people("Ann", "Bo", *others)
    await harbour.start_race(ann, bo, *more, first_player="seat1", **options)
    await harbour.pass_turn(4, 0, 0, 0)
    return ann, bo


async def test_a_turn_is_told_with_its_board_and_what_is_to_be_decided(harbour: Harbour) -> None:
    _, bo = await race(harbour)
    post = harbour.newest
    assert "N4 E0 S0 W0" in post.text
    assert f"### {bo.mention} (B) shares out the wind: N4 E0 S0 W0." in post.text
    assert len(post.pictures) == 1
    assert post.pictures[0].data.startswith(b"\x89PNG")
    boats = ["Boat F2 N4 → F6", "Boat stays", "Boat E1 NW4 → A5", "Boat E2 NW4 → A6"]
    assert labels(post) == [*boats, "Your choices", "Story"]
    shown = [menu.placeholder for menu in post.menus]
    assert shown == ["A shark …"]


async def test_the_picture_is_described_in_words(harbour: Harbour) -> None:
    await race(harbour)
    alt = harbour.newest.pictures[0].alt or ""
    assert "Bo to sail" in alt
    assert "Sharks: 1 at B6, 2 at J6." in alt
    assert len(alt) <= 1024


async def test_what_follows_in_a_turn_changes_its_message(harbour: Harbour) -> None:
    _, bo = await race(harbour)
    post, before = harbour.newest, harbour.newest.pictures[0].data
    await harbour.told(await bo.slash("/game do", action=OUT_OF_PORT))
    assert harbour.newest is post
    assert "F6" in post.text
    assert post.pictures[0].data != before


async def test_the_next_turn_is_a_new_message_that_calls_its_player_alone(harbour: Harbour) -> None:
    ann, bo = await race(harbour, "Cato")
    (cato,) = harbour.people("Cato")
    post = harbour.newest
    assert post.pinged == {bo.id}
    await harbour.told(await bo.slash("/game do", action=f"{OUT_OF_PORT} / {SHARK_STAYS}"))
    assert harbour.newest is not post
    assert harbour.newest.pinged == {cato.id}
    assert ann.id not in harbour.newest.pinged


async def test_a_turn_that_is_over_is_told_whole_in_the_next_post_to_which_its_own_leads(
    harbour: Harbour,
) -> None:
    _, bo = await race(harbour)
    post = harbour.newest
    (first,) = post.pictures
    await harbour.told(await bo.slash("/game do", action=OUT_OF_PORT))
    (under_way,) = post.pictures
    assert under_way.data != first.data
    assert "F6" in story(post)
    await harbour.told(await bo.slash("/game do", action=SHARK_STAYS))
    following = harbour.newest
    assert following is not post
    assert (post.buttons, post.menus) == ([], [])
    assert [(kept.data, kept.alt) for kept in post.pictures] == [(first.data, first.alt)]
    assert "F6" not in post.text
    assert post.text.endswith(
        f"-# [The game goes on](https://discord.com/channels/{harbour.discord.guild.id}/{harbour.place.id}"
        f"/{following.id})"
    )
    wind, sailed, shark = story(following).split("\n")[:3]
    assert "`N4 E0 S0 W0`" in wind
    assert "F6" in sailed
    assert "B6" in shark


async def test_a_turn_is_told_whole_though_there_was_news_in_it(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.told(await bo.slash("/game do", action=OUT_OF_PORT))
    begun = harbour.newest
    await harbour.gm(ann, "note", call=True, text="Supper is ready")
    news = harbour.newest
    assert "F6" in story(news)
    await harbour.told(await bo.slash("/game do", action=SHARK_STAYS))
    assert "F6" not in begun.text + news.text
    assert "Supper is ready" in story(news)
    wind, sailed, shark = story(harbour.newest).split("\n")[:3]
    assert ("N4" in wind, "F6" in sailed, "B6" in shark) == (True, True, True)
    assert "Supper" not in harbour.newest.text


async def test_whoever_is_asked_reads_first_what_befell_them_in_turns_that_are_not_told_whole(
    harbour: Harbour,
) -> None:
    ann, _ = await race(harbour, "Cato")
    await harbour.pass_turn(4, 0, 0, 0)
    (cato,) = harbour.people("Cato")
    await harbour.force(0, 4, 0, 0)
    await harbour.told(await cato.slash("/game do", action=f"{OUT_OF_PORT} / {SHARK_STAYS}"))
    await harbour.force(1, 0, 0, 0)
    await harbour.told(await ann.slash("/game do", action="s1 E4 / b N0"))
    bitten = next(line for line in story(harbour.newest).split("\n") if "**Cato**" in line)
    await harbour.pass_turn(1, 0, 0, 0)
    assert harbour.newest.pinged == {cato.id}
    first, *told = story(harbour.newest).split("\n")
    assert first == f"> **Since your turn:** {bitten}"
    assert bitten not in told


async def test_a_post_that_does_not_tell_all_turns_says_how_many_and_where_they_are(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(post_story, "MOST_FOLDED", 1)
    _, bo = await race(harbour, "Cato", "Dot")
    await harbour.told(await bo.slash("/game do", action=f"{OUT_OF_PORT} / {SHARK_STAYS}"))
    for _ in range(3):
        await harbour.pass_turn(1, 0, 0, 0)
    more, dot, *_ = story(harbour.newest).split("\n")
    assert more == "-# ▸ 1 earlier turn: **Story**"
    assert dot == "-# ▸ Dot did not answer in time."
    assert "Story" in labels(harbour.newest)


async def test_what_befell_whoever_is_asked_is_said_once_where_it_is_told_whole(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.force(0, 4, 0, 0)
    await harbour.told(await bo.slash("/game do", action=f"{OUT_OF_PORT} / {SHARK_STAYS}"))
    await harbour.force(1, 0, 0, 0)
    await harbour.told(await ann.slash("/game do", action="s1 E4 / b N0"))
    told = story(harbour.newest)
    assert "Since your turn" not in told
    assert sum("**Bo** is hit at F6" in line for line in told.split("\n")) == 1


async def test_the_turns_of_the_bot_are_told_in_a_line_each(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann, preset="wild", first_player="seat1")
    for _ in range(2):
        await harbour.told(await ann.press(harbour.newest, "Add the bot"))
    await harbour.told(await ann.press(harbour.newest, "Start"))
    table = await harbour.table()
    while harbour.newest.pinged != {ann.id} or table.match.position.last < 6:
        action = table.match.decisions[0].actions[0]
        await harbour.told(await ann.slash("/game do", action=notation(action)))
    told = story(harbour.newest).split("\n")
    folded = [line for line in told if line.startswith("-# ▸ ")]
    assert [name in line for name, line in zip(("Bot B", "Bot C"), folded, strict=True)] == [True, True]
    assert not any("Bot" in line and "🎲" in line for line in told if not line.startswith(("-# ▸ ", "> ")))
    whole = await harbour.told(await ann.press(harbour.newest, "Story"))
    assert whole.ephemeral
    assert whole.text.startswith("**The whole story** since your last turn")
    journal = await harbour.journal()
    assert len(whole.text.split("\n")) > len(told)
    assert all(name in whole.text for name in ("Bot B", "Bot C"))
    assert journal[-1].entry.actor.role == "system"

    # A later change of the seat's player leaves earlier narration unchanged.
    (bo,), post = harbour.people("Bo"), harbour.newest
    await harbour.gm(ann, "substitute", player="2", newcomer=bo.id, reason="company")
    assert harbour.newest is not post
    assert [line for line in story(post).split("\n") if line.startswith("-# ▸ ")] == folded


async def test_what_a_player_was_told_stays_when_the_bot_takes_over_their_seat(harbour: Harbour) -> None:
    ann, _ = await race(harbour, "Cato")
    for _ in range(3):
        await harbour.pass_turn(4, 0, 0, 0)
    post = harbour.newest
    told = [line for line in story(post).split("\n") if line.startswith("-# ▸ ")]
    assert [line.split()[2] for line in told] == ["Cato"]
    machine = harbour.bot.tables.machine.user
    await harbour.gm(ann, "substitute", player="2", newcomer=machine, reason="he is off to sea")
    assert "The game goes on" in post.text
    assert [line for line in story(post).split("\n") if line.startswith("-# ▸ ")] == told


async def test_what_a_master_did_in_a_turn_is_told_also_while_the_next_one_is_under_way(
    harbour: Harbour,
) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann, preset="wild", first_player="seat1")
    await harbour.told(await ann.press(harbour.newest, "Add the bot"))
    await harbour.told(await ann.press(harbour.newest, "Start"))
    await harbour.told(await ann.slash("/game do", action=notation((await offered(harbour))[0])))
    await harbour.gm(ann, "force", values="4 0 0 0", roll="wind", player="1", reason="for a test")
    before = harbour.newest
    while harbour.newest is before or harbour.newest.pinged != {ann.id}:
        await harbour.told(await ann.slash("/game do", action=notation((await offered(harbour))[0])))
    post = harbour.newest
    assert "a test" in story(post)
    await harbour.told(await ann.slash("/game do", action=notation((await offered(harbour))[0])))
    assert harbour.newest is post
    assert "a test" in story(post)


async def offered(harbour: Harbour) -> Sequence[Action]:
    """Return the possible actions."""
    return (await harbour.table()).match.decisions[0].actions


async def test_only_the_newest_message_of_a_race_has_controls(harbour: Harbour) -> None:
    await race(harbour)
    for _ in range(4):
        await harbour.pass_turn(1, 1, 1, 1)
    *old, newest = harbour.posts()
    assert all((post.buttons, post.menus) == ([], []) for post in old)
    assert newest.buttons


async def test_who_must_react_in_another_s_turn_is_called_by_a_line_to_the_turns_post(
    harbour: Harbour,
) -> None:
    ann, bo = await race(harbour, repellent="coin")
    await harbour.force(0, 4, 0, 0)
    await harbour.told(await bo.slash("/game do", action=f"{OUT_OF_PORT} / {SHARK_STAYS}"))
    post = harbour.newest
    assert post.pinged == {ann.id}
    await harbour.told(await ann.slash("/game do", action="s1 E4"))
    assert harbour.newest is post
    assert harbour.posts()[-1].pinged == {bo.id}
    assert harbour.posts()[-1].buttons == []
    assert labels(post)[:2] == ["Use a repellent (1 left)", "Let it come"]


async def test_places_are_numbered_beside_the_picture_with_their_numbers_which_is_a_press_away(
    harbour: Harbour,
) -> None:
    _, bo = await race(harbour)
    await harbour.told(await bo.slash("/game do", action=f"{OUT_OF_PORT} / {SHARK_STAYS}"))
    await harbour.pass_turn(1, 1, 1, 1)
    await harbour.told(await bo.slash("/game do", action="s2 N1 E1"))
    post = harbour.newest
    assert not post.menus
    assert labels(post)[:2] == ["Boat to F5", "Boat to E6"]
    page = (await harbour.told(await bo.press(post, "Your choices"))).message
    assert labels(page)[:2] == ["1 · Boat to F5", "2 · Boat to E6"]
    (shown,) = page.attachments
    assert shown.filename == CLOSE_UP
    alt = str(shown.description)
    assert alt.startswith("Where your boat can end, by the numbers of the menu: 1 F5, 2 E6. ")


async def test_after_a_reaction_the_turn_goes_back_to_its_player(harbour: Harbour) -> None:
    ann, bo = await race(harbour, repellent="coin")
    await harbour.force(0, 4, 0, 1)
    await harbour.told(await bo.slash("/game do", action=f"{OUT_OF_PORT} / {SHARK_STAYS}"))
    await harbour.told(await ann.slash("/game do", action="s1 E4"))
    said = harbour.posts()
    await harbour.told(await bo.press(harbour.newest, "Use a repellent (1 left)"))
    assert harbour.posts() == said
    assert f"<@{ann.id}>" in harbour.newest.text
    state = await harbour.race()
    assert (state.sharks[0], state.seats[1].position, state.seats[1].repellents) == ("E6", "F6", 0)


async def test_a_reaction_may_be_answered_once_and_for_all_and_that_taken_back(harbour: Harbour) -> None:
    ann, bo = await race(harbour, repellent="coin")
    await harbour.force(0, 4, 0, 1)
    await harbour.told(await bo.slash("/game do", action=f"{OUT_OF_PORT} / {SHARK_STAYS}"))
    await harbour.told(await ann.slash("/game do", action="s1 E4"))
    stale = next(button.custom_id for button in harbour.newest.buttons if "🔁" in (button.label or ""))
    assert labels(harbour.newest)[2:4] == ["🔁 Always use a repellent", "🔁 Never use one"]
    refused = await harbour.told(await ann.forge_press(stale or "", harbour.newest))
    assert "Nothing is asked of you now" in refused.text
    page = (await harbour.told(await bo.slash("/game board"))).message
    told = await harbour.told(await bo.press(page, "🔁 Always use a repellent"))
    assert "From now on you are not asked." in told.text
    state = await harbour.race()
    assert (state.sharks[0], state.seats[1].repellents, state.seats[1].repel_policy) == ("E6", 0, "always")
    late = await harbour.told(await bo.forge_press(stale or "", harbour.newest))
    assert "Nothing is asked of you now" in late.text
    page = (await harbour.told(await bo.slash("/game board"))).message
    orders = (await harbour.told(await bo.press(page, "Standing orders"))).message
    assert orders.text == "**Standing orders**\n-# Always use a repellent: This is in force now."
    assert not any("🔁" in (label or "") for label in labels(orders))
    await harbour.told(await bo.press(orders, "Ask me every time"))
    assert (await harbour.race()).seats[1].repel_policy == "ask"


async def test_the_owner_of_a_boat_in_tow_chooses_its_square(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo, first_player="seat1", comeback="choose")
    await harbour.pass_turn(1, 4, 0, 0)
    await harbour.force(0, 0, 3, 0)
    await harbour.told(await bo.slash("/game do", action="b E4 N1@F2 / s1 S0"))
    await harbour.told(await ann.slash("/game do", action="s2 S3 / b N0 E0"))
    assert harbour.posts()[-1].pinged == {bo.id}
    assert labels(harbour.newest)[:3] == ["J4", "K4", "K3"]
    await harbour.told(await bo.slash("/game do", action="place_boat K4"))
    assert (await harbour.race()).seats[1].position == "K4"


async def test_a_movement_without_alternative_is_made_by_itself(harbour: Harbour) -> None:
    ann, bo = await race(harbour, sharks="1")
    await harbour.told(await bo.slash("/game do", action="b N4 E0 S0@F2"))
    *_, boat, shark = [stored.entry for stored in await harbour.journal()]
    assert (boat.actor.role, boat.what) == ("seat", 'move boat "N4 E0 S0" from F2')
    assert (shark.actor.role, shark.what) == ("system", "move shark1 W0")
    assert await harbour.awaited() is ann


async def test_the_end_of_a_race_opens_its_dice_and_leaves_no_moves(harbour: Harbour) -> None:
    ann, bo = await race(harbour)
    await harbour.resign(bo)
    assert labels(harbour.newest) == ["Play again", "Replay", "Page", "Dice file", "Story"]
    assert harbour.newest.pinged == {ann.id, bo.id}
    seed = (await harbour.table()).row.seed.hex()
    assert f"Seed `{seed}`" in harbour.newest.text
    assert seed not in "".join(post.text for post in harbour.posts()[:-1])
    check = await harbour.told(await ann.slash("/game check"))
    assert "rolls come from the seed" in check.text


async def test_after_the_end_the_channel_is_free_again(harbour: Harbour) -> None:
    _, bo = await race(harbour)
    await harbour.resign(bo)
    await harbour.told(await bo.slash("/play", game="port_flower"))
    assert "Join" in labels(harbour.newest)


async def test_a_message_never_holds_more_than_discord_takes(harbour: Harbour) -> None:
    people = harbour.people(*(letter * 100 for letter in "*_`|<@"))
    await harbour.start_race(*people, board="ocean", layout="random", repellent="tiles", sharks="4")
    assert all(len(post.text) <= 4000 for post in harbour.posts())
    assert len(harbour.newest.pictures[0].alt or "") <= 1024


async def test_of_a_long_turn_all_but_what_was_done_last_is_told_in_short_while_it_lasts(
    harbour: Harbour,
) -> None:
    """Every step is narrated in full once. The next post narrates the turn as a whole."""
    voyages.foretell(harbour, 5)
    (ann,) = harbour.people("Ann")
    await harbour.start_race(ann, game="kraken_bay")
    shortened, steps = list[str](), 0
    for _ in range(14):
        table = await harbour.table()
        (decision,) = table.match.decisions
        action = steady(table.game, table.match.state, decision, Random(1))
        await voyages.do(harbour, ann, action)
        lines = harbour.newest.text.splitlines()
        shortened += [line for line in lines if line.startswith("-# ▸ Ann")]
        if isinstance(action, Sail) and lines[2].startswith("-# ▸ Ann"):
            steps += 1
            # A short line narrates the step. A sentence narrates the consequences of the step.
            assert not lines[3].startswith("⛵") or lines[4].startswith(("-# Tentacle", "-# Aboard"))
    assert shortened
    assert steps
    assert all(" sailed " in line for line in shortened)
    whole = (await harbour.told(await ann.press(harbour.newest, "Story"))).text
    assert "-# ▸ Ann" not in whole


async def test_once_a_turn_is_under_way_what_came_before_it_takes_a_line_until_it_is_over(
    harbour: Harbour,
) -> None:
    voyages.foretell(harbour, 5)
    harbour.crew = crew = harbour.people("Ann", "Bo")
    await harbour.start_race(*crew, game="kraken_bay")
    await played_until(harbour, lambda match: match.game.round(match.shown) == "3")
    first = (await harbour.table()).match.decisions[0].seat
    await played_until(harbour, lambda match: match.decisions[0].seat != first)
    post, reader = harbour.newest, (await harbour.table()).match.decisions[0].seat
    other = ("Ann", "Bo")[2 - reader]
    begun = story(post)
    assert begun.startswith("> **Since your turn:** 🌀 ")
    assert f"**{other}**" not in begun.split("\n")[0]
    await played_until(harbour, lambda match: f"▸ {other} " in story(harbour.newest))
    assert harbour.newest is post
    assert "Since your turn" not in story(post)
    await played_until(harbour, lambda match: match.decisions[0].seat != reader)
    assert harbour.newest is not post
    assert story(post).startswith("> **Since your turn:** 🌀 ")
    assert begun.startswith(story(post))


async def test_turns_of_the_bot_keep_their_order_while_the_turn_after_them_is_under_way(
    harbour: Harbour,
) -> None:
    voyages.foretell(harbour, 1)
    harbour.crew = (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann, game="kraken_bay")
    for _ in range(2):
        await harbour.told(await ann.press(harbour.newest, "Add the bot"))
    await harbour.told(await ann.press(harbour.newest, "Start"))
    for number in range(2, 7):
        begun, under_way = await bots_in_round(harbour, str(number))
        assert under_way == begun


async def bots_in_round(harbour: Harbour, number: str) -> tuple[list[str], list[str]]:
    """Return the bot's seats in the post of Ann's turn in a round, at the turn's beginning and later."""
    await played_until(harbour, lambda match: match.game.round(match.shown) == number)
    await played_until(harbour, lambda match: match.decisions[0].seat == 1)
    post, begun = harbour.newest, bots_in(harbour.newest)
    await played_until(harbour, lambda match: match.decisions[0].seat != 1 or "▸ Ann" in story(post))
    return begun, bots_in(post)


def bots_in(post: Message) -> list[str]:
    """Return the bot's seats whose turns a post narrates in one line each, in order."""
    return [line.split()[3] for line in story(post).split("\n") if line.startswith("-# ▸ Bot ")]


async def played_until(harbour: Harbour, reached: Callable[[Match], bool]) -> None:
    """Let people play like the bot until the match has reached a state."""
    while not reached((table := await harbour.table()).match):
        (decision,) = table.match.decisions
        action = steady(table.game, table.match.state, decision, Random(1))
        person = voyages.seated(harbour, table, decision.seat)
        await voyages.do(harbour, person, action)
