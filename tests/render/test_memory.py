"""What is kept between pictures is kept under all that it depends on."""

from random import Random

import pytest

import render
from rules.engine.game import AnyGame, View
from rules.engine.options import choose
from rules.engine.registry import games
from tests.laws import Table
from tests.memory import forget
from tests.render.gallery import NAMES


def views(game: AnyGame) -> list[View]:
    """Some moments of a game of each preset, as everybody sees them, in any order."""
    seen = []
    for luck, preset in enumerate(game.presets):
        options = choose(game.options, preset.options)
        table = Table(game, options, game.seat_range(options)[1], luck, steps=30)
        seen += [game.view(match.shown, None) for match in table.some(4)]
    Random(1).shuffle(seen)
    return seen


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.slug)
def test_a_picture_is_the_same_whatever_was_drawn_before_it(game: AnyGame) -> None:
    seen = views(game)
    for view in seen:
        render.draw(view, NAMES)
    # A few, for drawing from nothing takes seconds.
    few = seen[:: len(seen) // 3]
    after_others = [render.draw(view, NAMES).data for view in few]
    for view, drawn in zip(few, after_others, strict=True):
        forget("render", "rules")
        assert render.draw(view, NAMES).data == drawn
