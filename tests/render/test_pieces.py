from itertools import combinations

import pytest
from PIL import Image, ImageChops

from render import theme
from render.drawings import drawings
from render.pieces import Livery, along, boat, fan, heading, shorten, token
from render.port_flower.liveries import LIVERIES

PAIRS = list(combinations(LIVERIES.values(), 2))
SMALL = 20
GROUNDS = (theme.SEA_DEEP, theme.SEA_SHALLOW, theme.LAND)


def outline_difference(first: Image.Image, second: Image.Image) -> float:
    """Return the share of the picture that only one of two silhouettes covers."""
    masks = [sprite.getchannel("A").point(lambda alpha: 255 * (alpha > 127)) for sprite in (first, second)]
    only_one = ImageChops.difference(*masks)
    return only_one.histogram()[255] / (only_one.width * only_one.height)


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_two_seats_boats_differ_in_shape_even_when_small(first: Livery, second: Livery) -> None:
    assert outline_difference(boat(first, SMALL), boat(second, SMALL)) > 0.06


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_two_seats_tokens_differ_in_shape_even_when_small(first: Livery, second: Livery) -> None:
    assert outline_difference(token(first, SMALL), token(second, SMALL)) > 0.06


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_two_seats_differ_in_colour_and_letter(first: Livery, second: Livery) -> None:
    assert first.letter != second.letter
    assert max(abs(a - b) for a, b in zip(first.hue, second.hue, strict=True)) > 60


@pytest.mark.parametrize("livery", LIVERIES.values())
def test_a_letter_is_read_on_its_sail(livery: Livery) -> None:
    assert theme.contrast(livery.hue, livery.ink) > 3


@pytest.mark.parametrize("ground", GROUNDS)
def test_outlines_stand_out_from_water_and_land(ground: theme.Colour) -> None:
    assert theme.contrast(theme.INK, ground) > 3


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("livery", LIVERIES.values())
def test_a_boat_has_an_outline_of_ink_all_round(livery: Livery, ground: theme.Colour) -> None:
    drawn = boat(livery, 72)
    scene = Image.new("RGB", drawn.size, ground)
    scene.paste(drawn, (0, 0), drawn)
    pixels = (scene.getpixel((x, y)) for x in range(scene.width) for y in range(scene.height))
    strong = sum(
        theme.contrast(pixel, ground) > 3 for pixel in pixels if isinstance(pixel, tuple) and len(pixel) == 3
    )
    assert strong > 0.12 * scene.width * scene.height


@pytest.mark.parametrize("count", range(1, 9))
def test_pieces_that_share_a_square_lie_apart_and_within_it(count: int) -> None:
    scale, offsets = fan(count)
    assert len(set(offsets)) == count
    for first, second in combinations(offsets, 2):
        assert max(abs(first[0] - second[0]), abs(first[1] - second[1])) >= scale * 0.6
    assert all(abs(x) + scale / 2 <= 0.56 and abs(y) + scale / 2 <= 0.51 for x, y in offsets)


def test_every_colour_a_drawing_names_exists() -> None:
    assert len(drawings()) > 20
    for name in drawings():
        boat(Livery("X", theme.ALARM, theme.WHITE, name, "circle"), 24)


def test_a_trail_is_evenly_spaced_round_its_corners() -> None:
    spots = list(along([(0, 0), (10, 0), (10, 10)], 4))
    assert spots == [(0, 0), (4, 0), (8, 0), (10, 2), (10, 6)]


def test_a_shortened_line_ends_before_its_goal() -> None:
    assert shorten([(0, 0), (10, 0), (10, 10)], 4) == [(0, 0), (10, 0), (10, 6)]
    assert shorten([(0, 0), (10, 0), (10, 4)], 6) == [(0, 0), (8, 0)]
    assert shorten([(0, 0), (3, 0)], 6) == [(0, 0)]


def test_headings_count_sixteenths_clockwise_from_east() -> None:
    assert [heading((0, 0), end) for end in ((5, 0), (5, 5), (0, 5), (-5, 0), (0, -5))] == [0, 2, 4, 8, 12]
