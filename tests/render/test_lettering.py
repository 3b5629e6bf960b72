import pytest

from render.lettering import Face, Style, fit, label, readable, width, wrap

TEXT = Style(Face.TEXT, 28)


@pytest.mark.parametrize("name", ["Ann", "Éloïse Muñoz", "Łukasz", "Şahin", "Ōe", "Αλέξης", "Иван", "R2-D2"])
def test_a_name_the_font_covers_is_shown_as_it_is(name: str) -> None:
    assert readable(name, "Moon") == name


@pytest.mark.parametrize(
    "name", ["", "   ", "🐙", "🐙🦑🐡", "***", "海賊王", "Ann海", "\u200b\u200d", "สมชาย"]
)
def test_a_name_the_font_cannot_show_gives_way_to_the_suit(name: str) -> None:
    assert readable(name, "Moon") == "Moon"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann 🌊", "Ann"),
        ("🦈 Bo 🦈", "Bo"),
        ("Cat\no", "Cato"),
        ("A\u0301nn", "Ánn"),
        ("Z̸̢͝algo", "Zalgo"),
        ("A\u202enn", "Ann"),
    ],
)
def test_ornaments_and_invisible_marks_are_left_out_of_a_name(name: str, shown: str) -> None:
    assert readable(name, "Moon") == shown


def test_a_text_that_fits_is_not_cut() -> None:
    assert fit("Ann", TEXT, 200) == "Ann"


@pytest.mark.parametrize("room", [40, 90, 161, 300])
def test_a_cut_text_stays_within_its_room_and_says_that_it_is_cut(room: int) -> None:
    cut = fit("Maximiliana Wolfeschlegelsteinhausen", TEXT, room)
    assert cut.endswith("...")
    assert width(cut, TEXT) <= room


@pytest.mark.parametrize("room", range(0, 420, 7))
def test_a_cut_text_is_the_longest_that_fits(room: int) -> None:
    text = "D1 goes from  1 (the roads) to 8, and “Tomás” waits"
    beginnings = (text[:end].rstrip() + "..." for end in range(len(text) - 1, -1, -1))
    longest = next((cut for cut in beginnings if width(cut, TEXT) <= room), "...")
    assert fit(text, TEXT, room) == (text if width(text, TEXT) <= room else longest)


def test_no_label_reaches_far_beyond_its_own_width() -> None:
    for text in ("Ægidius Ñandú-Ørst…", "WWW...", "J4", "Round 12 of 40"):
        drawn = label(text, TEXT)
        assert drawn.left + drawn.mask.width <= drawn.advance + 3


def test_a_long_sentence_is_wrapped_and_only_its_last_line_cut() -> None:
    lines = wrap("the boat sailed far away and the shark followed it to the end of the sea", TEXT, 300, 2)
    assert len(lines) == 2
    assert lines[0] == "the boat sailed far"
    assert lines[1].endswith("...")
    assert all(width(line, TEXT) <= 300 for line in lines)
