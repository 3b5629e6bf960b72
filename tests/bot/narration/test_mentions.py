"""The first words of a post: a phone shows them, and mentions in them stay when the post is edited."""

import re

import pytest

from bot.narration.seat_marks import with_mark
from rules.engine.registry import game as find_game
from rules.engine.registry import games
from sandbox import Message, Persona, Refusal, Refused
from sandbox.world.components import TextDisplay
from tests.bot.harbour import Harbour

SHOWN = 150
"""The most characters of a message that a phone's notification has room for."""

PLAYERS = 4


def notification(message: Message, people: list[Persona]) -> str:
    """Return what a phone shows of a message: the beginning of its first component if that is text."""
    first = message.components[0]
    assert isinstance(first, TextDisplay)
    text = first.content
    for person in people:
        text = text.replace(person.mention, f"@{person.name}")
    text = re.sub(r"</([\w -]+):\d+>", r"/\1", text)
    plain = re.sub(r"^(#+|-#) |[*`]", "", text, flags=re.MULTILINE)
    return " ".join(plain.split())[:SHOWN]


async def begin(harbour: Harbour, slug: str) -> list[Persona]:
    """Return a running game of four. The first player is its host and game master."""
    people = harbour.people("Ann", "Bo", "Cato", "Dagny")
    await harbour.start_race(*people, game=slug)
    return people


@pytest.mark.parametrize("slug", games())
async def test_a_phone_says_of_a_lobby_which_game_it_is_and_how_to_join(harbour: Harbour, slug: str) -> None:
    people = harbour.people("Ann", "Bo")
    await harbour.open_lobby(*people, game=slug)
    said = notification(harbour.newest, people)
    assert said.startswith(f"⚓ {find_game(slug).title} @Ann opens a table for ")
    assert said.endswith("2 there: press Join to play.")


@pytest.mark.parametrize("slug", games())
async def test_a_phone_says_of_a_turn_which_game_it_is_who_is_called_and_for_what(
    harbour: Harbour, slug: str
) -> None:
    people = await begin(harbour, slug)
    match = (await harbour.table()).match
    # Some games ask all players at the same time. A phone shows the asked players first.
    decision = match.decisions[0]
    said = notification(harbour.newest, people)
    assert said.startswith(match.game.title)
    who = with_mark(match, decision.seat, f"@{people[decision.seat - 1].name}")
    assert f"{who} {match.game.prompt(match.shown, decision)}."[:60] in said


@pytest.mark.parametrize("slug", games())
async def test_a_phone_says_of_a_pause_which_game_it_is_and_that_it_is_paused(
    harbour: Harbour, slug: str
) -> None:
    people = await begin(harbour, slug)
    await harbour.gm(people[0], "pause", reason="dinner")
    said = notification(harbour.newest, people)
    assert said.startswith(find_game(slug).title)
    assert "The game is paused. A game master lets it go on with /gm task:resume." in said


@pytest.mark.needs("resigning")
@pytest.mark.parametrize("slug", games())
async def test_a_phone_says_of_the_end_which_game_it_is_and_who_came_first(
    harbour: Harbour, slug: str
) -> None:
    people = await begin(harbour, slug)
    for person in people[1:]:
        await harbour.resign(person)
    said = notification(harbour.newest, people)
    assert said.startswith(find_game(slug).title)
    assert re.search("The game is over. First: @?Ann", said)


async def test_what_goes_on_in_a_turn_still_names_whom_it_waits_for(harbour: Harbour) -> None:
    _, bo = await harbour.race_of_two()
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    assert harbour.newest.edited_at is not None
    assert harbour.newest.mentions == (bo.user,)


async def test_a_phone_says_of_a_full_lobby_and_of_a_closed_one_what_has_become_of_it(
    harbour: Harbour,
) -> None:
    people = harbour.people("Ann", "Bo", "Cato", "Dagny", "Edda", "Finn")
    await harbour.open_lobby(*people)
    assert "All seats are taken: @Ann presses Start." in notification(harbour.newest, people)
    await harbour.lobby_control(people[0], "close")
    assert "This lobby was closed." in notification(harbour.newest, people)


async def test_a_phone_says_of_a_game_that_a_master_ended_that_nobody_won(harbour: Harbour) -> None:
    ann, bo = await harbour.race_of_two()
    await harbour.gm(ann, "end", reason="supper")
    said = notification(harbour.newest, [ann, bo])
    assert "The game was ended without a result." in said
    assert harbour.newest.pinged == {ann.id, bo.id}


async def test_a_phone_says_who_is_to_move_after_a_game_was_taken_back_or_moved(harbour: Harbour) -> None:
    ann, bo = await harbour.race_of_two()
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    await harbour.told(await bo.press(harbour.newest, "Take back"))
    taken_back = notification(harbour.newest, [ann, bo])
    south = harbour.discord.channel("south")
    await harbour.gm(ann, "move", to=south.id)
    (moved,) = harbour.posts(south)
    for said, post in ((taken_back, harbour.newest), (notification(moved, [ann, bo]), moved)):
        assert said.startswith("Sailing Port Flower")
        assert "@Bo" in said
        assert post is harbour.newest or post.pinged == {bo.id}


async def test_a_phone_says_of_a_new_player_that_the_turn_is_theirs(harbour: Harbour) -> None:
    ann, bo = await harbour.race_of_two()
    (cato,) = harbour.people("Cato")
    await harbour.gm(ann, "substitute", player="2", newcomer=cato.id, reason="Bo has to leave")
    assert "@Cato" in notification(harbour.newest, [ann, bo, cato])
    assert cato.id in harbour.newest.pinged


async def test_a_phone_says_what_a_vote_is_about_before_whom_it_asks(harbour: Harbour) -> None:
    ann, bo, cato = harbour.people("Ann", "Bo", "Cato")
    await harbour.start_race(ann, bo, game="acrana")
    for seat, newcomer in (("1", cato), ("2", ann)):
        await harbour.gm(ann, "substitute", player=seat, newcomer=newcomer.id, reason="a holiday")
    said = notification(harbour.newest, [ann, bo, cato])
    assert "May Ann take over the seat of Bo? Press Agree or Refuse: @Cato @Bo" in said
    assert harbour.newest.pinged >= {cato.id, bo.id}


async def test_a_phone_says_who_is_to_move_where_a_post_had_to_be_told_in_plain_words(
    harbour: Harbour,
) -> None:
    ann, bo = await harbour.race_of_two()
    refused = Refused(Refusal.INVALID_FORM_BODY)
    for times in (1, 2):
        harbour.discord.faults.arm("POST", "/channels/*/messages", refused, times=times)
        await harbour.skip()
        said = notification(harbour.newest, [ann, bo])
        assert said.startswith("Sailing Port Flower")
        assert f"@{(await harbour.awaited()).name}" in said
