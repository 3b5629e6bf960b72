"""The dice: where their numbers come from, and that they are fair."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.chance import (
    Chance,
    Forced,
    QuickStream,
    Roll,
    SeededStream,
    Value,
    commitment,
    read_values,
)
from rules.engine.errors import JournalDiffers

SEED = bytes(range(32))


def chance(*forced: Forced, notation: str = "take 1") -> Chance:
    return Chance(SeededStream(SEED, "line", 2, notation), forced)


def words(roll: str, blocks: int = 1) -> list[int]:
    """Return the numbers of a roll, calculated without the engine."""
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


# Lists


def test_a_face_of_a_list_is_the_one_at_its_place() -> None:
    dice = chance()
    assert dice.roll_faces("sail", 1, (2, 3, 3, 4), 3) == tuple((2, 3, 3, 4)[w % 4] for w in words("0")[:3])
    assert (dice.rolls[0].low, dice.rolls[0].high, dice.rolls[0].of) == (2, 4, "2 3 3 4")


def test_a_list_of_neighbours_need_not_be_kept() -> None:
    dice = chance()
    dice.roll_faces("seat", 0, (2, 3, 4))
    assert (dice.rolls[0].low, dice.rolls[0].high, dice.rolls[0].of) == (2, 4, "")


def test_a_hidden_draw_is_one_of_what_is_left_and_is_kept_with_it() -> None:
    dice = chance()
    drawn = dice.draw_hidden("card", 1, ("3h", "Ka", "10c"))
    assert drawn == ("3h", "Ka", "10c")[words("0")[0] % 3]
    assert dice.rolls[0] == Roll(
        label="card", seat=1, low=1, high=3, values=(drawn,), of="3h Ka 10c", secret=True
    )


def test_an_open_draw_is_one_of_the_words_and_a_game_master_forces_only_those() -> None:
    dice = chance(Forced(values=("stone",), label="bag"), Forced(values=("reef",), label="bag"))
    assert dice.draw_open("bag", 0, ("sea", "sea", "reef")) == "reef"
    assert dice.draw_open("bag", 0, ("sea", "sea", "stone")) == "stone"
    assert dice.draw_open("bag", 0, ("sea",)) == "sea"
    assert [roll.of for roll in dice.rolls] == ["sea sea reef", "sea sea stone", "sea"]
    assert not any(roll.secret for roll in dice.rolls)


def test_everything_that_is_left_comes() -> None:
    drawn = {chance(notation=str(n)).draw_hidden("card", 1, "abc") for n in range(30)}
    assert drawn == {*"abc"}


def test_hidden_draws_are_hidden_and_others_are_not() -> None:
    dice = chance()
    dice.draw_hidden("card", 1, "abc")
    dice.draw("gun", 1, 9)
    assert [roll.secret for roll in dice.rolls] == [True, False]


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
    dice = chance(Forced(values=("a",)))
    dice.draw_hidden("card", 1, "abc")
    assert dice.spent == []


def test_a_forced_card_waits_until_it_is_left() -> None:
    dice = chance(Forced(values=("c",), label="card", entry=7))
    assert dice.draw_hidden("card", 1, "ab") in {"a", "b"}
    assert dice.draw_hidden("card", 1, "abc") == "c"
    assert [roll.force for roll in dice.rolls] == [None, 7]


def test_a_forced_face_must_be_one_that_is_there() -> None:
    dice = chance(Forced(values=(3,), label="tile", entry=7))
    assert dice.roll_faces("tile", 1, (1, 5)) != (3,)
    assert dice.roll_faces("tile", 1, (1, 3)) == (3,)


@pytest.mark.parametrize(
    ("text", "values"),
    [("1 2,3", (1, 2, 3)), ("-1", (-1,)), ("3h, 10c", ("3h", "10c")), ("", ()), ("9" * 5000, ("9" * 5000,))],
)
def test_values_are_read_as_they_are_written(text: str, values: tuple[Value, ...]) -> None:
    assert read_values(text) == values


# Recorded values


def test_recorded_rolls_come_again() -> None:
    live = chance(Forced(values=(6,), entry=7))
    lived = (live.roll("wind", 1), live.roll_faces("tile", 0, (1, 3)), live.draw_hidden("card", 2, "abc"))
    again = Chance(Silence(), [Forced(values=(6,), entry=7)], recorded=live.rolls)
    assert lived == (
        again.roll("wind", 1),
        again.roll_faces("tile", 0, (1, 3)),
        again.draw_hidden("card", 2, "abc"),
    )
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


def test_another_list_than_was_recorded_is_told() -> None:
    live = chance()
    live.draw_hidden("card", 1, "abc")
    with pytest.raises(JournalDiffers):
        Chance(Silence(), recorded=live.rolls).draw_hidden("card", 1, "abd")
    # Rolls in older entries have no list of their possible values.
    bare = [roll.model_copy(update={"of": ""}) for roll in live.rolls]
    assert Chance(Silence(), recorded=bare).draw_hidden("card", 1, "abc") == live.rolls[0].values[0]


def test_more_or_fewer_rolls_than_were_recorded_are_told() -> None:
    live = chance()
    live.roll("wind", 1)
    with pytest.raises(JournalDiffers):
        Chance(Silence(), recorded=()).roll("wind", 1)
    with pytest.raises(JournalDiffers):
        Chance(Silence(), recorded=live.rolls).close()


@dataclass(frozen=True)
class Silence:
    """A source of natural numbers that fails if numbers are requested."""

    def numbers(self, roll: int, size: int) -> Iterator[int]:
        raise AssertionError("a recorded roll asked for natural numbers")


def test_quick_dice_are_dice_too() -> None:
    quick = Chance(QuickStream(Random(1)))
    assert set(quick.roll("wind", 1, 200)) == {1, 2, 3, 4, 5, 6}
    assert {quick.draw_hidden("card", 1, "abc") for _ in range(50)} == {*"abc"}
