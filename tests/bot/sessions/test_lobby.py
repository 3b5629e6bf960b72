"""Opening a game, joining it, choosing its options and starting it, by buttons and by commands."""

import asyncio
import re

import pytest

from bot.handlers.options import pages_of
from bot.sessions import lobby
from bot.sessions.lobby import first_preset, preset_of
from rules.engine.game import AnyGame
from rules.engine.options import BadOption, changed, choose
from rules.engine.registry import games
from rules.engine.texts import pacing
from sandbox import Permission, Refusal, Refused, Thread
from sandbox.world.components import RadioGroup, StringMenu
from tests.bot.harbour import Harbour, known, labels, offered
from tests.bot.lobbies import options_form, page_with

ALIKE = {"dangerous_sea"}
"""Games whose board is the same under **Wild** as under **For chat**."""

# Opening


async def test_a_new_game_shows_its_lobby_with_the_host_on_seat_one(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    reply = await harbour.told(await ann.slash("/play", game="port_flower"))
    assert reply.ephemeral
    lobby = harbour.newest
    assert "Sailing Port Flower" in lobby.text
    assert "1. **Ann**" in lobby.text
    presets = ["✓ For chat", "As published", "Wild"]
    more = ["Options", "Rules", "Fair dice"]
    assert labels(lobby) == ["Join", "Start", "Leave", "Add the bot", *presets, *more]
    assert "✅ **For chat** · A smooth race over days.\n-# No turn is lost to a bad wind" in lobby.text
    assert "\n-# **Wild** · Everything bites. Both sharks swim in every turn" in lobby.text
    assert "**Pace** · No limit for turns" in lobby.text
    assert "**How long** · about 15 turns each: 2 weeks if everybody moves once a day" in lobby.text


async def test_a_lobby_counts_the_turns_of_a_battle_and_not_what_is_done_before_it(harbour: Harbour) -> None:
    await harbour.open_lobby(*harbour.people("Ann", "Bo"), game="privateer")
    assert "about 6 turns each: 6 days if everybody moves once a day" in harbour.newest.text


@pytest.mark.needs("presets")
@pytest.mark.parametrize("slug", games())
async def test_a_lobby_shows_a_picture_of_its_game_that_stays_while_it_is_the_same(
    harbour: Harbour, slug: str
) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.told(await ann.slash("/play", game=slug))
    (cover,) = harbour.newest.pictures
    assert cover.alt == f"{games()[slug].title}: the board some turns into a game with these options."
    assert len(cover.data) < 100_000
    await harbour.told(await bo.press(harbour.newest, "Join"))
    await harbour.set_option(ann, "pace", "day")
    assert harbour.newest.pictures == [cover]
    await harbour.told(await ann.press(harbour.newest, "Wild"))
    (wilder,) = harbour.newest.pictures
    same = (wilder == cover) == (wilder.data == cover.data) == (slug in ALIKE)
    assert same, f"Name {slug} in `ALIKE` if its board is the same under **Wild**, and only then."
    row = (await harbour.table()).row
    for _ in range(2, games()[slug].seat_range(lobby.options_of(row))[0]):
        await harbour.told(await ann.press(harbour.newest, "Add the bot"))
    await harbour.told(await ann.press(harbour.newest, "Start"))
    assert harbour.posts()[0].pictures == [wilder]


async def test_a_lobby_without_a_picture_is_a_lobby_all_the_same(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ann,) = harbour.people("Ann")
    monkeypatch.setattr("bot.posts.pictures.drawn_cover", lambda game, options: 1 // 0)
    await harbour.told(await ann.slash("/play", game="port_flower"))
    assert "Join" in labels(harbour.newest)
    assert harbour.newest.pictures == []


@pytest.mark.needs("presets")
@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.slug)
def test_every_game_offers_the_same_three_presets_each_told_in_two_lines(game: AnyGame) -> None:
    told = [(preset.name, preset.title) for preset in game.presets]
    assert told == [("club", "For chat"), ("printed", "As published"), ("wild", "Wild")]
    assert not changed(choose(game.options, game.presets[1].options)), (
        f"As published, {game.title} has the defaults of its options."
    )
    for preset in game.presets:
        assert preset.summary.endswith("."), f"`summary` of {preset.name} is a sentence: {preset.summary}"
        assert preset.differs.endswith("."), f"`differs` of {preset.name} is a sentence: {preset.differs}"


async def test_a_preset_sets_several_options_at_once(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.told(await ann.slash("/play", game="port_flower", preset="wild"))
    assert "✅ **Wild** · " in harbour.newest.text
    assert "Changed" not in harbour.newest.text
    assert lobby.options_of((await harbour.table()).row).repellent == "coin"  # type: ignore[attr-defined]


async def test_what_was_changed_is_listed_in_words(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.told(await ann.slash("/play", game="kraken_bay", preset="printed"))
    told = await harbour.set_option(ann, "movement", "up_to")
    assert "Set: Movement **up to**." in told.message.text
    assert "✅ **As published**, with changes" in harbour.newest.text
    assert "**Changed** · Movement: **up to**" in harbour.newest.text
    assert "up_to" not in harbour.newest.text


async def test_how_long_a_game_takes_is_told_of_the_preset_as_it_was_measured(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.told(await ann.slash("/play", game="port_flower"))
    await harbour.set_option(ann, "buoys", "3")
    assert "**How long** · about 15 turns each, as the preset is by itself: 2 weeks" in harbour.newest.text


async def test_games_and_presets_complete_themselves(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    offered_games = await ann.complete("/play", focused="game")
    assert {value for _, value in offered_games} == set(games())
    sailing = await ann.complete("/play", focused="game", game="port")
    assert ("Sailing Port Flower · 2 to 6 players", "port_flower") in sailing
    presets = await ann.complete("/play", focused="preset", game="port_flower")
    assert [value for _, value in presets] == ["club", "printed", "wild"]
    assert presets[0] == ("For chat: A smooth race over days.", "club")


@pytest.mark.parametrize("typed", ["wild", "Wild", "WILD: ", "as published", "As published: The race"])
async def test_a_preset_is_understood_by_its_title_as_it_is_suggested(harbour: Harbour, typed: str) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.told(await ann.slash("/play", game="port_flower", preset=typed))
    assert (await harbour.table()).row.preset == ("wild" if typed[0] in "wW" else "printed")


@pytest.mark.parametrize(
    ("asked", "told"), [({"game": "golf"}, "golf"), ({"preset": "mild"}, "For chat, As published, Wild")]
)
async def test_an_unknown_game_or_preset_opens_neither_lobby_nor_thread(
    harbour: Harbour, asked: dict[str, str], told: str
) -> None:
    (ann,) = harbour.people("Ann")
    choice = {"game": "port_flower", **asked}
    reply = await harbour.told(await ann.slash("/play", options={**choice, "thread": True}))
    assert reply.ephemeral
    assert told in reply.text
    assert harbour.posts() == []
    assert harbour.discord.world.threads_of(harbour.discord.harbour) == []


async def test_a_game_in_a_thread_of_its_own_is_played_there(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    reply = await harbour.told(await ann.slash("/play", game="port_flower", thread=True))
    (thread,) = harbour.discord.world.threads_of(harbour.discord.harbour)
    assert thread.mention in reply.text
    await harbour.told(await bo.press(harbour.posts(thread)[0], "Join"))
    await harbour.told(await ann.press(harbour.posts(thread)[0], "Start"))
    assert len(harbour.posts(thread)) == 2
    assert harbour.posts(thread)[1].pictures


async def test_threads_of_the_same_game_are_told_apart_by_their_names(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.told(await ann.slash("/play", game="port_flower", thread=True))
    await harbour.told(await bo.slash("/play", game="port_flower", thread=True))
    threads = harbour.discord.world.threads_of(harbour.discord.harbour)
    ids = [(await harbour.table(thread)).row.id for thread in threads]
    assert [thread.name for thread in threads] == [f"Sailing Port Flower · {game}" for game in ids]


@pytest.mark.parametrize("by_button", [True, False])
async def test_whoever_joins_a_game_in_a_thread_is_brought_into_the_thread(
    harbour: Harbour, by_button: bool
) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.told(await ann.slash("/play", game="port_flower", thread=True))
    (thread,) = harbour.discord.world.threads_of(harbour.discord.harbour)
    assert ann.id in thread.joined
    assert bo.id not in thread.joined
    if by_button:
        await harbour.told(await bo.press(harbour.posts(thread)[0], "Join"))
    else:
        await harbour.told(await bo.slash("/game join", channel=thread))
    assert bo.id in thread.joined


async def test_a_thread_into_which_nobody_can_be_brought_is_played_in_all_the_same(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    harbour.discord.faults.arm(
        "PUT", "/channels/*/thread-members/*", Refused(Refusal.MISSING_PERMISSIONS), times=2
    )
    await harbour.told(await ann.slash("/play", game="port_flower", thread=True))
    (thread,) = harbour.discord.world.threads_of(harbour.discord.harbour)
    reply = await harbour.told(await bo.press(harbour.posts(thread)[0], "Join"))
    assert "You are in" in reply.text


async def test_a_game_in_a_thread_leaves_its_channel_free_for_another(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.told(await ann.slash("/play", game="port_flower", thread=True))
    await harbour.told(await ann.slash("/play", game="port_flower"))
    assert "Join" in labels(harbour.newest)


async def test_a_thread_cannot_be_opened_inside_a_thread(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.told(await ann.slash("/play", game="port_flower", thread=True))
    (thread,) = harbour.discord.world.threads_of(harbour.discord.harbour)
    reply = await harbour.told(
        await ann.slash("/play", channel=thread, options={"game": "port_flower", "thread": True})
    )
    assert "This is a thread already" in reply.text


@pytest.mark.parametrize(
    ("denied", "named"),
    [(Permission.SEND_MESSAGES, "Send Messages"), (Permission.ATTACH_FILES, "Attach Files")],
)
async def test_no_game_is_opened_where_the_bot_may_not_post_it(
    harbour: Harbour, denied: Permission, named: str
) -> None:
    (ann,) = harbour.people("Ann")
    harbour.discord.deny_bot(harbour.discord.harbour, denied)
    reply = await harbour.told(await ann.slash("/play", game="port_flower"))
    assert named in reply.text
    assert (await harbour.bot.store.open_games()) == []


async def test_a_bot_that_may_open_no_threads_says_so(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    harbour.discord.deny_bot(harbour.discord.harbour, Permission.CREATE_PUBLIC_THREADS)
    reply = await harbour.told(await ann.slash("/play", game="port_flower", thread=True))
    assert "Create Public Threads" in reply.text


async def test_a_channel_takes_one_game_at_a_time(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann)
    reply = await harbour.told(await bo.slash("/play", game="port_flower"))
    assert reply.ephemeral
    assert "already a game in this channel" in reply.text
    assert len(harbour.posts()) == 1


async def test_of_many_who_open_a_game_at_the_same_time_one_succeeds(harbour: Harbour) -> None:
    people = harbour.people("Ann", "Bo", "Cato", "Dagny")
    await asyncio.gather(*(person.slash("/play", game="port_flower") for person in people))
    await harbour.calm()
    assert len(harbour.posts()) == 1
    assert len(await harbour.bot.store.open_games()) == 1


CLUB = {
    "port_flower": {"reroll_when_stuck": "on"},
    "acrana": {"cards_per_turn": "2"},
    "privateer": {
        "seating": "shuffle", "terrain": "light", "terrain_setup": "auto", "storm": "late",
        "defender_prize": "scuttle", "silent_dice": "off", "opening_truce": "crowd",
    },
    "kraken_bay": {"movement": "up_to", "kraken_bounty": "on"},
    "dangerous_sea": {"start_positions": "spread", "negotiation": "off"},
}  # fmt: skip
"""The options that the preset `club` changes, by the specifications of the games."""


@pytest.mark.parametrize("slug", CLUB)
def test_a_game_is_opened_with_what_its_specification_recommends_for_chat(slug: str) -> None:
    game = games()[slug]
    preset = preset_of(game, first_preset(game))
    assert preset.name == "club"
    assert changed(choose(game.options, preset.options)) == CLUB[slug]
    seats = range(game.min_seats, game.max_seats + 1)
    assert {name: [*turns] for name, turns in pacing(game).items()} == {
        preset.name: [*seats] for preset in game.presets
    }


# Joining and leaving


async def test_people_join_by_button_and_by_command_into_one_message(harbour: Harbour) -> None:
    ann, bo, cato = harbour.people("Ann", "Bo", "Cato")
    await harbour.open_lobby(ann)
    pressed = await harbour.told(await bo.press(harbour.newest, "Join"))
    typed = await harbour.told(await cato.slash("/game join"))
    assert pressed.ephemeral
    assert typed.ephemeral
    (lobby,) = harbour.posts()
    assert "1. **Ann**\n2. **Bo**\n3. **Cato**" in lobby.text


async def test_who_leaves_gives_the_seat_to_those_behind(harbour: Harbour) -> None:
    ann, bo, cato = harbour.people("Ann", "Bo", "Cato")
    await harbour.open_lobby(ann, bo, cato)
    await harbour.told(await bo.press(harbour.newest, "Leave"))
    assert "1. **Ann**\n2. **Cato**" in harbour.newest.text
    await harbour.told(await cato.slash("/game leave"))
    assert "1 (2 to 6 can play)" in harbour.newest.text


async def test_nobody_joins_twice(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann, bo)
    reply = await harbour.told(await bo.press(harbour.newest, "Join"))
    assert reply.ephemeral
    assert "joined already" in reply.text
    assert len((await harbour.table()).row.members) == 2


async def test_who_never_joined_cannot_leave(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann)
    reply = await harbour.told(await bo.press(harbour.newest, "Leave"))
    assert "nothing to leave" in reply.text


async def test_who_comes_to_a_full_table_waits_and_is_called_when_somebody_makes_room(
    harbour: Harbour,
) -> None:
    ann, bo, cato, dagny = harbour.people("Ann", "Bo", "Cato", "Dagny")
    edda, finn, gerd = harbour.people("Edda", "Finn", "Gerd")
    await harbour.open_lobby(ann, bo, cato, dagny, game="dangerous_sea")
    reply = await harbour.told(await edda.press(harbour.newest, "Wait for a seat"))
    assert "All 4 seats are taken. You are number 1 in line" in reply.text
    again = await harbour.told(await edda.press(harbour.newest, "Wait for a seat"))
    assert "You are waiting already, number 1 in line." in again.text
    assert "number 2 in line" in (await harbour.told(await finn.slash("/game join"))).text
    assert "number 3 in line" in (await harbour.told(await gerd.slash("/game join"))).text
    assert "**Waiting for a seat** · **Edda**, **Finn**, **Gerd**" in harbour.newest.text
    await harbour.restart()
    await harbour.told(await finn.slash("/game leave"))
    assert "**Waiting for a seat** · **Edda**, **Gerd**" in harbour.newest.text

    lobby = harbour.newest
    await harbour.told(await bo.press(lobby, "Leave"))
    assert harbour.newest is not lobby
    assert "goes on below" in lobby.text
    assert harbour.newest.pinged == {edda.id}
    assert f"{edda.mention}: a seat is free, and you have it." in harbour.newest.text
    assert "4. **Edda**" in harbour.newest.text
    assert "**Waiting for a seat** · **Gerd**" in harbour.newest.text
    await harbour.told(await ann.press(harbour.newest, "Start"))
    row = (await harbour.table()).row
    assert (row.waiting, [member.user for member in row.members]) == (
        (),
        [ann.id, cato.id, dagny.id, edda.id],
    )


async def test_the_bot_plays_on_as_many_seats_as_the_host_gives_it(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann, game="dangerous_sea")
    reply = await harbour.told(await bo.press(harbour.newest, "Add the bot"))
    assert "Only" in reply.text
    assert "who opened this game" in reply.text
    for _ in range(3):
        await harbour.told(await ann.press(harbour.newest, "Add the bot"))
    seats = [
        "1. **Ann**",
        "2. **Bot B** (the bot, steady)",
        "3. **Bot C** (the bot, steady)",
        "4. **Bot D** (the bot, steady)",
    ]
    assert "\n".join(seats) in harbour.newest.text
    add = next(button for button in harbour.newest.buttons if button.label == "Add the bot")
    assert add.disabled
    full = await harbour.told(await ann.forge_press(add.custom_id or "", harbour.newest))
    assert "All seats are taken" in full.text

    await harbour.told(await bo.press(harbour.newest, "Join"))
    assert "\n".join([*seats[:3], "4. **Bo**"]) in harbour.newest.text
    await harbour.told(await ann.press(harbour.newest, "Remove the bot"))
    assert "1. **Ann**\n2. **Bot B** (the bot, steady)\n3. **Bo**" in harbour.newest.text
    await harbour.told(await ann.press(harbour.newest, "Add the bot"))
    assert "4. **Bot D** (the bot, steady)" in harbour.newest.text
    await harbour.told(await bo.press(harbour.newest, "Leave"))
    await harbour.told(await ann.press(harbour.newest, "For chat"))
    assert "✅ **For chat** · " in harbour.newest.text
    assert {"As published", "✓ For chat"} <= set(labels(harbour.newest))
    await harbour.told(await ann.press(harbour.newest, "Start"))
    assert "(the bot, steady)" in (await harbour.told(await bo.slash("/game status"))).text
    table = await harbour.table()
    assert [member.user == harbour.bot.tables.machine.user for member in table.row.members] == [
        False,
        True,
        True,
    ]
    assert {awaited.seat for awaited in table.match.position.awaited} == {1}


async def test_the_rules_are_a_press_away_from_the_lobby_and_read_on_by_a_menu(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann)
    page = (await harbour.told(await ann.press(harbour.newest, "Rules"))).message
    assert page.ephemeral
    topic = offered(page)[0]
    page = (await harbour.told(await ann.choose(page, topic.value))).message
    assert f"## Sailing Port Flower: {topic.label}" in page.text
    assert topic in offered(page)


async def test_of_two_who_want_the_last_seat_one_gets_it(harbour: Harbour) -> None:
    await harbour.open_lobby(*harbour.people("Ann", "Bo", "Cato", "Dagny", "Edda"))
    late = harbour.people("Finn", "Gerd")
    await asyncio.gather(*(person.press(harbour.newest, "Join") for person in late))
    await harbour.calm()
    members = (await harbour.table()).row.members
    assert [member.seat for member in members] == [1, 2, 3, 4, 5, 6]


# Options


async def test_options_are_changed_in_forms_of_five_that_say_what_they_mean(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann)
    page = (await harbour.told(await ann.press(harbour.newest, "Options"))).message
    assert page.ephemeral
    assert "Preset **As published**. Nothing is changed." in page.text
    assert "**2** Sharks · Sharing the dice · Rounding a buoy" in page.text
    form = (await harbour.told(await ann.press(page, "1 · Chart …"))).modal
    assert [field.label for field in form.fields] == ["Chart", "Layout", "Islands", "Buoys"]
    chart = form.fields[0].input
    assert isinstance(chart, RadioGroup)
    more = (await harbour.told(await ann.press(page, "2 · Sharks …"))).modal
    assert isinstance(more.fields[0].input, StringMenu)
    assert [choice.description for choice in chart.options if choice.value == "diamond"] == [
        "Diamond Sound, 12 by 12 with cut corners and the port in the middle."
    ]
    told = await harbour.told(await ann.submit(form, {"Chart": "diamond", "Buoys": "3"}))
    assert "Set: Chart **diamond**, Buoys **3**." in told.message.text
    assert "**Changed** · Chart: **diamond** · Buoys: **3**" in harbour.newest.text
    again = (await harbour.told(await ann.press(told.message, "1 · Chart …"))).modal
    assert isinstance(again.fields[0].input, RadioGroup)
    assert [choice.value for choice in again.fields[0].input.options if choice.default] == ["diamond"]
    assert "Nothing was changed." in (await harbour.told(await ann.submit(again, {}))).message.text


@pytest.mark.parametrize("slug", games())
async def test_every_option_of_a_game_stands_in_a_form_that_discord_takes(
    harbour: Harbour, slug: str
) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann, game=slug)
    asked = list[str]()
    for number in range(1, len(pages_of(games()[slug])) + 1):
        form = (await harbour.lobby_control(ann, "option", str(number))).modal
        asked += [field.input.custom_id for field in form.fields]
    assert asked == [setting.name for setting in lobby.settings_of(games()[slug])]


async def test_what_can_only_be_off_or_on_is_a_box(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann, game="dangerous_sea", ghost_ship="off")
    assert "**Changed** · Ghost Ship: **off**" in harbour.newest.text
    await harbour.set_option(ann, "ghost_ship", "on")
    assert "Changed" not in harbour.newest.text


async def test_a_preset_chosen_later_drops_single_changes(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann, sharks="4")
    await harbour.told(await ann.press(harbour.newest, "Wild"))
    assert "✅ **Wild** · " in harbour.newest.text
    assert "Sharks:" not in harbour.newest.text


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("sharks", "5"),
        ("sharks", "--1"),
        ("sharks", "many"),
        ("round_limit", "9" * 5000),
        ("buoys", "2"),
        ("escape", "perhaps"),
        ("rudder", "left"),
    ],
)
async def test_a_value_out_of_range_is_refused(harbour: Harbour, option: str, value: str) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann)
    with pytest.raises(BadOption):
        lobby.set_options((await harbour.table()).row, {option: value})


async def test_all_that_does_not_fit_a_form_of_options_is_named_and_nothing_is_set(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann)
    form = await options_form(ann, harbour.newest, "port_flower", "round_limit")
    before = (await harbour.table()).row
    reply = await harbour.told(await ann.submit(form, {"round_limit": "9", "first_player": "seat1"}))
    assert reply.message.ephemeral
    assert "“9” does not fit Round limit: choose a number from 10 to 100." in reply.message.text
    assert (await harbour.table()).row == before


async def test_a_preset_or_a_page_that_there_is_not_changes_nothing(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann)
    before = (await harbour.table()).row
    assert "no preset" in (await harbour.lobby_control(ann, "preset", "mild")).text
    assert "no such page" in (await harbour.lobby_control(ann, "option", "99")).text
    assert (await harbour.table()).row == before


async def test_guests_see_the_options_but_do_not_change_them(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann, bo)
    page = (await harbour.told(await bo.press(harbour.newest, "Options"))).message
    assert f"Game masters can change them: {known(ann)}." in page.text
    page = (await harbour.told(await bo.press(page, "1 · Chart …"))).message
    assert "**Chart** `standard` · Size and shape of the sea. Port Flower Bay, 12 by 8 squares" in page.text


async def test_who_is_no_game_master_any_more_sends_a_form_of_options_in_vain(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann, bo)
    form = await options_form(ann, harbour.newest, "port_flower", "board")
    table = await harbour.table()
    await table.rearrange(lambda row: lobby.dismissed(lobby.appointed(row, bo.id), ann.id), 0)
    reply = await harbour.told(await ann.submit(form, {"Chart": "diamond"}))
    assert bo.mention in reply.message.text
    assert "diamond" not in harbour.newest.text


async def test_two_hosts_who_change_different_options_of_a_page_at_once_both_have_their_way(
    harbour: Harbour,
) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann, bo)
    table = await harbour.table()
    await table.rearrange(lambda row: lobby.appointed(row, bo.id), 0)
    first = await options_form(ann, harbour.newest, "port_flower", "board")
    second = await options_form(bo, harbour.newest, "port_flower", "board")
    await harbour.told(await ann.submit(first, {"Chart": "diamond"}))
    told = await harbour.told(await bo.submit(second, {"Buoys": "3"}))
    assert "Set: Buoys **3**. Somebody else had meanwhile set: Chart **diamond**." in told.message.text
    assert "**Changed** · Chart: **diamond** · Buoys: **3**" in harbour.newest.text


async def test_who_wants_to_close_a_game_that_has_begun_is_told_how_it_ends(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo)
    reply = await harbour.lobby_control(ann, "close")
    assert re.search(r"</gm:\d+> task:end ends it", reply.text)
    assert (await harbour.table()).row.status == "running"


async def test_options_stay_as_they_are_once_the_game_has_begun(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann, bo, sharks="3")
    form = await options_form(ann, harbour.newest, "port_flower", "sharks")
    await harbour.lobby_control(ann, "start")
    reply = await harbour.told(await ann.submit(form, {"sharks": "1"}))
    assert "already begun" in reply.message.text
    page = await harbour.lobby_control(ann, "option", page_with("port_flower", "sharks"))
    assert "**Sharks** `3`" in page.text


async def test_a_form_in_which_nothing_is_new_leaves_a_game_that_has_begun_its_controls(
    harbour: Harbour,
) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann, bo)
    form = await options_form(ann, harbour.newest, "port_flower", "sharks")
    await harbour.lobby_control(ann, "start")
    before = harbour.newest
    shown = (before.text, before.buttons)
    reply = await harbour.told(await ann.submit(form, {}))
    assert "already begun" in reply.message.text
    assert (harbour.newest.text, harbour.newest.buttons) == shown
    assert shown[1]


# Starting


async def test_a_game_needs_enough_players_to_start(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann)
    assert harbour.newest.buttons[1].disabled
    reply = await harbour.lobby_control(ann, "start")
    assert reply.ephemeral
    assert "needs 1 more player" in reply.text
    await harbour.told(await bo.press(harbour.newest, "Join"))
    assert not harbour.newest.buttons[1].disabled


async def test_only_the_host_starts_the_game(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann, bo)
    reply = await harbour.told(await bo.press(harbour.newest, "Start"))
    assert reply.ephemeral
    assert ann.mention in reply.text
    assert (await harbour.table()).row.status == "lobby"
    await harbour.told(await ann.press(harbour.newest, "Start"))
    assert (await harbour.table()).row.status == "running"


async def test_a_moderator_starts_a_game_whose_host_is_away(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    mo = harbour.discord.persona("Mo", moderator=True)
    await harbour.open_lobby(ann, bo)
    await harbour.lobby_control(mo, "start")
    assert (await harbour.table()).row.status == "running"


async def test_a_host_who_left_the_table_is_still_the_host(harbour: Harbour) -> None:
    ann, bo, cato = harbour.people("Ann", "Bo", "Cato")
    await harbour.open_lobby(ann, bo, cato)
    await harbour.told(await ann.press(harbour.newest, "Leave"))
    await harbour.told(await ann.press(harbour.newest, "Start"))
    assert [member.name for member in (await harbour.table()).row.members] == ["Bo", "Cato"]
    assert (await harbour.table()).row.status == "running"


async def test_a_game_is_started_once_however_often_start_is_pressed(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann, bo)
    replies = await asyncio.gather(*(ann.press(harbour.newest, "Start") for _ in range(5)))
    await harbour.calm()
    assert sum("The game has begun." in reply.text for reply in replies) == 1
    assert sum("already begun" in reply.text for reply in replies) == 4
    assert len(harbour.posts()) == 2


async def test_the_lobby_gives_up_its_buttons_when_the_game_begins(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo)
    assert harbour.posts()[0].buttons == []


async def test_nobody_joins_or_leaves_a_game_that_has_begun(harbour: Harbour) -> None:
    ann, bo, cato = harbour.people("Ann", "Bo", "Cato")
    await harbour.start_race(ann, bo)
    assert "has begun, and no seat is free" in (await harbour.told(await cato.slash("/game join"))).text
    assert "Leave the game for good?" in (await harbour.told(await bo.slash("/game leave"))).text
    assert len((await harbour.table()).row.members) == 2


# Closing


async def test_a_lobby_is_closed_by_its_host_alone(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann, bo)
    assert ann.mention in (await harbour.lobby_control(bo, "close")).text
    await harbour.lobby_control(ann, "close")
    assert harbour.newest.buttons == []
    assert "closed" in harbour.newest.text


async def test_a_closed_lobby_makes_room_for_another_game(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann)
    await harbour.lobby_control(ann, "close")
    await harbour.told(await ann.slash("/play", game="port_flower"))
    assert len(await harbour.bot.store.open_games()) == 1


@pytest.mark.parametrize("command", ["/game board", "/game log", "/game status", "/game check"])
async def test_of_a_closed_lobby_people_are_told_that_it_was_closed(harbour: Harbour, command: str) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.open_lobby(ann)
    await harbour.lobby_control(ann, "close")
    assert "closed" in (await harbour.told(await ann.slash(command))).text


async def test_buttons_of_a_closed_lobby_do_nothing(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann)
    join = harbour.newest.buttons[0].custom_id or ""
    await harbour.lobby_control(ann, "close")
    reply = await harbour.told(await bo.forge_press(join, harbour.newest))
    assert reply.ephemeral
    assert "closed" in reply.text


# Several games


async def test_somebody_plays_in_several_channels_at_once(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    channels = [harbour.discord.channel(name) for name in ("north", "south", "west")]
    for channel in channels:
        await harbour.told(await ann.slash("/play", channel=channel, options={"game": "port_flower"}))
        await harbour.told(await bo.slash("/game join", channel=channel))
        await harbour.lobby_control(ann, "start", channel=channel)
    assert [len(harbour.posts(channel)) for channel in channels] == [2, 2, 2]
    games = {(await harbour.table(channel)).row.id for channel in channels}
    assert len(games) == 3


async def test_my_games_are_listed_with_those_that_wait_for_me_first(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo, first_player="seat1")
    south = harbour.discord.channel("south")
    await harbour.told(await bo.slash("/play", channel=south, options={"game": "port_flower"}))
    await harbour.told(await ann.slash("/game join", channel=south))
    lines = (await harbour.told(await ann.slash("/games", channel=south))).text.splitlines()
    assert lines[0].startswith("⏰")
    assert harbour.discord.harbour.mention in lines[0]
    assert south.mention in lines[1]
    assert "in its lobby" in lines[1]


async def test_who_plays_nowhere_is_told_how_to_begin(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    assert "/play" in (await harbour.told(await ann.slash("/games"))).text


async def test_a_thread_of_a_game_is_kept_open_for_a_week(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.told(await ann.slash("/play", game="port_flower", thread=True))
    (thread,) = harbour.discord.world.threads_of(harbour.discord.harbour)
    assert isinstance(thread, Thread)
    assert thread.auto_archive_minutes == 7 * 24 * 60


async def test_commands_in_a_channel_without_a_game_say_how_to_begin(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    for command in ("/game join", "/game board", "/game log", "/game status", "/game check"):
        reply = await harbour.told(await ann.slash(command))
        assert reply.ephemeral
        assert "/play" in reply.text


async def test_games_may_be_typed_by_their_titles(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.told(await ann.slash("/play", game="Sailing Port Flower"))
    assert (await harbour.table()).row.slug == "port_flower"


async def test_nobody_joins_when_the_options_want_no_more(harbour: Harbour) -> None:
    ann, bo, cato = harbour.people("Ann", "Bo", "Cato")
    await harbour.told(await ann.slash("/play", game="privateer"))
    await harbour.set_option(ann, "mode", "duel")
    await harbour.told(await bo.slash("/game join"))
    reply = await harbour.told(await cato.slash("/game join"))
    assert reply.ephemeral
    assert "All 2 seats are taken" in reply.text
    assert "2 of 2 seats taken" in (await harbour.told(await cato.slash("/game status"))).text


async def test_a_lobby_tells_how_many_its_options_want(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann, bo, game="privateer")
    assert "2 (2 to 6 can play)" in harbour.newest.text
    await harbour.set_option(ann, "mode", "duel")
    assert "2 (exactly 2 can play)" in harbour.newest.text
    assert "Wait for a seat" in labels(harbour.newest)
