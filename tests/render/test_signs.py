"""Each sign that a game may use is drawn, small enough for Discord, and recognisable at 22 pixels."""

import io
from importlib import import_module
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

import render
from render.pieces import Livery
from render.signs import SIGNS, SIZE, paint
from render.theme import rgb
from rules.engine.game import AnyGame
from rules.engine.label import seat_sign
from rules.engine.registry import games
from rules.engine.texts import own_signs, shared_signs, signs
from tests.laws import Table
from tests.render.likeness import unlikeness

LARGEST = 256 * 1024
"""The maximum number of bytes that Discord accepts."""

SEEN = 22
"""The width in pixels of a sign within a text."""

MEAN = 1.0
"""The maximum difference. Other builds of the same libraries stay far below it."""

GROUNDS = {
    "light": rgb("#FFFFFF"),
    "dark": rgb("#313338"),
    "blurple": rgb("#5865F2"),
    "red": rgb("#DA373C"),
    "grey": rgb("#4E5058"),
}
"""The backgrounds of signs: the two themes, and buttons."""

EMOJIS = Path(render.__file__).parent / "emojis"

FOLDERS = ("shared", *games())

of_every_game = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.slug)


def painted(folder: str) -> dict[str, Image.Image]:
    """Return the signs in a folder of `emojis`, newly drawn."""
    painters = SIGNS if folder == "shared" else import_module(f"render.{folder}.signs").SIGNS
    return {key: paint(painter) for key, painter in painters.items()}


def opened(game: str, key: str) -> Image.Image:
    """Return a sign as it is stored."""
    return Image.open(io.BytesIO(render.sign(game, key)))


def small(sign: Image.Image, ground: tuple[int, int, int]) -> Image.Image:
    """Return a sign on a background."""
    seen = sign.resize((SEEN, SEEN), Image.Resampling.LANCZOS)
    canvas = Image.new("RGB", seen.size, ground)
    canvas.paste(seen, (0, 0), seen)
    return canvas


@pytest.mark.needs("signs")
@pytest.mark.parametrize("folder", FOLDERS)
def test_every_sign_of_the_list_is_drawn_and_kept_as_it_is_drawn_now(folder: str) -> None:
    listed = shared_signs() if folder == "shared" else own_signs(games()[folder])
    drawn = painted(folder)
    assert drawn.keys() == listed.keys()
    assert {path.stem for path in (EMOJIS / folder).glob("*.png")} == listed.keys()
    for key, sign in drawn.items():
        kept = Image.open(EMOJIS / folder / f"{key}.png")
        mean, _ = unlikeness(on_dark(kept), on_dark(sign))
        assert mean < MEAN, f"{key}: look at it, then: python -m tests.render.refresh signs"


def on_dark(sign: Image.Image) -> Image.Image:
    """Return a sign in its own size on the dark theme, which shows its rim."""
    canvas = Image.new("RGB", sign.size, GROUNDS["dark"])
    canvas.paste(sign, (0, 0), sign)
    return canvas


@of_every_game
def test_discord_takes_every_sign(game: AnyGame) -> None:
    for key in signs(game):
        sign, size = opened(game.slug, key), len(render.sign(game.slug, key))
        assert (sign.format, sign.mode, sign.size) == ("PNG", "RGBA", (SIZE, SIZE))
        assert size <= LARGEST


@of_every_game
def test_a_sign_is_seen_on_both_themes_and_on_every_button_and_told_from_all_others(game: AnyGame) -> None:
    drawn = {key: opened(game.slug, key) for key in signs(game)}
    for ground in GROUNDS.values():
        blank = Image.new("RGB", (SEEN, SEEN), ground)
        for key, sign in drawn.items():
            assert difference(small(sign, ground), blank) > 12, key
    seen = {key: small(sign, GROUNDS["dark"]) for key, sign in drawn.items()}
    for first, second in combinations(seen, 2):
        assert difference(seen[first], seen[second]) > 4, (first, second)


def difference(first: Image.Image, second: Image.Image) -> float:
    """Return the average difference of two pictures, in grey steps."""
    return ImageStat.Stat(ImageChops.difference(first, second).convert("L")).mean[0]


@pytest.mark.needs("signs")
@of_every_game
def test_a_seats_mark_has_the_colour_of_its_pieces(game: AnyGame) -> None:
    liveries = import_module(f"render.{game.slug}.liveries").LIVERIES.values()
    marks = {key: opened(game.slug, key).convert("RGB") for key in own_signs(game) if key.startswith("seat_")}
    assert len(marks) == len(liveries)
    for (key, sign), livery in zip(marks.items(), liveries, strict=True):
        assert most_of(sign, livery) > 0.05, key


def most_of(sign: Image.Image, livery: Livery) -> float:
    """Return the share of a sign that has exactly the colour of a livery."""
    counts = {colour: count for count, colour in sign.getcolors(SIZE * SIZE) or ()}
    return counts.get(livery.hue, 0) / SIZE**2


@pytest.mark.needs("signs")
@of_every_game
def test_every_seat_that_has_its_letter_has_a_sign(game: AnyGame) -> None:
    for luck in range(3):
        table = Table(game, game.options(), game.seat_range(game.options())[1], luck, steps=40)
        state = table.matches[-1].shown
        for seat in range(1, table.seats + 1):
            mark = game.seat_mark(state, seat)
            assert mark.isdecimal() or {seat_sign(letter) for letter in mark} <= signs(game).keys(), mark
