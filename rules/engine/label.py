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
    """The answers of an action's path as they are typed, each as a label."""
    return tuple(Label(answer.replace("_", " ")) for answer in action.path())
