"""States that were stored under older rules continue under the current rules.

Older programs wrote the files `old_states/GAME/VERSION-n.json`, which are never changed.
"""

from pathlib import Path
from random import Random

import pytest

from rules.engine.chance import Chance, QuickStream
from rules.engine.registry import game as find_game

OLD = sorted((Path(__file__).parent / "old_states").glob("*/*.json"))


@pytest.mark.parametrize("file", OLD, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_state_of_older_rules_goes_on(file: Path) -> None:
    game, version = find_game(file.parent.name), int(file.stem.partition("-")[0])
    state = game.stored_state(file.read_text(encoding="utf-8").strip(), version)
    game.check(state)
    luck = Random(1)
    for _ in range(30):
        decisions = game.decisions(state)
        if not decisions:
            break
        game.view(state, None)
        seat, action = decisions[0].seat, luck.choice(decisions[0].actions)
        game.apply(state, seat, game.canonical(state, seat, action), Chance(QuickStream(luck)))
        game.check(state)
