"""A lobby announces the usual duration of the game, as measured for its preset and seats."""

import pytest

from bot.narration.durations import how_long
from bot.store.rows import GameRow, Member
from rules.engine.registry import games
from rules.engine.texts import pacing


@pytest.mark.parametrize("slug", games())
def test_a_lobby_says_how_many_turns_were_measured_with_as_many_players(slug: str) -> None:
    game = games()[slug]
    for preset, measured in pacing(game).items():
        for seats, turns in measured.items():
            members = tuple(Member(seat, 800 + seat, f"P{seat}") for seat in range(1, seats + 1))
            row = GameRow("HM1", 77, 500, slug, "lobby", 801, 100, 100, preset=preset, members=members)
            said, days = how_long(row), round(turns)
            assert said.startswith(f"about {days} turns each: ")
            time = said.removeprefix(f"about {days} turns each: ").removesuffix(
                " if everybody moves once a day"
            )
            weeks = {"a": 1}.get(time.split()[0]) or int(time.split()[0])
            assert abs(weeks * (7 if "week" in time else 1) - days) <= 3


def test_with_too_few_players_it_says_what_holds_for_as_few_as_may_play() -> None:
    alone = GameRow("HM1", 77, 500, "privateer", "lobby", 801, 100, 100, preset="club", members=())
    two = GameRow(
        "HM1", 77, 500, "privateer", "lobby", 801, 100, 100, preset="club",
        members=(Member(1, 801, "Ann"), Member(2, 802, "Bo")),
    )  # fmt: skip
    assert how_long(alone) == how_long(two) != ""
