"""In random games, every action does what its label promises."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from rules.engine.action import Action
from rules.engine.chance import Chance, QuickStream
from rules.engine.event import Event
from rules.engine.label import Label
from rules.engine.options import choose
from rules.engine.policy import at_random
from rules.engine.presets import Preset
from rules.engine.texts import tutorial
from rules.privateer import GAME
from rules.privateer.actions import Fire, Sail
from rules.privateer.events import Boarding, MerchantBoarded, ShipLost, ShipSailed, ShipSunk
from rules.privateer.fleets import ship_name
from rules.privateer.options import PrivateerOptions

HEX = re.compile(r"\b[A-M]\d+\b")


def spends(luck: int, *, silent: bool) -> Iterator[tuple[Action, Label, list[Event]]]:
    """Yield every spend of a random game, with the text of its control, and its events."""
    dice = Random(luck)
    options = PrivateerOptions(terrain="light", terrain_setup="auto", silent_dice=silent, round_cap=10)
    state, _ = GAME.start(options, 3, Chance(QuickStream(dice)))
    while decisions := GAME.decisions(state):
        (decision,) = decisions
        seat, action = decision.seat, at_random(GAME, state, decision, dice)
        told = GAME.label(state, seat, action, len(GAME.path(state, seat, action)))
        happened = GAME.apply(state, seat, action, Chance(QuickStream(dice)))
        if isinstance(action, Sail | Fire):
            yield action, told, happened


def test_a_label_names_the_hex_where_the_ship_stops_whom_it_boards_and_what_it_sinks() -> None:
    seen = set[str]()
    for luck in range(40):
        for action, (told, *_), happened in spends(luck, silent=False):
            if isinstance(action, Fire):
                sunk = [ship_name(event.ship) for event in happened if isinstance(event, ShipSunk)]
                assert ("sinks" in told) == bool(sunk)
                assert all(name in told for name in sunk)
                seen.add("sinks" if sunk else "misses")
                continue
            lost = next((event for event in happened if isinstance(event, ShipLost)), None)
            if lost is not None and lost.cause == "reef":
                assert "reef roll" in told or "loses the ship" in told
                continue
            assert ("loses the ship" in told) == (lost is not None)
            boarded = any(isinstance(event, Boarding | MerchantBoarded) for event in happened)
            assert ("boards" in told) == boarded
            (sailed,) = [event for event in happened if isinstance(event, ShipSailed)]
            assert lost is not None or HEX.findall(told) == [sailed.to]
            seen.add("boards" if boarded else "lost" if lost else "sails")
    assert seen == {"sinks", "misses", "boards", "lost", "sails"}


def test_with_silent_dice_a_label_names_no_hex_says_why_and_warns_of_reefs_and_certain_loss() -> None:
    for action, (told, hint, warning, *_), happened in spends(3, silent=True):
        assert hint.startswith("Silent dice: ") != bool(warning)
        assert not HEX.findall(told)
        lost = any(isinstance(event, ShipLost) and event.cause != "reef" for event in happened)
        assert isinstance(action, Fire) or ("loses the ship" in told) >= lost


@pytest.mark.parametrize("preset", [preset for preset in GAME.presets if preset.name != "printed"])
def test_dice_are_not_silent_in_what_is_meant_for_beginners(preset: Preset) -> None:
    course = tutorial(GAME)
    assert course is not None
    assert choose(GAME.options, preset.options).silent_dice is False
    assert choose(GAME.options, course.options).silent_dice is False
