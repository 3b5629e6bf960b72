"""The errors about a folder among the games that does not contain a game."""

import sys
from pathlib import Path

import pytest

import rules
from rules.engine.registry import UnreadableGame, _installed


def test_a_game_that_cannot_be_loaded_is_named_with_the_line_to_mend(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "moonrakers"
    folder.mkdir()
    (folder / "__init__.py").write_text("COVES = 3\nGAME = COVES / 0\n")
    monkeypatch.setattr(rules, "__path__", [str(tmp_path)])
    with pytest.raises(UnreadableGame) as told:
        _installed.__wrapped__()
    sys.modules.pop("rules.moonrakers", None)
    assert told.value.message == (
        "The game in rules/moonrakers cannot be read:"
        " ZeroDivisionError in __init__.py, line 2: division by zero"
    )
