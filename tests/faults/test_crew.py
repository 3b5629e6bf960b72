"""The people of torture notice what is asked of them: otherwise they wait until the bot is killed."""

import pytest

from bot.narration.emojis import Emojis, showing
from bot.narration.seat_marks import with_mark
from rules.engine.registry import game, games
from tests.bot.narration.test_seat_marks import emojis_of, middle
from tests.faults.crew import called_in


@pytest.mark.parametrize("slug", games())
def test_whoever_is_asked_is_called_with_and_without_the_emoji_of_their_seat(slug: str) -> None:
    one = game(slug)
    match = middle(one, 2, 20)
    for emojis in (emojis_of(one), Emojis()):
        with showing(emojis):
            asked = f"-# Turn 3\n### {with_mark(match, 2, '<@7>')} is to move.\nAhoy, <@8>."
        assert called_in(asked) == {7}


def test_whoever_is_asked_for_a_vote_is_not_asked_for_a_move() -> None:
    assert called_in("### 🗳️ May **Bo** take over? Press **Agree** or **Refuse**: <@7>") == set()
