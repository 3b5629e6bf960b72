"""A calm opening, for learning: in the first season no unknown square is dangerous, as the odds show."""

from rules.dangerous_sea.board import TILES
from rules.dangerous_sea.options import SeaOptions
from rules.dangerous_sea.shown.forecast import odds
from rules.dangerous_sea.state import SeaState


def at_season(season: int, *, calm: bool = True) -> SeaState:
    return SeaState(options=SeaOptions(calm_opening=calm), order=[1, 2], ships=[], season=season)


def test_no_hazard_can_be_drawn_in_the_first_season_only() -> None:
    first = at_season(1)
    assert all(bool(count) != TILES[kind].hazard for kind, count in first.drawable.items())
    for later in (at_season(0), at_season(2), at_season(1, calm=False)):
        assert later.drawable == later.bag


def test_a_bag_of_nothing_but_hazards_is_drawn_from() -> None:
    state = at_season(1)
    state.bag = {kind: count if TILES[kind].hazard else 0 for kind, count in state.bag.items()}
    assert state.drawable == state.bag


def test_the_odds_are_those_of_what_can_be_drawn() -> None:
    assert odds(at_season(1)).startswith("Rocks 0 %, plague 0 %, rune stone ")
    assert "0 %, plague 0 %" not in odds(at_season(2))


def test_a_game_without_it_is_stored_as_before_there_was_one() -> None:
    assert "calm_opening" not in SeaOptions().model_dump(mode="json")
    for options in (SeaOptions(), SeaOptions(calm_opening=True)):
        assert SeaOptions.model_validate(options.model_dump(mode="json")) == options
