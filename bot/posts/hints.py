"""The hints of buttons, as lines in small print above the buttons."""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from bot.escaping import quoted
from bot.posts.menus import BEHIND_NUMBER, Named
from rules.engine.label import seat_sign

MANY = 3
"""A hint that at least this many buttons share is shown for “all others”, if all buttons have hints."""

_LETTER_OF_A_SEAT = re.compile(rf"\w{BEHIND_NUMBER}")
"""The mark of a seat and a separator, in front of a label in words."""

_ODDS = re.compile(r": \d+ %$")
"""The odds at the end of a label."""

LETTERS_BELOW = 52
"""The number of letters in small print on a line of a phone."""


def told_above(entries: Sequence[Named]) -> list[str]:
    """Return the hints of buttons as lines of small print; a hint of several buttons appears once."""
    same: dict[str, list[str]] = {}
    for entry in entries:
        same.setdefault(entry.label.below or entry.label.hint, []).append(_name(entry))
    most = max(same, key=lambda hint: len(same[hint]), default="")
    if len(same.get(most, ())) < MANY or "" in same:
        most = ""
    lines = [
        f"{'; '.join(_with_one_beginning(texts))}{_joint(texts)}{quoted(_untold(hint, texts), 100)}"
        for hint, texts in same.items()
        if hint not in {"", most}
    ]
    told = [*_side_by_side(lines)]
    if most:
        told.append(f"{'All others' if lines else 'All buttons'}: {quoted(most, 100)}")
    # A non-breaking space keeps a number and its percent sign on one line.
    return [f"-# {line}".replace(" %", "\u00a0%") for line in told]


def _name(entry: Named) -> str:
    """Return a button's name without odds, and without the words or the seat's letter that the sign shows."""
    shown, said = entry.signed.text, entry.label.text
    of_a_seat = entry.signed.sign.startswith(seat_sign("")) and said.endswith(shown)
    lettered = of_a_seat and _LETTER_OF_A_SEAT.fullmatch(said.removesuffix(shown))
    return _ODDS.sub("", shown if shown and (said.startswith(shown) or lettered) else said)


def _with_one_beginning(texts: Sequence[str]) -> Iterator[str]:
    """Yield names of buttons; names with the same beginning are merged: `Shoot B9, C10`."""
    alike: dict[str, list[list[str]]] = {}
    for text in texts:
        first, *_ = words = text.split(" ")
        alike.setdefault(first, []).append(words)
    for names in alike.values():
        # Each name keeps at least one word.
        columns = [*zip(*names, strict=False)][:-1] if len(names) > 1 else []
        shared = len([*takewhile(lambda column: len({*column}) == 1, columns)])
        ends = (" ".join(words[shared:]) for words in names)
        yield " ".join([*map(quoted, names[0][:shared]), ", ".join(map(quoted, ends))])


def _side_by_side(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines; short lines without a separator are joined if a phone's line has room."""
    shared: list[str] = []
    for line in lines:
        alone = BEHIND_NUMBER in line
        if shared and (alone or len(BEHIND_NUMBER.join((*shared, line))) > LETTERS_BELOW):
            yield BEHIND_NUMBER.join(shared)
            shared = []
        if alone:
            yield line
        else:
            shared.append(line)
    if shared:
        yield BEHIND_NUMBER.join(shared)


def _joint(texts: Sequence[str]) -> str:
    """Return the separator between button names and their hint: a colon, unless a name contains one."""
    return " · " if any(": " in text for text in texts) else ": "


def _untold(hint: str, texts: Sequence[str]) -> str:
    """Return a hint without the word before its colon, if all names end with that word."""
    word, colon, rest = hint.partition(": ")
    return rest if colon and all(text.lower().endswith(f" {word.lower()}") for text in texts) else hint
