"""Labels: the texts of controls."""

import re
from typing import NamedTuple

from rules.engine.action import Action, sentence_case

HINT_LIMIT = 100
"""The maximum number of characters in a hint (Discord's limit)."""

BETWEEN = " · "
"""The separator between the parts of a label."""


class Label(NamedTuple):
    """The text of a control, with at most 80 characters, and its hint, with at most `HINT_LIMIT`.

    - A `warning` must be confirmed. A `dangerous` control is red and comes last, but needs no confirmation.
    - `sign` is one of the game's signs (`rules.engine.texts.signs`), such as `die_4`, shown before the text.
    - `number` is the number of a place on the chooser's own picture, and is shown only next to that picture.
    - The hint of a `pictured` label is not shown in posts, because the board shows the same.
    - `brief` replaces the text on buttons in posts, and `below` replaces the hint of buttons.
    - Suggestions and controls list a lower `rank` first: -1 is a welcome chance, 1 achieves nothing.
    """

    text: str
    hint: str = ""
    warning: str = ""
    sign: str = ""
    number: int = 0
    dangerous: bool = False
    pictured: bool = False
    rank: int = 0
    brief: str = ""
    below: str = ""

    def in_words(self, plain: str) -> str:
        """Return the text, preceded by the words `plain` for its sign, unless the text contains these words.

        >>> Label("Sail NE to C7", sign="die_4").in_words("4")
        '4 · Sail NE to C7'
        >>> Label("Harvest 3 food", sign="food").in_words("food")
        'Harvest 3 food'
        """
        # The sign A does not occur in “a ship”, so case is ignored only for longer words.
        case = re.IGNORECASE if len(plain) > 1 else re.NOFLAG
        says = not plain or re.search(rf"(?<!\w){re.escape(plain)}(?!\w)", self.text, case)
        return self.text if says else f"{plain[0].upper()}{plain[1:]}{BETWEEN}{self.text}"

    def beside_sign(self, plain: str) -> str:
        """Return the text for a control that shows the sign, without the sign's words `plain`.

        The words are left out if they follow a colon at the end, or are the first of several parts. A number
        does not count as a part.

        >>> Label("To C7: tentacle", sign="tentacle").beside_sign("tentacle")
        'To C7'
        >>> Label("7 · A1 to 47", sign="card_7").beside_sign("7")
        'A1 to 47'
        >>> Label("7 · 7 · A1 to 47", sign="card_7", number=7).beside_sign("7")
        '7 · A1 to 47'
        >>> Label("Harvest 3 food", sign="food").beside_sign("food")
        'Harvest 3 food'
        """
        if not plain:
            return self.text
        parts = self.text.removesuffix(f": {plain}").split(BETWEEN)
        at = 1 if self.number else 0
        return BETWEEN.join(parts[:at] + parts[at + 1 :] if parts[at:-1][:1] == [plain] else parts)


def seat_sign(mark: str) -> str:
    """Return the sign of the seat with the letter `mark`.

    >>> seat_sign("B")
    'seat_b'
    """
    return f"seat_{mark.lower()}"


def plain_labels(action: Action) -> tuple[Label, ...]:
    """Return the default labels: the answers so far and, for the last answer, the complete notation."""
    path = action.path()
    said = [" ".join(path[:depth]) for depth in range(1, len(path))] + [str(action)]
    return tuple(Label(sentence_case(words)) for words in said)
