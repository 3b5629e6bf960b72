"""What controls and lists say: prompts, and every choice in words of the game (section 7.2)."""

from rules.engine.action import Action, Resign
from rules.engine.decision import Decision
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
from rules.privateer.board import FILE, LINES, STARTS, Direction, Hex
from rules.privateer.dice import CANNON, SAIL, Die, dice_thrown, read_die, tokens
from rules.privateer.firing import shot
from rules.privateer.fleets import COLOUR_OF, Ship, fleet_name, gambit_of, listed, ship, ship_name
from rules.privateer.state import AwardingPrize, LayingTerrain, PrivateerState, TakingTurn
from rules.privateer.tables import DICE, GAMBITS, GOLD
from rules.privateer.waters import Stop, waters

_SIDES = {start.id: start.direction for start in FILE.starts}
_POLICIES = {"ask": "Ask me every time", "scuttle": "Scuttle them unasked"}
_LOSES = "loses the ship"


def seat_name(state: PrivateerState, seat: int) -> str:
    """The colours of a seat: `Red`, or `Red and Green` in The Duel."""
    fleets = [fleet for fleet, data in state.fleets.items() if data.seat == seat]
    return listed(map(fleet_name, fleets)) if fleets else f"Seat {seat}"


def turn_key(state: PrivateerState) -> str:
    """A key that changes with every turn, and in the set-up with every decision."""
    turn = f"{state.battle}.{state.round}.{state.active_fleet}"
    if state.phase != "setup" or state.task is None:
        return turn
    return f"{turn}.{state.task.task}.{sum(state.barrel.values())}"


def headline(state: PrivateerState) -> str:
    """Battle and round."""
    battle = f"Battle {state.battle} of {state.options.battles}, " if state.options.battles > 1 else ""
    where = "preparing" if state.phase == "setup" else f"round {state.round}"
    told = f"{battle}{where}"
    return told[0].upper() + told[1:]


# What is asked


def prompt(state: PrivateerState, decision: Decision) -> str:  # noqa: PLR0911 - one for each kind
    """What is asked of a seat, to follow its name."""
    task, fleet = state.task, fleet_name(state.active_fleet) if state.active_fleet else ""
    match decision.kind:
        case "deploy":
            return f"chooses a start circle for {fleet}, and a hex beside it for ship 2"
        case "third_ship" if state.duel:
            return "places a third ship beside one of the two start circles"
        case "third_ship":
            return f"may buy a third ship for {GOLD.third_ship} doubloons"
        case "terrain_level":
            return "says how much terrain lies in the ocean"
        case "place_terrain" if isinstance(task, LayingTerrain):
            return f"drew a {task.tile} and puts it on the ocean ({sum(state.barrel.values())} left)"
        case "grudge":
            return "may return with one grudge ship, for vengeance alone"
        case "prize" if isinstance(task, AwardingPrize):
            return f"decides what becomes of {ship_name(task.loser)}"
        case _ if isinstance(task, TakingTurn) and not task.rolled:
            count = dice_thrown(len(task.slots), desperate=task.desperate)
            return f"chooses {count} dice for {fleet}"
        case _:
            return f"spends dice for {fleet}: {_dice_left(task)}"


def _dice_left(task: object) -> str:
    return " ".join(tokens(task.sail, task.cannon)) if isinstance(task, TakingTurn) else ""


# What can be answered


def label(state: PrivateerState, action: Action, depth: int) -> Label:
    """What the control for the first `depth` answers of the action's path says."""
    whole = depth == len(action.path())
    match action:
        case Sail() | Fire() if isinstance(state.task, TakingTurn):
            return _spend(state, state.task, action, depth)
        case Deploy():
            return _deploy(action, depth)
        case ThirdShip() if depth > 1:
            return _third_ship(action, whole=whole)
        case PlaceTerrain() | Grudge() if depth > 1:
            return _place(action, whole=whole)
        case UseGambit():
            return _gambit(state, action, depth)
        case TakePrize() if isinstance(state.task, AwardingPrize):
            return _prize(state, state.task, action, depth)
        case _:
            return _answer(state, action) if whole else _kind(action)


def _kind(action: Action) -> Label:
    """What the control for a whole kind of action says."""
    match action:
        case RollDice():
            return Label("Roll the dice")
        case TerrainLevel():
            return Label("How much terrain")
        case PlaceTerrain():
            return Label("Place the tile")
        case SetPrizePolicy():
            return Label("Prizes won in defence", "A standing answer, so that nobody waits for you.")
        case _:
            return Label(action.kind.replace("_", " ").capitalize())


def _answer(state: PrivateerState, action: Action) -> Label:
    match action:
        case RollDice():
            return _roll(state, action)
        case TerrainLevel():
            tiles = sum(kind.per_level[action.level] for kind in FILE.terrain)
            return Label(f"{action.level.capitalize()}: {tiles} tiles")
        case SetPrizePolicy():
            return Label(_POLICIES[action.policy])
        case Resign():
            return Label("Resign", warning="Your ships leave the ocean, and you are out for good. Resign?")
        case _:
            return _kind(action)


def _deploy(action: Deploy, depth: int) -> Label:
    circle = f"{action.start} ({_SIDES.get(action.start, '')})"
    return Label(("Deploy", circle, f"{circle}, ship 2 on {action.second}")[depth - 1])


def _third_ship(action: ThirdShip, *, whole: bool) -> Label:
    if not whole and action.fleet:
        return Label(fleet_name(action.fleet))
    if action.hex is None:
        return Label(f"Keep the {GOLD.third_ship} doubloons")
    if action.fleet:
        return Label(f"{ship_name(ship(action.fleet, 3))} on {action.hex}")
    return Label(f"Buy: ship 3 on {action.hex}")


def _place(action: PlaceTerrain | Grudge, *, whole: bool) -> Label:
    if action.hex == RANDOM:
        return Label("Anywhere, by lot")
    if action.hex is None:
        return Label("Stay ashore", warning="You decline for good: no grudge ship in this battle. Decline?")
    return Label(action.hex if whole else f"Column {action.hex[0]}")


def _roll(state: PrivateerState, action: RollDice) -> Label:
    task = state.task
    if not isinstance(task, TakingTurn):
        return _kind(action)
    sails = dice_thrown(len(task.slots), desperate=task.desperate) - action.cannons
    fleet = state.fleets[task.fleet]
    powder = gambit_of(task.fleet) == "extra_powder" and fleet.gambit == "armed"
    balls = action.cannons + (DICE.powder if powder else 0)
    told = f"{sails} sail{'s' * (sails != 1)}"
    if balls:
        told += f", {balls} cannonball{'s' * (balls != 1)}"
    return Label(told, "Extra Powder is in." if powder else "")


def _gambit(state: PrivateerState, action: UseGambit, depth: int) -> Label:
    gambit = GAMBITS[gambit_of(state.active_fleet)] if state.active_fleet else None
    if action.die is not None and depth > 1:
        turned = Die(read_die(action.die, SAIL).kind, action.to or 0)
        return Label(f"Turn {action.die}" if depth == 2 else f"Turn {action.die} to {turned}")  # noqa: PLR2004
    return Label(f"Gambit: {gambit.title}" if gambit else "Gambit", gambit.summary if gambit else "")


def _prize(state: PrivateerState, task: AwardingPrize, action: TakePrize, depth: int) -> Label:
    if depth == 1:
        return Label("The prize")
    beaten = ship_name(task.loser)
    if action.choice == "scuttle":
        return Label(f"Scuttle {beaten}", f"Pays {GOLD.prize} doubloon.")
    colour = COLOUR_OF[task.winner]
    new_ship = ship_name(ship(colour, state.free_number(colour) or 0))
    if depth == 2 and action.hex:  # noqa: PLR2004 - the second answer
        return Label(f"Take {beaten}")
    return Label(f"Take {beaten}: {new_ship} on {action.hex}")


# Spends


def _spend(state: PrivateerState, turn: TakingTurn, action: Sail | Fire, depth: int) -> Label:
    """Ship, die, direction and, with Shorten Sail, the distance; the last one tells what is certain."""
    vessel = ship(turn.fleet, action.ship)
    at = state.ships[vessel]
    name = ship_name(vessel)
    if depth == 1:
        return Label(f"{name} at {at}")
    verb = f"sails {action.die[1:]}" if isinstance(action, Sail) else f"fires {action.die[1:]}"
    if depth == 2:  # noqa: PLR2004 - the second answer
        return Label(f"{name} {verb}")
    if isinstance(action, Fire):
        return _shot(state, f"{name} {verb} {action.dir}", at, action)
    if depth < len(action.path()):
        return Label(f"{name} {verb} {action.dir}")
    return _move(state, vessel, at, action)


def _shot(state: PrivateerState, told: str, at: Hex, action: Fire) -> Label:
    sea = waters(state, state.owner(_gunner(state, action)))
    reach = read_die(action.die, CANNON).face
    aimed = shot(state, sea, at, action.dir, reach)
    told += f" at {aimed.target}" if aimed.target else ", off the map"
    if not state.options.silent_dice and aimed.sunk:
        told += ": sinks " + listed(ship_name(victim) for victim, _ in aimed.sunk)
    return Label(told)


def _gunner(state: PrivateerState, action: Sail | Fire) -> Ship:
    return ship(state.active_fleet or STARTS[0], action.ship)  # type: ignore[arg-type]


def _move(state: PrivateerState, vessel: Ship, at: Hex, action: Sail) -> Label:
    """A move with what is certain about it; boardings are marked only where dice are not silent."""
    face = read_die(action.die, SAIL).face
    steps = action.steps or face
    told = f"{ship_name(vessel)} sails {steps} {action.dir}"
    stop = waters(state, state.owner(vessel)).stop(at, action.dir, steps)
    if stop.fatal:
        return Label(
            f"{told}: {_LOSES}", _fate(stop), f"{ship_name(vessel)} is lost: {_fate(stop)} Sail there?"
        )
    told += _towards(at, action.dir, steps)
    if stop.reefs:
        told += f", {'reef roll' if stop.reefs == 1 else f'{stop.reefs} reef rolls'}"
    if stop.other is not None and not state.options.silent_dice:
        told += f": boards {ship_name(stop.other)} at {stop.path[-1]}"
    return Label(told)


def _towards(at: Hex, direction: Direction, steps: int) -> str:
    """Where the full distance leads, not where a boarding would cut it short: that is for players to see."""
    line = LINES[at][direction]
    return f" to {line[steps - 1]}" if steps <= len(line) else ""


def _fate(stop: Stop) -> str:
    at = stop.path[-1] if stop.path else ""
    return {
        "fled": "It sails off the map.",
        "storm": f"It sails into the storm at {at}.",
        "volcano": f"It runs onto the volcano at {at}.",
        "desert": f"It runs onto the island at {at}.",
    }.get(stop.kind, "")
