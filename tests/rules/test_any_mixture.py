"""The laws of a match hold whatever people, game masters and the clock do, in any order."""

from random import Random

import pytest

from rules.engine.entry import Entry
from rules.engine.errors import HarbourmasterError
from rules.engine.match import Match
from rules.engine.position import Position
from rules.engine.verify import verify
from tests.deeds import something
from tests.engine.table import journal
from tests.fair_dice.test_whole_games import EVERY_GAME, begun
from tests.laws import redrawn

DEEDS = 300

AT_THE_END = 100
"""The deeds after a match's end before the next match begins. Short games have many of them."""


@pytest.mark.needs("invariants")
@pytest.mark.parametrize("slug", EVERY_GAME)
def test_any_mixture_of_deeds_keeps_the_laws(slug: str) -> None:
    random, now, kinds, ended = Random(f"{slug} everything"), 100, set[str](), 0
    match = begun(EVERY_GAME[slug], random)
    for _ in range(DEEDS):
        ended += match.finished
        if ended > AT_THE_END:
            kinds |= entered(match)
            match, ended = begun(EVERY_GAME[slug], random), 0
        now += random.choice([1, 300, 4_000, 90_000])
        before, stands = match, match.position.model_dump_json()
        try:
            match = something(match, random, now, without={"end"})
        except HarbourmasterError:
            # A refused deed changes nothing.
            assert match.position.model_dump_json() == stands
            continue
        assert before.position.model_dump_json() == stands
        assert Position.model_validate_json(match.position.model_dump_json()) == match.position
        assert match.position.awaited or match.finished or match.position.status == "paused"
        hidden_anew = redrawn(match, None, random)
        assert match.game.view(hidden_anew, None) == match.game.view(match.state, None)
        for seat in range(1, len(match.opening.players) + 1):
            other = redrawn(match, seat, random)
            assert match.game.view(other, seat) == match.game.view(match.state, seat)
    assert len(kinds | entered(match)) > 12


def entered(match: Match) -> set[str]:
    """Return the kinds of a match's entries, and check its journal."""
    lines = journal(match)
    assert verify(match).problems == ()
    assert len({entry.hash() for entry in lines}) == match.position.last
    stored = [Entry.model_validate_json(entry.text()) for entry in lines]
    assert match.with_journal(stored).position == match.position
    return {entry.kind for entry in lines}
