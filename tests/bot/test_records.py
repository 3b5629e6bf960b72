"""What everybody may read about a game, and from when on."""

from dataclasses import replace

import pytest

from bot import records
from bot.store.rows import EntryRow, GameStatus
from rules.engine.chance import Roll
from tests.bot.store.samples import entry, running

DEALT = Roll(label="deck", seat=0, low=0, high=2, values=(2, 1, 0), natural=(0, 1, 2), force=1, secret=True)
"""A shuffle whose order a game master had set."""


def audit(status: GameStatus) -> str:
    """What the audit of a game in that state tells of the shuffle."""
    dealt = EntryRow(entry(1).entry.model_copy(update={"rolls": (DEALT,)}), ())
    return records.audit(replace(running(), status=status), [dealt])


@pytest.mark.parametrize("status", ["running", "paused"])
def test_a_forced_hidden_draw_stays_out_of_the_audit_of_a_game_under_way(status: GameStatus) -> None:
    assert "deck" not in audit(status)


@pytest.mark.parametrize("status", ["over", "ended"])
def test_a_forced_hidden_draw_is_audited_once_the_game_is_over(status: GameStatus) -> None:
    assert "forced deck: 2 1 0 instead of 0 1 2" in audit(status)
