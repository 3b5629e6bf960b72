"""The changes of ratings and records at the end of a game."""

from collections.abc import Sequence
from dataclasses import replace

from bot.records.gains import before, gains
from bot.records.ratings import ratings
from bot.store.rows import ResultRow
from tests.bot.records.test_ratings import ANN, BO, MACHINE, game


def counted(results: Sequence[ResultRow], **counts: int) -> list[ResultRow]:
    """Return the same results with `counts` as the numbers of rounded buoys."""
    return [replace(one, counts={"buoys": counts[one.name]} if one.name in counts else {}) for one in results]


def test_the_first_rated_game_tells_from_where_everybody_begins() -> None:
    own = game("A", ann=1, bo=2)
    after = ratings(own, MACHINE)
    up, down = after[ANN].value - 1_000, 1_000 - after[BO].value
    assert gains(own, [], MACHINE) == [
        f"-# 📈 Rating: **ann** {after[ANN]} (+{up}), **bo** {after[BO]} (-{down})"
    ]


def test_later_games_tell_what_they_changed() -> None:
    earlier, own = game("A", ann=1, bo=2), game("B", bo=1, ann=2)
    then, now = ratings(earlier, MACHINE), ratings([*earlier, *own], MACHINE)
    (line,) = gains(own, earlier, MACHINE)
    assert f"**ann** {now[ANN]} ({now[ANN].value - then[ANN].value:+,})" in line
    assert f"**bo** {now[BO]} ({now[BO].value - then[BO].value:+,})" in line


def test_a_game_that_does_not_count_changes_no_rating_and_the_bot_has_none() -> None:
    practice = [replace(one, unrated="practice") for one in game("A", ann=1, bo=2)]
    assert gains(practice, [], MACHINE) == []
    assert gains(game("A", ann=1, machine=2), [], MACHINE) == []


def test_a_new_record_says_so_with_whose_the_old_one_was() -> None:
    earlier = counted(game("A", ann=1, bo=2), ann=5, bo=3)
    own = counted(game("B", ann=2, bo=1), ann=2, bo=7)
    assert gains(own, earlier, MACHINE)[1:] == [
        "-# 🏅 New record of this server: most buoys, **bo** with 7 (before: 5, ann)"
    ]
    assert len(gains(counted(own, bo=5), earlier, MACHINE)) == 1
    assert len(gains(own, [], MACHINE)) == 1


def test_who_stands_in_no_list_is_not_named() -> None:
    own = [replace(one, listed=one.user != BO) for one in counted(game("B", ann=2, bo=1), bo=7, ann=1)]
    told = "\n".join(gains(own, counted(game("A", ann=1, bo=2), ann=5), MACHINE))
    assert "bo" not in told.replace("buoys", "")
    assert "**ann**" in told


def test_what_came_later_or_was_another_kind_of_game_does_not_count_as_before() -> None:
    own = game("B", ann=1, bo=2)
    earlier = [replace(one, ended=one.ended - 1) for one in game("A", ann=1, bo=2)]
    later = [replace(one, ended=one.ended + 1) for one in game("C", ann=1, bo=2)]
    other = [replace(one, slug="chess") for one in earlier]
    assert before([*earlier, *other, *own, *later], own) == earlier
