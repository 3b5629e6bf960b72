"""A canvas records its strokes, and finds the parts that may differ from the previous canvas."""

from random import Random

import pytest
from PIL import Image, ImageChops, ImageDraw

from render.canvas import Canvas

CHART = Image.new("RGB", (300, 200), "white")


def drawn(luck: Random, spots: list[tuple[int, int]]) -> Canvas:
    """Draw discs and bars at the given spots, in random order."""
    canvas = Canvas(CHART)
    for x, y in luck.sample(spots, len(spots)):
        disc = Image.new("RGB", (20, 20), (x % 256, y % 256, 0))
        canvas.paste(disc, (x, y))
        ImageDraw.Draw(canvas).line(((x, y), (x + 30, y + 30)), fill=(0, y % 256, x % 256), width=5)
    return canvas


def test_all_that_differs_lies_in_the_parts_that_changed() -> None:
    luck = Random(1)
    for _ in range(40):
        spots = [(luck.randrange(-10, 300), luck.randrange(-10, 200)) for _ in range(12)]
        moved = [(luck.randrange(300), luck.randrange(200)), *spots[1:]]
        order = luck.random()
        before, after = drawn(Random(order), spots), drawn(luck, moved)
        differing = ImageChops.difference(before.crop(), after.crop())
        for box in after.changed(before):
            differing.paste((0, 0, 0), box)
        assert differing.getbbox() is None


def test_a_moved_piece_changes_where_it_was_and_where_it_is_alone() -> None:
    stays, moves = Image.new("RGB", (20, 20), "red"), Image.new("RGB", (20, 20), "blue")
    before, after = Canvas(CHART), Canvas(CHART)
    for canvas, spot in ((before, (10, 10)), (after, (250, 170))):
        canvas.paste(stays, (130, 10))
        canvas.paste(moves, spot)
    assert after.changed(before) == [(10, 10, 30, 30), (250, 170, 270, 190)]
    assert not after.changed(after)


def test_what_lies_close_together_is_drawn_as_one_part() -> None:
    before, after = Canvas(CHART), Canvas(CHART)
    for x in range(0, 200, 25):
        after.paste(Image.new("RGB", (20, 20), "blue"), (x, 10))
    assert after.changed(before) == [(0, 10, 195, 30)]


def test_a_piece_that_is_drawn_later_than_before_leaves_the_others_as_they_were() -> None:
    pieces = [Image.new("RGB", (20, 20), (0, 0, blue)) for blue in range(5)]
    before, after = Canvas(CHART), Canvas(CHART)
    for number in (0, 1, 2, 3, 4):
        before.paste(pieces[number], (60 * number, 40 * number))
    for number in (1, 2, 3, 4, 0):
        after.paste(pieces[number], (60 * number, 40 * number))
    assert after.changed(before) == [(0, 0, 20, 20)]


def test_what_moves_beside_the_canvas_changes_nothing_on_it() -> None:
    piece = Image.new("RGB", (20, 20), "blue")
    before, after = Canvas(CHART), Canvas(CHART)
    before.paste(piece, (CHART.width + 5, 10))
    after.paste(piece, (-40, 10))
    assert not after.changed(before)
    assert not before.changed(after)
    after.paste(piece, (CHART.width - 10, 60))
    assert after.changed(before) == [(CHART.width - 10, 60, CHART.width, 80)]


def test_other_shapes_are_refused_with_what_to_do_instead() -> None:
    canvas = Canvas(Image.new("RGB", (100, 100)))
    with pytest.raises(AttributeError, match=r"A canvas has no `ellipse`\. Draw it on an image that is kept"):
        ImageDraw.Draw(canvas).ellipse((1, 1, 9, 9))
