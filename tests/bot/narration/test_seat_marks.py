"""Seats' marks and other signs in sentences are emojis in posts, and words everywhere else."""

import pytest

from bot.narration.emojis import Emoji, Emojis, showing, written
from bot.narration.seat_marks import standing, with_mark
from rules.engine.game import AnyGame
from rules.engine.match import Match
from rules.engine.registry import game
from rules.engine.texts import signs
from tests.laws import Table

EVIL = "*_<@1>_* (B)"


def emojis_of(one: AnyGame) -> Emojis:
    """Return an emoji for each sign of a game."""
    emojis = Emojis()
    emojis.learn({(one.slug, key): Emoji(f"{key}_0123abcd", 7) for key in signs(one)})
    return emojis


def middle(one: AnyGame, seats: int, steps: int) -> Match:
    """Return a match after several entries."""
    return Table(one, one.options(), seats, luck=3, steps=steps).matches[-1]


def test_marks_stand_before_names_while_emojis_are_shown_and_are_letters_elsewhere() -> None:
    one = game("port_flower")
    match, view, names = (found := middle(one, 2, 20)), one.view(found.shown, None), {1: "Ann", 2: "Bo"}
    plain = [one.standing(view, names).replace("_", r"\_")]
    assert standing(match, view, names) == plain
    assert with_mark(match, 2, "Bo") == "Bo (B)"
    with showing(emojis_of(one)):
        assert with_mark(match, 2, "Bo") == "<:seat_b_0123abcd:7> Bo"
        (told,) = standing(match, view, names)
        assert "<:seat_a_0123abcd:7> Ann" in told
        assert "<:seat_b_0123abcd:7> Bo" in told
    assert standing(match, view, names) == plain


def test_a_mark_is_not_beside_its_own_letter() -> None:
    one = game("acrana")
    match, names = middle(one, 2, 20), {1: "Ann", 2: "Bo"}
    view = one.view(match.shown, None)
    expected = one.standing(view, names)
    with showing(emojis_of(one)):
        told = standing(match, view, names)
    for letter, name in (("a", "Ann"), ("b", "Bo")):
        assert f"{letter.upper()} ({name})" in expected
        expected = expected.replace(f"{letter.upper()} ({name})", f"<:seat_{letter}_0123abcd:7> {name}")
    assert told == [expected]


def test_names_beside_marks_are_escaped_and_blanks_stay() -> None:
    one = game("port_flower")
    match, names = middle(one, 2, 20), {1: EVIL, 2: "Bo"}
    view = one.view(match.shown, None)
    (plain,) = standing(match, view, names)
    with showing(emojis_of(one)):
        (told,) = standing(match, view, names)
    for mark in ("<:seat_a_0123abcd:7> ", "<:seat_b_0123abcd:7> "):
        told = told.replace(mark, "")
    assert told == plain
    assert EVIL not in told


def test_a_seat_of_two_fleets_has_letters_in_a_call() -> None:
    one = game("privateer")
    match = Table(one, one.options(mode="duel"), 2, luck=3, steps=30).matches[-1]
    with showing(emojis_of(one)):
        assert with_mark(match, 1, "Ann") == "Ann (RY)"


def test_a_seat_without_a_letter_has_no_mark() -> None:
    one = game("kraken_bay")
    match = middle(one, 2, 0)
    assert one.seat_mark(match.shown, 1) == "1"
    with showing(emojis_of(one)):
        assert with_mark(match, 1, "Ann") == "Ann"


@pytest.mark.parametrize("missing", ["die_4", "die_5"])
def test_of_signs_side_by_side_all_are_shown_or_none(missing: str) -> None:
    one = game("kraken_bay")
    emojis = Emojis()
    emojis.learn({(one.slug, key): Emoji(key, 7) for key in ("die_4", "die_5") if key != missing})
    with showing(emojis):
        assert written(one, ["die_4", "die_5"]) == ""
    with showing(emojis_of(one)):
        assert written(one, ["die_4", "die_5"]) == "<:die_4_0123abcd:7><:die_5_0123abcd:7>"
