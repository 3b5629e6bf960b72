"""A direct message about many games shows the most urgent question first, and the number of the others."""

import re
from dataclasses import replace

import pytest

from bot.direct_messages.text import HOW_TO_CHANGE, MOST, LetterLine, letter_text
from bot.narration.dashboards import dashboard_text
from bot.store.rows import GameRow, LetterKind, LetterRow, Member
from rules.engine.time_control import TimeControl
from tests.engine.cove import COVE
from tests.engine.table import NIM, opened, timed

HOUR = 3_600
ANN = 11


def waiting(channel: int, turn: int, why: LetterKind = "asked") -> LetterLine:
    """Return a letter to Ann about a game in `channel`, with `turn` seconds per turn (0: no limit)."""
    match = timed(NIM, TimeControl(turn=turn))
    row = GameRow(
        f"G{channel}", 1, channel, "nim", "running", ANN, 0, 100, members=(Member(1, ANN, "Ann"),),
        opening=match.opening, position=match.position,
    )  # fmt: skip
    asked = 100 if why == "asked" else 0
    return LetterLine(LetterRow(channel, ANN, row.id, why, 1, asked, 100), row, match, 0)


def channels(text: str) -> list[int]:
    """Return the channels of the mentioned games in the order of the message."""
    return [int(channel) for channel in re.findall(r"^- .*<#(\d+)>", text, re.MULTILINE)]


def test_the_most_urgent_question_stands_first_though_it_came_last() -> None:
    told = [waiting(7, 0, "news"), *(waiting(channel, 0) for channel in range(10, 22)), waiting(9, 24 * HOUR)]
    text = letter_text([*told, waiting(8, HOUR)], 3_900)
    assert channels(text)[:3] == [8, 9, 10]
    assert 7 not in channels(text)


def test_of_thirteen_games_the_one_due_in_an_hour_is_listed_first_and_one_more_game_is_counted() -> None:
    at_leisure = [waiting(channel, 0) for channel in range(1, 9)]
    some_days = [waiting(channel, (20 - channel) * 24 * HOUR) for channel in range(9, 13)]
    text = letter_text([*at_leisure, *some_days, waiting(13, HOUR)], 3_900)
    assert channels(text) == [13, 12, 11, 10, 9, *range(1, 8)]
    assert text.splitlines()[-2:] == ["- … and 1 more game", HOW_TO_CHANGE]


@pytest.mark.parametrize(
    ("games", "left"), [(MOST, ""), (MOST + 1, "1 more game"), (MOST + 3, "3 more games")]
)
def test_games_without_room_are_counted(games: int, left: str) -> None:
    lines = letter_text([waiting(channel, 0) for channel in range(1, games + 1)], 3_900).splitlines()
    assert lines[MOST + 1] == (f"- … and {left}" if left else HOW_TO_CHANGE)


def test_a_message_has_the_games_for_which_discord_has_room() -> None:
    text = letter_text([waiting(channel, 0) for channel in range(1, 9)], 1_000)
    assert len(text) < 1_000
    shown = len(channels(text))
    assert 1 < shown < 8
    assert f"- … and {8 - shown} more game" in text


def test_a_dashboard_tells_the_nearest_deadline_of_several_who_are_awaited() -> None:
    match = opened(COVE)
    first, second = match.position.awaited
    hurried = second.model_copy(update={"clock": "short", "since": 200})
    position = match.position.model_copy(update={"awaited": (first, hurried)})
    row = replace(waiting(5, 0).row, slug="port_flower", opening=match.opening, position=position)
    assert (row.deadline(first), row.deadline(hurried)) == (0, 200 + HOUR)
    assert f"Without an answer <t:{200 + HOUR}:R>" in dashboard_text([(row, 0)], 1, lambda _: True)
