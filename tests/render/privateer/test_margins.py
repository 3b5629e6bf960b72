from render.privateer.layout import lies
from render.privateer.margins import shown_names
from tests.render.gallery import LONGEST_NAMES
from tests.render.letters import scenes_in_letters
from tests.render.privateer.scenes import GALLERY, view


def test_a_long_name_leaves_room_for_what_is_to_be_done() -> None:
    headline = lies(6).headline
    written = scenes_in_letters(GALLERY)["longest_names"].letters
    texts = [one.text for one in written if one.inside(headline)]
    assert "Maximiliana to spend dice" in texts
    assert "Round 30 · Red" in texts


def test_a_name_the_font_lacks_is_told_by_the_letters_of_the_fleets() -> None:
    shown = shown_names(view("longest_names"), LONGEST_NAMES)
    assert (shown[5], shown[6]) == ("A", "K")
    assert shown_names(view("duel"), {1: "海", 2: "賊"}) == {1: "BY", 2: "GA"}
