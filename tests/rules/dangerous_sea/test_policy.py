"""The bot's own player on The Dangerous Sea (section 17)."""

from random import Random

import pytest
from pydantic import JsonValue

from rules.dangerous_sea import GAME
from rules.dangerous_sea.actions import EndTurn
from rules.dangerous_sea.board import SQUARES
from rules.dangerous_sea.state import SeaState
from rules.dangerous_sea.tables import TABLES
from rules.engine.action import Action
from rules.engine.decision import Decision
from rules.engine.game import AnyGame, State
from rules.engine.options import choose
from rules.engine.policy import at_random, steady
from rules.engine.simulate import play_out
from rules.engine.strengths import player
from tests.rules.dangerous_sea.table import sea


@pytest.mark.parametrize("seed", range(3))
def test_it_ends_its_turn_when_nothing_is_left_to_find_instead_of_sailing_to_and_fro(seed: int) -> None:
    everywhere: dict[str, JsonValue] = dict.fromkeys(SQUARES, "sea")
    ships: JsonValue = [{"at": "D5", "sailors": 3}, {"at": "J11", "sailors": 3}]
    laid = sea({"tiles": everywhere, "stones": {}, "ships": ships})
    (decision,) = GAME.decisions(laid)
    assert str(steady(GAME, laid, decision, Random(seed))) == "end_turn"


def test_an_easy_player_seldom_ends_a_turn_that_it_has_hardly_begun() -> None:
    left: list[int] = []

    def watched(game: AnyGame, state: State, decision: Decision, luck: Random) -> Action:
        action = player(GAME, "easy")(game, state, decision, luck)
        if isinstance(action, EndTurn) and isinstance(state, SeaState) and state.turn is not None:
            left.append(state.points_left(state.turn))
        return action

    for seed in range(3):
        play_out(GAME, GAME.options(), 2, [watched], Random(seed))
    many = TABLES.action_points[2] // 2
    assert sum(points > many for points in left) < len(left) / 3


GAMES = 5
"""The number of games. Winning all of them shows a better player at 95 %: 1/2 to that power is 3 %."""


def test_it_beats_one_who_plays_by_chance_even_with_little_time_to_think(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The bot thinks with hidden things redrawn (`Game.redraw`), and begins every second game."""
    monkeypatch.setattr(type(GAME), "tries", 80)
    options = choose(GAME.options, {"stones_to_win": 3, "max_seasons": 12, "start_positions": "spread"})
    for number in range(GAMES):
        seat = 1 + number % 2
        players = [steady, at_random] if seat == 1 else [at_random, steady]
        played = play_out(GAME, options, 2, players, Random(number))
        assert played.outcome is not None
        assert played.outcome.winners == (seat,)
