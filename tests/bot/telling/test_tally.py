"""A game that is over, told in figures."""

from collections import Counter
from dataclasses import replace

import pytest

from bot.store.rows import GameRow, Member
from bot.telling.tally import in_figures, lasting, remarkable
from rules.engine.figures import Dice, Figures, SeatFigures

ROW = GameRow("G", 1, 2, "port_flower", "over", 3, 0, 0, members=(Member(1, 3, "Ann"), Member(2, 4, "_Bo_")))


def test_a_game_is_told_in_a_line_and_one_for_each_seat() -> None:
    ann = SeatFigures(2, 90, Counter({"boats hit": 3}), {"wind": Dice("wind", 8, 31.0, 28.0)})
    found = Figures(200_000, 5, 0, {1: ann, 2: SeatFigures(1, 20)})
    assert in_figures(ROW, found) == [
        "**In figures** · 3 turns in 2 days 7 h",
        "-# **Ann**: 2 turns in 1 min, boats hit 3, 🎲 wind 31 (28.0)",
        "-# **\\_Bo\\_**: 1 turn in less than a minute",
        "-# 🎲 In brackets: what was to be expected of these dice.",
    ]
    assert in_figures(ROW, Figures(9, 1, 0, {1: SeatFigures(), 2: SeatFigures()})) == []
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
    ann = SeatFigures(2, 90, Counter({"hits": 3, "turns lost": 1}), {"wind": Dice("wind", 8, 31.0, 28.0)})
    bo = SeatFigures(2, 20, Counter({"hits": 1, "turns lost": 1}), {"wind": Dice("wind", 8, 21.0, 28.0)})
    told = remarkable(ROW, Figures(200, 5, 0, {1: ann, 2: bo}))
    assert told == "most hits: **Ann** with 3; luckiest dice: **Ann**, wind 31 where 28.0 was to be expected"
    assert remarkable(ROW, Figures(9, 1, 0, {1: SeatFigures(), 2: SeatFigures()})) == ""
