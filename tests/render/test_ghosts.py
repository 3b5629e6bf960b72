"""A previewed move is a ghost on the current board, in every game with moving pieces."""

import io

import pytest
from PIL import Image, ImageChops

import render
from render.animation import Glide
from render.drawings import sprite
from render.ghosts import ghost
from rules.engine.game import View
from rules.engine.preview import foreseen
from rules.engine.registry import game as find_game
from rules.engine.registry import games
from tests.laws import Table

NAMES = {1: "Ann", 2: "Bo"}

NEAR = 90
"""The farthest distance in pixels between a path or a piece's middle and its drawn ghost."""


def moves(slug: str) -> tuple[View, View, list[Glide]]:
    """Return a view of a game, the view after an action, and the moves of the pieces."""
    game, glides = find_game(slug), render.offered(slug, "glides")
    assert glides is not None
    table, in_the_open = Table(game, game.options(), 2, luck=3, steps=60), False
    for match in table.matches[6:]:
        for decision in match.decisions[:1]:
            in_the_open |= not decision.secret
            for action in decision.actions[:12]:
                after = foreseen(game, match.state, decision.seat, action)
                if after is None:
                    continue
                moved = [one for leg in glides(after, NAMES) for one in leg if len(one.way) > 1]
                if moved:
                    return game.view(match.state, decision.seat, ()), after, moved
    if not in_the_open:
        pytest.skip(f"All choices of {slug} are secret: nothing moves before everybody has chosen.")
    raise AssertionError(f"Nothing moves foreseeably in {slug}: `glides` tells it by the traces of a view.")


def shown(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


@pytest.mark.needs("replay")
@pytest.mark.parametrize("slug", games())
def test_a_move_is_a_ghost_on_the_board_as_it_is(slug: str) -> None:
    before, after, moved = moves(slug)
    now = shown(render.draw(before, NAMES).data)
    ghostly = shown(render.foreseen(before, after, NAMES).data)
    assert ghostly.size == now.size
    differing = ImageChops.difference(now, ghostly).getbbox()
    assert differing is not None
    spots = [spot for glide in moved for spot in glide.way]
    left, top, right, bottom = differing
    assert left >= min(x for x, _ in spots) - NEAR
    assert right <= max(x for x, _ in spots) + NEAR
    assert top >= min(y for _, y in spots) - NEAR
    assert bottom <= max(y for _, y in spots) + NEAR
    (x, y), piece = moved[-1].way[-1], moved[-1].piece
    reach = max(piece.size) // 2
    end = max(0, x - reach), max(0, y - reach), x + reach, y + reach
    assert ImageChops.difference(now, ghostly).crop(end).getbbox() is not None


def test_a_ghost_is_fainter_than_its_piece_and_has_an_outline_round_it() -> None:
    piece = sprite("shark", 80, mark="1")
    drawn = ghost(piece)
    assert ghost(piece) is drawn
    wide, high = piece.size
    inner = ((drawn.width - wide) // 2, (drawn.height - high) // 2)
    assert inner[0] > 0
    middle = (wide // 2, high * 2 // 3)
    there = inner[0] + middle[0], inner[1] + middle[1]
    assert 0 < drawn.getpixel(there)[3] < piece.getpixel(middle)[3]  # type: ignore[index]
    outline = drawn.getchannel("A")
    outline.paste(0, (*inner, inner[0] + wide, inner[1] + high), piece.getchannel("A"))
    assert outline.getextrema()[1] == 255


def test_what_moves_nothing_is_shown_as_it_would_be() -> None:
    game = find_game("privateer")
    table = Table(game, game.options(), 2, luck=3)
    match = table.opened
    decision = match.decisions[0]
    after = foreseen(game, match.state, decision.seat, decision.actions[0])
    assert after is not None
    before = game.view(match.state, decision.seat, ())
    assert render.foreseen(before, after, NAMES).data == render.draw(after, NAMES).data
