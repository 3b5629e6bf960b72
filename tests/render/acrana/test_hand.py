"""A hand as cards: usable cards are raised, and a phone shows suits and values."""

import pytest
from PIL import Image

import render
from render.acrana.hand import WIDTH, WORDS, card_face, card_width, paint_hand, value_style
from render.lettering import cap_height
from rules.acrana.cards import card
from rules.acrana.shown.view import AcranaView, CardView, hand_view
from tests.render.acrana.scenes import NAMES, view
from tests.render.gallery import LARGEST, opened

PHONE = 400
FIVE = "Aa 3b 9c+4 10d-2 Kh"
MANY = "2a 3a 4a 5a 6a 7a 8a 9a 10a Qa 2b 3b 4b Qb+4"


def hand(cards: str, usable: str = "") -> list[CardView]:
    """Return cards from their text forms. The cards in `usable` can be used."""
    able = usable.split()
    held = hand_view([card(text) for text in cards.split()])
    return [one.model_copy(update={"usable": one.id in able}) for one in held]


def held(cards: list[CardView]) -> AcranaView:
    """Return the first seat's view of a race in which it has the given hand."""
    scene = view("six_at_sea")
    return scene.model_copy(
        update={"seats": [scene.seats[0].model_copy(update={"hand": cards}), *scene.seats[1:]]}
    )


def drawn(cards: list[CardView]) -> Image.Image:
    picture = paint_hand(held(cards))
    assert picture is not None
    assert len(picture.data) <= LARGEST / 2
    return opened(picture).convert("RGB")


def test_only_who_holds_cards_is_shown_a_hand() -> None:
    assert render.draw(view("six_at_sea"), NAMES).hand is None
    assert paint_hand(held([])) is None
    assert render.draw(held(hand(FIVE)), NAMES).hand is not None


@pytest.mark.parametrize("cards", [FIVE, MANY])
def test_values_suits_and_words_can_be_read_on_a_phone(cards: str) -> None:
    assert drawn(hand(cards)).width == WIDTH
    eleven = 11 * WIDTH / PHONE
    assert cap_height(WORDS) >= eleven
    assert cap_height(value_style(card_width(7))) >= eleven


def test_cards_that_can_be_used_are_raised() -> None:
    none, some = drawn(hand("7a 8a")), drawn(hand("7a 8a", "8a"))
    above = (0, 52, WIDTH, 70)
    assert len(set(none.crop(above).get_flattened_data())) < len(set(some.crop(above).get_flattened_data()))


def test_what_becomes_of_a_card_is_seen_on_it() -> None:
    bare, *others = (
        card_face(hand(text)[0], 100, pale=False).tobytes() for text in ("8a", "8a+4", "8a-2", "8a!", "8e")
    )
    assert bare not in others
    assert len(set(others)) == len(others)
