"""Moving pieces between two boards of a replay."""

import io

import pytest
from PIL import Image

from render.animation import Glide, fresh, moves
from render.replay import BEAT, Film
from rules.engine.game import AnyGame
from rules.engine.registry import games
from tests.laws import Table
from tests.render.gallery import NAMES

PIECE = Image.new("RGBA", (20, 20), "red")
BOAT = Glide("boat", PIECE, [(0, 0), (100, 0), (100, 100)])
SHARK = Glide("shark", PIECE, [(300, 0), (300, 60)])


def test_nothing_moves_twice() -> None:
    assert fresh([[BOAT], [SHARK]], [[BOAT]]) == [[SHARK]]
    assert fresh([[BOAT, SHARK]], [[SHARK], [BOAT]]) == []
    assert fresh([[SHARK._replace(name="another")]], [[SHARK]]) != []


def test_a_piece_that_goes_on_moves_from_where_it_was() -> None:
    ((rest,),) = fresh([[BOAT]], [[BOAT._replace(way=BOAT.way[:2])]])
    assert rest.way == [(100, 0), (100, 100)]
    ((again,),) = fresh([[BOAT]], [[BOAT._replace(way=BOAT.way[1:])]])
    assert again == BOAT


def test_what_does_not_move_has_no_frames() -> None:
    assert fresh([[BOAT._replace(way=[(5, 5)])], [BOAT._replace(way=[])], []], []) == []
    assert [*moves([], 2)] == []


def test_pieces_go_their_ways_evenly_one_after_the_other_and_stay_at_their_ends() -> None:
    frames = [*moves([[BOAT], [SHARK]], 2)]
    alone = [now["boat"] for now in frames if "shark" not in now]
    corners = [(sprite.left, sprite.top) for sprite in alone]
    assert corners == [(20, -5), (45, -5), (45, 20)]
    after = [now for now in frames if "shark" in now]
    assert after
    assert {(now["boat"].left, now["boat"].top) for now in after} == {(45, 45)}


def test_a_way_of_no_length_ends_where_it_begins() -> None:
    still = SHARK._replace(way=[(7, 7), (7, 7)])
    assert {(now["shark"].left, now["shark"].top) for now in moves([[still]], 1)} == {(-3, -3)}


def shown(film: Film) -> list[tuple[int, bytes]]:
    """Return the duration of each frame in milliseconds, and its pixels."""
    picture, frames = Image.open(io.BytesIO(film.data)), []
    for number in range(film.frames):
        picture.seek(number)
        frames.append((picture.info["duration"], picture.convert("RGB").tobytes()))
    return frames


@pytest.mark.needs("replay")
@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.slug)
def test_pieces_glide_to_boards_that_are_as_they_are_without(game: AnyGame) -> None:
    """Small frames between boards show moving pieces. The next board has no trace of these frames."""
    table = Table(game, game.options(), game.seat_range(game.options())[1], luck=5, steps=45)
    views = [match.view(None, table.told(match, None)) for match in table.matches[-24:]]
    moving, still = Film(views[0], NAMES), Film(views[0], NAMES)
    for view in views:
        moving.play(view, NAMES, 1)
        still.add(view, NAMES, 1)
    frames = shown(moving)
    assert [pixels for took, pixels in frames if took == 1000] == [pixels for _, pixels in shown(still)]
    between = [pixels for took, pixels in frames if took == round(BEAT * 1000)]
    assert len(between) == len(frames) - len(views)
    advice = (
        "Let `glides` follow the traces of the view, and `draw_position` return a `Canvas` on the same chart."
    )
    assert len(set(between)) > 3, f"Nothing glides in {game.slug}. {advice}"
    assert moving.size < 3 * still.size
