"""The dice: where numbers come from, and that they come fairly."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.chance import Chance, Forced, QuickStream, Roll, SeededStream, commitment
from rules.engine.errors import JournalDiffers

SEED = bytes(range(32))


def chance(*forced: Forced, notation: str = "take 1") -> Chance:
    return Chance(SeededStream(SEED, "line", 2, notation), forced)


def words(roll: str, blocks: int = 1) -> list[int]:
    """The numbers behind a roll, worked out without the engine."""
    found = b"".join(
        hmac.new(SEED, f"line|2|take 1|{roll}|{block}".encode(), "sha256").digest() for block in range(blocks)
    )
    return [int.from_bytes(found[start : start + 4], "big") for start in range(0, len(found), 4)]


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


def test_dice_come_from_the_seed_as_published() -> None:
    assert chance().roll("wind", 1, 4, 0, 5) == tuple(word % 6 for word in words("0")[:4])


def test_many_dice_go_on_in_the_next_block() -> None:
    assert chance().roll("wind", 1, 20) == tuple(1 + word % 6 for word in words("0", 3)[:20])


def test_every_roll_of_an_entry_has_numbers_of_its_own() -> None:
    dice = chance()
    dice.roll("wind", 1)
    assert dice.draw("card", 1, 1000) == 1 + words("1")[0] % 1000


def test_who_acts_and_how_changes_the_dice() -> None:
    rolls = {
        Chance(SeededStream(SEED, line, seat, notation)).roll("wind", 1, 8)
        for line in ("line", "other")
        for seat in (1, 2)
        for notation in ("take 1", "take 2")
    }
    assert len(rolls) == 8


@pytest.mark.parametrize(
    ("passed_over", "high"), [((2**32 - 1, 4), 6), ((4294967292, 4), 6), ((4294967294, 4), 2**31 - 1)]
)
def test_a_word_that_would_favour_some_faces_is_passed_over(
    passed_over: tuple[int, int], high: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    block = b"".join(word.to_bytes(4, "big") for word in (*passed_over, 0, 0, 0, 0, 0, 0))
    monkeypatch.setattr("rules.engine.chance.hmac.digest", lambda *_: block)
    assert chance().roll("wind", 1, 1, 1, high) == (5,)


def test_all_faces_come_about_equally_often() -> None:
    counts = Counter(chance(notation=f"take {n}").roll("wind", 1, 60, 0, 5)[n % 60] for n in range(600))
    assert set(counts) == {0, 1, 2, 3, 4, 5}
    assert max(counts.values()) < 1.5 * min(counts.values())


@given(count=st.integers(0, 30), low=st.integers(-5, 5), size=st.integers(1, 100))
def test_dice_stay_between_their_faces(count: int, low: int, size: int) -> None:
    values = chance().roll("wind", 1, count, low, low + size - 1)
    assert len(values) == count
    assert all(low <= value < low + size for value in values)


# Shuffles


def test_a_shuffle_keeps_every_item() -> None:
    assert sorted(chance().shuffle("deck", range(52))) == list(range(52))
    assert chance().shuffle("deck", "a") == ["a"]
    assert chance().shuffle("deck", "") == []


def test_a_shuffle_is_the_one_the_page_describes() -> None:
    items = list("abcd")
    for last in (3, 2, 1):
        pick = words(f"0.{last}")[0] % (last + 1)
        items[last], items[pick] = items[pick], items[last]
    assert chance().shuffle("deck", "abcd") == items


def test_every_order_comes() -> None:
    orders = {"".join(chance(notation=str(n)).shuffle("deck", "abc")) for n in range(60)}
    assert orders == {"".join(order) for order in permutations("abc")}


def test_the_order_of_a_shuffle_is_hidden() -> None:
    dice = chance()
    dice.shuffle("deck", "abc")
    dice.draw_hidden("card", 1, 9)
    dice.draw("gun", 1, 9)
    assert [roll.secret for roll in dice.rolls] == [True, True, False]


# Forced values


def test_a_forced_value_comes_and_the_natural_one_is_noted() -> None:
    natural = chance().roll("wind", 1, 2)
    dice = chance(Forced(values=(6, 6), label="wind", entry=7))
    assert dice.roll("wind", 1, 2) == (6, 6)
    assert dice.rolls[0] == Roll(label="wind", seat=1, low=1, high=6, values=(6, 6), natural=natural, force=7)


def test_a_forced_value_is_spent_once() -> None:
    dice = chance(Forced(values=(6,), entry=7), Forced(values=(6,), entry=8))
    forces = [dice.roll("wind", 1) and dice.rolls[-1].force for _ in range(3)]
    assert forces == [7, 8, None]


@pytest.mark.parametrize(
    "forced",
    [
        Forced(values=(6, 6)),
        Forced(values=(7,)),
        Forced(values=(0,)),
        Forced(values=(6,), label="tide"),
        Forced(values=(6,), seat=2),
    ],
    ids=str,
)
def test_a_forced_value_waits_for_a_roll_it_fits(forced: Forced) -> None:
    dice = chance(forced)
    dice.roll("wind", 1)
    assert (dice.rolls[0].force, dice.spent) == (None, [])


def test_a_forced_value_takes_no_place_among_the_natural_ones() -> None:
    dice = chance(Forced(values=(6,), entry=7))
    dice.roll("wind", 1)
    plain = chance()
    plain.roll("wind", 1)
    assert dice.roll("wind", 1, 5) == plain.roll("wind", 1, 5)


def test_a_value_forced_for_whatever_comes_next_never_touches_what_is_hidden() -> None:
    dice = chance(Forced(values=(1,)), Forced(values=(2, 0, 1)))
    dice.draw_hidden("card", 1, 6)
    dice.shuffle("deck", "abc")
    assert dice.spent == []


def test_a_forced_shuffle_must_be_an_order() -> None:
    assert chance(Forced(values=(2, 0, 1), label="deck")).shuffle("deck", "abc") == ["c", "a", "b"]
    refused = chance(Forced(values=(2, 2, 1), label="deck"))
    assert sorted(refused.shuffle("deck", "abc")) == ["a", "b", "c"]


# Recorded values


def test_recorded_rolls_come_again() -> None:
    live = chance(Forced(values=(6,), entry=7))
    lived = (live.roll("wind", 1), live.shuffle("deck", "abcd"), live.draw_hidden("card", 2, 9))
    again = Chance(Silence(), [Forced(values=(6,), entry=7)], recorded=live.rolls)
    assert (again.roll("wind", 1), again.shuffle("deck", "abcd"), again.draw_hidden("card", 2, 9)) == lived
    again.close()
    assert again.spent == live.spent
    assert again.rolls == live.rolls


def test_another_roll_than_was_recorded_is_told() -> None:
    live = chance()
    live.roll("wind", 1)
    for label, seat, count, high in (
        ("tide", 1, 1, 6),
        ("wind", 2, 1, 6),
        ("wind", 1, 2, 6),
        ("wind", 1, 1, 5),
    ):
        with pytest.raises(JournalDiffers):
            Chance(Silence(), recorded=live.rolls).roll(label, seat, count, 1, high)


def test_more_or_fewer_rolls_than_were_recorded_are_told() -> None:
    live = chance()
    live.roll("wind", 1)
    with pytest.raises(JournalDiffers):
        Chance(Silence(), recorded=()).roll("wind", 1)
    with pytest.raises(JournalDiffers):
        Chance(Silence(), recorded=live.rolls).close()


@dataclass(frozen=True)
class Silence:
    """Natural numbers that must not be asked for."""

    def numbers(self, roll: str, low: int, high: int) -> Iterator[int]:
        raise AssertionError("a recorded roll asked for natural numbers")


def test_quick_dice_are_dice_too() -> None:
    quick = Chance(QuickStream(Random(1)))
    assert set(quick.roll("wind", 1, 200)) == {1, 2, 3, 4, 5, 6}
    assert sorted(quick.shuffle("deck", "abc")) == ["a", "b", "c"]
