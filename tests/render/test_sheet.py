"""The sheet under every board, measured for a phone, for one to eight seats."""

from itertools import combinations

import pytest
from PIL import Image

from render import chart, lettering, theme
from render.canvas import Canvas
from render.cards import Standing, paint_card
from render.chart import Box, axes, board_height, water_within
from render.headline import paint_headline, paint_words, title_fits, words_fit
from render.lettering import SHEET, cap_height, fit_name, width, with_short_names
from render.pieces import Livery
from render.sheet import BOARD_WIDTH, CARD, Sheet, room_for_board, sheet
from rules.engine.seat import Names
from rules.engine.wording import shortened
from tests.render.letters import PHONE, letters_on, recorded, too_small

LIVERY = Livery("B", theme.ALARM, theme.WHITE, "cog", "circle")

of_every_number_of_seats = pytest.mark.parametrize("seats", range(1, 9))


@pytest.mark.parametrize(
    ("shown", "names"), [(8, ["TEXT_8", "BOLD_8", "ITALIC_8"]), (11, ["TEXT_11", "BOLD_11", "TITLE_11"])]
)
def test_a_style_is_as_high_on_a_phone_as_its_name_says(shown: int, names: list[str]) -> None:
    for name in names:
        assert shown <= cap_height(getattr(lettering, name)) * PHONE / SHEET < shown + 0.6, name


@of_every_number_of_seats
@pytest.mark.parametrize(("columns", "rows"), [(12, 8), (10, 10), (12, 12), (16, 12), (13, 9)])
def test_a_sheet_is_neither_flat_nor_square_nor_higher_than_a_phone_has_room_for(
    columns: int, rows: int, seats: int
) -> None:
    lies = sheet(board_height(BOARD_WIDTH, columns, rows, room_for_board(seats)), seats)
    wide, high = lies.size
    assert wide == SHEET
    assert 0.85 * wide <= high <= 1.2 * wide
    assert abs(wide - high) > 10


@of_every_number_of_seats
def test_no_box_of_a_sheet_lies_on_another_or_outside(seats: int) -> None:
    lies = sheet(700, seats)
    boxes = [lies.headline, lies.words, lies.board, *lies.cards]
    assert len(lies.cards) == seats
    for box in boxes:
        assert 0 <= box.left < box.right <= lies.size[0]
        assert 0 <= box.top < box.bottom <= lies.size[1]
    for one, other in combinations(boxes, 2):
        common = one.within(other)
        assert common.width <= 0 or common.height <= 0


def test_the_water_is_as_large_as_its_board_has_room_for() -> None:
    board = Box(8, 200, 1192, 1000)
    water = water_within(board, 12, 8)
    side = water.width // 12
    assert (water.width, water.height) == (12 * side, 8 * side)
    assert board.left <= water.left - chart.AXIS_LEFT
    assert water.right + chart.AXIS_EDGE <= board.right
    assert water.bottom + chart.AXIS_EDGE <= board.bottom
    assert water.width + 12 + chart.AXIS_LEFT + chart.AXIS_EDGE > board.width or water.height + 8 > 700


def painted(seats: int, title: str, words: str, name: str) -> tuple[Canvas, Sheet]:
    lies = sheet(400, seats)
    ground = Image.new("RGB", lies.size, theme.PAPER)
    water = water_within(lies.board, 12, 3)
    axes(ground, water, list("ABCDEFGHIJKL"), ["10", "9", "8"])
    canvas = Canvas(ground)
    paint_headline(canvas, lies.headline, LIVERY, title, "Round 12 of 40", 300)
    paint_words(canvas, lies.words, words)
    for box in lies.cards:
        paint_card(canvas, box, LIVERY, name, Standing.WAITING)
    return canvas, lies


@of_every_number_of_seats
@pytest.mark.parametrize("title", ["Bo to sail", "Maximiliana’s turn: Bosun Bo to answer"])
def test_what_every_sheet_says_is_read_on_a_phone(seats: int, title: str) -> None:
    words = "Ann sailed E4 N3 to J5, rounding buoy 1, and sent shark 1 E5 to F6, hitting Bo (back to E7)."
    with recorded():
        canvas, lies = painted(seats, title, words, "Dagny Łukasz")
        drawn = letters_on(canvas)
    assert not too_small(drawn, lies)
    said = " ".join(letter.text for letter in drawn.letters)
    assert words in said
    assert title in said
    assert {"A", "L", "10", "8"} <= {letter.text for letter in drawn.letters}


def test_letters_on_sprites_and_on_the_static_layer_are_measured_where_they_stand() -> None:
    with recorded():
        canvas, lies = painted(2, "Bo to sail", "Bo sailed.", "Bo")
        drawn = letters_on(canvas)
    sails = [letter for letter in drawn.letters if letter.text == "B" and letter.stroke >= 0]
    assert len(sails) == 3
    on_cards = [letter for letter in sails if any(letter.inside(box) for box in lies.cards)]
    assert len(on_cards) == 2
    ten = next(letter for letter in drawn.letters if letter.text == "10")
    assert ten.stroke == -1
    assert lies.board.left < ten.left < ten.right < lies.board.left + chart.AXIS_LEFT


def test_small_print_is_found() -> None:
    lies = sheet(400, 2)
    with recorded():
        canvas = Canvas(Image.new("RGB", lies.size, theme.PAPER))
        lettering.write(
            canvas, lies.board.centre, "small", lettering.Style(lettering.Face.TEXT, 26), theme.INK
        )
        lettering.write(canvas, lies.cards[0].centre, "on a card", lettering.TEXT_8, theme.INK)
        drawn = letters_on(canvas)
    assert [told.split(":")[0] for told in too_small(drawn, lies)] == ["small", "on a card"]
    assert not too_small(drawn, lies, faint=lambda letter: letter.capitals < 30)


def test_a_card_is_high_enough_for_two_lines_of_large_letters() -> None:
    lies = sheet(400, 8)
    canvas = Canvas(Image.new("RGB", lies.size, theme.PAPER))
    for box in lies.cards:
        line = paint_card(canvas, box, LIVERY, "Bo", Standing.AT_TURN)
        assert box.height == CARD
        assert line.height >= cap_height(lettering.TEXT_11)
        assert box.left < line.left < line.right < box.right
        assert line.bottom < box.bottom


# Names


def test_a_name_is_shortened_at_a_word() -> None:
    assert shortened("Maximiliana", 18) == "Maximiliana"
    assert shortened("Maximiliana Wolfeschlegelsteinhausen", 18) == "Maximiliana"
    assert shortened("Anna von Bergen", 10) == "Anna"
    assert shortened("Grzegorz Brzęczyszczykiewicz", 6) == "Grzeg…"
    assert shortened("J. Wolfeschlegelsteinhausen", 10) == "J. Wolfes…"


def test_a_name_on_a_card_has_one_ellipsis_at_the_most_and_fits() -> None:
    for name in ("Maximiliana Wolfeschlegelsteinhausen", "W" * 32, "Ægidius Ñandú-Ørsted the Third", "Bo"):
        for room in (120, 200, 260, 430):
            shown = fit_name(name, lettering.BOLD_11, room)
            assert width(shown, lettering.BOLD_11) <= room
            assert shown.count("…") <= 1


def test_names_in_a_sentence_are_as_long_as_it_has_room_for() -> None:
    names = {1: "Maximiliana Wolfeschlegelsteinhausen", 2: "Bo"}

    def tell(called: Names) -> str:
        return f"{called[1]} hit {called[2]}"

    assert with_short_names(tell, names, lambda text: len(text) < 60) == tell(names)
    assert with_short_names(tell, names, lambda text: len(text) < 30) == "Maximiliana hit Bo"
    assert with_short_names(tell, names, lambda text: len(text) < 5) == "Maximi… hit Bo"


def test_a_long_title_takes_two_lines_and_a_longer_one_does_not_fit() -> None:
    box = sheet(400, 2).headline
    assert title_fits(box, "Bosun Bo to sail", 450)
    assert title_fits(box, "Cató’s turn: Bosun Bo to answer", 450)
    assert not title_fits(box, "Maximiliana Wolfeschlegelsteinhausen’s turn: Grzegorz to answer", 450)
    assert words_fit(sheet(400, 2).words, "Ann sailed. " * 8)
    assert not words_fit(sheet(400, 2).words, "Ann sailed. " * 14)
