"""Changed rules need a new version number. Recorded games of the current version keep their results.

If you change the contents of states or events, or the course of a game, raise `rules_version`. Convert older
states in `renewed` (decision 15), and record new games: `python -m tests.rules.recorded`.
"""

from functools import partial
from pathlib import Path

import pytest

from rules.port_flower import sailing
from rules.port_flower.board import PORT
from rules.port_flower.sailing import Situation
from tests.rules.recorded import first_difference, of_today


@pytest.mark.parametrize("file", of_today(), ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_rules_whose_version_is_the_same_lead_where_they_led(file: Path) -> None:
    assert first_difference(file) == ""


def test_a_changed_rule_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def last_mooring(now: Situation, seat: int) -> str:
        last = now.reached[seat - 1]
        return [*filter(partial(sailing.free, now), now.sea.moorings(last))][-1] if last else PORT

    monkeypatch.setattr(sailing, "refuge", last_mooring)
    found = [first_difference(file) for file in of_today() if file.parent.name == "port_flower"]
    assert any(found)
