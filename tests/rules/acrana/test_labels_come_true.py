"""In random races, every action does what its label promises."""

import re
from collections.abc import Iterator
from random import Random
from typing import TypeVar

from rules.acrana import GAME
from rules.acrana.actions import BackPartner, PushBack, Sail, SailOn
from rules.acrana.board import KIND_NAMES, KINDS, PLAIN
from rules.acrana.events import Battle, PirateAttack, ShipDrifted, ShipSailed, TableRolled
from rules.acrana.options import RaceOptions
from rules.acrana.state import owner
from rules.engine.action import Action
from rules.engine.chance import Chance, QuickStream
from rules.engine.event import Event
from rules.engine.label import Label
from rules.engine.policy import at_random

FLEETS = RaceOptions(ships=2, fleet_size=2, autoplay=False)
E = TypeVar("E", bound=Event)


def plays(luck: int) -> Iterator[tuple[int, Action, Label, list[Event]]]:
    """Yield every action of a random race, with the player, the text of the control, and the result."""
    dice = Random(luck)
    state, _ = GAME.start(FLEETS, 4, Chance(QuickStream(dice)))
    for _ in range(250):
        if not (decisions := GAME.decisions(state)):
            return
        (decision,) = decisions
        seat, action = decision.seat, at_random(GAME, state, decision, dice)
        label = GAME.label(state, seat, action, len(GAME.path(state, seat, action)))
        yield seat, action, label, GAME.apply(state, seat, action, Chance(QuickStream(dice)))


def first(kind: type[E], happened: list[Event]) -> E | None:
    return next((event for event in happened if isinstance(event, kind)), None)


def test_a_label_names_the_square_its_kind_and_whom_the_ship_attacks_there() -> None:
    seen = set[str]()
    for luck in range(12):
        for seat, action, (told, hint, *_), happened in plays(luck):
            if isinstance(action, PushBack | BackPartner):
                drift = first(ShipDrifted, happened)
                end = int(re.findall(r"to (\d+)", told)[0])
                assert drift is None or drift.end == end
                seen.add("pushes")
            if not isinstance(action, Sail | SailOn):
                continue
            sailed, battle = first(ShipSailed, happened), first(Battle, happened)
            assert sailed is not None
            assert re.findall(r"(?:to|at) (\d+)", told) == [str(sailed.end)]
            at_once = happened.index(sailed) + 1
            fights = battle is not None and happened.index(battle) == at_once
            assert (" attack" in told) == (fights and battle is not None and battle.at == sailed.end)
            if fights:
                assert battle is not None
                assert all(name in told for name in (*battle.attackers, *battle.defenders))
                seen.add("attacks")
            elif KINDS[sailed.end] not in PLAIN:
                assert told.removesuffix(")").endswith(KIND_NAMES[KINDS[sailed.end]]) or "(no room" in told
                seen.add("meets")
                if owner(action.ship) == seat:
                    seen.add(_odds_are_of_what_is_rolled(action.ship, sailed.end, hint, happened))
    assert seen >= {"pushes", "attacks", "meets", "rolled", "not rolled"}


def _odds_are_of_what_is_rolled(ship: str, at: int, hint: str, happened: list[Event]) -> str:
    """Check that odds are shown if there is a roll. Otherwise the hint must mention the absence of odds."""
    rolled = any(
        isinstance(event, TableRolled | PirateAttack)
        and (event.ship, event.at) == (ship, at)
        and not (isinstance(event, TableRolled) and event.by_map)
        for event in happened
    )
    assert (" of 6 bad" in hint) == rolled, (hint, happened)
    return "rolled" if rolled else "not rolled"
