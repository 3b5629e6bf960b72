"""In random games, every action does what its label promises."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from rules.dangerous_sea import GAME
from rules.dangerous_sea.actions import (
    Attack,
    ChooseStart,
    Demand,
    EndTurn,
    Explore,
    Harvest,
    Land,
    Load,
    Look,
    OrderGhost,
    React,
    Reply,
    Route,
    Sail,
    Scuttle,
    TakeSpoils,
    TakeStone,
)
from rules.dangerous_sea.board import NEIGHBOURS, TILES, counted
from rules.dangerous_sea.events import (
    AllowanceChanged,
    BattleFought,
    CaptainIll,
    CrewFed,
    DealAccepted,
    DealRefused,
    GameWon,
    Harvested,
    LandingPassed,
    Loaded,
    PlagueEscaped,
    PlagueStruck,
    ReactionDeclined,
    RocksStruck,
    Scuttled,
    ShipMoved,
    SpoilsTaken,
    StartChosen,
    StoneTaken,
    TileRevealed,
    TurnEnded,
)
from rules.dangerous_sea.options import SeaOptions
from rules.dangerous_sea.state import SeaState, ShipState
from rules.engine.action import Action, Resign
from rules.engine.chance import Chance, QuickStream
from rules.engine.errors import IllegalAction
from rules.engine.event import Event
from rules.engine.label import Label
from rules.engine.policy import fill

SQUARE = re.compile(r"\b[A-L]\d+\b")
CAPTAIN = re.compile(r"\bSeat (\d)\b")
LONGEST = 80
GAMES = 40
RESIGNS = 0.003
"""The share of decisions with a resignation, which leaves stones even on islands with a harvest."""
WORTHY = {
    "attack": 4.0, "harvest": 6.0, "take_stone": 1.0, "load": 3.0, "explore": 2.0, "look": 0.7, "route": 0.3,
    "scuttle": 0.1, "end_turn": 0.3,
}  # fmt: skip
"""The weights of actions that would be too rare or too frequent at random."""


class Deed(NamedTuple):
    """An action in a random game: its label, the sea before it, the ship after it, and its events."""

    seat: int
    action: Action
    label: Label
    before: SeaState
    after: SeaState
    happened: list[Event]

    @property
    def told(self) -> str:
        """The label and its hint."""
        return f"{self.label.text} | {self.label.hint}"

    @property
    def ship(self) -> ShipState:
        """The ship before the action."""
        return self.before.ship(self.seat)

    def one(self, kind: type[Event]) -> Event:
        """Return the only event of the class `kind`."""
        (found,) = [event for event in self.happened if isinstance(event, kind)]
        return found


def deeds(luck: int) -> Iterator[Deed]:
    """Yield every action of a random game of heavy ships, in which captains may resign."""
    dice = Random(luck)
    options = SeaOptions(
        stones_to_win=3 if luck % 2 else 5, max_seasons=12,
        start_positions="corners" if luck % 3 else "spread",
    )  # fmt: skip
    state, _ = GAME.start(options, 4, Chance(QuickStream(dice)))
    for ship in state.ships:
        ship.food, ship.water = dice.choice([50, 190, 350, 420]), 60 * (luck % 8)
        ship.sailors, ship.stones = dice.randrange(4), luck % 2
    while decisions := GAME.decisions(state):
        decision = dice.choice(decisions)
        seat = decision.seat
        filled = [fill(form, dice) for form in decision.forms]
        ways = [*decision.shortcuts, *decision.actions, *filled]
        weights = [WORTHY.get(way.kind, 1.0) for way in ways]
        (action,) = dice.choices(ways, weights)
        if dice.random() < RESIGNS and len(state.staying) > 2:
            action = Resign()
        try:
            action = GAME.canonical(state, seat, action) if action in filled else action
            label = GAME.label(state, seat, action, len(decision.path(action)))
            before, happened = state.model_copy(deep=True), list[Event]()
            for step in GAME.spelled(state, seat, action):
                if any(event.halts for event in happened) or GAME.decision_of(state, seat) is None:
                    break
                happened += GAME.apply(
                    state, seat, GAME.canonical(state, seat, step), Chance(QuickStream(dice))
                )
        except IllegalAction:
            assert isinstance(action, Demand | TakeSpoils), action
            continue
        yield Deed(seat, action, label, before, state, own(happened))


def own(happened: Sequence[Event]) -> list[Event]:
    """Return the events up to the end of the turn."""
    end = next((number for number, event in enumerate(happened, 1) if isinstance(event, TurnEnded)), None)
    return [*happened[:end]]


def find(happened: Sequence[Event], kind: type[Event]) -> list[Event]:
    """Return the events of the class `kind`."""
    return [event for event in happened if isinstance(event, kind)]


def square_told(deed: Deed) -> str:
    """Return the square that a label names, perhaps by a direction. A square and a direction must agree."""
    told: list[str] = SQUARE.findall(deed.told)[:1]
    beside = NEIGHBOURS[deed.ship.at or ""]
    told += [square for way, square in beside.items() if way == deed.label.text]
    assert len(set(told)) == 1, deed.told
    return told[0]


def sailing_comes_true(deed: Deed) -> str:
    """Check the ship's square, the points, the hazards and ships it meets, and its gains."""
    told, happened = deed.told, deed.happened
    moved = [event for event in happened if isinstance(event, ShipMoved)]
    to = moved[-1].to
    assert square_told(deed) == to
    if points := re.search(r"\((\d+)(?: points?)?\)", told):
        assert int(points[1]) == len(moved)
        assert deed.before.turn is not None
        assert int(points[1]) <= deed.before.points_left(deed.before.turn)
    else:
        assert len(moved) == 1
    assert ("rocks" in told) == bool(find(happened, RocksStruck))
    plague = [*find(happened, PlagueStruck), *find(happened, PlagueEscaped), *find(happened, CaptainIll)]
    assert ("plague" in told) == bool(plague)
    assert ("ends your turn" in told) == ("plague" in told and not deed.ship.sailors)
    met = [str(seat) for seat in deed.before.at(to)]
    assert CAPTAIN.findall(told) == met, told
    if isinstance(deed.action, Route) and deed.action.then:
        return taking_comes_true(deed)
    land = TILES[deed.before.tiles[to]]
    assert (land.label in told) == (land.id != "sea" or to in deed.before.stones)
    bare = land.resource and not deed.before.has_marker(to)
    assert ("harvested" in told, "none to hire" in told) == (
        bare and land.id != "inhabited",
        bare and land.id == "inhabited",
    )
    assert ("no stone left" in told) == (land.id == "stone" and to not in deed.before.stones)
    return "sailed"


def taking_comes_true(deed: Deed) -> str:
    """Check what is loaded and left behind, the effect on the ship, and whether it wins."""
    told, happened = deed.told, deed.happened
    harvest = next((event for event in happened if isinstance(event, Harvested)), None)
    said = re.search(r"(?i)harvest (\d+) (food|water)", told)
    assert (said is not None) == (harvest is not None and harvest.island != "inhabited"), told
    if said and harvest is not None:
        assert (int(said[1]), said[2]) == (harvest.amount, harvest.island)
    assert ("ecruit a sailor" in told) == (harvest is not None and harvest.island == "inhabited")
    if harvest is not None and harvest.island == "inhabited":
        assert f"{deed.ship.sailors + 1} aboard then" in told
    if harvest is not None:
        behind = re.search(r"(\d+) stay behind", told)
        assert (int(behind[1]) if behind else 0) == harvest.left_loose, told
    stones = next((event for event in happened if isinstance(event, StoneTaken)), None)
    assert ("rune stone" in told) == (stones is not None), (told, happened)
    if stones is not None:
        assert (f"{stones.count} rune stones" in told) == (stones.count > 1), told
        of = re.search(r"tone (\d+) of", told)
        assert ("You win!" in told) == bool(find(happened, GameWon)) == (of is None), told
        assert of is None or int(of[1]) == stones.total
    weight_comes_true(deed)
    return "took"


def weight_comes_true(deed: Deed) -> None:
    """Check the ship's weight afterwards, and its points in a turn."""
    told, happened = deed.told, deed.happened
    loads = [
        event.amount for event in happened if isinstance(event, Harvested) and event.island != "inhabited"
    ]
    loads += [event.amount for event in happened if isinstance(event, Loaded) and event.what != "sailors"]
    loads += [-event.amount for event in happened if isinstance(event, Scuttled) and event.what != "sailors"]
    if fisk := re.search(r"(\d+) fisk aboard", told):
        assert int(fisk[1]) == deed.ship.cargo + sum(loads), told
    changed = [event for event in happened if isinstance(event, AllowanceChanged)]
    points = re.search(r"(\d) points? a turn instead of (\d)", told)
    if deed.before.turn is not None:
        assert [(event.after, event.before) for event in changed] == (
            [(int(points[1]), int(points[2]))] if points else []
        ), (told, happened)


def battle_comes_true(deed: Deed) -> str:
    """Check the opponents, and the dice of each."""
    battle = deed.one(BattleFought)
    assert isinstance(battle, BattleFought)
    ((own, against),) = re.findall(r"(\d) (?:die|dice) against (\d)", deed.told)
    assert (int(own), int(against)) == (len(battle.attacker_dice), len(battle.defender_dice))
    assert CAPTAIN.findall(deed.told) == [str(battle.defender)]
    return "fought"


def spoils_come_true(deed: Deed) -> str:
    """Check what is taken, and whether the prize wins the game."""
    taken = deed.one(SpoilsTaken)
    assert isinstance(taken, SpoilsTaken)
    told = deed.told
    found = {good: int(amount) for amount, good in re.findall(r"(\d+) (food|water|sailors?)", told)}
    assert found.get("food", 0) == taken.food
    assert found.get("water", 0) == taken.water
    assert found.get("sailor", found.get("sailors", 0)) == taken.died
    assert " 0 " not in told
    assert ("Rune stone" in told) == bool(taken.stones)
    assert ("You win!" in told) == bool(find(deed.happened, GameWon))
    assert ("No more sailing" in told) == taken.stopped
    assert ("looking" not in told) or (deed.after.turn is None or deed.after.points_left(deed.after.turn) > 0)
    return f"prize {taken.prize}"


def meal_comes_true(deed: Deed) -> str:
    """Check what the crew eats, and who starves."""
    fed = deed.one(CrewFed)
    assert isinstance(fed, CrewFed)
    eaten = {good: int(amount) for amount, good in re.findall(r"(\d+) (food|water)", deed.told)}
    starves = re.search(r"(\d) of your (\d) sailors? will starve", deed.told)
    assert (int(starves[1]) if starves else 0) == fed.starved
    assert starves is None or int(starves[2]) == deed.ship.sailors
    if starves is None:
        assert eaten.get("food", 0) == eaten.get("water", 0) == fed.fed * 10, deed.told
    return "starved" if fed.starved else "fed"


def amount_comes_true(deed: Deed) -> str:
    """Check the loaded or jettisoned amount, and the effect."""
    (moved,) = [event for event in deed.happened if isinstance(event, Loaded | Scuttled)]
    how = "Load" if isinstance(moved, Loaded) else "Put"
    assert deed.told.startswith(f"{how} {counted(moved.amount, moved.what)}")
    if isinstance(moved, Scuttled):
        fates = "The island keeps it." in deed.told, "Lost for good." in deed.told
        assert fates == (moved.kept, not moved.kept)
    weight_comes_true(deed)
    return deed.action.kind


def discovery_comes_true(deed: Deed) -> str:
    """Check which square is revealed, and whether the ship goes there."""
    seen = [event for event in deed.happened if isinstance(event, TileRevealed)]
    assert square_told(deed) == seen[0].at
    assert any(isinstance(event, ShipMoved) for event in deed.happened) == isinstance(deed.action, Explore)
    return deed.action.kind


def start_comes_true(deed: Deed) -> str:
    """Check the ship's starting square, and its neighbours."""
    start = next(event for event in deed.happened if isinstance(event, StartChosen))
    assert SQUARE.findall(deed.told) == [start.at]
    beside = {str(seat) for at in NEIGHBOURS[start.at].values() for seat in deed.before.at(at)}
    assert set(CAPTAIN.findall(deed.told)) == beside
    return deed.action.kind


def answer_comes_true(deed: Deed) -> str:
    """Check the event of an answer that changes nothing aboard."""
    happened, (expected,) = deed.happened, [kind for words, kind in ANSWERS.items() if words in deed.told]
    assert any(isinstance(event, expected) for event in happened)
    return deed.label.text


ANSWERS: Mapping[str, type[Event]] = {
    "Hold back": ReactionDeclined, "Accept": DealAccepted, "Insist": DealRefused,
    "Take nothing": LandingPassed,
}  # fmt: skip
CHECKS: Mapping[type[Action], Callable[[Deed], str]] = {
    ChooseStart: start_comes_true, Sail: sailing_comes_true, Route: sailing_comes_true,
    Explore: discovery_comes_true, Look: discovery_comes_true, Harvest: taking_comes_true,
    TakeStone: taking_comes_true, Load: amount_comes_true, Scuttle: amount_comes_true,
    Attack: battle_comes_true, TakeSpoils: spoils_come_true, EndTurn: meal_comes_true,
    Reply: answer_comes_true,
}  # fmt: skip


def comes_true(deed: Deed) -> str:
    """Check any action."""
    match deed.action:
        case React(choice="hold") | Land(choice="pass"):
            return answer_comes_true(deed)
        case React():
            return battle_comes_true(deed)
        case Land():
            return taking_comes_true(deed)
        case Demand() | OrderGhost() | Resign():
            return deed.action.kind
    return CHECKS[type(deed.action)](deed)


def test_a_label_says_where_a_ship_goes_what_it_meets_takes_and_risks() -> None:
    seen = set[str]()
    for luck in range(GAMES):
        for deed in deeds(luck):
            assert len(deed.label.text) <= LONGEST
            seen.add(comes_true(deed))
    expected = {"sailed", "took", "explore", "look", "load", "scuttle", "fought", "fed", "starved"}
    expected |= {"Hold back", "Accept the terms", "Insist on a standard prize", "Take nothing"}
    assert seen >= {*expected, "prize cargo", "prize kill", "prize stone", "prize stop"}, seen
