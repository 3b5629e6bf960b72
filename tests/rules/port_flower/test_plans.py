"""Compares the fast look-ahead with the plain reading of the rules, in random situations and options."""

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.port_flower.board import FILE, PORT
from rules.port_flower.options import RaceOptions
from rules.port_flower.plans import BOAT, PIECES, Movement, Plans, Progress, dice_counts
from rules.port_flower.route import read_route, routes
from rules.port_flower.sailing import Situation, situation
from rules.port_flower.sea import sea
from tests.rules.port_flower.plain_reading import Reading, Waters, place
from tests.rules.port_flower.table import Table


@dataclass
class Case:
    """A situation that both sides of the comparison can load."""

    options: RaceOptions
    boats: tuple[str, ...]
    reached: tuple[int, ...]
    sharks: tuple[str, ...]
    dice: dict[str, int]

    def plans(self) -> Plans:
        return Plans(self.situation(), Progress(tuple(self.dice.items()), ()))

    def situation(self) -> Situation:
        chart = FILE.boards[self.options.board]
        water = sea(
            self.options.board,
            chart.buoys[: self.options.buoys],
            chart.islands,
            must_stop=self.options.buoy_touch == "stop",
            escape=self.options.escape,
        )
        calm = self.options.calm_opening
        return situation(water, self.options, 1, self.boats, self.reached, self.sharks, calm=calm)

    def reading(self) -> Reading:
        waters = Waters(
            options=self.options.model_dump(),
            mover=1,
            boats={seat: at if at == PORT else place(at) for seat, at in enumerate(self.boats, 1)},
            reached=dict(enumerate(self.reached, 1)),
            sharks={PIECES[number]: place(at) for number, at in enumerate(self.sharks, 1)},
        )
        return Reading(waters, self.dice)


@st.composite
def cases(draw: st.DrawFn, dice_split: str) -> Case:
    options = RaceOptions.model_validate(
        {
            "dice_split": dice_split,
            "calm_opening": draw(st.booleans()),
            "board": draw(st.sampled_from(["standard", "ring", "diamond", "ocean"])),
            "buoys": draw(st.sampled_from([3, 4, 5])),
            "sharks": draw(st.integers(1, 3)),
            "buoy_touch": draw(st.sampled_from(["pass", "stop"])),
            "escape": draw(st.booleans()),
            "shark_finishes": draw(st.booleans()),
            "boat_meets_shark": draw(st.sampled_from(["blocked", "towed"])),
            "comeback": draw(st.sampled_from(["auto", "choose"])),
        }
    )
    chart = FILE.boards[options.board]
    water = sea(options.board, chart.buoys[: options.buoys], chart.islands)
    seats = draw(st.integers(2, 5))
    squares = draw(
        st.lists(
            st.sampled_from(water.open_squares),
            min_size=seats + options.sharks,
            max_size=seats + options.sharks,
            unique=True,
        )
    )
    in_port = draw(st.lists(st.booleans(), min_size=seats, max_size=seats))
    reached = draw(st.lists(st.integers(0, options.buoys), min_size=seats, max_size=seats))
    return Case(
        options,
        tuple(PORT if port and not n else at for port, n, at in zip(in_port, reached, squares, strict=False)),
        tuple(reached),
        tuple(squares[seats:]),
        {die: draw(st.integers(0, 5)) for die in "NESW"},
    )


def _choices(case: Case) -> list[tuple[str, str, str]]:
    return [(m.piece, m.route.text, m.leaves_by or "") for m in case.plans().choices]


@settings(max_examples=30)
@given(cases("one_shark"))
def test_the_legal_choices_are_those_of_the_plain_reading(case: Case) -> None:
    assert _choices(case) == case.reading().legal_first()


@settings(max_examples=12)
@given(cases("both_sharks"))
def test_with_both_sharks_the_legal_choices_are_those_of_the_plain_reading(case: Case) -> None:
    assert _choices(case) == case.reading().legal_first()


def test_a_boat_that_has_reached_another_buoy_is_put_back_elsewhere() -> None:
    # N1 S2 and S2 N1 end on the same square and leave the same dice, but only one route passes a buoy.
    table = Table(
        "1522",
        sharks="F4 D3",
        M="E5 3",
        chosen={"board": "diamond", "dice_split": "both_sharks", "reroll_when_stuck": True},
    )
    assert "boat S2 N1" in table.choices(BOAT)


@settings(max_examples=30)
@given(cases("one_shark"))
def test_every_refusal_names_the_code_and_place_of_the_plain_reading(case: Case) -> None:
    plans, reading = case.plans(), case.reading()
    legal = set(reading.legal_first())
    for (letters, steps), text in reading.routes.items():
        for piece in PIECES[: case.options.sharks + 1]:
            for start in reading.starts(reading.waters, piece, steps):
                route = read_route(text, tuple(case.dice.items()))
                assert route.dice == letters
                refusal = plans.refusal(Movement(piece, route, start or None))
                then = reading.after(reading.waters, piece, steps, start)
                if isinstance(then, Waters):
                    expected = None if (piece, text, start) in legal else ("no_completion", "")
                else:
                    expected = then.args
                assert refusal == expected


@settings(max_examples=30)
@given(cases("one_shark"))
def test_a_plan_exists_exactly_when_something_is_a_legal_choice(case: Case) -> None:
    assert case.plans().exist() == bool(_choices(case))


@pytest.mark.parametrize(
    ("sharks_per_turn", "moved", "counts"),
    [
        (1, (), (1, 2, 3)),
        (1, ((BOAT, 1),), (2, 3)),
        (1, ((BOAT, 2),), (1, 2)),
        (1, ((BOAT, 3),), (1,)),
        (2, (), (1, 2)),
        (2, (("shark1", 1),), (1, 2)),
        (2, (("shark1", 2),), (1,)),
        (2, (("shark1", 1), (BOAT, 1)), (1, 2)),
        (2, (("shark1", 1), (BOAT, 2)), (1,)),
    ],
)
def test_three_or_four_dice_are_shared_and_every_piece_gets_one(
    sharks_per_turn: int, moved: tuple[tuple[str, int], ...], counts: tuple[int, ...]
) -> None:
    assert dice_counts(sharks_per_turn, moved) == counts


def test_a_roll_offers_at_most_six_routes_for_a_set_of_dice() -> None:
    assert len(routes((("N", 1), ("E", 2), ("S", 3)))) == 6
    assert len(routes((("N", 1), ("E", 2)))) == 4
