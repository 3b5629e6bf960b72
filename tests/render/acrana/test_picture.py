from itertools import combinations, pairwise

import pytest
from PIL import Image

from render import theme
from render.acrana import draw_position, layout
from render.acrana.kinds import MARKS
from render.acrana.liveries import LIVERIES
from render.acrana.ships import moorings, outlined, ship_of
from render.acrana.table import playing_card
from render.acrana.vessels import paint_vessels
from render.canvas import Pasted
from render.pieces import token
from rules.acrana.board import BOARD, FINISH, OUT, PORT
from rules.acrana.wake import Played
from tests.render.acrana.scenes import NAMES, SCENES, view


@pytest.mark.parametrize("seats", range(2, 9))
def test_the_picture_is_1200_wide_and_never_square(seats: int) -> None:
    width, height = layout.size(seats)
    assert width == 1200
    assert abs(width - height) > 10


@pytest.mark.parametrize("seats", range(2, 9))
def test_no_box_of_the_races_layout_lies_on_another_or_outside(seats: int) -> None:
    boxes = [layout.WORDS, layout.TABLE, layout.FRAME, layout.LEGEND, *layout.seat_cards(seats)]
    assert len(layout.seat_cards(seats)) == seats
    for box in boxes:
        assert 0 <= box.left < box.right <= layout.WIDTH
        assert 0 <= box.top < box.bottom <= layout.size(seats)[1]
    for first, second in combinations(boxes, 2):
        apart = first.left >= second.right or second.left >= first.right
        assert apart or first.top >= second.bottom or second.top >= first.bottom


def test_the_insets_cover_no_square_of_the_track() -> None:
    for square in BOARD.squares:
        box = layout.field(square.n)
        for inset in (layout.HARBOUR, layout.PALACE):
            assert (
                box.left >= inset.right
                or box.right <= inset.left
                or box.top >= inset.bottom
                or box.bottom <= inset.top
            ), square.n


@pytest.mark.parametrize("scene", SCENES)
def test_every_ship_in_the_race_has_a_place_of_its_own(scene: str) -> None:
    shown = view(scene)
    places = moorings(shown)
    assert set(places) == {ship.name for ship in shown.ships if ship.square != OUT}
    assert len({place.at for place in places.values()}) == len(places)


@pytest.mark.parametrize("scene", SCENES)
def test_a_scene_shows_ships_where_their_ways_end(scene: str) -> None:
    here = view(scene)
    ends = {trace.ship: trace.end for trace in here.traces}
    lying = {ship.name: ship.square for ship in here.ships if ship.name in ends}
    assert lying.items() <= ends.items()


def test_ships_lie_where_their_squares_are() -> None:
    shown = view("eight_flotillas")
    places = moorings(shown)
    for ship in shown.ships:
        x, y = places[ship.name].at
        if ship.square == PORT:
            assert layout.QUAYS.left < x < layout.QUAYS.right
            assert layout.QUAYS.top < y < layout.QUAYS.bottom
        elif ship.square == FINISH:
            assert layout.HALL.left < x < layout.HALL.right
        else:
            box = layout.field(ship.square)
            assert box.left < x < box.right
            assert box.top < y < box.bottom


def test_the_eight_seats_are_told_apart_by_shape_ship_and_letter() -> None:
    liveries = LIVERIES.values()
    for part in ("letter", "hue", "ship", "token"):
        assert len({getattr(livery, part) for livery in liveries}) == len(LIVERIES) == 8
    for livery in liveries:
        assert theme.contrast(livery.hue, livery.ink) > 3


@pytest.mark.parametrize(("first", "second"), list(combinations(range(1, 9), 2)))
def test_two_seats_of_the_race_have_tokens_of_another_outline(first: int, second: int) -> None:
    masks = [
        token(LIVERIES[seat], 20).getchannel("A").point(lambda alpha: 255 * (alpha > 127))
        for seat in (first, second)
    ]
    pixels = zip(*(mask.tobytes() for mask in masks), strict=True)
    assert sum(one != other for one, other in pixels) > 0.06 * masks[0].width * masks[0].height


def test_every_fleet_has_an_outline_of_its_own() -> None:
    ship = ship_of(1, "1", 55, 0)
    looks = {outlined(ship, fleet).tobytes() for fleet in (1, 2, 3, 4)}
    assert len(looks) == 4


def test_a_letter_is_read_on_every_kind_of_square() -> None:
    for kind, mark in MARKS.items():
        assert theme.contrast(mark.tint, mark.ink) > 3, kind
    letters = [mark.letter for mark in MARKS.values() if mark.letter]
    assert len(letters) == len(set(letters)) == 11


def test_the_title_band_has_the_colour_of_the_captain_at_turn() -> None:
    scene = view("eight_flotillas")
    for seat in range(1, 9):
        drawn = draw_position(scene.model_copy(update={"active": seat}), NAMES)
        assert drawn.getpixel((6, 30)) == LIVERIES[seat].hue


@pytest.mark.parametrize(
    "change",
    [
        {"escort": True},
        {"flag": True},
        {"reef_map": True},
        {"pending": "square"},
        {"undetected": True},
        {"vessel": 1},
    ],
)
def test_every_burden_of_a_ship_is_seen(change: dict[str, object]) -> None:
    scene = view("over_the_edge")
    bare, laden = (
        draw_position(scene.model_copy(update={"ships": [ship, *scene.ships[1:]]}), NAMES).crop(
            layout.field(scene.ships[0].square).grown(20)
        )
        for ship in (scene.ships[0], scene.ships[0].model_copy(update=change))
    )
    assert bare.tobytes() != laden.tobytes()


def test_a_busy_vessel_is_struck_through_and_names_the_ship_it_engages() -> None:
    scene = view("every_marker")
    reds = []
    for vessels in (scene.vessels, [v.model_copy(update={"engages": []}) for v in scene.vessels]):
        canvas = Image.new("RGB", layout.size(4), theme.SEA_DEEP)
        paint_vessels(canvas, scene.model_copy(update={"vessels": vessels}))
        reds.append(sum(pixel == theme.ALARM for pixel in canvas.get_flattened_data()))
    assert reds[0] > 200
    assert reds[1] == 0


def test_of_a_changed_card_under_the_next_one_the_whole_value_and_who_played_it_are_seen() -> None:
    hands = [(1, "10a", "10 (13)"), (2, "9b", "9 (12)"), (3, "Qc", "Q (24)"), (4, "8d", "8 (11)")]
    wake = [Played(seat=seat, card=card, shown=shown, use="sail") for seat, card, shown in hands]
    drawn = draw_position(view("six_at_sea").model_copy(update={"wake": wake}), NAMES)
    faces = [playing_card(card, shown) for _, card, shown in hands]
    cards = [
        one for one in drawn.strokes if isinstance(one, Pasted) and any(one.what is face for face in faces)
    ]
    assert len(cards) == len(faces)
    for face, (card, over) in zip(faces, pairwise(sorted(cards, key=lambda one: one.left)), strict=False):
        seen, lower = face.convert("RGB"), range(60, face.height)
        gold = [x for x in range(face.width) if any(seen.getpixel((x, y)) == theme.GOLD for y in lower)]
        assert gold
        assert over.left - card.left > max(gold) + 1
    tokens = [token(LIVERIES[seat], 32) for seat, _, _ in hands]
    named = [
        one for one in drawn.strokes if isinstance(one, Pasted) and any(one.what is mark for mark in tokens)
    ]
    assert len(named) == len(hands)
