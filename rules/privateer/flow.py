"""How actions change the game: each does its part, then the agenda goes on until somebody must decide."""

from rules.engine.action import Action, Resign
from rules.engine.agenda import work
from rules.privateer.actions import (
    Autopilot,
    Deploy,
    Fire,
    Grudge,
    PlaceTerrain,
    RollDice,
    Sail,
    SetPrizePolicy,
    TakePrize,
    TerrainLevel,
    ThirdShip,
    UseGambit,
)
from rules.privateer.answers import berth, circle, grudge_hex, terrain_hex, third_ship
from rules.privateer.boarding import scuttle, take
from rules.privateer.gambits import use
from rules.privateer.play import Play
from rules.privateer.refusals import refusal
from rules.privateer.resigning import resign
from rules.privateer.rounds import play_round
from rules.privateer.setup import (
    buy,
    buying,
    choosing_density,
    deploy,
    deploying,
    fill_barrel,
    laying_terrain,
    place_terrain,
    prepare_battle,
)
from rules.privateer.spending import spend
from rules.privateer.state import (
    AnyTask,
    AwardingPrize,
    Buying,
    ChoosingDensity,
    Deploying,
    LayingTerrain,
    NextBattle,
    OfferingGrudge,
    PlayingRound,
    TakingTurn,
)
from rules.privateer.turn import answer_grudge, go_on, roll, settle


def proceed(play: Play) -> None:
    """Go on until somebody must decide or the game is over."""

    def carry_on(task: AnyTask) -> bool:
        match task:
            case NextBattle():
                prepare_battle(play)
                return True
            case PlayingRound():
                play_round(play, task)
                return True
            case TakingTurn():
                return go_on(play, task)
            case OfferingGrudge() | AwardingPrize():
                return False
            case _:
                return _prepare(play, task)

    work(play.state.agenda, carry_on)


def _prepare(play: Play, task: AnyTask) -> bool:
    """Go on with the set-up of a battle."""
    match task:
        case Deploying():
            return deploying(play, task)
        case Buying():
            return buying(play, task)
        case ChoosingDensity():
            return choosing_density(play)
        case LayingTerrain():
            return laying_terrain(play, task)
        case _:
            return False


def act(play: Play, seat: int, action: Action) -> None:
    """Carry out an action of the seat and everything that follows from it. Raises IllegalAction."""
    match action:
        case Resign():
            resign(play, seat)
        case SetPrizePolicy():
            play.state.seat(seat).prize_policy = action.policy
        case Deploy() | ThirdShip() | TerrainLevel() | PlaceTerrain():
            _set_up(play, seat, action)
        case _:
            _fight(play, action)
    proceed(play)


def _set_up(play: Play, seat: int, action: Action) -> None:
    """Answer a decision of the set-up."""
    state = play.state
    match action, state.task:
        case Deploy(), Deploying() as task:
            deploy(play, task, *circle(state, action))
        case ThirdShip(), Buying() as task:
            buy(play, task, *third_ship(state, task, action))
        case TerrainLevel(), ChoosingDensity():
            fill_barrel(play, action.level, seat)
        case PlaceTerrain(), LayingTerrain() as task:
            place_terrain(play, task, terrain_hex(state, task, action))
        case _:
            raise refusal("not_asked")


def _fight(play: Play, action: Action) -> None:
    """Answer a decision of the battle."""
    state = play.state
    match action, state.task:
        case Grudge(), OfferingGrudge() as task:
            answer_grudge(play, task.fleet, grudge_hex(state, task, action))
        case RollDice(), TakingTurn(rolled=False) as task:
            roll(play, task, action.cannons)
        case Sail() | Fire(), TakingTurn(rolled=True) as task:
            spend(play, task, action)
            settle(play)
        case UseGambit(), TakingTurn() as task:
            use(play, task, action)
        case TakePrize(), AwardingPrize() as task:
            at = berth(state, task, action)
            state.agenda.pop()
            scuttle(play, task) if at is None else take(play, task, at)
            settle(play)
        case Autopilot(), TakingTurn(rolled=True) as task:
            task.autopilot = True
        case _:
            raise refusal("not_asked")
