"""Labels: what controls say."""

import re
from typing import NamedTuple

from rules.engine.action import Action, sentence_case

HINT_LIMIT = 100
"""Characters of a hint at most (Discord)."""


class Label(NamedTuple):
    """What a control says: at most 80 characters of text, `HINT_LIMIT` of hint.

    A warning asks for a confirming press; what is `dangerous` is only red, and stands last.

    The `sign`, one of the game's (`rules.engine.texts.signs`), stands before the text, where Discord has room
    for exactly one: `die_4`. The `number` is that of the place on the picture of who chooses, and is said
    only where that picture is. What the board shows as well is `pictured`: posts leave the hint out, menus
    and private pages give it.
    """

    text: str
    hint: str = ""
    warning: str = ""
    sign: str = ""
    number: int = 0
    dangerous: bool = False
    pictured: bool = False

    def in_words(self, plain: str) -> str:
        """The text where no sign can be shown: what the sign is in plain text stands before it.

        Unless the text says that itself.

        >>> Label("Sail NE to C7", sign="die_4").in_words("4")
        '4 · Sail NE to C7'
        >>> Label("Harvest 3 food", sign="food").in_words("food")
        'Harvest 3 food'
        """
        # A single letter is no word of its own: “a ship” does not say A.
        case = re.IGNORECASE if len(plain) > 1 else re.NOFLAG
        says = not plain or re.search(rf"(?<!\w){re.escape(plain)}(?!\w)", self.text, case)
        return self.text if says else f"{plain[0].upper()}{plain[1:]} · {self.text}"


def seat_sign(mark: str) -> str:
    """The sign of the seat with that letter.

    >>> seat_sign("B")
    'seat_b'
    """
    return f"seat_{mark.lower()}"


def plain_labels(action: Action) -> tuple[Label, ...]:
    """Labels without words of a game's own: the answers so far, and for the last the whole notation.

    So no choice is called by a bare number, and none looks like the name of something in a program.
    """
    path = action.path()
    said = [" ".join(path[:depth]) for depth in range(1, len(path))] + [str(action)]
    return tuple(Label(sentence_case(words)) for words in said)
