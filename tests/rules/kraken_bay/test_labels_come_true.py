"""In random games, every action does what its label promises."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from rules.engine.action import Action
from rules.engine.chance import Chance, QuickStream
from rules.engine.event import Event
from rules.engine.label import Label
from rules.kraken_bay import GAME
from rules.kraken_bay.actions import (
    Attack,
    CastOff,
    DropBomb,
    FrontGuns,
    RollDice,
    Sail,
    SailTo,
    Tow,
)
from rules.kraken_bay.board import DRIFT_PATHS, MOUTH
from rules.kraken_bay.events import (
    BarrelHit,
    BombDropped,
    CargoCollected,
    CargoDropped,
    CargoSunk,
    GreedUsed,
    MovementRolled,
    NothingLost,
    PlagueCured,
    PlagueStruck,
    Relocated,
    Sailed,
    SecondaryShot,
    ShipSaved,
    ShotFired,
    TentacleHit,
    TowAttached,
    TowReleased,
    TurnEnded,
)
from rules.kraken_bay.options import BayOptions
from rules.kraken_bay.tables import CARDS, CARGO, STRAY_CARDS

SPACE = re.compile(r"\b[A-H]\d+\b")
SPELLED = re.compile(r"(?!From |The smoke|$)")
LONGEST = 38
WORTHY = {"tow": 20.0, "attack": 2.0, "front_guns": 4.0, "greed": 6.0, "sail_to": 0.2, "cast_off": 0.2}
"""The weights of actions that would be too rare or too frequent at random."""


def deeds(luck: int) -> Iterator[tuple[Action, Label, list[Event]]]:
    """Yield every action of a random game, with the label of its control, and its events."""
    dice = Random(luck)
    options = BayOptions(
        length="short", characters="random", bomb_side="any",
        movement="up_to" if luck % 2 else "full", ration_upkeep=2,
    )  # fmt: skip
    state, _ = GAME.start(options, 6, Chance(QuickStream(dice)))
    while decisions := GAME.decisions(state):
        (decision,) = decisions
        seat = decision.seat
        offered = [*decision.shortcuts, *decision.actions]
        (action,) = dice.choices(offered, [WORTHY.get(one.kind, 1.0) for one in offered])
        label = GAME.label(state, seat, action, len(decision.path(action)))
        happened: list[Event] = []
        for one in GAME.spelled(state, seat, action):
            # Smoke on the path stops the rest of the action.
            if any(event.halts for event in happened) or GAME.decision_of(state, seat) is None:
                break
            happened += GAME.apply(state, seat, GAME.canonical(state, seat, one), Chance(QuickStream(dice)))
        yield action, label, own(happened)


def own(happened: Sequence[Event]) -> list[Event]:
    """Return the events up to the end of the turn."""
    end = next((number for number, event in enumerate(happened, 1) if isinstance(event, TurnEnded)), None)
    return [*happened[:end]]


def costs(happened: Sequence[Event]) -> bool:
    """Return whether a player's ship lost cargo, or all of its crew."""
    return any(
        (isinstance(event, CargoDropped | CargoSunk) and event.owner in CARDS)
        or (isinstance(event, PlagueStruck) and event.crew_lost > 0)
        for event in happened
    )


def counted(label: Label) -> Counter[str]:
    """Return the things that a label and its hint announce, with their numbers."""
    text, hint, *_ = label
    met = hint.partition(". From")[0].removesuffix(".") if SPELLED.match(hint) else text.partition(": ")[2]
    found = Counter[str]()
    for part in re.split(r", | and ", met):
        times, _, thing = part.rpartition(" × ")
        found[thing.lower()] += int(times or 1)
    return found


def found(happened: Sequence[Event]) -> list[Event]:
    """Return what came aboard, without the ship's own cargo that it dropped and collected again."""
    dropped, aboard = set[str](), list[Event]()
    for event in happened:
        if isinstance(event, CargoDropped):
            dropped.add(event.at)
        elif isinstance(event, CargoCollected | PlagueStruck | PlagueCured) and event.at not in dropped:
            aboard.append(event)
    return aboard


def sailing_comes_true(label: Label, happened: list[Event]) -> str:
    """Check the ship's space, what it meets and takes, and whether the turn ends."""
    told, hint, warning, *_ = label
    drifts_to = hint.partition("🌀 ")[2]
    sailed = [event for event in happened if isinstance(event, Sailed)]
    if warning and "kraken" not in warning:
        assert costs(happened), label
    blown = any(isinstance(event, Relocated) for event in happened)
    assert ("carries you off" in hint) == blown, label
    if blown:
        assert "smoke" in told
        return "smoke"
    assert SPACE.findall(told)[0] == sailed[-1].to
    if drifts_to:
        to = DRIFT_PATHS[sailed[-1].to][-1]
        assert drifts_to == ("into the mouth" if to == MOUTH else f"to {to}")
    if steps := re.search(r"in (\d+) steps?", told):
        assert int(steps[1]) == len(sailed)
    ended = any(isinstance(event, TurnEnded) for event in happened)
    assert (", end" in told) <= ended
    met = counted(label._replace(hint=hint.partition("🌀 ")[0].rstrip()))
    if any("hazard" in thing or "item" in thing for thing in met):
        return "many"
    assert met["red water"] == (sailed[-1].to[0] in "GH")
    assert met["tentacle"] == sum(isinstance(event, TentacleHit) for event in happened), label
    assert met["barrel"] == sum(isinstance(event, BarrelHit) for event in happened), label
    assert met["home with the tow"] == sum(isinstance(event, ShipSaved) for event in happened), label
    taken = found(happened)
    for kind in CARGO:
        assert met[kind] == sum(
            isinstance(event, CargoCollected) and event.type == kind for event in taken
        ), label
    struck = [event for event in taken if isinstance(event, PlagueStruck)]
    assert met["plague (1 crew more)"] == sum(isinstance(event, PlagueCured) for event in taken)
    assert met["plague (all crew lost)"] + met["plague (no crew to lose)"] == len(struck), label
    assert "no crew to lose" not in hint or not struck[-1].crew_lost
    return "met" if met.total() > met[""] else "sailed"


def shot_comes_true(action: Attack | FrontGuns, label: Label, happened: list[Event]) -> str:
    """Check the die and its number, the boarders' first loot, and whether a second gun fires."""
    told, hint, *_ = label
    shot = next(event for event in happened if isinstance(event, ShotFired))
    again = [event for event in happened if isinstance(event, SecondaryShot)]
    die, need = int(re.findall(r"D(\d+)", hint)[0]), int(re.findall(r"(\d+) or more", hint)[0])
    assert (need, shot.roll <= die) == (shot.need, True)
    assert "after a miss" not in hint or bool(again) != shot.hit
    assert "One gun" not in told or not again
    lost = [event.type for event in happened if isinstance(event, CargoDropped | CargoSunk | NothingLost)]
    if (
        action.board
        and shot.hit
        and (named := re.findall(r"(\w+) first", hint) or re.findall(r": (\w+)$", told))
    ):
        assert "No cargo aboard" in hint or named == lost[:1]
        return "boarded"
    assert "No cargo aboard" not in hint or not any(isinstance(event, CargoDropped) for event in happened)
    return "fired"


def comes_true(action: Action, label: Label, happened: list[Event]) -> str:
    """Check any action."""
    told, hint, *_ = label
    match action:
        case Sail() | SailTo():
            return sailing_comes_true(label, happened)
        case Attack() | FrontGuns():
            return shot_comes_true(action, label, happened)
        case RollDice():
            (rolled,) = [event for event in happened if isinstance(event, MovementRolled)]
            assert ("(chained)" in told) == rolled.chained
            assert ("tows" in hint or "hungry" in hint) == bool(rolled.bonus)
            assert not rolled.bonus or f"1D6 + {rolled.bonus}" in told
        case DropBomb():
            (bomb,) = [event for event in happened if isinstance(event, BombDropped)]
            assert told.startswith(bomb.bomb.capitalize())
            assert (SPACE.findall(told), told.endswith(", fused")) == ([bomb.at], bomb.fused)
        case Tow():
            (tow,) = [event for event in happened if isinstance(event, TowAttached)]
            assert told == f"Tow the {STRAY_CARDS[tow.tow].title}"
            assert ("saved at once" in hint) == any(isinstance(event, ShipSaved) for event in happened)
        case CastOff():
            (cast,) = [event for event in happened if isinstance(event, TowReleased)]
            assert told == "Cast off tow"
            assert hint == f"The {STRAY_CARDS[cast.tow].title} stays at {cast.at}."
        case _:
            expected = {"greed": GreedUsed, "end_turn": TurnEnded, "chain_shot": ShotFired}[action.kind]
            assert any(isinstance(event, expected) for event in happened)
    return action.kind


def test_a_label_says_where_a_course_ends_what_is_met_and_what_a_shot_needs() -> None:
    seen, asked = set[str](), 0
    for luck in range(20):
        for action, label, happened in deeds(luck):
            assert len(label.text) <= LONGEST
            asked += "cargo" in label.warning
            seen.add(comes_true(action, label, happened))
    assert asked > 0
    assert seen >= {"sailed", "met", "smoke", "fired", "boarded", "roll", "drop_bomb", "tow", "greed"}
