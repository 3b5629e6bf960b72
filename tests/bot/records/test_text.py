"""The records of a server and of one person, as text."""

from collections.abc import Sequence
from dataclasses import replace

from bot.narration.logbook import listed
from bot.records.text import of_person, of_server
from bot.store.rows import ResultRow
from tests.bot.records.test_ratings import ANN, BO, MACHINE, game


def told(lines: Sequence[str]) -> str:
    return "\n".join(lines)


def played() -> list[ResultRow]:
    """Three games: a rated game, a long practice game, and a game without a result."""
    practice = [
        replace(one, unrated="practice", seconds=90_000, ended=2_100) for one in game("B", bo=1, cato=2)
    ]
    ended = [replace(one, unrated="no result", ended=2_200) for one in game("C", ann=0, machine=0)]
    best, *others = game("A", ann=1, bo=2)
    return [replace(best, counts={"buoys": 9, "hits": 0}), *others, *practice, *ended]


def test_a_server_s_records_name_who_is_how_strong_and_what_was_best() -> None:
    lines = of_server(played(), MACHINE)
    assert lines[0] == "**Records of this server** · 3 games"
    assert lines[1] == "**nim** · 3 games, 2 of them not rated"
    assert [line.split(" · ")[-1] for line in lines[2:5]] == [
        "2 games, 1 won",
        "2 games, 1 won",
        "1 game, 0 won",
    ]
    assert lines[2].startswith("🥇 **ann** 1,")
    assert lines[3].startswith("🥈 **bo** ")
    assert lines[4] == "- **cato** not rated yet · 1 game, 0 won"
    assert lines[5] == "-# Longest game: 1 day 1 h (B); most buoys: 9 (ann)"
    assert of_server([], MACHINE) == []


def test_who_left_the_lists_is_in_none_and_counts_for_the_others() -> None:
    hidden = [replace(one, listed=one.user != BO) for one in played()]
    text = told(of_server(hidden, MACHINE))
    assert "bo**" not in text
    assert text.split("**ann** ")[1][:12] == told(of_server(played(), MACHINE)).split("**ann** ")[1][:12]
    assert "bo**" not in told(of_person(hidden, MACHINE, ANN))
    assert "You appear in no list" in told(of_person(hidden, MACHINE, BO))


def test_one_s_own_records_tell_places_bests_and_how_it_went_against_others() -> None:
    results = [*played(), *game("D", cato=1, bo=1, ann=3)]
    lines = of_person(results, MACHINE, ANN)
    assert lines[0] == "**Your records on this server** · 3 games"
    assert lines[2] == "Places: 🥇 1, 🥉 1, without a place 1"
    assert lines[3:5] == ["Most in a game: buoys 9 (A)", "Longest: 15 min (A)"]
    assert lines[5] == "Against: **bo** 1 won, 1 lost; **cato** 1 lost"
    assert "**cato** 1 tied" in told(of_person(results, MACHINE, BO))
    assert of_person(results, MACHINE, 5) == []
    fleets = [replace(one, team=one.place) for one in game("E", ann=1, bo=1, cato=2)]
    assert of_person(fleets, MACHINE, ANN)[-1] == "Against: **cato** 1 won"


def test_names_are_shown_letter_by_letter_and_somebody_not_at_all() -> None:
    loud = [replace(one, name="**@everyone**") for one in game("A", ann=1, somebody=2, cato=3)]
    text = told(of_server(loud, MACHINE))
    assert "\\*\\*\\@everyone" in text
    assert text.count("everyone") == 3  # The number of people, and who rounded the most buoys
    assert "Records" in listed(of_server(loud, MACHINE), 1)


def test_a_long_list_has_pages() -> None:
    crowd = [
        replace(one, user=1_000 + 2 * number + one.seat, name="W" * 40)
        for number in range(60)
        for one in game(f"G{number:02}", ann=1, bo=2)
    ]
    lines = of_server(crowd, MACHINE)
    pages = [listed(lines, number) for number in (1, 2, 3)]
    assert all(len(page) <= 3_900 for page in pages)
    assert "on page 2" in pages[0]
