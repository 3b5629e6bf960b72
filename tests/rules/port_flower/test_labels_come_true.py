"""In random races, every movement does what its label promises."""

import re
from collections.abc import Iterator
from random import Random

from rules.engine.chance import Chance, QuickStream
from rules.engine.event import Event
from rules.engine.label import Label
from rules.engine.policy import at_random
from rules.port_flower import GAME
from rules.port_flower.actions import Move
from rules.port_flower.events import (
    BoatHit,
    BoatMetShark,
    BoatMoved,
    BuoyReached,
    Finished,
    Landed,
    SharkMoved,
)
from rules.port_flower.plans import BOAT

SQUARE = re.compile(r"\b[A-Z]\d+\b")


def movements(luck: int) -> Iterator[tuple[Move, Label, list[Event]]]:
    """Yield every movement of a random race, with the text of its control, and its events."""
    dice = Random(luck)
    options = GAME.options.model_validate({"repellent": "off", "boat_meets_shark": "towed"})
    state, _ = GAME.start(options, 3, Chance(QuickStream(dice)))
    for _ in range(200):
        if not (decisions := GAME.decisions(state)):
            return
        decision, seat = decisions[0], decisions[0].seat
        action = at_random(GAME, state, decision, dice)
        told = GAME.label(state, seat, action, len(GAME.path(state, seat, action)))
        happened = GAME.apply(state, seat, action, Chance(QuickStream(dice)))
        if isinstance(action, Move):
            yield action, told, happened


def test_a_label_names_the_square_the_buoys_and_whom_a_piece_meets() -> None:
    seen = set[str]()
    for luck in range(8):
        for action, (told, *_), happened in movements(luck):
            promised = told
            if action.piece != BOAT:
                moved = next((event for event in happened if isinstance(event, SharkMoved)), None)
                if "stay" in promised or moved is None:
                    assert "stay" in promised
                    assert moved is None or len(moved.path) == 1
                elif struck := next((event for event in happened if isinstance(event, BoatHit)), None):
                    whose = "your own boat" if struck.seat == struck.by else f"Seat {struck.seat}"
                    assert promised.endswith(f"hits {whose}")
                    seen.add("hits")
                else:
                    assert SQUARE.findall(promised)[-1] == moved.path[-1]
                    seen.add("shark")
                continue
            reached = [event.buoy for event in happened if isinstance(event, BuoyReached)]
            assert [int(number) for number in re.findall(r"\d+", promised.partition(", buoy")[2])] == reached
            ends = {type(event) for event in happened}
            assert ("meets shark" in promised) == (BoatMetShark in ends)
            assert ("home" in promised) == (Finished in ends)
            assert ("ashore" in promised) == (Landed in ends)
            seen.add("buoy" if reached else "met" if BoatMetShark in ends else "boat")
            sailed = next((event for event in happened if isinstance(event, BoatMoved)), None)
            if sailed is not None and re.search(r"→|\bto\b", promised):
                end = re.search(r"(?:→|\bto) ([A-Z]\d+)", promised)
                assert end is not None
                assert end[1] == sailed.path[-1]
    assert seen >= {"hits", "shark", "buoy", "met", "boat"}


def test_who_lays_the_course_reads_what_the_plus_means() -> None:
    options = GAME.options.model_validate({"layout": "players"})
    state, _ = GAME.start(options, 2, Chance(QuickStream(Random(1))))
    decision = GAME.decisions(state)[0]
    last = [GAME.label(state, decision.seat, action, 3) for action in decision.actions]
    assert {(told.text[-1], told.hint) for told in last} == {("+", "On the north-east corner of that square")}
