"""What controls say: every choice in words of the game, answer by answer (section 7.2)."""

from rules.engine.action import Action, Resign
from rules.engine.game import Label
from rules.privateer.actions import (
    RANDOM,
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
from rules.privateer.board import FILE
from rules.privateer.dice import CANNON, SAIL, Die, dice_thrown, read_die
from rules.privateer.fleets import COLOUR_OF, Ship, fleet_name, gambit_of, ship, ship_name
from rules.privateer.forecast import move_label, shot_label
from rules.privateer.gambits import powder
from rules.privateer.state import AwardingPrize, LayingTerrain, PrivateerState, TakingTurn
from rules.privateer.tables import GAMBITS, GOLD

_SIDES = {start.id: start.direction for start in FILE.starts}
_POLICIES = {"ask": "Ask me every time", "scuttle": "Scuttle them unasked"}


def label(state: PrivateerState, action: Action, depth: int) -> Label:
    """What the control for the first `depth` answers of the action's path says."""
    return _labels(state, action)[depth - 1]


def _labels(state: PrivateerState, action: Action) -> tuple[Label, ...]:
    """What each answer of the action's path is called; the last one tells the whole choice."""
    match action, state.task:
        case (RollDice() | Sail() | Fire() | UseGambit(), TakingTurn() as turn):
            return _in_turn(state, turn, action)
        case TakePrize(), AwardingPrize() as task:
            return _prize(state, task, action)
        case ((Deploy() | ThirdShip() | TerrainLevel()), _):
            return _set_up(action)
        case PlaceTerrain(), LayingTerrain(tile=str() as tile):
            return Label("Place the tile"), *_hex(action.hex, f"{tile.capitalize()} on")
        case Grudge(), _:
            return Label("Grudge ship"), *_hex(action.hex, "Return at")
        case SetPrizePolicy(), _:
            told = Label("Prizes won in defence", "A standing answer, so that nobody waits for you.")
            return told, Label(_POLICIES[action.policy])
        case Resign(), _:
            return (Label("Resign", warning="Your ships leave the ocean, and you are out for good. Resign?"),)
        case _:
            return tuple(Label(answer.replace("_", " ").capitalize()) for answer in action.path())


def _in_turn(
    state: PrivateerState, turn: TakingTurn, action: RollDice | Sail | Fire | UseGambit
) -> tuple[Label, ...]:
    match action:
        case RollDice():
            return Label("Roll the dice"), _dice(state, turn, action.cannons)
        case UseGambit():
            return _gambit(turn, action)
        case _:
            return _spend(state, turn, action)


def _set_up(action: Deploy | ThirdShip | TerrainLevel) -> tuple[Label, ...]:
    match action:
        case Deploy():
            circle = f"{action.start} ({_SIDES.get(action.start, '')})"
            return Label("Deploy"), Label(circle), Label(f"{circle}, ship 2 on {action.second}")
        case ThirdShip():
            return Label("Third ship"), *_third_ship(action)
        case _:
            tiles = sum(kind.per_level[action.level] for kind in FILE.terrain)
            return Label("How much terrain"), Label(f"{action.level.capitalize()}: {tiles} tiles")


def _third_ship(action: ThirdShip) -> tuple[Label, ...]:
    if action.hex is None:
        return (Label(f"Keep the {GOLD.third_ship} doubloons"),)
    if action.fleet is None:
        return (Label(f"Buy: ship 3 on {action.hex}"),)
    return Label(fleet_name(action.fleet)), Label(f"{ship_name(ship(action.fleet, 3))} on {action.hex}")


def _hex(name: str | None, does: str) -> tuple[Label, ...]:
    """A hex by letter and number, with what is done there, or what stands for none."""
    if name is None:
        warning = "You decline for good: no grudge ship in this battle. Decline?"
        return (Label("Stay ashore", warning=warning),)
    if name == RANDOM:
        return (Label("Anywhere, by lot"),)
    return Label(f"Column {name[:1]}"), Label(f"{does} {name}")


def _dice(state: PrivateerState, turn: TakingTurn, cannons: int) -> Label:
    sails = dice_thrown(len(turn.slots), desperate=turn.desperate) - cannons
    more = powder(state, turn.fleet)
    balls = cannons + more
    told = f"{sails} sail{'s' * (sails != 1)}"
    if balls:
        told += f", {balls} cannonball{'s' * (balls != 1)}"
    return Label(told, "Extra Powder is in." if more else "")


def _gambit(turn: TakingTurn, action: UseGambit) -> tuple[Label, ...]:
    gambit = GAMBITS[gambit_of(turn.fleet)]
    first = Label(f"Gambit: {gambit.title}", gambit.summary)
    if action.die is None or action.to is None:
        return (first,)
    turned = Die(read_die(action.die, SAIL).kind, action.to)
    return first, Label(f"Turn {action.die}"), Label(f"Turn {action.die} to {turned}")


def _prize(state: PrivateerState, task: AwardingPrize, action: TakePrize) -> tuple[Label, ...]:
    beaten, colour = ship_name(task.loser), COLOUR_OF[task.winner]
    if action.choice == "scuttle":
        return Label("The prize"), Label(f"Scuttle {beaten}", f"Pays {GOLD.prize} doubloon.")
    new_ship = ship_name(ship(colour, state.free_number(colour) or 0))
    taken = Label(f"Take {beaten}: {new_ship} on {action.hex}")
    return Label("The prize"), Label(f"Take {beaten}"), taken


def _spend(state: PrivateerState, turn: TakingTurn, action: Sail | Fire) -> tuple[Label, ...]:
    """Ship, die, direction and, with Shorten Sail, the distance."""
    vessel = ship(turn.fleet, action.ship)
    verb = "Sail" if isinstance(action, Sail) else "Fire"
    last = (
        move_label(state, vessel, action) if isinstance(action, Sail) else shot_label(state, vessel, action)
    )
    before = (_taker(state, turn, vessel), Label(f"{verb} {action.die[1:]}"), Label(action.dir))
    return *before[: len(action.path()) - 1], last


def _taker(state: PrivateerState, turn: TakingTurn, vessel: Ship) -> Label:
    """A ship, where it lies, and the die that it has taken in this turn."""
    told = f"{ship_name(vessel)} at {state.ships[vessel]}"
    if CANNON in turn.slots[vessel]:
        return Label(f"{told}, has fired")
    way = turn.first_sail_dir.get(vessel)
    return Label(f"{told}, sailed {way}" if way else told)
