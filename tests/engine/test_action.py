"""The notation of actions: writing and reading."""

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from rules.engine.action import Action, Resign, build, fields_of, notation, read, value_of
from rules.engine.errors import UnreadableAction


class Move(Action):
    """Move a piece."""

    piece: Literal["boat", "shark1"] = Field(description="Which piece.")
    route: str = Field(description="Which way.", json_schema_extra={"words": True})
    start: str | None = Field(None, alias="from", description="From where.")


class Demand(Action):
    """Ask for something."""

    food: int | None = Field(None, description="How much.")
    stop: bool = Field(False, description="Whether the loser stops.")
    cards: tuple[str, ...] | None = Field(None, description="Which cards.")
    promise: str | None = Field(None, description="In words.", json_schema_extra={"words": True})


KINDS = (Move, Demand, Resign)


def reads(line: str) -> Action:
    return read(line, KINDS)


def test_an_action_is_written_with_its_options_named() -> None:
    move = Move(piece="boat", route="E4 N3", start="F2")
    assert str(move) == 'move boat "E4 N3" from F2'
    assert reads('move boat "E4 N3" from F2') == move


@pytest.mark.parametrize(
    "line",
    [
        "move boat E4 N3 from F2",
        "move boat E4 N3 FROM F2",
        "Move from F2 boat E4 N3",
        "move boat “E4 N3” from F2",
        "move boat „E4 N3“ from F2",
        '  move\tboat   "E4 N3"   from "F2" ',
    ],
)  # fmt: skip
def test_people_may_type_it_in_other_ways(line: str) -> None:
    assert str(reads(line)) == 'move boat "E4 N3" from F2'


def test_left_over_words_may_belong_to_an_option() -> None:
    demand = reads("demand food 5 promise never again, friend stop yes")
    assert demand == Demand(food=5, stop=True, promise="never again, friend")


def test_values_are_typed_in_the_words_of_players() -> None:
    assert str(Demand(food=-3, stop=True, cards=("QH", "2C"))) == "demand food -3 stop yes cards QH,2C"
    assert reads("demand stop on") == Demand(stop=True)
    assert reads("demand stop n") == Demand(stop=False)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "Type an action"),
        ("   ", "Type an action"),
        ("dance", "“dance” is nothing that one can do here."),
        ("mvoe boat", "“mvoe” is nothing that one can do here. Perhaps you mean `move`."),
        ("move", "“move” says too little. Add: piece (which piece) and route (which way)."),
        ("move boat", "“move” says too little. Add: route (which way)."),
        ('move boat "E4 N3', "quotation mark is open"),
        ('move boat "E4"N3', "quotation mark is open"),
        ("move whale N3", "Piece: “whale” is none of boat"),
        ("demand food lots", "Food: “lots” is no whole number."),
        ("demand stop maybe", "Stop: “maybe” is neither yes nor no."),
        ("demand 5", "“5” is too much after “demand”. What belongs there: food (how much), stop (whether"),
        ("resign now", "“now” is too much after “resign”. Nothing belongs there."),
    ],
)
def test_what_cannot_be_read_is_answered_with_what_to_write(line: str, told: str) -> None:
    with pytest.raises(UnreadableAction) as refusal:
        reads(line)
    assert told in refusal.value.message
    assert refusal.value.code == "unreadable"


class Harvest(Action):
    """Harvest crops."""

    amount: int = Field(ge=10, le=120)
    basket: Literal["small", "large"] = "small"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("harvest 9", "Amount: 9 is too little; the least is 10."),
        ("harvest 121", "Amount: 121 is too much; the most is 120."),
        ("harvest 2.5", "Amount: “2.5” is no whole number."),
        ("harvest 10 basket tiny", "Basket: “tiny” is none of small or large."),
    ],
)
def test_what_is_wrong_with_a_value_is_said_with_what_is_right(line: str, told: str) -> None:
    with pytest.raises(UnreadableAction) as refusal:
        read(line, (Harvest,))
    assert told in refusal.value.message


@given(route=st.text(min_size=1), start=st.none() | st.text())
def test_every_text_reads_back_from_a_single_line(route: str, start: str | None) -> None:
    move = Move(piece="boat", route=route, start=start)
    assert "\n" not in str(move)
    assert reads(str(move)) == move


@given(
    food=st.none() | st.integers(),
    stop=st.booleans(),
    cards=st.none() | st.lists(st.sampled_from(["QH", "2C", "food"]), min_size=1).map(tuple),
    promise=st.none() | st.text(),
)
def test_every_option_reads_back(
    food: int | None, stop: bool, cards: tuple[str, ...] | None, promise: str | None
) -> None:
    demand = Demand(food=food, stop=stop, cards=cards, promise=promise)
    assert reads(str(demand)) == demand


def test_a_route_that_is_the_name_of_an_option_is_quoted() -> None:
    move = Move(piece="boat", route="from", start="from")
    assert notation(move) == 'move boat "from" from from'
    assert reads(notation(move)) == move


def test_the_answers_to_an_action_are_its_kind_and_what_was_filled_in() -> None:
    assert Move(piece="boat", route="N3").path() == ("move", "boat", "N3")
    assert Demand(stop=True, cards=("QH", "2C")).path() == ("demand", "yes", "QH", "2C")


def test_fields_are_known_by_the_names_players_use() -> None:
    assert list(fields_of(Move)) == ["piece", "route", "from"]
    assert value_of(Move(piece="boat", route="N3", start="F2"), "from") == "F2"
    with pytest.raises(KeyError):
        value_of(Resign(), "from")


def test_an_action_is_built_from_what_a_form_holds() -> None:
    assert build(Move, {"piece": "boat", "route": "N3", "from": "F2"}).start == "F2"
    with pytest.raises(UnreadableAction, match=r"Add: route \(which way\)"):
        build(Move, {"piece": "boat"})
