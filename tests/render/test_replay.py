"""The cards with words before and after the boards of a replay."""

import pytest

from render.replay import Film
from rules.engine.game import View
from rules.engine.registry import game
from tests.render.galleries import GALLERIES
from tests.render.gallery import NAMES, Gallery


@pytest.mark.parametrize("gallery", GALLERIES, ids=lambda one: one.game)
def test_the_title_of_every_game_stands_whole_on_its_card(gallery: Gallery[View]) -> None:
    title, scene = game(gallery.game).title, gallery.view(next(iter(gallery.scenes)))

    def card(words: str) -> list[bytes]:
        film = Film(scene, NAMES)
        film.add_card(words, ["Ann", "Bosun Bo"], 1)
        return film.cels

    # The title is cut, so later words make no difference.
    assert card(title) != card(f"{title} or so")
