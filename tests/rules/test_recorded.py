"""Rules that changed have another version number: games that were recorded go as they went.

Who changes what states or events hold, or how a game goes on, raises `rules_version`, says in `renewed` what
becomes of older states (decision 15), and records new games: `python -m tests.rules.recorded`.
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
