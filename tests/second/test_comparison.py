"""The comparison itself, on a tiny game: it reports all differences, and nothing if both programs agree."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from tests.second.beside import Difference
from tests.second.comparison import Comparison, Rolls, Told, Twice
from tests.toy_game import Nim


class Refused(Exception):
    def __init__(self, code: str) -> None:
        self.code = code


class SecondNim:
    """Buoy Nim, implemented again. `wrong` names a rule that this implementation breaks."""

    def __init__(self, seats: int, rolls: Rolls, wrong: str = "") -> None:
        self.seats, self.rolls, self.wrong = seats, rolls, wrong
        self.left, self.turn = 12, 1

    @property
    def finished(self) -> bool:
        return not self.left

    def awaited(self) -> list[int]:
        return [] if self.finished else [self.turn]

    def choices(self, seat: int) -> list[str]:
        most = 4 if self.wrong == "choices" else 3
        return [f"take {number}" for number in range(1, most + 1) if number <= self.left]

    def act(self, seat: int, notation: str) -> Sequence[Told]:
        verb, _, number = notation.partition(" ")
        if verb != "take" or not number.isdecimal():
            raise Refused("unknown_action")
        if self.finished:
            raise Refused("game_over")
        if seat != self.turn:
            raise Refused("not_your_turn")
        if notation not in self.choices(seat):
            raise Refused("too_many" if self.wrong == "refusal" else "not_allowed")
        return self.take(int(number))

    def take(self, buoys: int) -> Sequence[Told]:
        seat, drifted = self.turn, 0
        if buoys < min(3, self.left) or self.wrong == "dice":
            drifted = int(self.rolls.values("flood" if self.wrong == "label" else "tide", 1)[0])
        self.left += drifted - buoys
        self.turn = seat % self.seats + 1
        told: Told = {"event": "taken", "seat": seat, "buoys": buoys, "drifted": drifted}
        return [] if self.wrong == "events" else [told]

    def time_out(self, seat: int) -> Sequence[Told]:
        return self.take(min(2, self.left) if self.wrong == "absent" else 1)

    def replace(self, seat: int) -> None:
        """Nothing changes."""

    def ranking(self) -> list[list[int]]:
        last = (self.turn - 2) % self.seats + 1
        return [[self.turn if self.wrong == "ranking" else last]]


def typed(second: SecondNim, seat: int, random: Random) -> str:
    return random.choice(["take 1", "take 3", "take 5", "take", "give 1"])


def compare(state: Mapping[str, Any], second: SecondNim) -> None:
    if state["left"] != second.left + (second.wrong == "state"):
        raise Difference("not as many buoys are left")


def twice(wrong: str = "") -> Twice:
    def start(options: Mapping[str, Any], seats: int, rolls: Rolls) -> tuple[SecondNim, Sequence[Told]]:
        return SecondNim(seats, rolls, wrong), []

    return Twice(Nim(), start, (Refused,), SecondNim.ranking, typed, compare=compare)


def test_nothing_is_said_where_both_agree() -> None:
    comparison = Comparison(twice(), luck=1)
    comparison.play(decisions=100)
    assert comparison.decisions == 100
    assert comparison.games > 5
    assert {"taken", "(not_your_turn)", "(not_allowed)", "(game_over)"} <= {*comparison.seen}


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("choices", "second: ['take 4']"),
        ("refusal", "with not_allowed, the second with too_many"),
        ("dice", "asks for tide, ours threw nothing more"),
        ("label", "asks for flood, ours threw tide"),
        ("events", "second: []"),
        ("absent", "does not answer"),
        ("ranking", "the ranking"),
        ("state", "not as many buoys"),
    ],
)
def test_a_difference_is_found_and_says_how_to_come_there_again(wrong: str, told: str) -> None:
    with pytest.raises(Difference) as difference:
        Comparison(twice(wrong), luck=1).play(decisions=200)
    assert told in str(difference.value)
    assert "luck 1, game " in str(difference.value)
