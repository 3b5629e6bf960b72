"""The picture of the bay: what may not cover what, and what a phone can still show."""

import pytest

from render.canvas import Canvas, Pasted, Stroke
from render.chart import Box
from render.close_up import NAME, NEAR, SIZE
from render.drawings import OVERSIZE, drawings
from render.kraken_bay import draw_position
from render.kraken_bay.afloat import stray_ship
from render.kraken_bay.close_up import MOST
from render.kraken_bay.layout import TRACKS, name_spot
from render.kraken_bay.liveries import LIVERIES
from render.kraken_bay.margins import ENTRY
from render.kraken_bay.places import stands
from render.kraken_bay.ships import SHIP
from render.lettering import Face, Style, cap_height, width
from render.pieces import Livery, Spot
from rules.kraken_bay.board import CELLS, RED, Character, Space
from rules.kraken_bay.tables import STRAYS
from rules.kraken_bay.view import BayView
from tests.render.gallery import NAMES
from tests.render.kraken_bay.scenes import view

PHONE, ELEVEN = 400, 11
"""Pixels across, and that capitals are high."""
RIM = 4
"""Of a close-up's names."""


def letter_style(livery: Livery) -> Style:
    """In what the sail's letter is written, before the ship is reduced."""
    drawing = drawings()[livery.ship]
    assert drawing.letter is not None
    return Style(Face.BOLD, round(drawing.letter.size * SHIP / drawing.box[1] * OVERSIZE))


@pytest.mark.parametrize("name", LIVERIES)
def test_the_letter_of_a_ship_is_eleven_pixels_high_on_a_phone_s_close_up(name: Character) -> None:
    high = cap_height(letter_style(LIVERIES[name])) / OVERSIZE
    assert high * PHONE / MOST[0] >= ELEVEN


def letter_box(livery: Livery, at: Spot, scale: float) -> tuple[float, float, float, float]:
    """Where the letter of a ship at that spot stands on a close-up."""
    drawing, style = drawings()[livery.ship], letter_style(livery)
    assert drawing.letter is not None
    unit = SHIP / drawing.box[1]
    x, y = (
        spot + (own - side / 2) * unit
        for spot, own, side in zip(at, drawing.letter.at, drawing.box, strict=True)
    )
    wide, high = width(livery.letter, style) / OVERSIZE, cap_height(style) / OVERSIZE
    return (x - wide / 2) * scale, (y - high / 2) * scale, (x + wide / 2) * scale, (y + high / 2) * scale


def name_box(space: Space, scale: float) -> tuple[float, float, float, float]:
    x, y = (spot * scale for spot in name_spot(space))
    wide, high = width(space, NAME) + 2 * RIM, cap_height(NAME) + 2 * RIM
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def covered(below: tuple[float, ...], above: tuple[float, ...]) -> float:
    """Which share of a box another one covers."""
    wide = min(below[2], above[2]) - max(below[0], above[0])
    high = min(below[3], above[3]) - max(below[1], above[1])
    return max(0, wide) * max(0, high) / ((below[2] - below[0]) * (below[3] - below[1]))


def crowd(scene: BayView, space: Space, others: int) -> BayView:
    """A ship in a space with so many other things."""
    ship = scene.ships[0].model_copy(update={"at": space, "tow": None})
    stray = scene.strays[0].model_copy(update={"status": "adrift", "at": space})
    return scene.model_copy(
        update={
            "ships": [ship],
            "strays": [stray] if others > 0 else [],
            "chits": {space: "crew"} if others > 1 else {},
            "tentacles": [space] if others > 2 else [],
            "bombs": [],
        }
    )


@pytest.mark.parametrize("others", range(4))
@pytest.mark.parametrize("wide", [NEAR[0], MOST[0]])
def test_names_on_a_close_up_leave_the_letters_of_ships_free(others: int, wide: int) -> None:
    scale, scene = SIZE[0] / wide, view("two_ships")
    names = [name_box(space, scale) for space in CELLS]
    for space in CELLS:
        if others > 2 and space in RED:
            continue
        spots = stands(crowd(scene, space, others))
        for livery in LIVERIES.values():
            letter = letter_box(livery, spots[scene.ships[0].id], scale)
            assert max(covered(letter, name) for name in names) < 0.25, (space, livery.letter)


def strokes_in(canvas: Canvas, box: Box) -> list[Stroke]:
    """What is painted within that part of the picture."""
    return [
        one
        for one in canvas.strokes
        if box.left <= one.left
        and one.right <= box.right + 2
        and box.top <= one.top
        and one.bottom <= box.bottom
    ]


def overlap(one: Stroke, other: Stroke) -> bool:
    across = one.left < other.right and other.left < one.right
    return across and one.top < other.bottom and other.top < one.bottom


@pytest.mark.parametrize(("time", "marks"), [(15, (13, 11, 9, 7)), (10, (9, 7, 5, 3))])
def test_off_course_ships_that_wait_cover_neither_words_nor_tracks(time: int, marks: tuple[int, ...]) -> None:
    scene = view("start_of_six")
    waiting = [
        stray.model_copy(update={"status": "waiting", "at": None, "enters": mark})
        for stray, mark in zip(scene.strays, marks, strict=True)
    ]
    changes = {"time": time, "full_time": time, "health": time, "full_health": time, "strays": waiting}
    canvas = draw_position(scene.model_copy(update=changes), NAMES)
    drawn = strokes_in(canvas, TRACKS)
    images = [stray_ship(name, ENTRY) for name in STRAYS]
    ships = [one for one in drawn if isinstance(one, Pasted) and any(one.what is image for image in images)]
    others = [one for one in drawn if one not in ships]
    assert (len(ships), len(others)) == (4, 2 + 2 * time)
    assert not [one for one in ships for other in others if overlap(one, other)]
