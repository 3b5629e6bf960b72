"""Forms: fixed answers first, then blanks of four kinds."""

import pytest
from hypothesis import given, settings

from rules.engine.errors import IllegalAction, MisfilledForm
from rules.engine.form import Form, OneOf, Range, Words, YesNo
from tests.laws import LAWS, Law, Table, name_of, tables
from tests.market_game import GOODS, Load, Market, MarketState, Sign, Trade

GAME = Market()
FOOD = Form(Load(good="food", amount=20), {"amount": Range(10, 120, 10)})
WOOD = Form(Load(good="wood", amount=20), {"amount": Range(10, 120, 10)})
SIGN = Form(
    Sign(name="Ann", seal=True), {"name": Words(6), "seal": YesNo(), "ink": OneOf(("black", "blue", "red"))}
)


@pytest.mark.parametrize("law", LAWS, ids=name_of)
@settings(max_examples=8)
@given(table=tables(GAME))
def test_a_game_of_forms_obeys_the_laws(law: Law, table: Table) -> None:
    law(table)


def test_a_form_is_known_by_its_fixed_answers() -> None:
    assert (FOOD.path, WOOD.path) == (("load", "food"), ("load", "wood"))


def test_a_fixed_answer_stays_when_the_blanks_are_filled() -> None:
    assert FOOD.filled({"amount": "40"}) == Load(good="food", amount=40)
    assert FOOD.admits(Load(good="food", amount=40))
    assert not FOOD.admits(Load(good="wood", amount=40))


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ({"name": "Bo", "seal": "y", "ink": "RE"}, Sign(name="Bo", seal=True, ink="red")),
        ({"name": " Bo ", "seal": "No"}, Sign(name="Bo", seal=False)),
        ({"name": "Bo", "seal": "yes", "ink": "blu"}, Sign(name="Bo", seal=True, ink="blue")),
    ],
)
def test_what_is_typed_is_completed(typed: dict[str, str], read: Sign) -> None:
    assert SIGN.filled(typed) == read


def test_a_number_is_read_as_people_write_it() -> None:
    assert FOOD.filled({"amount": "+1 20"}) == Load(good="food", amount=120)


@pytest.mark.parametrize(
    ("form", "typed", "told"),
    [
        (FOOD, {"amount": "25"}, "Amount: “25” does not fit. Allowed: 10 to 120, in steps of 10."),
        (FOOD, {"amount": "130"}, "Allowed: 10 to 120, in steps of 10."),
        (FOOD, {"amount": ""}, "Amount is empty. Allowed: 10 to 120, in steps of 10."),
        (FOOD, {"amount": "many"}, "Amount: “many” does not fit. Allowed: 10 to 120, in steps of 10."),
        (SIGN, {"name": "Bartholomew", "seal": "yes"}, "Allowed: up to 6 letters."),
        (SIGN, {"name": "Bo", "seal": "maybe"}, "Seal: “maybe” does not fit. Allowed: yes or no."),
        (
            SIGN,
            {"name": "Bo", "seal": "yes", "ink": "b"},
            "Ink: “b” does not fit. Allowed: black, blue or red.",
        ),
    ],
)
def test_what_does_not_fit_is_refused_with_what_may_stand_there(
    form: Form, typed: dict[str, str], told: str
) -> None:
    with pytest.raises(IllegalAction) as refusal:
        form.filled(typed)
    assert told in refusal.value.message


def test_all_that_does_not_fit_is_named_at_once_by_the_titles_of_the_fields() -> None:
    with pytest.raises(MisfilledForm) as refusal:
        SIGN.filled({"name": "", "seal": "maybe", "ink": "green"})
    assert refusal.value.faults == [
        "Name is empty. Allowed: up to 6 letters.",
        "Seal: “maybe” does not fit. Allowed: yes or no.",
        "Ink: “green” does not fit. Allowed: black, blue or red.",
    ]


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("salt 3 cloth 9", {"salt": "3", "cloth": "9"}),
        ("Salt: 3, Cloth: 9", {"salt": "3", "cloth": "9"}),
        ('cloth "9"', {"cloth": "9"}),
        ("salt", {"salt": ""}),
        ("", {}),
    ],
)
def test_several_blanks_are_read_from_one_line_each_behind_its_name(line: str, read: dict[str, str]) -> None:
    form = Form(Trade(food=1), {good: Range(0, 9) for good in GOODS})
    assert form.spread(("salt", "cloth"), line) == read


def test_words_behind_no_name_are_refused_with_the_names_that_may_stand_there() -> None:
    form = Form(Trade(food=1), {good: Range(0, 9) for good in GOODS})
    with pytest.raises(MisfilledForm, match=r"“9” has no name before it\. Write Salt or Cloth before it\."):
        form.spread(("salt", "cloth"), "9 cloth 3")


def test_a_blank_of_words_takes_all_that_follows_its_name() -> None:
    assert SIGN.spread(("seal", "name"), "seal no name Bo seal it") == {"seal": "no", "name": "Bo seal it"}


def test_a_typed_line_is_refused_with_the_range_too() -> None:
    state = MarketState.model_validate({"seats": 1, "agenda": [{"task": "trading"}]})
    with pytest.raises(IllegalAction, match="10 to 120, in steps of 10"):
        GAME.apply(state, 1, Load(good="food", amount=25), chance=None)  # type: ignore[arg-type]
    with pytest.raises(IllegalAction, match="not possible now"):
        GAME.apply(state, 1, Load(good="rum", amount=20), chance=None)  # type: ignore[arg-type]


def test_numbers_far_apart_are_one_range_with_its_step() -> None:
    assert Range.over([10, 20, 40]) == Range(10, 40, 10)
    assert Range.over([7]) == Range(7, 7)


def test_of_many_numbers_those_near_to_nothing_are_suggested_and_the_most() -> None:
    assert Range(1, 3).suggestions == ("1", "2", "3")
    many = Range(0, 1000, 5).suggestions
    assert (len(many), many[0], many[-1]) == (25, "0", "1000")
    assert all(int(number) in Range(0, 1000, 5) for number in many)
    assert many[-2] == "115"
    both_ways = Range(-450, 900, 10).suggestions
    assert (len(both_ways), both_ways[0], both_ways[-2:]) == (25, "-120", ("110", "900"))


def test_more_blanks_than_fields_are_still_one_action() -> None:
    form = Form(Trade(food=1), {good: Range(0, 9) for good in GOODS})
    assert form.admits(Trade(cloth=9, salt=3))
    assert form.fault(Trade(cloth=10)) == "cloth: “10” does not fit. Allowed: 0 to 9."


def test_a_better_example_is_looked_for_only_when_the_form_is_opened() -> None:
    looked: list[str] = []

    def found() -> Sign:
        looked.append("once")
        return Sign(name="Bo", seal=False)

    form = Form(SIGN.action, SIGN.blanks, found)
    assert (form.path, form, looked) == (SIGN.path, SIGN, [])
    assert (form.example, looked) == (Sign(name="Bo", seal=False), ["once"])
    assert SIGN.example == SIGN.action
