"""Options and presets, and their effect on the set-up."""

import pytest

from rules.engine.chance import Chance, Forced, commitment
from rules.engine.entry import Opening
from rules.engine.errors import NotNow
from rules.engine.match import open_match
from rules.engine.options import choose, settings
from rules.privateer import GAME
from tests.rules.privateer.table import Calm, Table, new_game

PRESETS = {preset.name: choose(GAME.options, preset.options) for preset in GAME.presets}


def test_the_presets_fill_in_what_the_specification_says() -> None:
    club, wild = PRESETS["club"], PRESETS["wild"]
    assert PRESETS["printed"] == GAME.options()
    assert (club.seating, club.terrain, club.terrain_setup) == ("shuffle", "light", "auto")
    assert (club.storm, club.storm_round, club.defender_prize) == ("late", 8, "scuttle")
    assert (wild.desperation, wild.storm, wild.storm_round) == (True, "both", 3)
    assert (wild.grudge, wild.marque, wild.wind) == (True, True, "off")


@pytest.mark.parametrize(("players", "truce"), [(2, False), (3, False), (4, True), (6, True)])
def test_the_truce_of_the_club_is_for_four_and_more(players: int, truce: bool) -> None:
    assert PRESETS["club"].truce(players) == truce


def test_directions_of_the_wind_may_be_typed_in_any_case() -> None:
    assert choose(GAME.options, {"wind": "ne"}).wind == "NE"
    assert choose(GAME.options, {"wind": "Random"}).wind == "random"


def test_every_value_of_every_option_is_explained() -> None:
    for setting in settings(GAME.options):
        assert setting.summary.endswith((".", "?")), setting.name
        assert len(setting.summary) <= 100
        assert all(0 < len(text) <= 100 for text in setting.values.values()), setting.name


def test_a_duel_is_for_exactly_two() -> None:
    def open_duel(players: int) -> None:
        opening = Opening(
            match="DUEL", game="privateer", rules_version=1, options={"mode": "duel"}, at=0,
            players=tuple(map(str, range(players))), commitment=commitment(bytes(32)),
        )  # fmt: skip
        open_match(GAME, opening, bytes(32))

    open_duel(2)
    with pytest.raises(NotNow, match="exactly 2 players"):
        open_duel(3)


def test_seats_may_be_shuffled_once() -> None:
    forced = [Forced(values=(seat,), label="seating", entry=n) for n, seat in enumerate((2, 3, 1), 1)]
    state, _ = GAME.start(choose(GAME.options, {"seating": "shuffle"}), 3, Chance(Calm(), forced))
    assert state.table == [2, 3, 1]


def test_the_turn_passes_by_seat_from_the_lowest_card() -> None:
    state, events = new_game("gray blue black red")
    assert [state.fleets[fleet].seat for fleet in state.order] == [4, 1, 2, 3]
    assert events[:4] == ["card_drawn gray 5", "card_drawn blue 2", "card_drawn black 6", "card_drawn red 1"]
    assert events[4:6] == ["battle_started 1 [red,gray,blue,black]", "gold 2 start"]


def test_a_random_wind_is_rolled_and_a_fixed_one_just_blows() -> None:
    forced = [Forced(values=(5,), label="wind_dir", entry=1)]
    rolled, _ = GAME.start(choose(GAME.options, {"wind": "random"}), 2, Chance(Calm(), forced))
    assert rolled.wind_from == "SW"
    _, events = new_game("red blue", wind="N")
    assert "wind_set N" in events


def test_terrain_by_lot_is_laid_at_once_and_told_in_one_sentence() -> None:
    table = Table.before_terrain(terrain="light", terrain_setup="auto")
    table.times_out()
    assert table.state.phase == "battle"
    assert len(table.state.terrain) == 6
    laid = [event for event in table.log if event.startswith("terrain_")]
    assert laid[0] == "terrain_level light"
    assert [event.split()[0] for event in laid].count("terrain_placed") == 6
    assert laid[-1].startswith("terrain_laid")


def test_terrain_may_be_preset() -> None:
    table = Table.before_terrain(terrain="moderate")
    assert "terrain_level moderate" in table.does("third_ship", "tile 2")
    assert sum(table.state.barrel.values()) == 8


def test_a_tile_without_a_legal_hex_is_discarded() -> None:
    table = Table.before_terrain(terrain="light")
    # In a sea of one ring, every hex is next to the merchant.
    table.state.edge = 1
    table.state.ships = {"red1": "G8", "blue1": "G6"}
    events = table.times_out()
    assert "terrain_discarded volcano" in events
    assert table.state.phase == "battle"
