"""Who must decide, and among what (sections 6 and 7)."""

from collections.abc import Iterator, Sequence
from typing import get_args

from rules.engine.action import Action, Resign
from rules.engine.decision import Decision
from rules.privateer.actions import (
    RANDOM,
    Deploy,
    Grudge,
    PlaceTerrain,
    RollDice,
    SetPrizePolicy,
    TakePrize,
    TerrainLevel,
    ThirdShip,
)
from rules.privateer.board import NEIGHBOURS, Colour, Level
from rules.privateer.boarding import berths
from rules.privateer.gambits import choices as gambit_choices
from rules.privateer.setup import free_circles, own_fleets, terrain_hexes, third_ship_hexes
from rules.privateer.spending import legal_spends
from rules.privateer.state import (
    AwardingPrize,
    Buying,
    ChoosingDensity,
    Deploying,
    LayingTerrain,
    OfferingGrudge,
    PrivateerState,
    PrizePolicy,
    TakingTurn,
)
from rules.privateer.turn import cannons_allowed, grudge_hexes


def decision(state: PrivateerState) -> Decision | None:
    """What is to be decided now; in this game it is one seat at a time."""
    match state.task:
        case Deploying(fleets=[fleet, *_]):
            return Decision(state.fleets[fleet].seat, "deploy", lambda: _deployments(state))
        case Buying(fleets=[fleet, *_]) as buying:
            return Decision(state.fleets[fleet].seat, "third_ship", lambda: _third_ships(state, buying))
        case ChoosingDensity():
            seat = state.fleets[state.order[-1]].seat
            return Decision(seat, "terrain_level", lambda: map(_level, get_args(Level)))
        case LayingTerrain(fleet=fleet):
            return Decision(state.fleets[fleet].seat, "place_terrain", lambda: _places(state, fleet))
        case OfferingGrudge(fleet=fleet):
            return Decision(state.fleets[fleet].seat, "grudge", lambda: _grudges(state, fleet))
        case TakingTurn() as task:
            return _in_turn(state, task)
        case AwardingPrize() as task:
            return _prize(state, task)
        case _:
            return None


def free_actions(state: PrivateerState, seat: int) -> Sequence[Action]:
    """What a seat may do at any time."""
    if state.result is not None or state.seat(seat).resigned:
        return ()
    if state.options.defender_prize == "scuttle":
        return (Resign(),)
    return (*(SetPrizePolicy(policy=policy) for policy in get_args(PrizePolicy)), Resign())


def _level(level: Level) -> TerrainLevel:
    return TerrainLevel(level=level)


def _deployments(state: PrivateerState) -> Iterator[Action]:
    for start in free_circles(state):
        for second in NEIGHBOURS[start]:
            yield Deploy(start=start, second=second)


def _third_ships(state: PrivateerState, task: Buying) -> Iterator[Action]:
    if state.duel:
        for fleet in own_fleets(state, task):
            for name in third_ship_hexes(state, fleet):
                yield ThirdShip(hex=name, fleet=fleet)
        return
    for name in third_ship_hexes(state, task.fleets[0]):
        yield ThirdShip(hex=name)
    yield ThirdShip()


def _places(state: PrivateerState, fleet: Colour) -> Iterator[Action]:
    for name in terrain_hexes(state, fleet):
        yield PlaceTerrain(hex=name)
    yield PlaceTerrain(hex=RANDOM)


def _grudges(state: PrivateerState, fleet: Colour) -> Iterator[Action]:
    for name in grudge_hexes(state, fleet):
        yield Grudge(hex=name)
    yield Grudge()


def _in_turn(state: PrivateerState, task: TakingTurn) -> Decision:
    seat = state.fleets[task.fleet].seat
    if task.rolled:
        return Decision(seat, "spend", lambda: (*legal_spends(state, task), *gambit_choices(state, task)))
    cannons = range(cannons_allowed(task) + 1)
    return Decision(
        seat, "roll", lambda: (*(RollDice(cannons=n) for n in cannons), *gambit_choices(state, task))
    )


def _prize(state: PrivateerState, task: AwardingPrize) -> Decision:
    seat, turn = state.owner(task.winner), state.turn
    own_turn = turn is not None and state.fleets[turn.fleet].seat == seat

    def answers() -> Iterator[Action]:
        yield TakePrize(choice="scuttle")
        for name in berths(state, task.winner):
            yield TakePrize(choice="take", hex=name)

    return Decision(seat, "prize", answers, clock="turn" if own_turn else "short")
