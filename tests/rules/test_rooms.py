"""A game's list of rooms has all records of its agenda, and accepts all of its actions."""

import pytest

from rules.engine.game import AnyGame
from rules.engine.registry import games
from rules.engine.rooms import Question, Room
from tests.engine.cove import COVE

ALL = [game for game in (*games().values(), COVE) if game.rooms]


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.slug)
def test_the_rooms_are_the_kinds_of_record_that_a_state_can_hold(game: AnyGame) -> None:
    assert sorted(map(str, game.rooms[0].kinds.values())) == sorted(map(str, game.rooms))
    assert all(issubclass(room, Room) for room in game.rooms)


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.slug)
def test_every_action_answers_a_room_or_can_be_done_at_any_time(game: AnyGame) -> None:
    asked = {kind for room in game.rooms if issubclass(room, Question) for kind in room.answers}
    free = {kind for room in game.anytime for kind in room.answers}
    assert all(kind.free for kind in free)
    assert not any(kind.free for kind in asked)
    assert asked | free == {kind for kind in game.actions if not kind.stands_for}
