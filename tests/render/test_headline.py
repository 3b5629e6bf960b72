"""The title of a picture and the words below it."""

from render.chart import Box
from render.headline import words_fit


def test_words_fit_where_all_of_them_can_be_read() -> None:
    box = Box(0, 0, 1000, 100)
    assert words_fit(box, "The Captain sailed A1 to A6.")
    assert not words_fit(box, "The Captain sailed A1 to A6. " * 20)


def test_no_words_fit_anywhere() -> None:
    assert words_fit(Box(0, 0, 10, 10), "")
