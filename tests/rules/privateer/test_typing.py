"""Typed actions, and their meaning."""

import pytest

from rules.engine.chance import Chance
from rules.engine.errors import IllegalAction, UnreadableAction
from rules.privateer import GAME
from rules.privateer.actions import SpendDie
from rules.privateer.events import Boarding, MerchantBoarded, ReefRoll, ShipLost
from tests.rules.privateer.table import Calm, Table

MEANINGS = {
    "1>NE3": "sail 1 S3 NE",
    "1*s4": "fire 1 C4 S",
    "2>n2": "sail 2 S2 N",
    "sail 1 4 ne": "sail 1 S4 NE",
    "fire 3 c5 sw": "fire 3 C5 SW",
    "sail 1 S4 N steps 1": "sail 1 S4 N steps 1",
    "roll cannons 2": "roll 2",
    "prize take f5": "prize take hex F5",
    "prize scuttle": "prize scuttle",
    "gambit die:C4 to:5": "gambit die C4 to 5",
    "gambit s2 3": "gambit die S2 to 3",
    "third_ship g1": "third_ship hex G1",
    "third_ship decline": "third_ship",
    "grudge M7": "grudge hex M7",
    "grudge decline": "grudge",
    "place_terrain Random": "place_terrain random",
    "place-terrain k5": "place_terrain K5",
    "terrain-level LIGHT": "terrain_level light",
    "deploy g2 g1": "deploy G2 G1",
}


@pytest.mark.parametrize(("typed", "meant"), MEANINGS.items(), ids=MEANINGS)
def test_people_type_as_they_like(typed: str, meant: str) -> None:
    action = GAME.read(typed)
    assert str(action) == meant
    assert GAME.read(meant) == action


@pytest.mark.parametrize(
    "typed", ["1>X3", "sail 1 Z3 N", "fire one C3 N", "prize keep", "gambit die C4 to five"]
)
def test_nonsense_is_refused_with_the_way_to_write_it(typed: str) -> None:
    with pytest.raises(UnreadableAction) as caught:
        GAME.read(typed)
    assert caught.value.message


def test_a_line_of_spends_is_split_at_blanks_and_a_line_of_anything_at_slashes() -> None:
    assert GAME.split("1>NE3 1*S4  2>N2") == ["1>NE3", "1*S4", "2>N2"]
    assert GAME.split("roll 1 / 1>NE3 1*S4/sail 2 S2 N ") == ["roll 1", "1>NE3", "1*S4", "sail 2 S2 N"]
    assert GAME.split(" / ") == []


def test_a_typed_line_stops_after_what_nobody_could_foresee() -> None:
    halting = {event for event in GAME.events if event.halts}
    assert halting == {ReefRoll, Boarding, MerchantBoarded, ShipLost}


@pytest.mark.parametrize(
    ("typed", "meant"), {"spend S3 1 ne": "sail 1 S3 NE", "spend c4 2 S": "fire 2 C4 S"}.items()
)
def test_a_die_that_is_spent_sails_or_fires(typed: str, meant: str) -> None:
    action = GAME.read(typed)
    assert isinstance(action, SpendDie)
    assert str(action.meant()) == meant


@pytest.mark.parametrize(
    ("typed", "told"),
    {
        "spend 3 1 NE": "Die: say which die, S3 or C3.",
        "spend C4 1 NE steps 2": "Only a sail can be cut short, so leave the steps out.",
    }.items(),
)
def test_a_spend_says_which_die_and_cuts_no_shot_short(typed: str, told: str) -> None:
    with pytest.raises(UnreadableAction) as caught:
        GAME.read(typed)
    assert caught.value.message == told


def test_a_full_distance_needs_no_steps() -> None:
    table = Table("green blue", "green1@G11 green2@C9 blue1@A7", "S4 S3 S2 C3")
    assert table.canonical("sail 1 S4 N") == "sail 1 S4 N"
    table.does("gambit")
    assert table.canonical("sail 1 S4 N") == "sail 1 S4 N steps 4"


def test_refusals_name_the_hex_and_what_to_do() -> None:
    table = Table("red blue", "red1@D8 red2@A9 blue1@F6 blue2@M6", "S4 S3 S3 C2")
    table.does("sail 1 S4 NE", "boarding 5 1")
    refused = {
        "prize take A1": "not_a_hex",
        "prize take N4": "not_a_hex",
        "prize take D8": "bad_berth",
        "prize take": "which_berth",
        "prize scuttle hex F5": "no_berth_wanted",
        "sail 1 S3 N": "not_asked",
        "roll 1": "not_asked",
    }
    assert {text: table.refusal(text) for text in refused} == refused


def test_a_refused_die_is_told_with_all_dice_that_are_left() -> None:
    table = Table("red blue", "red1@D8 red2@A9 blue1@F6 blue2@M6", "S4 S3 S3 C2")
    with pytest.raises(IllegalAction, match=r"no unspent S2\. The dice left are S4 S3 S3 C2\."):
        GAME.apply(table.state, 1, GAME.read("sail 1 S2 NE"), Chance(Calm()))
