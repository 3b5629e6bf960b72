"""The words above a chart narrate the newest events in two lines, and are never cut off."""

from importlib import import_module
from random import Random

import pytest

from bench.positions import Playing
from render import headline
from render.canvas import Canvas
from render.chart import Box
from rules.engine.policy import at_random
from rules.engine.registry import game, games

CREW = dict(enumerate(("Ann", "Bo", "Cato", "Dagny", "Edda", "Finn", "Gro", "Hugo"), start=1))

STEPS = 150
"""The number of decisions of a game: several turns of each seat."""

SELDOM = 2
"""The interval between drawn pictures, in decisions."""

LATELY = 60
"""The number of recent events for a picture, which covers more than two turns."""


@pytest.mark.needs("replay")
@pytest.mark.parametrize("slug", games())
def test_what_just_happened_is_told_whole(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[Box, str]] = []

    def note(_: Canvas, box: Box, text: str) -> None:
        told.append((box, text))

    monkeypatch.setattr(headline, "paint_words", note)
    paint, rules = import_module(f"render.{slug}").draw_position, game(slug)
    for seats in rules.seat_range(rules.options()):
        playing = Playing.begin(rules, rules.options(), seats, Random(seats))
        for step in range(STEPS):
            if (decision := playing.decision) is None:
                break
            playing.go_on(decision, at_random)
            if step % SELDOM == 0:
                paint(rules.view(playing.state, None, playing.told[-LATELY:]), CREW)
    assert told, f"Tell in render/{slug} what happened: with `headline.paint_tale`, by that name."
    cut = [text for box, text in told if not headline.words_fit(box, text)]
    assert not cut, f"Say less in `tale` of {slug}, or give it more room on the picture. It is cut: {cut}"
