"""Labels: what controls say."""

from typing import NamedTuple

from rules.engine.action import Action


class Label(NamedTuple):
    """What a control says: at most 80 characters of text, 100 of hint.

    A warning asks for a confirming press.
    """

    text: str
    hint: str = ""
    warning: str = ""


def plain_labels(action: Action) -> tuple[Label, ...]:
    """Labels without words of a game's own: the answers so far, and for the last the whole notation.

    So no choice is called by a bare number.
    """
    path = action.path()
    said = [" ".join(path[:depth]) for depth in range(1, len(path))] + [str(action)]
    return tuple(Label(words.replace("_", " ")) for words in said)
