"""Three ways to decide: commands with suggestions, a line of notation, and buttons with menus."""

import asyncio

import pytest

from rules.port_flower.rooms.restocking import Restocking
from sandbox import Message, Persona
from tests.bot import voyages
from tests.bot.harbour import Harbour, labels, offered
from tests.pictures import seen
from tests.rules.acrana.table import Table

BOAT = "Your boat in port …"
"""The menu of the boat's destinations."""


async def race(harbour: Harbour, *wind: int, **options: str) -> tuple[Persona, Persona]:
    """Start a race of Ann and Bo. It is Bo's turn, with the given wind (N, E, S, W)."""
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo, first_player="seat1", **options)
    await harbour.pass_turn(*wind)
    return ann, bo


# Commands


async def test_a_command_suggests_for_each_field_what_fits_the_others(harbour: Harbour) -> None:
    _, bo = await race(harbour, 4, 0, 0, 0)
    pieces = await bo.complete("/portflower move", focused="piece")
    assert [value for _, value in pieces] == ["boat", "shark1", "shark2"]
    routes = await bo.complete("/portflower move", focused="route", piece="boat", route="N4")
    assert "N4" in [value for _, value in routes]
    assert all(str(value).startswith("N4") for _, value in routes)
    squares = await bo.complete(
        "/portflower move", focused="from", options={"piece": "boat", "route": "N4", "from": ""}
    )
    assert squares == [("F2 to F6", "F2")]


async def test_suggestions_call_seats_by_their_players_as_menus_do(harbour: Harbour) -> None:
    people = harbour.people("Ann", "Bo")
    await harbour.start_race(*people, first_player="seat1")
    await harbour.pass_turn(4, 0, 0, 0)
    state = await harbour.race()
    column, row = state.sharks[0][:1], int(state.sharks[0][1:])
    state.seats[0].position = f"{column}{row + 1}"
    await voyages.lay_out(harbour, state)
    hits = "hits Ann"
    lines = await people[1].complete("/game do", focused="action", action="move shark1 N4")
    assert [name for name, _ in lines if hits in name]
    routes = await people[1].complete("/portflower move", focused="route", piece="shark1", route="N4")
    assert [name for name, _ in routes if hits in name]


async def test_a_shark_is_suggested_no_square_to_leave_the_port_by(harbour: Harbour) -> None:
    _, bo = await race(harbour, 4, 0, 0, 0)
    options = {"piece": "shark1", "route": "N0 E0", "from": ""}
    assert await bo.complete("/portflower move", focused="from", options=options) == []


async def test_a_command_made_of_suggestions_is_carried_out(harbour: Harbour) -> None:
    _, bo = await race(harbour, 4, 0, 0, 0)
    options = {"piece": "boat", "route": "N4", "from": "F2"}
    reply = await harbour.told(await bo.slash("/portflower move", options=options))
    assert reply.ephemeral
    assert "F6" in reply.text
    assert (await harbour.race()).seats[1].position == "F6"


async def test_nothing_is_suggested_to_who_is_not_asked(harbour: Harbour) -> None:
    ann, _ = await race(harbour, 4, 0, 0, 0)
    (cato,) = harbour.people("Cato")
    for person in (ann, cato):
        assert await person.complete("/portflower move", focused="piece") == []


async def test_a_refused_movement_says_privately_what_to_do_instead(harbour: Harbour) -> None:
    _, bo = await race(harbour, 4, 0, 0, 0)
    before = (await harbour.table()).row
    reply = await harbour.told(
        await bo.slash("/portflower move", options={"piece": "boat", "route": "N4", "from": "E2"})
    )
    assert reply.ephemeral
    assert "There is an island at E5" in reply.text
    assert (await harbour.table()).row == before


async def test_a_line_that_cannot_be_read_is_answered_with_one_that_can_be_done_now(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo, game="acrana", autoplay="off")
    await voyages.lay_out(harbour, Table("A1@40", A="7a 9b+4", B="Jb").state)
    reply = await harbour.told(await ann.slash("/game do", action="sail"))
    assert reply.text.endswith("Possible now, for example: 7 · A1 to 47 (`sail 7a A1 squares 7`).")
    page = (await harbour.told(await ann.press(harbour.newest, "Your choices"))).message
    assert "Yours to decide: you play a card." in page.text


async def test_what_a_command_suggests_may_be_typed_as_it_reads_or_as_it_is_written(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo, game="acrana", autoplay="off")
    await voyages.lay_out(harbour, Table("A1@40", A="7a 7b 9b+4", B="Jb").state)
    assert await ann.complete("/acrana sail", focused="card", card="") == [
        ("7♠ to 47", "7a"), ("9 (13) to 53", "9b"),
    ]  # fmt: skip
    assert await ann.complete("/acrana sail", focused="card", card="7♥") == [("7♥ to 47", "7b")]
    assert await ann.complete("/acrana sail", focused="card", card="7b") == [("7♥ to 47", "7b")]
    assert await ann.complete("/acrana sail", focused="ship", card="7b") == [("A1 at 40 to 47", "A1")]
    await harbour.told(await ann.slash("/acrana sail", card="7b", ship="A1"))
    assert "A1" in harbour.newest.text


# One line


async def test_do_suggests_all_that_controls_offer_and_fits(harbour: Harbour) -> None:
    _, bo = await race(harbour, 4, 0, 0, 0)
    assert len(await bo.complete("/game do", focused="action")) == 19
    fitting = await bo.complete("/game do", focused="action", action="move boat N4")
    assert ("Boat F2 N4 → F6 (move boat N4 from F2)", "move boat N4 from F2") in fitting
    assert await bo.complete("/game do", focused="action", action="resi") == [("Resign", "resign")]


async def test_a_suggestion_may_be_sent_by_its_name(harbour: Harbour) -> None:
    _, bo = await race(harbour, 4, 0, 0, 0)
    name = "Boat F2 N4 → F6 (move boat N4 from F2)"
    assert name in [offer for offer, _ in await bo.complete("/game do", focused="action", action="boat f2")]
    await harbour.told(await bo.slash("/game do", action=name))
    assert (await harbour.race()).seats[1].position == "F6"


async def test_what_comes_to_the_same_is_suggested_once_and_may_be_typed(harbour: Harbour) -> None:
    _, bo = await race(harbour, 2, 3, 2, 1)
    for typed, way in (('shark1 "N2', "N2 E3"), ('shark1 "E3 N2', "E3 N2")):
        found = await bo.complete("/game do", focused="action", action=typed)
        line = f'move shark1 "{way}"'
        assert (f"Shark 1 {way} → E8 ({line})", line) in found
    found = await bo.complete("/game do", focused="action", action="shark1")
    assert 'move shark1 "E3 N2"' not in [value for _, value in found]
    routes = await bo.complete("/portflower move", focused="route", piece="shark1", route="")
    assert "E3 N2" not in [value for _, value in routes]
    await harbour.told(await bo.slash("/game do", action="s1 E3 N2"))
    assert (await harbour.race()).sharks[0] == "E8"


async def test_a_whole_turn_fits_into_one_line(harbour: Harbour) -> None:
    ann, bo = await race(harbour, 4, 0, 0, 0)
    reply = await harbour.told(await bo.slash("/game do", action="move boat N4 from F2 / move shark1 E0 S0"))
    assert reply.ephemeral
    assert (await harbour.race()).seats[1].position == "F6"
    assert await harbour.awaited() is ann


async def test_the_short_notation_of_the_rules_is_understood(harbour: Harbour) -> None:
    ann, bo = await race(harbour, 3, 3, 0, 0)
    await harbour.told(await bo.slash("/game do", action="b NE3@F2 / s1 S0 /"))
    assert (await harbour.race()).seats[1].position == "I5"
    assert await harbour.awaited() is ann


async def test_a_line_stops_at_what_cannot_be_done_and_says_what_was(harbour: Harbour) -> None:
    _, bo = await race(harbour, 4, 0, 0, 0)
    reply = await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E5"))
    assert reply.ephemeral
    assert "Done: b N4\\@F2. Not done: s1 E5." in reply.text
    assert (await harbour.race()).seats[1].position == "F6"
    assert await harbour.awaited() is bo


@pytest.mark.parametrize("line", ["fly to the moon", "move", "/", "b N4@F2 " * 500])
async def test_a_line_that_means_nothing_is_refused_privately(harbour: Harbour, line: str) -> None:
    _, bo = await race(harbour, 4, 0, 0, 0)
    before = (await harbour.table()).row
    reply = await harbour.told(await bo.slash("/game do", action=line))
    assert reply.ephemeral
    assert reply.text.startswith("⚓")
    assert (await harbour.table()).row == before


# Buttons and menus


async def test_buttons_and_menus_ask_one_thing_after_another(harbour: Harbour) -> None:
    _, bo = await race(harbour, 2, 3, 2, 1)
    page = (await harbour.told(await bo.choose(harbour.newest, "Boat to H4", placeholder=BOAT))).message
    assert page.ephemeral
    ways = [label for label in labels(page) if label != "Start over"]
    assert all(str(way).startswith("7 · Boat ") and "→ H4" in str(way) for way in ways)
    await harbour.told(await bo.press(page, ways[0]))
    assert (await harbour.race()).seats[1].position == "H4"
    assert "H4" in page.text


async def test_what_leads_to_one_action_alone_is_done_with_one_choice(harbour: Harbour) -> None:
    _, bo = await race(harbour, 3, 2, 1, 1)
    await harbour.told(await bo.choose(harbour.newest, "Boat F2 N3 E2 → H5", placeholder=BOAT))
    assert (await harbour.race()).seats[1].position == "H5"


async def test_a_choice_can_be_begun_anew(harbour: Harbour) -> None:
    _, bo = await race(harbour, 2, 3, 2, 1)
    page = (await harbour.told(await bo.choose(harbour.newest, "Boat to H4", placeholder=BOAT))).message
    assert "So far: Your boat in port · Boat to H4." in page.text
    await harbour.told(await bo.press(page, "Start over"))
    assert [menu.placeholder for menu in page.menus] == [BOAT, "Shark 1 at B6 …", "Shark 2 at J6 …"]


async def test_who_chooses_in_private_and_is_asked_again_goes_on_there(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo, game="acrana", autoplay="off", cards_per_turn="2")
    await voyages.lay_out(harbour, Table("A1@40", A="7a 9b 5a", B="Jb", chosen={"cards_per_turn": 2}).state)
    page = (await harbour.told(await ann.press(harbour.newest, "Your choices"))).message
    await harbour.told(await ann.press(page, "2 · 7 · A1 to 47"))
    assert "A1" in page.text.splitlines()[0]
    assert "5, 9" in page.text.splitlines()[1]
    assert len(page.pictures) == 2
    await harbour.told(await ann.press(page, "2 · 9 · A1 to 56"))
    assert "Yours to decide" not in page.text
    assert labels(page) == []


async def test_what_was_picked_from_a_menu_can_be_picked_again_after_starting_over(harbour: Harbour) -> None:
    _, bo = await race(harbour, 2, 3, 2, 1)
    page = (await harbour.told(await bo.press(harbour.newest, "Your choices"))).message
    for _ in range(2):
        await harbour.told(await bo.choose(page, "7 · Boat to H4", placeholder=BOAT))
        await harbour.told(await bo.press(page, "Start over"))
    assert "7 · Boat to H4" in [option.label for option in offered(page)]


async def test_a_press_in_public_that_acts_is_answered_by_the_message_itself(harbour: Harbour) -> None:
    ann, bo = await race(harbour, 4, 0, 0, 0, repellent="coin")
    await harbour.force(0, 4, 0, 0)
    await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E0 S0"))
    await harbour.told(await ann.slash("/game do", action="s1 E4"))
    reply = await harbour.told(await bo.press(harbour.newest, "Let it come"))
    assert reply.followups == []
    assert (await harbour.race()).seats[1].position == "port"


async def test_the_board_is_shown_with_the_controls_of_whoever_asks(harbour: Harbour) -> None:
    ann, bo = await race(harbour, 4, 0, 0, 0)
    own = await harbour.told(await bo.slash("/game board"))
    assert [menu.placeholder for menu in own.message.menus] == [
        menu.placeholder for menu in harbour.newest.menus
    ]
    (shown,) = own.message.pictures
    assert str(shown.alt).startswith("Where your boat can end")
    other = await harbour.told(await ann.slash("/game board"))
    assert other.message.pictures
    assert other.buttons == []
    assert bo.mention in other.text


async def test_only_who_is_choosing_sees_where_the_choices_lead(harbour: Harbour) -> None:
    ann, bo = await race(harbour, 4, 0, 0, 0)
    public = seen(harbour.newest.pictures[0].data)
    own = await harbour.told(await bo.slash("/game board"))
    other = await harbour.told(await ann.slash("/game board"))
    assert seen(own.message.pictures[0].data) != public
    assert seen(other.message.pictures[0].data) == public


# Take-backs


async def test_a_player_takes_back_what_nobody_has_built_upon(harbour: Harbour) -> None:
    _, bo = await race(harbour, 4, 0, 0, 0)
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    assert "Take back" in labels(harbour.newest)
    await harbour.told(await bo.press(harbour.newest, "Take back"))
    assert (await harbour.race()).seats[1].position == "port"
    assert "took back" in harbour.newest.text
    assert "Take back" not in labels(harbour.newest)


async def test_nothing_is_taken_back_once_dice_were_rolled(harbour: Harbour) -> None:
    ann, bo = await race(harbour, 4, 0, 0, 0)
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    back = next(button.custom_id for button in harbour.newest.buttons if button.label == "Take back")
    await harbour.told(await bo.slash("/game do", action="s1 E0 S0"))
    before = (await harbour.table()).row
    assert "Take back" not in labels(harbour.newest)
    reply = await harbour.told(await bo.forge_press(back or "", harbour.newest))
    assert reply.ephemeral
    assert "earlier moment" in reply.text
    assert (await harbour.table()).row == before
    assert await harbour.awaited() is ann


async def test_nobody_takes_back_for_another(harbour: Harbour) -> None:
    ann, bo = await race(harbour, 4, 0, 0, 0)
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    before = (await harbour.table()).row
    reply = await harbour.told(await ann.press(harbour.newest, "Take back"))
    assert reply.ephemeral
    assert "only your own last action" in reply.text
    assert (await harbour.table()).row == before


async def test_a_doubled_take_back_takes_back_once(harbour: Harbour) -> None:
    _, bo = await race(harbour, 4, 0, 0, 1, dice_split="both_sharks")
    await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E0"))
    post = harbour.newest
    await asyncio.gather(*(bo.press(post, "Take back") for _ in range(5)))
    await harbour.calm()
    assert (await harbour.race()).moved == {"boat": "N"}


# Resigning


async def test_resigning_is_asked_twice(harbour: Harbour) -> None:
    _, bo = await race(harbour, 4, 0, 0, 0)
    page = (await harbour.told(await bo.slash("/game leave"))).message
    assert page.ephemeral
    assert (await harbour.race()).seats[1].active
    await harbour.told(await bo.press(page, "Yes, resign"))
    assert not (await harbour.race()).seats[1].active


async def test_resigning_by_a_line_is_asked_twice_suggested_last_and_final(harbour: Harbour) -> None:
    people = harbour.people("Ann", "Bo", "Cato")
    await harbour.start_race(*people, first_player="seat1", repellent="coin")
    state = await harbour.race()
    state.agenda[:] = [Restocking()]
    await voyages.lay_out(harbour, state)
    ann = people[0]
    for typed in ("", "r", "e"):
        assert (await ann.complete("/game do", focused="action", action=typed))[-1] == ("Resign", "resign")
    assert len(await ann.complete("/game do", focused="action", action="r")) > 1

    page = (await harbour.told(await ann.slash("/game do", action="resign"))).message
    assert page.ephemeral
    assert (await harbour.race()).seats[0].active
    several = await harbour.told(await ann.slash("/game do", action="restock / resign"))
    assert "Giving up needs a confirmation" in several.text
    assert (await harbour.race()).seats[0].active
    await harbour.told(await ann.press(page, "Yes, resign"))
    assert not (await harbour.race()).seats[0].active
    assert not [label for label in labels(harbour.newest) if label and "Take back" in label]


async def test_who_has_resigned_cannot_do_so_again(harbour: Harbour) -> None:
    people = harbour.people("Ann", "Bo", "Cato")
    await harbour.start_race(*people)
    page = (await harbour.told(await people[1].slash("/game leave"))).message
    press = page.buttons[0].custom_id or ""
    await harbour.told(await people[1].press(page, "Yes, resign"))
    reply = await harbour.told(await people[1].slash("/game leave"))
    assert "resigned already" in reply.text
    before = (await harbour.table()).row
    await harbour.told(await people[1].forge_press(press, page))
    assert (await harbour.table()).row == before


async def test_who_leaves_a_lobby_is_not_asked_once_more(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann, bo)
    assert "You have left the table." in (await harbour.told(await bo.slash("/game leave"))).text
    assert (await harbour.table()).row.seats_of(bo.id) == ()


# Hints, for which buttons have no room


async def test_what_a_public_button_has_no_room_for_stands_above_it(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo, first_player="seat1", repellent="coin")
    state = await harbour.race()
    state.agenda[:] = [Restocking()]
    await voyages.lay_out(harbour, state)
    assert labels(harbour.newest)[:2] == ["Roll the wind", "Take back a repellent"]
    assert "-# Take back a repellent: It costs this turn." in harbour.newest.text
    assert "Roll the wind:" not in harbour.newest.text


async def choices_of_acrana(harbour: Harbour, ships: str, *, hand: str) -> Message:
    """Return Ann's private choices in a race of three ships each. `ships` gives their squares."""
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo, game="acrana", ships="3", autoplay="off")
    await voyages.lay_out(harbour, Table(ships, chosen={"ships": 3}, A=hand, B="Jb").state)
    return (await harbour.told(await ann.press(harbour.newest, "Your choices"))).message


async def test_what_a_private_button_has_no_room_for_stands_above_it_step_by_step(harbour: Harbour) -> None:
    page = await choices_of_acrana(harbour, "A1@27 B1@30 B2@30", hand="8a 7a")
    assert labels(page) == ["1 · 7 · A1 to 29", "1 · 8 · A1 to 29", "Suggest a move"]
    assert "no ship can use 5." in page.text
    assert "no ship can use 6." in page.text
    assert "no ship can use" not in harbour.newest.text


async def test_what_is_true_of_several_buttons_stands_above_them_once(harbour: Harbour) -> None:
    page = await choices_of_acrana(harbour, "A1@45 A2@60", hand="4a")
    assert "2 · 4 · A1 to 47; 6 · 4 · A2 to 62: 2 of 4 squares." in page.text.replace("\\", "")


async def test_a_menu_shows_its_hints_itself(harbour: Harbour) -> None:
    page = await choices_of_acrana(harbour, "A1@27 A2@50", hand="4a 8a")
    assert "3 of 4 squares." in [option.description for option in offered(page)]
    assert "of 4 squares" not in page.text


async def test_beside_a_menu_in_a_post_the_same_is_offered_in_private(harbour: Harbour) -> None:
    (ann, bo) = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo, first_player="seat1", layout="players")
    person, post = await harbour.awaited(), harbour.newest
    first = offered(post)[0]
    await harbour.told(await person.choose(post, first.value))
    page = (await harbour.told(await person.press(post, "Your choices"))).message
    # Discord's clients do not repeat a choice that a post's menu shows. The private page can repeat it.
    assert first in offered(page)
