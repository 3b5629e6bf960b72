"""Options and presets."""

import pytest

from rules.engine.options import choose, settings
from rules.kraken_bay import GAME


def test_the_presets_fill_in_what_the_specification_says() -> None:
    club, printed, wild = (choose(GAME.options, preset.options) for preset in GAME.presets)
    assert printed == GAME.options()
    assert (club.movement, club.kraken_bounty) == ("up_to", True)
    assert (wild.length, wild.characters, wild.max_tentacles) == ("short", "random", 24)
    assert (wild.movement, wild.bomb_side, wild.kraken_bounty) == ("up_to", "any", True)


def test_every_value_of_every_option_is_explained() -> None:
    for setting in settings(GAME.options):
        assert setting.summary.endswith((".", "?")), setting.name
        assert len(setting.summary) <= 100
        assert all(0 < len(text) <= 100 for text in setting.values.values()), setting.name


@pytest.mark.parametrize(("chosen", "seats"), [("random", (1, 6)), ("1", (1, 6)), ("4", (4, 6))])
def test_a_first_player_beyond_the_table_needs_more_players(chosen: str, seats: tuple[int, int]) -> None:
    assert GAME.seat_range(choose(GAME.options, {"first_player": chosen})) == seats
