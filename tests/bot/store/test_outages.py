"""The effect of outages on deadlines, calculated for one game, and in the clock's table."""

from dataclasses import replace
from random import Random

import pytest

from bot.store.outages import Outage, Outages
from bot.store.rows import Change
from bot.store.store import Store
from rules.engine.decision import Awaited
from rules.engine.time_control import LEAST, TimeControl
from tests.bot.store.conftest import NOW
from tests.bot.store.samples import ANN, BOB, running, turn

DAY = 86_400


def timed(turn_time: int) -> Change:
    """Return a game in which Bob has `turn_time` seconds for his turn."""
    change = turn(running(), 1)
    opening = change.game.opening
    assert opening is not None
    opening = opening.model_copy(update={"pace": TimeControl(turn=turn_time)})
    return replace(change, game=replace(change.game, opening=opening))


@pytest.mark.parametrize(
    ("asked", "until", "due"),
    [
        (1_000, 90_000, 95_000),  # the outage is in the middle of the time
        (1_000, 10_100, 15_000 + LEAST),  # little time was left, so the least time is given
        (9_900, 10_100, 15_000 + 200),  # but never more than the time before the outage
        (1_000, 9_000, 9_000),  # the deadline was before the outage
        (20_000, 30_000, 30_000),  # the question was after the outage
        (12_000, 30_000, 33_000),  # the question is dated within the outage, by a wrong clock
    ],
)
def test_what_was_left_when_an_outage_began_is_left_when_it_ends(asked: int, until: int, due: int) -> None:
    assert Outages([Outage(began=10_000, ended=15_000)]).put_off(asked, until) == due


@pytest.mark.parametrize(
    ("began", "ended", "away"),
    [
        (0, 9_000, 0),
        (0, 11_000, 1_000),
        (11_000, 12_000, 1_000),
        (14_000, 31_000, 2_000),
        (16_000, 29_000, 0),
    ],
)
def test_how_long_it_was_away_between_two_times(began: int, ended: int, away: int) -> None:
    # The outages overlap because a clock was set back.
    known = Outages(
        [
            Outage(began=10_000, ended=15_000),
            Outage(began=12_000, ended=14_000),
            Outage(began=30_000, ended=32_000),
        ]
    )
    assert known.between(began, ended) == away


@pytest.mark.parametrize("luck", range(20))
async def test_what_is_computed_is_what_is_stored_and_outlives_a_restart(
    store: Store, url: str, luck: int
) -> None:
    random = Random(luck)
    change = timed(random.choice([300, 5_000, DAY]))
    await store.commit(change)
    now = NOW
    for _ in range(4):
        away = now + random.choice([0, 200, 4_000])
        now = away + random.choice([180, 3_600, 3 * DAY])
        await store.be_there(now, away_since=away)
    again = await Store.open(url, lambda: NOW)
    (stored,) = await again.awaited_of(BOB)
    for opened in (store, again):
        game = await opened.game("HM7KPX")
        assert game is not None
        assert game.position is not None
        assert [game.deadline(asked) for asked in game.position.awaited] == [stored.until]
        assert stored.until >= 1_001 + game.pace.turn
    assert await again.last_there() == now
    await again.close()


async def test_who_has_no_deadline_gets_none_by_an_outage(store: Store) -> None:
    await store.commit(turn(running(), 1))
    await store.be_there(9_000, away_since=5_000)
    (stored,) = await store.awaited_of(BOB)
    assert stored.until == 0
    assert await store.awaited_of(ANN) == []
    assert Outages([Outage(9_000, 5_000)]).put_off(9_000, 9_900) == 9_900
    assert TimeControl(turn=5).deadline(Awaited(seat=1, kind="x", since=1, stamp=1)) == 6
