from render.cards import SMALL_TITLE
from render.lettering import Face, Style, width
from render.privateer import margins
from render.privateer.layout import TITLE_END
from render.privateer.names import shown_names
from tests.render.gallery import LONGEST_NAMES
from tests.render.privateer.scenes import view


def test_a_long_name_leaves_room_for_what_is_to_be_done() -> None:
    scene = view("longest_names")
    fitting = margins.fitting_title(scene, shown_names(scene, LONGEST_NAMES))
    assert fitting.startswith("Max")
    assert fitting.endswith("to spend dice")
    ship_and_gaps = 140
    assert width(fitting, SMALL_TITLE) + width("Round 30", Style(Face.TEXT, 30)) < TITLE_END - ship_and_gaps


def test_a_name_the_font_lacks_is_told_by_the_letters_of_the_fleets() -> None:
    shown = shown_names(view("longest_names"), LONGEST_NAMES)
    assert (shown[5], shown[6]) == ("A", "K")
    assert shown_names(view("duel"), {1: "海", 2: "賊"}) == {1: "BY", 2: "GA"}
