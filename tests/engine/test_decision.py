"""Step-by-step questions, completing typed actions, and forms."""

from dataclasses import replace

import pytest
from pydantic import Field

from rules.engine.action import Action
from rules.engine.decision import Decision, PartialAnswer, ask, fitting
from rules.engine.errors import IllegalAction
from rules.engine.form import Form, Range, Words


class Sail(Action):
    """Sail."""

    ship: int = Field(description="Which ship.")
    to: str = Field(description="Where.")
    steps: int | None = Field(None, description="How far.")


class Wait(Action):
    """Wait."""


class Load(Action):
    """Load."""

    amount: int = Field(description="How much.")
    note: str | None = Field(None, description="Why.")


SAILS = [Sail(ship=1, to="N"), Sail(ship=1, to="E"), Sail(ship=2, to="E"), Sail(ship=2, to="E", steps=1)]


def question(found: PartialAnswer | Action) -> PartialAnswer:
    assert isinstance(found, PartialAnswer)
    return found


def test_what_is_not_decided_is_asked_and_the_rest_is_passed_over() -> None:
    asked = question(ask(SAILS))
    assert (asked.chosen, asked.answers) == (("sail",), ("1", "2"))
    assert set(asked.leaves) == set(SAILS)


def test_the_last_answer_leads_to_the_action() -> None:
    assert ask(SAILS, ("sail", "1", "E")) == SAILS[1]


def test_a_single_action_needs_no_question() -> None:
    assert ask([Wait()]) == Wait()


def test_an_answer_may_be_an_action_already_when_more_may_follow() -> None:
    asked = question(ask(SAILS, ("sail", "2")))
    assert (asked.chosen, asked.answers, asked.complete) == (("sail", "2", "E"), ("1",), SAILS[2])
    assert ask(SAILS, ("sail", "2", "E", "1")) == SAILS[3]


def test_answers_that_fit_no_action_are_refused() -> None:
    for answers in (("sail", "3"), ("fly",), ("sail", "1", "N", "1", "1")):
        with pytest.raises(IllegalAction, match="no longer possible"):
            ask(SAILS, answers)
    with pytest.raises(IllegalAction):
        ask([])


def test_the_path_of_an_action_is_worked_out_once() -> None:
    asked: list[Action] = []

    def path(action: Action) -> tuple[str, ...]:
        asked.append(action)
        return "by", *action.path()

    decision = Decision(1, "sail", lambda: SAILS, path=path)
    for _ in range(2):
        assert ask(decision.actions, ("by", "sail", "1", "E"), decision.path_of) == SAILS[1]
    assert asked == SAILS


def test_what_is_offered_fits_what_is_typed() -> None:
    assert fitting(SAILS, {}, "ship") == ("1", "2")
    assert fitting(SAILS, {"to": "n"}, "ship") == ("1",)
    assert fitting(SAILS, {"ship": "2", "to": " E "}, "steps") == ("1",)
    assert fitting(SAILS, {"ship": "3"}, "to") == ()
    assert fitting(SAILS, {"ship": "", "to": "N"}, "to") == ("N", "E")


def test_kinds_that_share_a_field_complete_it_together() -> None:
    assert fitting([*SAILS, Wait()], {}, "to") == fitting(SAILS, {}, "to")
    assert fitting([*SAILS, Wait()], {"to": "N"}, "ship") == fitting(SAILS, {"to": "N"}, "ship")


def test_a_range_holds_its_steps_and_both_ends() -> None:
    amounts = Range(10, 40, 10)
    assert [number for number in range(60) if number in amounts] == [10, 20, 30, 40]
    assert "10" not in amounts


def test_a_form_admits_what_its_blanks_allow() -> None:
    form = Form(Load(amount=10), {"amount": Range(10, 40, 10), "note": Words(5)})
    assert form.admits(Load(amount=30))
    assert form.admits(Load(amount=30, note="12345"))
    assert not form.admits(Load(amount=35))
    assert not form.admits(Load(amount=30, note="123456"))
    assert not form.admits(Wait())


def test_what_is_no_blank_stays_as_in_the_example() -> None:
    form = Form(Load(amount=10, note="fish"), {"amount": Range(10, 40, 10)})
    assert form.admits(Load(amount=20, note="fish"))
    assert not form.admits(Load(amount=20))


def test_a_form_is_written_with_what_may_be_filled_in() -> None:
    form = Form(Load(amount=10), {"amount": Range(10, 40, 10), "note": Words(5)})
    assert str(form) == "load 10..40/10 note (up to 5 letters)"
    assert str(Form(Load(amount=1, note="x"), {"amount": Range(1, 4)})) == "load 1..4 note x"


def test_a_single_action_goes_without_saying_unless_a_form_is_offered_beside_it() -> None:
    load = Load(amount=1)
    form = Form(load, {"amount": Range(1, 3)})

    def asked(*forms: Form, plays_itself: bool = True, among: tuple[Action, ...] = (load,)) -> Action | None:
        return Decision(1, "load", lambda: among, forms, plays_itself=plays_itself).only_answer

    assert asked() == load
    assert asked(replace(form, offered=False)) == load
    assert asked(form) is None
    assert asked(plays_itself=False) is None
    assert asked(among=(load, Wait())) is None
