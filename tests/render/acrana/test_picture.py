import math
from collections.abc import Mapping
from itertools import combinations

import pytest
from PIL import Image, ImageChops

import render
from render import theme
from render.acrana import draw_position, layout
from render.acrana.close_up import part_of
from render.acrana.kinds import MARKS
from render.acrana.liveries import LIVERIES
from render.acrana.numbers import FAINT
from render.acrana.ships import moorings, paint_vessels
from render.acrana.table import playing_card
from render.acrana.traces import paint_trails
from render.canvas import Pasted
from render.lettering import SHEET
from render.pieces import token
from rules.acrana.board import BOARD, FINISH, OUT, PORT
from rules.acrana.shown.traces import Played
from tests.render.acrana.scenes import GALLERY, NAMES, SCENES, view
from tests.render.letters import (
    DrawnLetters,
    Letter,
    letters_on,
    lie_on_something,
    recorded,
    scenes_in_letters,
    too_small,
)


@pytest.mark.parametrize("seats", range(2, 9))
def test_the_chart_lies_on_a_sheet_for_a_phone_with_a_card_for_each_seat(seats: int) -> None:
    sheet = layout.lies(seats)
    wide, high = sheet.size
    assert wide == 1200
    assert 0.85 * wide <= high <= 1.2 * wide
    assert abs(wide - high) > 10
    assert len(sheet.cards) == seats
    assert layout.FRAME.within(sheet.board) == layout.FRAME
    assert layout.LEGENDS[1].within(sheet.board) == layout.LEGENDS[1]


CHOOSING = [scene for scene in SCENES if view(scene).reach]
"""Scenes of a choosing player, which show no paths."""

# Letters on a phone


@pytest.fixture(scope="module")
def written() -> Mapping[str, DrawnLetters]:
    return scenes_in_letters(GALLERY)


def faint(letter: Letter) -> bool:
    """The numbers of quiet squares, which are readable only in the full picture."""
    return letter.style == FAINT


@pytest.mark.parametrize("scene", SCENES)
def test_everything_on_a_picture_is_read_on_a_phone(scene: str, written: Mapping[str, DrawnLetters]) -> None:
    assert len(written[scene].letters) > 30
    assert not too_small(written[scene], layout.lies(len(view(scene).seats)), faint)


@pytest.mark.parametrize("scene", SCENES)
def test_the_small_numbers_of_squares_lie_neither_over_nor_under_anything(
    scene: str, written: Mapping[str, DrawnLetters]
) -> None:
    assert any(map(faint, written[scene].letters))
    assert not lie_on_something(written[scene], faint)


@pytest.mark.parametrize("scene", [scene for scene in SCENES if scene not in CHOOSING])
def test_a_seat_has_one_letter_on_its_ships_and_its_card(
    scene: str, written: Mapping[str, DrawnLetters]
) -> None:
    shown, drawn = view(scene), written[scene]
    for seat, box in zip(shown.seats, layout.lies(len(shown.seats)).cards, strict=True):
        texts = [letter.text for letter in drawn.letters if letter.inside(box)]
        assert texts[0] == seat.letter == "ABCDEFGH"[seat.seat - 1]
        on_chart = [letter.text for letter in drawn.letters if letter.inside(layout.FRAME)]
        for ship in shown.ships:
            if ship.seat == seat.seat and ship.square != OUT:
                assert {ship.name, seat.letter} & {*on_chart}


@pytest.mark.parametrize("scene", [scene for scene in SCENES if scene not in CHOOSING])
def test_dots_of_ways_lie_on_no_letter_and_no_number(scene: str, written: Mapping[str, DrawnLetters]) -> None:
    shown = view(scene)
    boxes = paint_trails(Image.new("RGB", layout.lies(len(shown.seats)).size), shown)
    covered = {place.at for place in moorings(shown).values()}
    for letter in written[scene].letters:
        x, y = (letter.left + letter.right) / 2, (letter.top + letter.bottom) / 2
        if not letter.inside(layout.SEA) or any(math.dist((x, y), at) < 40 for at in covered):
            continue
        for box in boxes:
            middle_x, middle_y = box.centre
            half = 5
            across = letter.left < middle_x + half and middle_x - half < letter.right
            assert not (across and letter.top < middle_y + half and middle_y - half < letter.bottom), letter


def test_the_squares_of_the_newest_turn_have_numbers_that_a_phone_shows() -> None:
    shown = view("over_the_edge")
    with recorded():
        drawn = letters_on(draw_position(shown, NAMES))
    texts = [letter.text for letter in drawn.letters if letter.inside(layout.SEA) and not faint(letter)]
    assert {"17", "80"} <= {*texts}


def test_ways_of_earlier_turns_are_told_from_the_newest() -> None:
    scene = view("sent_home")
    newest, older, bare = (
        draw_position(scene.model_copy(update={"traces": traces, "earlier": earlier}), NAMES).crop(layout.SEA)
        for traces, earlier in ((scene.traces, []), ([], scene.ways), ([], []))
    )
    changes = [sum(ImageChops.difference(one, bare).convert("L").histogram()[24:]) for one in (newest, older)]
    assert 0 < changes[1] < changes[0] / 4


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
    ends = {trace.ship: trace.end for trace in here.ways}
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


def test_a_busy_vessel_carries_the_ship_that_it_engages() -> None:
    scene = view("every_marker")
    blues = []
    for vessels in (scene.vessels, [v.model_copy(update={"engages": []}) for v in scene.vessels]):
        canvas = Image.new("RGB", layout.lies(4).size, theme.SEA_DEEP)
        paint_vessels(canvas, scene.model_copy(update={"vessels": vessels}))
        hues = {LIVERIES[scene.ship(name).seat].hue for vessel in scene.vessels for name in vessel.engages}
        blues.append(sum(pixel in hues for pixel in canvas.get_flattened_data()))
    assert blues[0] > 200
    assert blues[1] == 0


def test_of_the_newest_turn_the_last_two_cards_lie_in_the_headline() -> None:
    hands = [("10a", "10 (13)"), ("9b", "9"), ("Qc", "Q (24)")]
    traces = [Played(seat=1, card=card, shown=shown, use="sail") for card, shown in hands]
    drawn = draw_position(view("six_at_sea").model_copy(update={"traces": traces}), NAMES)
    faces = [playing_card(card, shown) for card, shown in hands]
    lying = [[one for one in drawn.strokes if isinstance(one, Pasted) and one.what is face] for face in faces]
    assert [len(cards) for cards in lying] == [0, 1, 1]
    box = layout.lies(6).headline
    assert all(box.top <= card.top < card.bottom <= box.bottom for cards in lying for card in cards)


@pytest.mark.parametrize("name", CHOOSING)
def test_who_chooses_sees_the_places_from_nearer_without_the_ways_of_others(name: str) -> None:
    scene = view(name)
    assert render.draw(scene, NAMES).width < SHEET
    traceless = scene.model_copy(update={"traces": [], "earlier": []})
    part = part_of(scene)
    assert part is not None
    shown, bare = (draw_position(one, NAMES).crop(part) for one in (scene, traceless))
    assert shown.tobytes() == bare.tobytes()


def test_where_places_lie_too_far_apart_for_a_close_up_the_chart_has_the_numbers_of_the_menu() -> None:
    scene = view(CHOOSING[0]).model_copy(update={"reach": {12: "4", 88: "9", 40: "4/9"}})
    assert render.draw(scene, NAMES).width == SHEET
    with recorded():
        drawn = letters_on(draw_position(scene, NAMES))
    assert not too_small(drawn, layout.lies(len(scene.seats)), faint)
    for square, number in scene.places.items():
        around = layout.field(square).grown(5)
        assert str(number) in [letter.text for letter in drawn.letters if letter.inside(around)]
