"""Every game has all parts before it is merged. The failure lists everything that a new game lacks."""

import re
from pathlib import Path

import pytest

from rules.engine.presets import Preset
from rules.engine.registry import games, guest
from rules.engine.stats import Counting
from tests.engine.table import NIM
from tests.owed import EVERYTHING, PRESETS, owes
from tests.vigil_game import Vigil

PAGE = Path(__file__).parents[2] / "docs" / "contributing.md"


@pytest.mark.parametrize("slug", sorted(games()))
def test_what_a_game_owes(slug: str) -> None:
    missing = owes(slug)
    assert not missing, "\n".join([f"{games()[slug].title} still owes:", *missing.values()])


def test_a_game_of_one_file_is_told_all_that_it_owes() -> None:
    with guest(NIM):
        assert [*owes.__wrapped__(NIM.slug)] == [one.name for one in EVERYTHING if one.name != "replay"]


@pytest.mark.parametrize("more", [{}, {"pairs": "Two and two"}, {"wild": "Hard winter"}])
def test_presets_are_owed_until_they_are_those_of_all_games(more: dict[str, str]) -> None:
    titles = {**PRESETS, **more}
    own = tuple(Preset(name=name, title=title, summary="A game.") for name, title in titles.items())

    class Offering(type(NIM)):  # type: ignore[misc]
        presets = own

    with guest(Offering()):
        assert ("presets" in owes.__wrapped__(NIM.slug)) == bool(more)


def test_in_a_game_without_openers_an_event_of_each_seat_counts_as_its_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with guest(Vigil()):
        for named, owed in (("", True), ("dawned", True), ("gone", False)):
            monkeypatch.setattr("tests.owed.counting", lambda game, named=named: Counting(turns=named))
            assert ("turns" in owes.__wrapped__("vigil")) == owed


def test_contributing_lists_the_same() -> None:
    rows = re.findall(r"^\| \*\*([a-z ]+)\*\* \| (.+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert rows == [(one.name, one.sentence.format(slug="<slug>")) for one in EVERYTHING]
