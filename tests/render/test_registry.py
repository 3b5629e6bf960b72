import io

from PIL import Image

import render
from rules.engine.game import View


class Skat(View):
    """A view of a game without a renderer."""

    game: str = "sea_skat"
    round: int = 3
    trump: str = "jacks"
    hands: tuple[str, ...] = ("?",)


def test_a_game_without_a_picture_of_its_own_gets_a_plain_card() -> None:
    drawn = render.draw(Skat(), {1: "Ann", 2: "海"})
    image = Image.open(io.BytesIO(drawn.data))
    assert image.size == (drawn.width, drawn.height)
    assert drawn.width == 1200 != drawn.height


def test_a_plain_card_shows_what_the_view_says() -> None:
    assert render.draw(Skat(), {}) != render.draw(Skat(round=4), {})
    assert render.draw(Skat(), {1: "Ann"}) != render.draw(Skat(), {1: "Bo"})


def test_a_game_named_like_a_part_of_the_house_is_no_door_into_it() -> None:
    assert render.draw(Skat(game="chart"), {}).width == 1200
