"""The stored fields of a match change only with the version of its rules.

Without a new version, `/game check` of running games would find wrong stored positions. If you change stored
fields (a state, the seat that may take back, the awaited seats, ...), raise `rules_version` as for other
changes of rules (decision 15). Then record new matches: `python -m tests.rules.recorded`.
"""

from pathlib import Path

import pytest

from rules.acrana.rooms.playing_card import PlayingCard
from rules.engine.entries import EntryDraft
from rules.engine.registry import game as find_game
from tests.rules.recorded import version_of
from tests.rules.stored import files, first_difference

OF_TODAY = [file for file in files() if version_of(file) == find_game(file.parent.name).rules_version]


@pytest.mark.parametrize("file", OF_TODAY, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_what_is_stored_under_the_same_version_is_what_was_stored(file: Path) -> None:
    assert first_difference(file) == ""


def test_another_right_to_take_back_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """King of Acrana once declared that a question reveals a hand, without a new version."""
    monkeypatch.setattr(PlayingCard, "reveals", False)
    found = [first_difference(file) for file in OF_TODAY if file.parent.name == "acrana"]
    assert any("what is stored is other than it was: back, back_seat" in told for told in found)


def test_other_stamps_are_noticed_in_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EntryDraft, "lost", classmethod(lambda *_: 1))
    assert [file for file in OF_TODAY if "stamps" not in first_difference(file)] == []
