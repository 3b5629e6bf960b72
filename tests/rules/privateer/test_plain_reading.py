"""Compares the legal spends, their results and the safest spend with the plain reading, in random games."""

from random import Random

import pytest

from rules.engine.chance import Chance, QuickStream
from rules.engine.event import Event
from rules.engine.options import choose
from rules.engine.policy import at_random
from rules.privateer import GAME
from rules.privateer.actions import Fire, Sail
from rules.privateer.events import Gold, ReefRoll, ShipLost, ShipSailed, ShipSunk, ShotFired
from rules.privateer.rooms.autopilot import next_spend
from rules.privateer.state import PrivateerState
from tests.rules.privateer.plain_reading import LOST, Sea

SPENDS = 150
"""The number of spends for each seed."""


@pytest.mark.parametrize("luck", range(6))
def test_spends_are_those_of_the_plain_reading_and_come_to_the_same(luck: int) -> None:
    dice = Random(luck)
    seen = 0
    while seen < SPENDS:
        seen += looked_at(dice)


def looked_at(dice: Random) -> int:
    """Play a game with random options and check each of its spends. Returns their number."""
    state = any_game(dice)
    seen = 0
    while decisions := GAME.decisions(state):
        decision = decisions[0]
        action = at_random(GAME, state, decision, dice)
        (action, *_) = GAME.spelled(state, decision.seat, action)
        action = GAME.canonical(state, decision.seat, action)
        if decision.kind != "spend":
            GAME.apply(state, decision.seat, action, Chance(QuickStream(dice)))
            continue
        sea = Sea(state.model_dump(mode="json"))
        assert {str(one) for one in decision.actions if isinstance(one, Sail | Fire)} == sea.spends()
        assert state.turn is not None
        assert str(next_spend(state, state.turn)) == sea.safest()
        events = GAME.apply(state, decision.seat, action, Chance(QuickStream(dice)))
        if isinstance(action, Fire):
            must_be_that_shot(action, sea, events)
        elif isinstance(action, Sail):
            must_be_that_move(action, sea, events)
        seen += 1
    return seen


def any_game(dice: Random) -> PrivateerState:
    """Return a game with random options before its first decision."""
    mode = dice.choice(["battle", "battle", "battle", "duel"])
    options: dict[str, str | int | bool] = {
        "mode": mode,
        "terrain": dice.choice(["light", "moderate", "absurd"]),
        "terrain_setup": "auto",
        "desperation": dice.random() < 0.5,
        "marque": dice.random() < 0.5,
        "wind": dice.choice(["off", "random"]),
        "grudge": dice.random() < 0.5,
        "storm": dice.choice(["off", "late", "both"]),
        "storm_round": dice.choice([3, 8]),
        "opening_truce": dice.choice(["off", "on"]),
    }
    seats = 2 if mode == "duel" else dice.randint(2, 6)
    state, _ = GAME.start(choose(GAME.options, options), seats, Chance(QuickStream(dice)))
    return state


def must_be_that_shot(shot: Fire, sea: Sea, events: list[Event]) -> None:
    """Check the result of a shot, its sunk ships and its payments against the plain reading."""
    start = sea.ships[f"{sea.fleet}{shot.ship}"]
    result, sunk = sea.shot(start, shot.dir, int(shot.die[1]))
    assert [event.result for event in events if isinstance(event, ShotFired)] == [result]
    assert [event.ship for event in events if isinstance(event, ShipSunk)] == sunk
    paid = sum(event.amount for event in events if isinstance(event, Gold) and event.reason != "day")
    earns = sea.state["fleets"][sea.fleet]["grudge"] == "none"
    pays = [ship for ship in sunk if ship != "merchant" or sea.state["options"]["marque"]]
    assert paid == len(pays) * earns


def must_be_that_move(move: Sail, sea: Sea, events: list[Event]) -> None:
    """Check a move's reef rolls, and its end if no reef holes the ship, against the plain reading."""
    vessel = f"{sea.fleet}{move.ship}"
    stop = sea.stop(sea.ships[vessel], move.dir, move.steps or int(move.die[1]))
    (told,) = [place for place, event in enumerate(events) if isinstance(event, ShipSailed)]
    rolls = [event for event in events[:told] if isinstance(event, ReefRoll)]
    sailed, after = events[told], events[told + 1] if told + 1 < len(events) else None
    assert isinstance(sailed, ShipSailed)
    lost = after.cause if isinstance(after, ShipLost) else None
    if rolls and not rolls[-1].safe:
        assert (lost, sailed.to) == ("reef", rolls[-1].hex)
        return
    assert len(rolls) == stop.reefs
    assert (lost, sailed.to) == (stop.kind if stop.kind in LOST else None, stop.hex)
    boards = {"enemy": "boarding", "merchant": "merchant_boarded"}.get(stop.kind)
    assert [event.kind for event in events if event.kind in {"boarding", "merchant_boarded"}] == (
        [boards] if boards else []
    )
