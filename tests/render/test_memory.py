"""Cached parts of pictures have keys with everything on which they depend."""

from collections.abc import Iterator
from random import Random

import pytest
from PIL import Image, ImageDraw

import render
from render import theme
from render.canvas import Canvas
from render.lettering import SHEET
from rules.engine.game import AnyGame, View
from rules.engine.options import choose
from rules.engine.registry import games
from tests.laws import Table
from tests.memory import forget
from tests.pictures import all_seen
from tests.render.gallery import NAMES


def views(game: AnyGame) -> list[View]:
    """Return some public views of a game under each preset, in random order."""
    seen = []
    for luck, preset in enumerate(game.presets):
        options = choose(game.options, preset.options)
        table = Table(game, options, game.seat_range(options)[1], luck, steps=30)
        seen += [game.view(match.shown, None) for match in table.some(4)]
    Random(1).shuffle(seen)
    return seen


def stretches(game: AnyGame) -> Iterator[list[View]]:
    """Yield lists of successive views of games under each preset, of everybody and of seats in turn."""
    for luck, preset in enumerate(game.presets):
        options = choose(game.options, preset.options)
        table = Table(game, options, game.seat_range(options)[luck % 2], luck, steps=30)
        seen = []
        for match in table.matches[-6:]:
            told = table.told(match, None)
            seen.append(game.view(match.shown, None, told))
            if match.position.awaited:
                seat = match.position.awaited[0].seat
                seen.append(game.view_to_choose(match.shown, seat, table.told(match, seat)))
        yield seen


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.slug)
def test_a_picture_is_the_same_whatever_was_drawn_before_it(game: AnyGame) -> None:
    seen = views(game)
    for view in seen:
        render.draw(view, NAMES)
    # The list is short, because drawing without caches takes seconds.
    few = seen[:: len(seen) // 3]
    after_others = [all_seen(render.draw(view, NAMES)) for view in few]
    for view, drawn in zip(few, after_others, strict=True):
        forget("render", "rules")
        assert all_seen(render.draw(view, NAMES)) == drawn


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.slug)
def test_a_picture_is_the_same_whichever_was_the_last_one(game: AnyGame) -> None:
    last, near, places, kept, packed = render.no_strips(), 0, 0, 0, 0
    for seen in stretches(game):
        for view in seen:
            before = {id(strip): strip for strip in last._strips}
            drawn = render.draw(view, NAMES, last)
            assert all_seen(drawn) == all_seen(render.draw(view, NAMES))
            places += bool(game.reach(view))
            near += drawn.width < SHEET
            kept += sum(id(strip) in before for strip in last._strips)
            packed += len(last._strips)
    assert near or not places, f"no picture of {game.slug} has a close-up: render/close_up.py makes one"
    assert kept > packed / 5 or not packed


def test_a_part_of_a_canvas_is_that_part_of_the_whole() -> None:
    plain = Image.effect_noise((300, 200), 40).convert("RGB")
    canvas, whole = Canvas(plain), plain.copy()
    piece = Image.effect_noise((60, 50), 90).convert("RGBA")
    for image in (canvas, whole):
        image.paste(piece, (30, 20), Image.new("L", piece.size, 128))
        image.paste(theme.ALARM, (100, 90, 160, 140), Image.new("L", (60, 50), 90))
        image.paste(piece, (-20, 180))
        draw = ImageDraw.Draw(image)
        draw.rounded_rectangle((5, 60, 290, 130), 12, theme.CARD, theme.INK, 3)
        draw.line([(12.6, 7.3), (250.9, 190.1), (40, 100)], theme.GOLD, 5)
        draw.rectangle((200, 10, 240, 70), None, theme.INK, 2)
    assert canvas.tobytes() == whole.tobytes()
    for box in ((0, 48, 300, 96), (17, 31, 250, 188), (0, 96, 300, 200)):
        assert canvas.crop(box).tobytes() == whole.crop(box).tobytes()
