"""The kinds of events and actions, and the sentences for an event."""

import pytest

from rules.engine.action import Action
from rules.engine.event import Event


class AnchorEvent(Event, abstract=True):
    pass


class AnchorDropped(AnchorEvent):
    faces = "{kind}_{ground}{held:|_drags}"
    ground: str
    held: bool


class Weighed(AnchorEvent):
    kind = "anchor_weighed"


class CableSlipped(AnchorEvent):
    faces = "{held:{fathoms:1=at_once|later}|never}_slipped"
    fathoms: int
    held: bool


class DropAnchor(Action):
    """Drop the anchor."""


def test_the_kind_is_the_name_of_the_class_unless_it_says_so() -> None:
    assert [AnchorDropped.kind, Weighed.kind, DropAnchor.kind] == [
        "anchor_dropped",
        "anchor_weighed",
        "drop_anchor",
    ]
    assert not hasattr(AnchorEvent, "kind")


@pytest.mark.parametrize(
    ("event", "face"),
    [
        (AnchorDropped(ground="sand", held=True), "anchor_dropped_sand"),
        (AnchorDropped(ground="sand", held=False), "anchor_dropped_sand_drags"),
        (Weighed(), "anchor_weighed"),
        (CableSlipped(fathoms=1, held=True), "at_once_slipped"),
        (CableSlipped(fathoms=11, held=True), "later_slipped"),
        (CableSlipped(fathoms=1, held=False), "never_slipped"),
    ],
)
def test_a_pattern_says_which_sentences_tell_an_event(event: Event, face: str) -> None:
    assert event.face() == face
