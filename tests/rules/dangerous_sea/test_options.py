"""Options and presets."""

from rules.dangerous_sea import GAME
from rules.engine.options import choose, settings


def test_the_presets_fill_in_what_the_specification_says() -> None:
    club, printed, wild = (choose(GAME.options, preset.options) for preset in GAME.presets)
    assert printed == GAME.options()
    assert (club.start_positions, club.negotiation) == ("spread", False)
    assert (wild.stones_to_win, wild.max_seasons, wild.start_positions) == (3, 12, "spread")


def test_every_value_of_every_option_is_explained() -> None:
    for setting in settings(GAME.options):
        assert setting.summary.endswith((".", "?")), setting.name
        assert len(setting.summary) <= 100
        assert all(0 < len(text) <= 100 for text in setting.values.values()), setting.name
