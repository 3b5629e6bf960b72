"""Options, as people see them."""

from typing import Annotated, Literal

import pytest
from pydantic import Field

from bot.sessions.table_options import TableOptions
from rules.engine.game import Options
from rules.engine.options import BadOption, OptionValue, Setting, changed, choose, settings, words_of
from rules.engine.registry import games


class Weather(Options):
    wind: Literal["calm", "gale", "head_wind"] = "calm"
    sharks: Annotated[int, Field(ge=-1, le=4)] = 2
    fog: bool = False
    edge: Literal["N", "NE"] = "N"
    buoys: Literal[3, 5] = 5


def test_settings_tell_what_can_be_chosen() -> None:
    assert settings(Weather) == (
        Setting("wind", "Wind", "How it blows.", "calm", {"calm": "Hardly.", "gale": "", "head_wind": ""}),
        Setting("sharks", "Sharks", "How many.", "2", {}, -1, 4),
        Setting("fog", "Fog", "Is there fog?", "off", {"off": "", "on": "Yes."}),
        Setting("edge", "Edge", "Which edge.", "N", {"N": "", "NE": ""}),
        Setting("buoys", "Buoys", "How many.", "5", {"3": "", "5": ""}),
    )


MODELS = [TableOptions, *(game.options for game in games().values())]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__module__)
def test_the_file_of_words_names_only_options_and_values_that_there_are(model: type[Options]) -> None:
    values = {setting.name: setting.values for setting in settings(model)}
    for name, words in words_of(model.__module__).items():
        assert words.meanings.keys() <= values[name].keys()


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ({"wind": "GALE", "sharks": "-1"}, Weather(wind="gale", sharks=-1)),
        ({"wind": "gale", "sharks": 4}, Weather(wind="gale", sharks=4)),
        ({"wind": "head_wind"}, Weather(wind="head_wind")),
        ({"wind": "Head wind"}, Weather(wind="head_wind")),
        ({"fog": "Yes", "buoys": "3"}, Weather(fog=True, buoys=3)),
        ({"fog": True, "buoys": 3}, Weather(fog=True, buoys=3)),
        ({"edge": "ne", "fog": "off"}, Weather(edge="NE")),
        ({}, Weather()),
    ],
)
def test_options_are_chosen_as_text_or_typed(chosen: dict[str, OptionValue], expected: Weather) -> None:
    assert choose(Weather, chosen) == expected


@pytest.mark.parametrize(
    ("chosen", "told"),
    [
        ({"wind": "storm", "fog": "x"}, "“x” does not fit Fog: choose off, on."),
        ({"rain": "on"}, "There is no option “rain”. Known are: wind, sharks, fog, edge, buoys."),
        ({"wind": "storm"}, "“storm” does not fit Wind: choose calm, gale, head wind."),
        ({"sharks": "5"}, "“5” does not fit Sharks: choose a number from -1 to 4."),
        ({"sharks": "--1"}, "choose a number from -1 to 4."),
        ({"sharks": "²"}, "choose a number from -1 to 4."),
        ({"sharks": ""}, "choose a number from -1 to 4."),
        ({"fog": "maybe"}, "choose off, on."),
        ({"buoys": "4"}, "choose 3, 5."),
    ],
)
def test_what_cannot_be_chosen_is_answered_with_what_can(chosen: dict[str, OptionValue], told: str) -> None:
    with pytest.raises(BadOption) as refusal:
        choose(Weather, chosen)
    assert told in refusal.value.message


def test_only_what_differs_from_the_defaults_is_told() -> None:
    assert changed(Weather(fog=True, buoys=3)) == {"fog": "on", "buoys": "3"}
    assert changed(Weather()) == {}
