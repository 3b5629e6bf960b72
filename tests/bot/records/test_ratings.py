"""Ratings depend on results alone."""

from dataclasses import replace
from typing import get_args

from bot.records.ratings import Rating, ratings
from bot.store.rows import ResultRow, Unrated
from tests.bot.store.samples import result

ANN, BO, CATO, MACHINE = 801, 802, 803, 900


def game(name: str, **places: int) -> list[ResultRow]:
    """Return the results of a game in which people have these places, which may be shared."""
    users = {"ann": ANN, "bo": BO, "cato": CATO, "machine": MACHINE, "somebody": -1}
    return [
        replace(result(name, seat, place), user=users[who], name=who)
        for seat, (who, place) in enumerate(places.items(), 1)
    ]


def test_who_wins_gains_and_everybody_is_surer_known_after_each_game() -> None:
    first = ratings(game("A", ann=1, bo=2), MACHINE)
    assert first[ANN].value > 1_000 > first[BO].value
    later = [one for name in "ABCDEFGHIJ" for one in game(name, ann=1, bo=2)]
    many = ratings(later, MACHINE)
    assert many[ANN].value > first[ANN].value
    assert many[ANN].unsure < first[ANN].unsure < 667
    assert many[ANN].games == 10


def test_the_same_results_give_the_same_ratings_in_whichever_seats_people_sat() -> None:
    here = [*game("A", ann=1, bo=2, cato=3), *game("B", bo=1, cato=2, ann=2)]
    there = [*game("A", cato=3, ann=1, bo=2), *game("B", ann=2, cato=2, bo=1)]
    assert ratings(here, MACHINE) == ratings(there, MACHINE)


def test_who_shares_a_place_is_as_strong() -> None:
    found = ratings(game("A", ann=1, bo=1, cato=3), MACHINE)
    assert found[ANN] == found[BO]
    assert found[BO].value > found[CATO].value


def test_a_team_is_rated_as_such_whoever_is_in_it() -> None:
    fleets = [replace(one, team=one.place) for one in game("A", ann=1, machine=1, bo=2, cato=2)]
    found = ratings(fleets, MACHINE)
    assert found[ANN].value > 1_000 > found[BO].value
    assert found[BO] == found[CATO]
    # Members of one team are not compared with each other.
    assert ratings([one for one in fleets if one.place == 2], MACHINE) == {}


def test_the_bot_has_no_rating_and_people_are_compared_with_each_other() -> None:
    assert ratings(game("A", machine=1, ann=2), MACHINE) == {}
    with_bot = ratings(game("A", machine=1, ann=2, bo=3), MACHINE)
    assert with_bot == ratings(game("A", ann=1, bo=2), MACHINE)


def test_what_counts_for_no_rating() -> None:
    for why in filter(None, get_args(Unrated)):
        assert ratings([replace(one, unrated=why) for one in game("A", ann=1, bo=2)], MACHINE) == {}
    assert ratings([replace(one, origin="elsewhere") for one in game("A", ann=1, bo=2)], MACHINE) == {}
    twice = [*game("A", ann=1, bo=2), replace(result("A", 3, 3), user=ANN)]
    assert ratings(twice, MACHINE) == {}


def test_somebody_who_was_forgotten_is_a_newcomer_each_time() -> None:
    found = ratings([*game("A", ann=1, somebody=2), *game("B", bo=1, somebody=2)], MACHINE)
    assert set(found) == {ANN, BO}
    assert found[ANN] == found[BO]


def test_a_rating_reads_with_how_sure_it_is() -> None:
    assert str(Rating(1_180, 60, 40)) == "1,180 ± 60"
    assert Rating(1_180, 60, 40).at_least == 1_120
