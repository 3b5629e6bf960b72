"""The light and dark colours of pages: text and focus have enough contrast."""

import re

import pytest

from bot.posts.page.bodies import file
from render.theme import Colour, contrast, mix

LETTERS, EDGES = 4.5, 3.0
"""The least contrast (WCAG 2.2, 1.4.3 and 1.4.11)."""

STYLE = file("site.css").data.decode()

FOCUS = re.search(r":focus-visible \{ outline: 3px solid (#[0-9a-f]{6})", STYLE)


def colour(digits: str) -> Colour:
    """Return the red, green and blue of `#1f5f8b` or `#fff`."""
    whole = digits[1:] if len(digits) == 7 else "".join(one * 2 for one in digits[1:])
    red, green, blue = bytes.fromhex(whole)
    return red, green, blue


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_what_is_written_stands_out(scheme: int) -> None:
    block = re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)[scheme]
    of = {name: colour(digits) for name, digits in re.findall(r"--([\w-]+): (#\w{6}|#\w{3});", block)}
    # The background of notation and digits is slightly tinted.
    code = mix(of["paper"], of["ink"], 0.12)
    for letters, ground in (
        ("ink", of["paper"]),
        ("quiet", of["paper"]),
        ("accent", of["paper"]),
        ("on-accent", of["accent"]),
        ("ink", code),
        ("quiet", code),
    ):
        assert contrast(of[letters], ground) >= LETTERS, letters
    assert FOCUS is not None
    assert contrast(colour(FOCUS[1]), of["paper"]) >= EDGES
