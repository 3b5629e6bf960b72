"""A finished game in figures."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from bot.records.statistics import in_figures, lasting, ranked, remarkable
from bot.store.rows import GameRow, Member
from rules.dangerous_sea.state import SeaState
from rules.engine.chance import Chance, QuickStream
from rules.engine.outcome import Outcome
from rules.engine.registry import game as find_game
from rules.engine.stats import Dice, SeatStats, Stats

ROW = GameRow("G", 1, 2, "port_flower", "over", 3, 0, 0, members=(Member(1, 3, "Ann"), Member(2, 4, "_Bo_")))


def test_a_game_is_told_in_a_line_and_one_for_each_seat() -> None:
    ann = SeatStats(2, 90, Counter({"boats hit": 3}), {"wind": Dice("wind", 8, 31.0, 28.0)})
    found = Stats(200_000, 5, 0, {1: ann, 2: SeatStats(1, 20)})
    assert in_figures(ROW, found) == [
        "**In figures** · 3 turns in 2 days 7 h",
        "-# **Ann**: 2 turns in 1 min, boats hit 3, 🎲 wind 31 (28.0)",
        "-# **\\_Bo\\_**: 1 turn in less than a minute",
        "-# 🎲 In brackets: the expected sum of these dice.",
    ]
    assert in_figures(ROW, Stats(9, 1, 0, {1: SeatStats(), 2: SeatStats()})) == []
    assert "left out" in in_figures(ROW, replace(found, forced=1))[-1]


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (59, "less than a minute"), (60, "1 min"), (3_600, "1 h"), (3_720, "1 h 2 min"),
        (86_400, "1 day"), (90_000, "1 day 1 h"), (172_860, "2 days"),
    ],
)  # fmt: skip
def test_times_are_told_in_their_two_largest_units(seconds: int, told: str) -> None:
    assert lasting(seconds) == told


def test_what_stood_out_names_who_alone_did_most_and_whose_dice_were_luckiest() -> None:
    ann = SeatStats(2, 90, Counter({"hits": 3, "turns lost": 1}), {"wind": Dice("wind", 8, 31.0, 28.0)})
    bo = SeatStats(2, 20, Counter({"hits": 1, "turns lost": 1}), {"wind": Dice("wind", 8, 21.0, 28.0)})
    told = remarkable(ROW, Stats(200, 5, 0, {1: ann, 2: bo}))
    assert told == "most hits: **Ann** with 3; luckiest dice: **Ann**, wind 31 where 28.0 was to be expected"
    assert remarkable(ROW, Stats(9, 1, 0, {1: SeatStats(), 2: SeatStats()})) == ""


NAMES = {1: "**Ann**", 2: "**Bo**", 3: "**Cato**", 4: "**Dora**"}


def hunt(**cargo: tuple[int, int, int]) -> SeaState:
    """Return a finished hunt, with the stones, sailors and food of seats a to d."""
    state, _ = find_game("dangerous_sea").start(
        find_game("dangerous_sea").options(), 4, Chance(QuickStream(Random(1)))
    )
    assert isinstance(state, SeaState)
    for seat, (stones, sailors, food) in enumerate(cargo.values(), 1):
        ship = state.ship(seat)
        ship.stones, ship.sailors, ship.food, ship.water = stones, sailors, food, 0
    return state


def test_sums_stand_beside_names_and_what_broke_a_tie_is_said() -> None:
    state = hunt(ann=(2, 4, 30), bo=(2, 3, 90), cato=(1, 3, 50), dora=(1, 3, 50))
    state.result = Outcome(reason="season_limit", ranking=((1,), (2,), (3, 4)))
    assert ranked(find_game("dangerous_sea"), state, state.result, NAMES.__getitem__) == [
        "🥇 **Ann** · **2 rune stones** (4 sailors, 30 cargo); ahead of **Bo**: 4 sailors against 3 sailors",
        "🥈 **Bo** · **2 rune stones** (3 sailors, 90 cargo)",
        "3 · **Cato** · **a rune stone** (3 sailors, 50 cargo)",
        "3 · **Dora** · **a rune stone** (3 sailors, 50 cargo)",
    ]


def test_an_end_that_was_taken_back_is_told_by_names_alone() -> None:
    state = hunt(ann=(2, 4, 30), bo=(2, 3, 90), cato=(1, 3, 50), dora=(1, 3, 50))
    ended = Outcome(reason="season_limit", ranking=((1,), (2,), (3,), (4,)))
    assert ranked(find_game("dangerous_sea"), state, ended, NAMES.__getitem__) == [
        "🥇 **Ann**",
        "🥈 **Bo**",
        "🥉 **Cato**",
        "4 · **Dora**",
    ]


def test_nobody_who_comes_last_has_a_medal_but_a_single_player() -> None:
    game, state = find_game("dangerous_sea"), hunt()
    two = Outcome(reason="over", ranking=((2,), (1,)))
    assert ranked(game, state, two, NAMES.__getitem__) == ["🥇 **Bo**", "2 · **Ann**"]
    alone = Outcome(reason="over", ranking=((1,),))
    assert ranked(game, state, alone, NAMES.__getitem__) == ["🥇 **Ann**"]
