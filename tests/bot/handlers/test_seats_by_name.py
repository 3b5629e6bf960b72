"""Votes, hand-overs, tasks, records and refusals name the players of seats, not the seats' numbers.

Each test with a harbour checks all texts of the bot at its end (`tests/bot/seat_numbers.py`).
"""

import pytest
from pydantic import JsonValue

from sandbox.traffic.journal import Request
from tests.bot.harbour import Harbour
from tests.bot.seat_numbers import seats_by_number


@pytest.mark.parametrize(
    "said",
    ["May Ann take over seat 2?", "Seat 2 is yours.", "Free are the seats 2 and 3.", "`/game join seat:2`"],
)
def test_a_seat_by_its_number_is_found_wherever_it_is_said(said: str) -> None:
    body: JsonValue = {"components": [{"components": [{"content": said}]}]}
    assert seats_by_number([Request("POST", "/x", {}, body, (), 200, None)]) == [said]


def test_what_people_typed_themselves_is_not_looked_at() -> None:
    body: JsonValue = {"components": [{"label": "What is changed", "value": "seat 2, gold"}]}
    assert seats_by_number([Request("POST", "/x", {}, body, (), 200, None)]) == []


async def test_a_seat_that_changes_hands_goes_by_its_player_all_the_way(harbour: Harbour) -> None:
    ann, bo, cato = harbour.people("Ann", "Bo", "Cato")
    await harbour.start_race(ann, bo, cato, first_player="seat1")
    (eve,) = harbour.people("Edda")
    machine = harbour.bot.tables.machine.user
    await harbour.gm(ann, "substitute", player="Bo", newcomer=machine, reason="away")
    assert "takes over the seat of **Bo**" in harbour.newest.text
    await harbour.gm(ann, "substitute", player="Cato", newcomer=machine, reason="away, too")
    several = (await harbour.told(await eve.slash("/game join"))).text
    assert "those of **Bot B** (the bot plays it) and **Bot C** (the bot plays it)" in several
    await harbour.told(await eve.slash("/game join", seat=3))
    assert "May **Edda** take over the seat of **Bot C**?" in harbour.newest.text
    await harbour.told(await ann.press(harbour.newest, "Agree"))
    assert "takes over the seat of **Bot C**" in harbour.newest.text
    audit = (await harbour.told(await ann.slash("/game check"))).text
    assert f"gave the seat of {bo.mention} (Bo) to" in audit


async def test_what_a_game_master_does_wrong_is_told_with_the_names_of_players(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.start_race(ann, bo, first_player="seat1")
    early = await harbour.gm(ann, "act", player="Bo", action="move boat E0", reason="asleep")
    assert "Nothing is asked of **Bo** at the moment: the game waits for **Ann**." in early.text
    broken = await harbour.gm(ann, "amend", part="Bo, reached", value="99", reason="a test")
    assert "No game can be in that state: Bo has reached too many buoys." in broken.text
    found = await harbour.gm(ann, "amend", part="reached", reason="a test")
    assert "Bo, reached" in found.text
    twice = await harbour.gm(ann, "substitute", player="Bo", newcomer=ann.id, reason="a test")
    assert f"{ann.mention} (Ann) plays here already. Choose somebody else." in twice.text
