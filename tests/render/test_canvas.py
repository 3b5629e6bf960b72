"""A canvas that records: which of its parts may look otherwise than those of the one before."""

from random import Random

from PIL import Image, ImageChops, ImageDraw

from render.canvas import Canvas

CHART = Image.new("RGB", (300, 200), "white")


def drawn(luck: Random, spots: list[tuple[int, int]]) -> Canvas:
    """Discs and bars at these spots, in an order by luck."""
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
    for canvas, spot in ((before, (10, 10)), (after, (150, 10))):
        canvas.paste(stays, (230, 10))
        canvas.paste(moves, spot)
    assert [*after.changed(before)] == [(10, 0, 30, 48), (150, 0, 170, 48)]
    assert not [*after.changed(after)]


def test_what_moves_beside_the_canvas_changes_nothing_on_it() -> None:
    piece = Image.new("RGB", (20, 20), "blue")
    before, after = Canvas(CHART), Canvas(CHART)
    before.paste(piece, (CHART.width + 5, 10))
    after.paste(piece, (-40, 10))
    assert not [*after.changed(before)]
    assert not [*before.changed(after)]
    after.paste(piece, (CHART.width - 10, 60))
    assert [*after.changed(before)] == [(CHART.width - 10, 48, CHART.width, 96)]
