"""Text on pictures: a serif font family with four faces. Every text is drawn once and cached as a mask.

The fonts come from the package `font-source-serif-pro`, never from the machine, so that pictures are the same
everywhere.
"""

import unicodedata
from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import lru_cache
from importlib.resources import as_file, files
from typing import Literal, NamedTuple

from PIL import Image, ImageFont

from render.theme import Colour
from rules.engine.seat import Names
from rules.engine.wording import at_a_word, shortened

ELLIPSIS = "..."
"""Three dots, because the font's own ellipsis is too narrow and would touch the next letter."""

SHEET = 1200
"""The width of a posted picture in pixels."""

_EDGE = [0 if grey < 64 else 128 if grey < 192 else 255 for grey in range(256)]
"""A lookup table that reduces edges to three levels, because more levels cost bytes and are invisible."""

_NAME_LENGTHS = (18, 14, 10, 7)
"""The lengths to which names are shortened, in this order, until a line fits."""

_NEVER_DRAWN = "\U0010ffff"
"""A code point that no font has, so it is drawn like any missing letter."""


class Face(StrEnum):
    """The files of the font faces."""

    TEXT = "SourceSerifPro-Semibold.ttf"
    BOLD = "SourceSerifPro-Bold.ttf"
    ITALIC = "SourceSerifPro-SemiboldIt.ttf"
    TITLE = "SourceSerifPro-Black.ttf"


class Style(NamedTuple):
    """A font face and a size in pixels."""

    face: Face
    size: int


TEXT_8 = Style(Face.TEXT, 42)
"""The style of events and of other text, with capitals 8 pixels high on a phone."""
BOLD_8 = Style(Face.BOLD, 42)
"""The style of names of fields, axes, and numbers on pieces, with capitals 8 pixels high on a phone."""
ITALIC_8 = Style(Face.ITALIC, 42)
"""The style of names of waters and lands, with capitals 8 pixels high on a phone."""
TEXT_11 = Style(Face.TEXT, 57)
"""The style of text on cards, with capitals 11 pixels high on a phone."""
BOLD_11 = Style(Face.BOLD, 57)
"""The style of players' names and numbers of choices, with capitals 11 pixels high on a phone."""
TITLE_11 = Style(Face.TITLE, 58)
"""The style of headlines, with capitals 11 pixels high on a phone."""


class Lettered(NamedTuple):
    """A line of text as a mask, the mask's offset from the start of the baseline, and the line's width."""

    mask: Image.Image
    left: int
    top: int
    advance: int


@lru_cache(maxsize=16)
def _font(style: Style) -> ImageFont.FreeTypeFont:
    # The cache is small, because an open font needs a quarter of a megabyte.
    with as_file(files("font_source_serif_pro") / "files" / style.face.value) as path:
        return ImageFont.truetype(path, style.size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=512)
def label(text: str, style: Style) -> Lettered:
    """Return a line of text, composed of cached words, because sentences are often new, but words repeat."""
    words: list[tuple[int, Lettered]] = []
    advance = 0
    for text_of_word in text.split(" "):
        words.append((advance, _word(text_of_word, style)))
        advance += words[-1][1].advance + _blank(style)
    if len(words) == 1:
        return words[0][1]
    left = min(start + word.left for start, word in words)
    right = max(start + word.left + word.mask.width for start, word in words)
    top = min(word.top for _, word in words)
    bottom = max(word.top + word.mask.height for _, word in words)
    mask = Image.new("L", (right - left, bottom - top))
    for start, word in words:
        # Paste each word through its mask, because letters may extend into the next word's box.
        mask.paste(255, (start + word.left - left, word.top - top), word.mask)
    return Lettered(mask, left, top, advance - _blank(style))


@lru_cache(maxsize=2048)
def _word(text: str, style: Style) -> Lettered:
    font, text = _font(style), text.replace("…", ELLIPSIS)
    drawn, (left, top) = font.getmask2(text, "L", anchor="ls")
    wide, high = drawn.size
    mask = Image.new("L", (max(1, wide), max(1, high)))
    if wide and high:
        mask.im = drawn.point(_EDGE, "L")
    return Lettered(mask, left, top, round(font.getlength(text)))


@lru_cache(maxsize=64)
def _blank(style: Style) -> int:
    return round(_font(style).getlength(" "))


def width(text: str, style: Style) -> int:
    """Return the width of the text in pixels."""
    words = text.split(" ")
    return sum(_word(word, style).advance for word in words) + _blank(style) * (len(words) - 1)


@lru_cache(maxsize=64)
def cap_height(style: Style) -> int:
    """Return the height of a capital letter in pixels."""
    return -label("H", style).top


def write(
    canvas: Image.Image,
    at: tuple[float, float],
    text: str,
    style: Style,
    colour: Colour,
    align: Literal["left", "middle", "right"] = "left",
) -> None:
    """Draw a line of text. `at` is the left end, middle or right end (see `align`) of the baseline."""
    if not text:
        return
    set_text = label(text, style)
    shift = {"left": 0.0, "middle": set_text.advance / 2, "right": float(set_text.advance)}[align]
    corner = round(at[0] - shift) + set_text.left, round(at[1]) + set_text.top
    canvas.paste(
        colour, (*corner, corner[0] + set_text.mask.width, corner[1] + set_text.mask.height), set_text.mask
    )


def write_centred(
    canvas: Image.Image, at: tuple[float, float], text: str, style: Style, colour: Colour
) -> None:
    """Draw a line of text with the middle of its capitals at `at`."""
    write(canvas, (at[0], at[1] + cap_height(style) / 2), text, style, colour, "middle")


@lru_cache(maxsize=1024)
def fit(text: str, style: Style, room: int) -> str:
    """Return the text, cut with an ellipsis if it is wider than `room` pixels."""
    if width(text, style) <= room:
        return text
    words = text.split(" ")
    # Drop the words that begin beyond `room`.
    kept = " ".join(words[: 1 + _within(words, style, room)])
    while kept and width(kept.rstrip() + ELLIPSIS, style) > room:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS


@lru_cache(maxsize=1024)
def fit_name(name: str, style: Style, room: int) -> str:
    """Return the name in at most `room` pixels, cut between words if possible."""
    return at_a_word(name, lambda text: width(text, style) <= room)


def with_short_names(tell: Callable[[Names], str], names: Names, fits: Callable[[str], bool]) -> str:
    """Return the text of `tell` with the longest names that fit, or with the shortest names if none fit."""
    told = tell(names)
    for longest in _NAME_LENGTHS:
        if fits(told):
            break
        told = tell({seat: shortened(name, longest) for seat, name in names.items()})
    return told


@lru_cache(maxsize=256)
def wrap(text: str, style: Style, room: int, lines: int) -> tuple[str, ...]:
    """Return the text in at most `lines` lines of `room` pixels, cut with an ellipsis."""
    done: list[str] = []
    words = text.split()
    while words and len(done) < lines - 1:
        count = max(1, _within(words, style, room + _blank(style)))
        done.append(fit(" ".join(words[:count]), style, room))
        words = words[count:]
    if words:
        done.append(fit(" ".join(words), style, room))
    return tuple(done)


def _within(words: Sequence[str], style: Style, room: int) -> int:
    """Return the number of words that fit into `room` pixels, each with the blank after it."""
    blank, end = _blank(style), 0
    for count, word in enumerate(words):
        end += _word(word, style).advance + blank
        if end > room:
            return count
    return len(words)


@lru_cache(maxsize=4096)
def _has_glyph(character: str) -> bool:
    font = _font(Style(Face.TEXT, 16))
    drawn, lacking = font.getmask(character), font.getmask(_NEVER_DRAWN)
    return drawn.size != lacking.size or bytes(drawn) != bytes(lacking)


@lru_cache(maxsize=1024)
def readable(name: str, otherwise: str) -> str:
    """Return the name without emoji and other characters that the font lacks.

    Return `otherwise` if the font lacks a letter or digit of the name, or if the name has neither.
    """
    shown: list[str] = []
    for character in unicodedata.normalize("NFC", name):
        kind = unicodedata.category(character)[0]
        if kind in "LN" and not _has_glyph(character):
            return otherwise
        if kind == "Z":
            shown.append(" ")
        elif kind in "LNPS" and _has_glyph(character):
            shown.append(character)
    plain = " ".join("".join(shown).split())
    return plain if any(character.isalnum() for character in plain) else otherwise
