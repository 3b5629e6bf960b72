"""A game's modules define what the game's class does not define."""

import sys
from types import ModuleType

import pytest

from rules.engine.answers import ANSWERS, answer_of
from rules.engine.game import Game
from rules.engine.registry import games


@pytest.mark.parametrize("name", sorted(ANSWERS))
def test_every_answer_is_a_method_of_the_contract_and_some_game_gives_it(name: str) -> None:
    method = getattr(Game, name)
    assert any(answer_of(f"rules.{slug}", name, method) for slug in games())


@pytest.mark.parametrize("slug", games())
def test_a_game_answers_with_the_functions_of_its_modules(slug: str) -> None:
    for name, place in ANSWERS.items():
        answer = answer_of(f"rules.{slug}", name, getattr(Game, name))
        assert answer is None or name in vars(type(games()[slug])), place


def _offering(monkeypatch: pytest.MonkeyPatch, **functions: object) -> None:
    package, words = ModuleType("shanty"), ModuleType("shanty.policy")
    package.__path__ = []
    vars(words).update(functions)
    monkeypatch.setitem(sys.modules, "shanty", package)
    monkeypatch.setitem(sys.modules, "shanty.policy", words)


def test_a_package_without_the_function_answers_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    _offering(monkeypatch)
    assert answer_of("shanty", "evaluate", Game.evaluate) is None
    assert answer_of("shanty", "describe", Game.describe) is None


def test_other_parameters_are_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    _offering(monkeypatch, evaluate=lambda state: state)
    with pytest.raises(
        TypeError, match=r"`evaluate` in shanty.policy takes \(state\)\. Let it take \(state, seat\)"
    ):
        answer_of("shanty", "evaluate", Game.evaluate)
